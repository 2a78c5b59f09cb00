/** Page of the global query: type of each object, and a link to it. */
import type { PassedOn } from '../parameters/passed-on.ts';
import type { Service } from '../service.ts';
import { html } from '../../schemas/html.ts';
import { page } from './page.ts';

export interface ShownObject {
  readonly type: string;
  readonly id: string;
  readonly href: string;
}

interface Pages {
  /** Number of this page; `next`: number of the next page. */
  readonly page: number;
  readonly next: number | null;
  readonly passedOn: PassedOn;
}

export function searchPage(found: readonly ShownObject[], pages: Pages, { baseUrl }: Service): Buffer {
  const rows = found.map(({ type, id, href }) => html`<tr><td>${type}</td><td><a href="${href}">${id}</a></td></tr>`);
  return page({ baseUrl, title: 'Gevonden', passedOn: pages.passedOn }, html`
<p>Bladzijde ${pages.page}: ${found.length} objecten. <span lang="en">Page ${pages.page}: ${found.length} objects.</span></p>
${rows.length === 0 ? '' : html`<div class="scroll"><table>
<thead><tr><th scope="col">Soort <span lang="en">type</span></th><th scope="col">id</th></tr></thead>
<tbody>${rows}</tbody></table></div>`}
${pages.next === null ? '' : html`<p>Er is meer: stel dezelfde vraag met <code>pagina=${pages.next}</code>.
 <span lang="en">There is more: ask the same with <code>pagina=${pages.next}</code>.</span></p>`}`);
}
