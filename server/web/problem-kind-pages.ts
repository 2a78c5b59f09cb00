/** The kinds of problems for people: all of them, and one. */
import type { ProblemKind } from '../../schemas/problems.ts';
import { problemType } from '../problem.ts';
import { html } from './html.ts';
import { bilingual, page } from './page.ts';

export function problemKindsPage(kinds: readonly ProblemKind[], baseUrl: string): Buffer {
  const rows = kinds.map(({ path, status, title }) => html`<tr><td class="number">${status}</td>
<td><a href="${problemType(path, baseUrl)}">${path}</a></td><td>${title}</td></tr>`);
  return page({ baseUrl, title: 'Foutmeldingen' }, html`
${bilingual({
    nl: 'Elke foutmelding van deze dienst heeft een code; die staat achteraan in het veld type.',
    en: 'Every error of this service has a code; it stands at the end of the field type.',
  })}
<div class="scroll"><table><thead><tr><th scope="col" class="number">Status</th><th scope="col">Code</th>
<th scope="col">Betekenis <span lang="en">meaning</span></th></tr></thead><tbody>${rows}</tbody></table></div>`);
}

export function problemKindPage({ path, status, title }: ProblemKind, baseUrl: string): Buffer {
  return page({ baseUrl, title: path, trail: [['Foutmeldingen', `${baseUrl}/fouten`]] }, html`
<p class="lead">${title}</p>
<p>HTTP-status ${status}. In een foutmelding zegt <code>detail</code> wat er mis is, en <code>invalid-params</code> waar.
<span lang="en">In an error <code>detail</code> says what is wrong, and <code>invalid-params</code> where.</span></p>`);
}
