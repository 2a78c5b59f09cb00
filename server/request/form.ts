/**
 * Form: the representation that a request asks for, by the parameter `f`, else by the header Accept (negotiate.ts).
 *
 * `f` is the name of a form, as in other services. A form that only other resources have is 406, as for Accept; any other value is 400.
 * Links of a response that was requested by `f` keep `f`, and link to the web page by `f=html`.
 */
import { FORMS, MEDIA_TYPES, negotiate, prefersHtml, type Form } from './negotiate.ts';
import {
  firstValue, FORM_PARAMETER, formatQuery, formIn, parameterProblem, splitAddress, withoutParameters, wrongValue, type Query,
} from '../parameters/query.ts';
import { asksJsonFg, PROFILE_PARAMETER } from './profile.ts';
import { notAcceptable, type Problem } from '../response/problem.ts';

interface Asking {
  readonly query: Query;
  readonly headers: { readonly accept?: string | undefined };
}

/** Returns the requested form, one of `forms`, or the problem with the request to `url`. */
export function formOf<F extends Form>({ query, headers }: Asking, forms: readonly F[], url: string): F | Problem {
  const requested = formIn(query);
  if (requested === undefined) return inProfile(negotiate(headers.accept, forms), query, forms) ?? notAcceptable(forms);
  const form = inProfile(forms.find((one) => one === requested), query, forms);
  if (form !== undefined) return form;
  if (FORMS.some((one) => one === requested)) return notAcceptable(forms);
  const fault = wrongValue(FORM_PARAMETER, requested, {
    expected: { nl: `een van ${forms.join(', ')}`, en: `one of ${forms.join(', ')}` }, allowed: forms, correct: forms[0] ?? null,
  });
  // The other parameters are not validated yet, so the example leaves them out.
  return parameterProblem([fault], { text: formatQuery([[FORM_PARAMETER, requested]]) }, url);
}

/** Returns JSON-FG when the form is GeoJSON and the parameter `profile` asks for that profile of it. */
function inProfile<F extends Form>(form: F | undefined, query: Query, forms: readonly F[]): F | undefined {
  if (form !== 'geojson' && form !== 'json' || !asksJsonFg(firstValue(query, PROFILE_PARAMETER))) return form;
  return forms.find((one) => one === 'jsonfg') ?? form;
}

/** Whether an error is sent as a web page. The query of an unknown address is in `url` only. */
export function wantsPage({ url, headers }: Pick<Asking, 'headers'> & { readonly url: string }): boolean {
  const requested = formIn({ text: splitAddress(url).query });
  return requested === undefined ? prefersHtml(headers.accept) : requested === 'html';
}

/** Returns the parameter `f` as a pair; empty without `f`. */
export function formPair(given: string | undefined): readonly (readonly [string, string])[] {
  return given === undefined ? [] : [[FORM_PARAMETER, given]];
}

/** Returns the address of the same resource as a web page. */
export function asPage(url: string): string {
  return url.replace(/([?&]f=)[a-z0-9]+/, `$1html`);
}

/** Returns the addresses of the same resource in other forms for programs, in order. */
export function inForms<F extends Form>(url: string, forms: readonly F[]): readonly (readonly [form: F, href: string])[] {
  const { url: path, query } = splitAddress(url);
  const others = query === '' ? '' : withoutParameters({ text: query }, [FORM_PARAMETER, PROFILE_PARAMETER]);
  const start = others === '' ? `${path}?` : `${path}?${others}&`;
  return forms.map((form) => [form, `${start}${FORM_PARAMETER}=${form}`]);
}

/** Returns the media type that an address gives: by its parameters `f` and `profile`, else that of a form. */
export function mediaTypeAt(address: string, form: Form): string {
  const query = { text: splitAddress(address).query };
  const requested = formIn(query);
  return MEDIA_TYPES[inProfile(FORMS.find((one) => one === requested) ?? form, query, FORMS) ?? form];
}

/** Media types as JSON. */
export const QUOTED_TYPES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(MEDIA_TYPES).map((type) => [type, JSON.stringify(type)]),
);

/** Returns a media type as the attribute of a header Link, whose quotes are escaped. */
export function typeAttribute(mediaType: string): string {
  return `type="${mediaType.replaceAll('"', '\\"')}"`;
}

/** Returns the forms of media types, in fixed order. */
export function formsIn(mediaTypes: readonly string[]): readonly Form[] {
  return FORMS.filter((form) => mediaTypes.includes(MEDIA_TYPES[form].split('; charset')[0]!));
}
