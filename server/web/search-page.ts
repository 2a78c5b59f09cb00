/** Page of the global query: type of each object, and a link to it. It names the edition and day of the search. */
import type { Text } from '../../schemas/finding.ts';
import { html } from '../../schemas/html.ts';
import { editionText, type SearchedState } from './edition-text.ts';
import { page, type PageRequest } from './page.ts';

export interface ShownObject {
  readonly type: string;
  readonly id: string;
  readonly href: string;
}

interface Pages extends SearchedState {
  /** Number of this page; `next`: number of the next page. */
  readonly page: number;
  readonly next: number | null;
}

export function searchPage(found: readonly ShownObject[], pages: Pages, context: PageRequest): Buffer {
  const say = (text: Text): string => text[context.language];
  const rows = found.map(({ type, id, href }) => html`<tr><td>${type}</td><td><a href="${href}">${id}</a></td></tr>`);
  return page({ ...context, title: say({ nl: 'Gevonden', en: 'Found' }) }, html`
<p>${say({ nl: `Bladzijde ${pages.page}: ${found.length} objecten.`, en: `Page ${pages.page}: ${found.length} objects.` })}
 ${say({ nl: 'Gezocht', en: 'Searched' })} ${editionText(pages, context.language)}.</p>
${rows.length === 0 ? '' : html`<div class="scroll"><table>
<thead><tr><th scope="col">${say({ nl: 'Soort', en: 'Type' })}</th><th scope="col">id</th></tr></thead>
<tbody>${rows}</tbody></table></div>`}
${pages.next === null ? '' : html`<p>${say({ nl: 'Er zijn er meer. Stel dezelfde vraag met', en: 'There are more. Send the same request with' })} <code>pagina=${pages.next}</code>.</p>`}`);
}
