/** Page of an error: the problem, the allowed values, and a corrected link. */
import type { Text } from '../../schemas/finding.ts';
import { PROBLEMS } from '../../schemas/problems.ts';
import { problemType, type Problem } from '../response/problem.ts';
import { html, linkTo } from '../../schemas/html.ts';
import { capital } from '../../schemas/page-texts.ts';
import { page, textUrl, type PageRequest } from './page.ts';

/** Returns the page. `instance`: the id by which the operator finds the request. */
export function problemPage({ problem, detail, params: given = [] }: Problem, instance: string, context: PageRequest): Buffer {
  const { path, status, title } = PROBLEMS[problem];
  const say = (text: Text): string => text[context.language];
  const params = given.map(({ name, reason, allowed, example }) => html`
<dt><code>${name}</code></dt><dd>${say(reason)}${allowed === undefined ? '' : html`<br>${say({ nl: 'Toegestaan', en: 'Allowed' })}: ${allowed.map((value) => html`<code>${value}</code> `)}`}
${example === undefined ? '' : html`<br>${say({ nl: 'Zo wel', en: 'Like this' })}: ${linkTo(example, example)}`}</dd>`);
  return page({ ...context, title: capital(say(title)) }, html`<p>${say(detail)}</p>
${params.length === 0 ? '' : html`<dl>${params}</dl>`}
<p>Status ${status}, code <a href="${textUrl(context, `/fouten/ev/${path}`)}">${problemType(path, context.baseUrl)}</a>, ${say({ nl: 'kenmerk', en: 'instance' })} <code>${instance}</code>.</p>`);
}
