/**
 * Fixed responses: bodies that do not depend on an edition: landing page, conformance, OpenAPI. They are made once, or again when
 * passed-on parameters (parameters/passed-on.ts) change their links.
 */
import { MODEL_VERSION } from '../../schemas/derived/published-schema.ts';
import type { Language, Text } from '../../schemas/finding.ts';
import { ROOTS } from '../../schemas/names.ts';
import { contentHeaders, emptyResponse, jsonBytes, okResponse, REVALIDATE } from '../response/response.ts';
import { AS_PAGE } from '../description/collections.ts';
import { withValidators } from '../response/conditional.ts';
import { bytesTag } from '../response/etags.ts';
import { CONFORMS_TO } from '../description/conformance-classes.ts';
import { asPage, formOf } from '../request/form.ts';
import { DEFAULT_LANGUAGE, languageOf } from '../request/language.ts';
import { DOCUMENT_FORMS, LANDING_FORMS, MEDIA_TYPES, OPENAPI_FORMS, PLAIN_FORMS, type Form } from '../request/negotiate.ts';
import { withQuery } from '../response/object-links.ts';
import { readPassedOn, type PassedOn } from '../parameters/passed-on.ts';
import { parameterless } from '../parameters/query.ts';
import { REGISTER_CONTENTS, REGISTER_TITLE } from '../description/register-texts.ts';
import type { ServiceRequest, Handler, HandlerResult, Service } from '../service.ts';
import { licenceLinks } from '../description/terms.ts';
import { conformancePage, landingPage } from '../web/landing-page.ts';
import { HTML_HEADERS } from '../web/page.ts';

/** GET {base_url}; `description` is the OpenAPI document. */
export function landing(service: Service, description: Buffer): Handler {
  return passing(LANDING_FORMS, service.baseUrl, service, {
    json: (passedOn, language) => jsonBytes(landingBody(service, passedOn, language)),
    openapi: () => description,
    html: (passedOn) => landingPage(service, passedOn),
  }, ['json']);
}

/** GET /conformance */
export function conformance(service: Service): Handler {
  const body = jsonBytes({ conformsTo: CONFORMS_TO });
  return passing(PLAIN_FORMS, `${service.baseUrl}/conformance`, service, {
    json: () => body, html: (passedOn) => conformancePage(CONFORMS_TO, service, passedOn),
  });
}

/** GET /openapi.json */
export function openApiDocument(service: Service, description: Buffer): Handler {
  return passing(OPENAPI_FORMS, `${service.baseUrl}/openapi.json`, service, { openapi: () => description, json: () => description });
}

/** GET /api, where other services have their description: redirects to ours. */
export function api({ baseUrl, clock }: Service): Handler {
  const url = `${baseUrl}/api`;
  return (request) => {
    const form = formOf(request, OPENAPI_FORMS, url);
    if (typeof form === 'object') return form;
    const passedOn = readPassedOn(request.query, url, clock());
    return 'problem' in passedOn ? passedOn : emptyResponse(307, ['Location', withQuery(`${baseUrl}/openapi.json`, passedOn.text), ...REVALIDATE]);
  };
}

/** Returns a handler for `url`, which takes no parameters. It gives the body of the requested form. */
export function fixed<F extends Form>(
  forms: readonly F[], url: string, bodies: Readonly<Record<F, Buffer>>,
): Handler {
  const tags = new Map(forms.map((form) => [form, bytesTag(bodies[form], form)]));
  return (request) => {
    const form = formOf(request, forms, url);
    if (typeof form === 'object') return form;
    return parameterless(request.query, url) ?? fresh(request, { form, body: bodies[form], tag: tags.get(form) ?? '' });
  };
}

/**
 * Returns a handler for a resource with passed-on parameters. `bodies` make the body of each form; bodies without parameters are made
 * once.
 * `worded`: forms whose texts are in the requested language.
 */
export function passing<F extends Form>(
  forms: readonly F[], url: string, { clock }: Pick<Service, 'clock'>,
  bodies: Readonly<Record<F, (passedOn: PassedOn, language: Language) => Buffer>>, worded: readonly F[] = [],
): Handler {
  const made = new Map<string, { readonly body: Buffer; readonly tag: string }>();
  const bodyOf = (form: F, passedOn: PassedOn, language: Language) => {
    const body = bodies[form](passedOn, language);
    return { body, tag: bytesTag(body, form) };
  };
  return (request) => {
    const form = formOf(request, forms, url);
    if (typeof form === 'object') return form;
    const passedOn = readPassedOn(request.query, url, clock());
    if ('problem' in passedOn) return passedOn;
    const language = worded.includes(form) ? languageOf(request, passedOn) : DEFAULT_LANGUAGE;
    const key = `${form} ${language}`;
    const found = (passedOn.text === '' ? made.get(key) : undefined) ?? bodyOf(form, passedOn, language);
    if (passedOn.text === '') made.set(key, found);
    return fresh(request, { form, ...(worded.length === 0 ? {} : wordingOf(form, language, passedOn)), ...found });
  };
}

