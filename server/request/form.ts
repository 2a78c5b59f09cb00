/**
 * Form: the representation that a request asks for, by the parameter `f`, else by the header Accept (negotiate.ts).
 *
 * `f` is the name of a form, as in other services. A form that only other resources have is 406, as for Accept; any other value is 400.
 * Links of a response that was requested by `f` keep `f`, and link to the web page by `f=html`.
 */
import { FORMS, MEDIA_TYPES, negotiate, prefersHtml, type Form } from './negotiate.ts';
import { FORM_PARAMETER, formIn, formatQuery, parameterProblem, wrongValue, type Query, splitAddress } from '../parameters/query.ts';
import { notAcceptable, type Problem } from '../response/problem.ts';

interface Asking {
  readonly query: Query;
  readonly headers: { readonly accept?: string | undefined };
}

/** Returns the requested form, one of `forms`, or the problem with the request to `url`. */
export function formOf<F extends Form>({ query, headers }: Asking, forms: readonly F[], url: string): F | Problem {
  const requested = formIn(query);
  if (requested === undefined) return negotiate(headers.accept, forms) ?? notAcceptable(forms);
  const form = forms.find((one) => one === requested);
  if (form !== undefined) return form;
  if (FORMS.some((one) => one === requested)) return notAcceptable(forms);
  const fault = wrongValue(FORM_PARAMETER, requested, {
    expected: { nl: `een van ${forms.join(', ')}`, en: `one of ${forms.join(', ')}` }, allowed: forms, correct: forms[0] ?? null,
  });
  // The other parameters are not validated yet, so the example leaves them out.
  return parameterProblem([fault], { text: formatQuery([[FORM_PARAMETER, requested]]) }, url);
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
  return url.replace(/([?&]f=)[a-z]+/, `$1html`);
}

/** Returns the media type that an address gives: by its parameter `f`, else that of a form. */
export function mediaTypeAt(address: string, form: Form): string {
  const requested = formIn({ text: splitAddress(address).query });
  return MEDIA_TYPES[FORMS.find((one) => one === requested) ?? form];
}

/** Returns the forms of media types, in fixed order. */
export function formsIn(mediaTypes: readonly string[]): readonly Form[] {
  return FORMS.filter((form) => mediaTypes.includes(MEDIA_TYPES[form].split('; charset')[0]!));
}
