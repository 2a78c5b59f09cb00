/** Page of an error: the problem, the allowed values, and a corrected link. */
import type { ProblemBody } from '../response/problem.ts';
import { html, linkTo } from '../../schemas/html.ts';
import { page } from './page.ts';

export function problemPage(problem: ProblemBody, baseUrl: string): Buffer {
  const params = (problem['invalid-params'] ?? []).map(({ name, reason, allowed, example }) => html`
<dt><code>${name}</code></dt><dd>${reason}${allowed === undefined ? '' : html`<br>Toegestaan: ${allowed.map((value) => html`<code>${value}</code> `)}`}
${example === undefined ? '' : html`<br>Zo wel: ${linkTo(example, example)}`}</dd>`);
  return page({ baseUrl, title: problem.title }, html`<p>${problem.detail}</p>
${params.length === 0 ? '' : html`<dl>${params}</dl>`}
<p>Status ${problem.status}, code ${linkTo(problem.type, problem.type)}, kenmerk <code>${problem.instance}</code>.</p>`);
}
