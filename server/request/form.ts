/**
 * Form: the form of an answer that a request asks for, by the parameter `f`, else by the header Accept (negotiate.ts).
 *
 * `f` is the name of a form, as other services have it. One that is served elsewhere only is 406, as for Accept; anything else is
 * 400. Links of an answer that was asked for by `f` keep it, and lead to its page with `f=html`.
 */
import { FORMS, MEDIA_TYPES, negotiate, prefersHtml, type Form } from './negotiate.ts';
import { FORM_PARAMETER, formIn, joined, parameterProblem, wrongValue, type Query } from '../parameters/query.ts';
import { notAcceptable, type Problem } from '../response/problem.ts';

interface Asking {
  readonly query: Query;
  readonly headers: { readonly accept?: string | undefined };
}

/** The form of the answer at `url`, one of `forms`; or the problem with what was asked. */
export function formOf<F extends Form>({ query, headers }: Asking, forms: readonly F[], url: string): F | Problem {
  const asked = formIn(query);
  if (asked === undefined) return negotiate(headers.accept, forms) ?? notAcceptable(forms);
  const form = forms.find((one) => one === asked);
  if (form !== undefined) return form;
  if (FORMS.some((one) => one === asked)) return notAcceptable(forms);
  const fault = wrongValue(FORM_PARAMETER, asked, {
    expected: { nl: `een van ${forms.join(', ')}`, en: `one of ${forms.join(', ')}` }, allowed: forms, correct: forms[0] ?? null,
  });
  // What else is wrong with the question is not known yet, so that the example leaves it out.
  return parameterProblem([fault], { text: joined([[FORM_PARAMETER, asked]]) }, url);
}

/** Whether an error is shown as a page; an unknown address has its query in `url` only. */
export function wantsPage({ url, headers }: Pick<Asking, 'headers'> & { readonly url: string }): boolean {
  const asked = formIn({ text: url.split('?', 2)[1] ?? '' });
  return asked === undefined ? prefersHtml(headers.accept) : asked === 'html';
}

/** The form asked for by `f`, as it stands in an address; none when it was not. */
export function formPair(given: string | undefined): readonly (readonly [string, string])[] {
  return given === undefined ? [] : [[FORM_PARAMETER, given]];
}

/** The address of the same as a page, where `f` stands in it. */
export function asPage(url: string): string {
  return url.replace(/([?&]f=)[a-z]+/, `$1html`);
}

/** The names of forms by the media types of an operation, in fixed order. */
export function formsIn(mediaTypes: readonly string[]): readonly Form[] {
  return FORMS.filter((form) => mediaTypes.includes(MEDIA_TYPES[form].split('; charset')[0]!));
}