/** Returns a handler for a list. Plain JSON has the items under `name`, HAL under `_embedded`. */
export function fixedList(
  url: string, { name, items, html }: { readonly name: string; readonly items: readonly object[]; readonly html: Buffer },
): Handler {
  const self = { href: url };
  return fixed(DOCUMENT_FORMS, url, {
    json: jsonBytes({ [name]: items, _links: { self } }), hal: jsonBytes({ _links: { self }, _embedded: { [name]: items } }), html,
  });
}

/** Language of a response, and the header that selected it. */
interface Wording {
  readonly vary?: 'Accept-Language';
  readonly language?: Language;
}

/**
 * Returns the language headers. Pages and OpenAPI have both languages. They also vary by language, because another form at the same
 * address does.
 */
export function wordingOf(form: Form, language: Language, { lang }: PassedOn): Wording {
  return { ...(lang === undefined ? { vary: 'Accept-Language' } : {}), ...(form === 'html' || form === 'openapi' ? {} : { language }) };
}

/** Returns bytes, or 304 when the client has them. */
export function fresh(
  request: ServiceRequest, { form, body, tag, language, vary }: { form: Form; body: Buffer; tag: string } & Wording,
): HandlerResult {
  const content = form === 'html' ? HTML_HEADERS : contentHeaders(MEDIA_TYPES[form]);
  const headers = language === undefined ? content : [...content, 'Content-Language', language];
  return withValidators(request, { tag, ...(vary === undefined ? {} : { vary }) }, () => okResponse(headers, body));
}

function landingBody({ baseUrl, terms }: Service, { text, says }: PassedOn, language: Language) {
  const to = (path: string): string => withQuery(`${baseUrl}${path}`, text);
  const link = (rel: string, href: string, { type, title }: { type: string; title: Text }) => ({ href, rel, type, title: title[language] });
  const model = { nl: `Informatiemodel ${MODEL_VERSION}.`, en: `Information model ${MODEL_VERSION}.` };
  return {
    title: REGISTER_TITLE[language],
    description: [REGISTER_CONTENTS, model, ...(says === undefined ? [] : [says])].map((sentence) => sentence[language]).join(' '),
    ...(terms.attribution === null ? {} : { attribution: terms.attribution }),
    links: [
      link('self', to(''), { type: MEDIA_TYPES.json, title: { nl: 'Deze pagina', en: 'This page' } }),
      link('alternate', asPage(to('')), { type: 'text/html', title: AS_PAGE }),
      link('service-desc', to('/openapi.json'), { type: MEDIA_TYPES.openapi, title: { nl: 'OpenAPI 3.0', en: 'OpenAPI 3.0' } }),
      link('service-doc', asPage(to('')), { type: 'text/html', title: { nl: 'Uitleg', en: 'Documentation' } }),
      link('conformance', to('/conformance'), { type: MEDIA_TYPES.json, title: { nl: 'Conformiteit', en: 'Conformance' } }),
      link('data', to('/collections'), { type: MEDIA_TYPES.json, title: { nl: 'Collecties', en: 'Collections' } }),
      ...Object.values(ROOTS).map(({ path }) => (
        link('related', to(`/${path}`), { type: MEDIA_TYPES.json, title: { nl: `Hele documenten: ${path}`, en: `Whole documents: ${path}` } })
      )),
      link('related', `${baseUrl}/catalogus`, { type: MEDIA_TYPES.jsonld, title: { nl: 'Catalogus: DCAT-AP-NL 3.0', en: 'Catalogue: DCAT-AP-NL 3.0' } }),
      link('related', `${baseUrl}/crss`, { type: MEDIA_TYPES.json, title: { nl: 'Coördinaatstelsels', en: 'Coordinate reference systems' } }),
      link('related', `${baseUrl}/edities`, { type: MEDIA_TYPES.json, title: { nl: 'Edities', en: 'Editions' } }),
      link('related', `${baseUrl}/waardelijsten`, { type: MEDIA_TYPES.json, title: { nl: 'Waardelijsten', en: 'Code lists' } }),
      link('related', `${baseUrl}/schemas`, { type: MEDIA_TYPES.json, title: { nl: 'JSON Schema’s', en: 'JSON schemas' } }),
      link('related', `${baseUrl}/fouten`, { type: MEDIA_TYPES.json, title: { nl: 'Foutmeldingen', en: 'Errors' } }),
      ...licenceLinks(terms),
    ],
  };
}
