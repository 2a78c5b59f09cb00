/** Pages of problem kinds and of rules of the checks: all of them, and one. */
import { problemType } from '../response/problem.ts';
import { html } from '../../schemas/html.ts';
import { bilingual, page } from './page.ts';

/** A kind of problem. A rule has no status, but a source and an example finding. */
export interface ShownKind {
  readonly path: string;
  readonly status?: number;
  readonly title: string;
  readonly source?: string;
  readonly example?: { readonly message: string; readonly mend: string };
}

export function problemKindsPage(kinds: readonly ShownKind[], baseUrl: string): Buffer {
  const rows = kinds.map(({ path, status, title }) => html`<tr><td class="number">${String(status ?? '')}</td>
<td><a href="${problemType(path, baseUrl)}">${path}</a></td><td>${title}</td></tr>`);
  return page({ baseUrl, title: 'Foutmeldingen' }, html`
${bilingual({
    nl: 'Elke foutmelding van deze dienst heeft een code; die staat achteraan in het veld type. '
      + 'Wat met regel/ begint, is een regel van de controle; die staat bij een veld in invalid-params.',
    en: 'Every error of this service has a code; it stands at the end of the field type. '
      + 'What begins with regel/ is a rule of the checks; it stands with a field in invalid-params.',
  })}
<div class="scroll"><table><thead><tr><th scope="col" class="number">Status</th><th scope="col">Code</th>
<th scope="col">Betekenis <span lang="en">meaning</span></th></tr></thead><tbody>${rows}</tbody></table></div>`);
}

export function problemKindPage(kind: ShownKind, baseUrl: string): Buffer {
  const { path, status, title } = kind;
  return page({ baseUrl, title: path, trail: [['Foutmeldingen', `${baseUrl}/fouten`]] }, html`
<p class="lead">${title}</p>
${status === undefined ? aboutRule(kind) : html`<p>HTTP-status ${status}. In een foutmelding zegt <code>detail</code> wat er mis is, en <code>invalid-params</code> waar.
<span lang="en">In an error <code>detail</code> says what is wrong, and <code>invalid-params</code> where.</span></p>`}`);
}

function aboutRule({ source, example }: ShownKind) {
  return html`<p>Een regel van de controle. In <code>invalid-params</code> zegt <code>name</code> om welk veld het gaat, en
<code>reason</code> wat er mis is en hoe u het herstelt.
<span lang="en">A rule of the checks. In <code>invalid-params</code> <code>name</code> says which field it is about, and
<code>reason</code> what is wrong and how to mend it.</span></p>
<dl><dt>Bron <span lang="en">source</span></dt><dd>${source}</dd>
${example === undefined ? '' : html`<dt>Melding, als voorbeeld <span lang="en">an example of a finding</span></dt><dd>${example.message}</dd>
<dt>Herstel daarvan <span lang="en">how to fix it</span></dt><dd>${example.mend}</dd>`}</dl>`;
}
