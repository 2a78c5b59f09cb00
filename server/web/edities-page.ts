/** Page of publications: their moments and changes. */
import type { Editie } from '../edition/editie.ts';
import type { NumberedPages } from '../response/paged-response.ts';
import { html, type Content } from '../../schemas/html.ts';
import { pageLink } from './list-page.ts';
import { bilingual, page } from './page.ts';

export function editiesPage(
  edities: readonly Editie[], { baseUrl, pages, total }: { baseUrl: string; pages: NumberedPages; total: number },
): Buffer {
  const { first, prev, next, last, count } = pages;
  const rows = edities.map((editie) => html`<tr><td>${editie.nummer}</td><td>${editie.beschikbaarVanaf ?? html`onbekend <span lang="en">unknown</span>`}</td><td>${untilOf(editie)}</td>
<td>${editie.aantal ?? ''}</td><td>${changesOf(editie)}</td></tr>`);
  return page({ baseUrl, title: 'Edities' }, html`
${bilingual({
    nl: 'Elke publicatie van dit register. Geef een lijst of een object de parameter beschikbaarOp met een tijdstip hieronder, en het antwoord is dat van toen.',
    en: 'Every publication of this register. Give a list or an object the parameter beschikbaarOp with a moment below, and the answer is that of then.',
  })}
<p>${total} edities <span lang="en">editions</span></p>
<div class="scroll"><table><thead><tr><th scope="col">Nummer <span lang="en">number</span></th>
<th scope="col">Beschikbaar vanaf <span lang="en">available from</span></th><th scope="col">Tot <span lang="en">until</span></th>
<th scope="col">Objecten <span lang="en">features</span></th><th scope="col">Wijzigingen <span lang="en">changes</span></th></tr></thead>
<tbody>${rows}</tbody></table></div>
<p class="paging">${count === 1 ? '' : [pageLink(prev === undefined ? undefined : first, 'first'), pageLink(prev, 'prev'), pageLink(next, 'next')]}
${next === undefined ? '' : pageLink(last, 'last')}</p>`);
}

function untilOf({ beschikbaarTot, beschikbaarTotOnbekend, bewaard }: Editie): Content {
  if (beschikbaarTotOnbekend === true || bewaard === undefined) return html`onbekend <span lang="en">unknown</span>`;
  if (!bewaard) return html`wordt niet meer bewaard <span lang="en">no longer kept</span>`;
  return beschikbaarTot ?? html`nu <span lang="en">now</span>`;
}

function changesOf({ beschadigd, teruggedraaid, editie, wijzigingen }: Editie): Content {
  if (beschadigd === true) return html`beschadigd: meer is er nu niet van te zeggen <span lang="en">damaged: nothing else is known now</span>`;
  if (teruggedraaid === true) return html`teruggedraaid naar editie ${editie} <span lang="en">rolled back to edition ${editie}</span>`;
  return Object.entries(wijzigingen?.collecties ?? {}).map(([name, { toegevoegd, gewijzigd, beeindigd }]) => html`${name}:
${toegevoegd} toegevoegd, ${gewijzigd} gewijzigd, ${beeindigd} beëindigd
<span lang="en">${toegevoegd} added, ${gewijzigd} changed, ${beeindigd} ended</span><br>`);
}
