/** Page response: a page for people in the language of the request, with its headers and its own tag per language. */
import { languageOf } from '../request/language.ts';
import { withValidators, type Validators } from '../response/conditional.ts';
import { bytesTag } from '../response/etags.ts';
import { withQuery } from '../response/object-links.ts';
import { okResponse } from '../response/response.ts';
import { readLang } from '../parameters/lang.ts';
import { languageIn, withLanguage, type PassedOn } from '../parameters/passed-on.ts';
import type { HandlerResult, Service, ServiceRequest } from '../service.ts';
import { HTML_HEADERS, type PageRequest } from '../web/page.ts';
import { FORM_PARAMETER, parameterProblem, parseParameters, splitAddress, type ParameterFault } from '../parameters/query.ts';
import { formOf } from '../request/form.ts';
import { PAGE_FORMS } from '../request/negotiate.ts';
import type { Problem } from '../response/problem.ts';

/** Returns the request for the page at `url`; undefined: the page has no address. */
export function pageRequest(
  request: ServiceRequest, { baseUrl, isSite, desk }: Pick<Service, 'baseUrl' | 'isSite' | 'desk'>,
  { url, passedOn }: { url: string | undefined; passedOn: PassedOn },
): PageRequest {
  const address = url === undefined || isSite ? undefined : withQuery(url, request.query.text);
  return { baseUrl, isSite, takesDeliveries: desk !== null, language: languageOf(request, passedOn), address, passedOn };
}

type PageForm = (typeof PAGE_FORMS)[number];

/** Returns the request for a page that takes `lang` and a form only, or the problem with the request. `path`: below the base URL. */
export function plainPageRequest(
  request: ServiceRequest, service: Service, path: string,
): { readonly form: PageForm; readonly context: PageRequest } | Problem {
  const url = `${service.baseUrl}${path}`;
  const form = formOf(request, PAGE_FORMS, url);
  if (typeof form === 'object') return form;
  const faults: ParameterFault[] = [];
  const { lang } = parseParameters(request.query, ['lang', FORM_PARAMETER], faults);
  const passedOn = withLanguage(readLang(lang, faults));
  if (faults.length > 0) return parameterProblem(faults, request.query, url);
  return { form, context: pageRequest(request, service, { url, passedOn }) };
}

/** Returns the request for the page of an error, whose parameters may be wrong. */
export function problemPageRequest(
  request: ServiceRequest, { baseUrl, takesDeliveries }: Pick<PageRequest, 'baseUrl' | 'takesDeliveries'>,
): PageRequest {
  const passedOn = withLanguage(languageIn({ text: splitAddress(request.url).query }));
  const address = request.method === 'GET' || request.method === 'HEAD' ? new URL(baseUrl).origin + request.url : undefined;
  return { baseUrl, isSite: false, takesDeliveries, language: languageOf(request, passedOn), address, passedOn };
}

/** Returns the headers of a page. */
export function pageHeaders({ language }: PageRequest): readonly string[] {
  return [...HTML_HEADERS, 'Content-Language', language];
}

/**
 * Returns a page, or 304 when the client has it. A page is made for every request and its tag is that of its bytes: it depends on the day,
 * on what lies around its object, and on the addresses of style sheet and scripts. `more`: headers of this page beside those of every page.
 */
export async function freshPage(
  request: ServiceRequest, context: PageRequest, made: Promise<Buffer>, { more = [] }: { readonly more?: readonly string[] } = {},
): Promise<HandlerResult> {
  const body = await made;
  const validators = validatorsIn(context, { tag: bytesTag(body, 'html'), vary: 'Accept-Crs' });
  return withValidators(request, validators, () => okResponse([...pageHeaders(context), ...more], body));
}

function validatorsIn({ language, passedOn: { lang } }: PageRequest, validators: Validators): Validators {
  const { tag, vary } = validators;
  const byLanguage = lang === undefined ? ['Accept-Language'] : [];
  const varied = [...vary === undefined ? [] : [vary], ...byLanguage].join(', ');
  return { ...validators, tag: `${tag.slice(0, -1)}.${language}"`, ...(varied === '' ? {} : { vary: varied }) };
}
