/** Page of the recorded versions of one root: valid period, recorded period and changes of each. */
import { withQuery } from '../response/object-links.ts';
import type { NumberedPages } from '../response/paged-response.ts';
import type { PassedOn } from '../parameters/passed-on.ts';
import type { Versie } from '../edition/versie.ts';
import { html, type Content } from '../../schemas/html.ts';
import { pageLink } from './list-page.ts';
import { bilingual, page } from './page.ts';

export function versiesPage(versies: readonly Versie[], { baseUrl, url, id, pages, total, passedOn }: {
  baseUrl: string; url: string; id: string; pages: NumberedPages; total: number; passedOn: PassedOn;
}): Buffer {
  const { first, prev, next, last, count } = pages;
  const rows = versies.map((versie) => html`<tr><td>${numberOf(versie)}</td><td>${versie.beginGeldigheid}</td>
<td>${versie.eindGeldigheid ?? ''}</td><td>${versie.tijdstipRegistratie}</td><td>${endOf(versie)}</td><td>${changeOf(versie)}</td></tr>`);
  return page({ baseUrl, title: `Versies van ${id}`, trail: [[id, withQuery(url, passedOn.text)]], passedOn }, html`
${bilingual({
    nl: 'Elke versie die is vastgelegd. Geldig: wanneer het zo was. Geregistreerd: wanneer het register het zo wist. Het nummer leidt erheen, zolang een editie die het toont wordt bewaard.',
    en: 'Every version that was recorded. Valid: when it was so. Recorded: when the register knew it to be so. The number leads to it, as long as an edition that shows it is kept.',
  })}
<p>${total} versies <span lang="en">versions</span></p>
<div class="scroll"><table><thead><tr><th scope="col">Versie <span lang="en">version</span></th>
<th scope="col">Geldig vanaf <span lang="en">valid from</span></th><th scope="col">Tot <span lang="en">until</span></th>
<th scope="col">Geregistreerd vanaf <span lang="en">recorded from</span></th><th scope="col">Tot <span lang="en">until</span></th>
<th scope="col">Gewijzigd <span lang="en">changed</span></th></tr></thead>
<tbody>${rows}</tbody></table></div>
<p class="paging">${count === 1 ? '' : [pageLink(prev === undefined ? undefined : first, 'first'), pageLink(prev, 'prev'), pageLink(next, 'next')]}
${next === undefined ? '' : pageLink(last, 'last')}</p>`);
}

function numberOf({ versie, _links }: Versie): Content {
  if (_links === undefined) return versie;
  const { href } = 'document' in _links ? _links.document : _links.feature;
  return html`<a href="${href}">${versie}</a>`;
}

function endOf({ eindRegistratie }: Versie): Content {
  return eindRegistratie ?? html`nu <span lang="en">now</span>`;
}

function changeOf({ vergelekenMet, gewijzigd = [] }: Versie): Content {
  if (vergelekenMet === undefined) return html`de eerste <span lang="en">the first</span>`;
  if (gewijzigd.length === 0) return html`tegenover ${vergelekenMet}: alleen de geldigheid <span lang="en">(validity only)</span>`;
  return html`tegenover ${vergelekenMet} <span lang="en">(compared with)</span>: ${gewijzigd.join(', ')}`;
}
