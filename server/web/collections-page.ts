/** Pages of collections: the list with counts, and one collection with examples of requests. */
import { ROOTS } from '../../schemas/names.ts';
import type { Profile } from '../../schemas/profile.ts';
import { textOf } from '../description/collections.ts';
import { withQuery } from '../response/object-links.ts';
import { offeredCrss } from '../parameters/crs.ts';
import type { PassedOn } from '../parameters/passed-on.ts';
import { joinQueries } from '../parameters/query.ts';
import type { Service } from '../service.ts';
import { termsHtml } from '../description/terms.ts';
import { html } from '../../schemas/html.ts';
import { bilingual, page } from './page.ts';

export function collectionsPage(ids: readonly string[], { baseUrl, counts, passedOn }: {
  readonly baseUrl: string; readonly counts: ReadonlyMap<string, number>; readonly passedOn: PassedOn;
}): Buffer {
  const rows = ids.map((id) => {
    const { title, description } = textOf(id);
    return html`<tr><td><a href="${withQuery(`${baseUrl}/collections/${id}/items`, passedOn.text)}">${title.nl}</a>
<br><span lang="en">${title.en}</span></td>
<td>${description.nl}<br><span lang="en">${description.en}</span></td>
<td class="number">${counts.get(id)}</td></tr>`;
  });
  return page({ baseUrl, title: 'Collecties', passedOn }, html`
${bilingual({
    nl: 'Elke collectie is een lijst van objecten van één soort.',
    en: 'Each collection is a list of objects of one kind.',
  })}
<div class="scroll"><table><thead><tr><th scope="col">Collectie <span lang="en">collection</span></th>
<th scope="col">Wat erin staat <span lang="en">contents</span></th>
<th scope="col" class="number">Objecten <span lang="en">objects</span></th></tr></thead>
<tbody>${rows}</tbody></table></div>
<h2>Hele documenten <span lang="en">Whole documents</span></h2>
${bilingual({
    nl: 'Met alles wat erin hoort, zoals activiteiten, opslag en contouren van een locatie.',
    en: 'With everything nested in them, such as the activities, storage and contours of a location.',
  })}
<ul>${Object.values(ROOTS).map(({ path }) => html`<li><a href="${withQuery(`${baseUrl}/${path}`, passedOn.text)}">${textOf(path).title.nl}</a>
 <span lang="en">${textOf(path).title.en}</span></li>`)}</ul>`);
}

export function collectionPage(id: string, { baseUrl, profile, terms, passedOn, count }: {
  readonly baseUrl: string; readonly profile: Profile; readonly terms: Service['terms']; readonly passedOn: PassedOn;
  /** Number of features; undefined before the first edition. */
  readonly count: number | undefined;
}): Buffer {
  const { title, description } = textOf(id);
  const collection = `${baseUrl}/collections/${id}`;
  const to = (path: string, query = ''): string => withQuery(`${collection}${path}`, joinQueries(query, passedOn.text));
  const byBox = to('/items', 'bbox=4,51.5,6.5,53');
  const byDay = `${collection}/items?geldigOp=2025-06-01`;
  return page({ baseUrl, title: title.nl, trail: [['Collecties', withQuery(`${baseUrl}/collections`, passedOn.text)]], passedOn }, html`
${bilingual(description)}
<p class="paging"><a href="${to('/items')}">Bekijk de objecten${count === undefined ? '' : ` (${count})`}</a>
<a href="${to('/schema')}">Velden <span lang="en">fields</span></a></p>
<h2>Vragen stellen <span lang="en">Asking</span></h2>
<dl><dt>limit</dt><dd>aantal objecten op een bladzijde <span lang="en">features on a page</span></dd>
<dt>bbox</dt><dd><a href="${byBox}">${byBox}</a></dd>
<dt>filter, sorteer</dt><dd><a href="${to('/queryables')}">bevraagbare velden</a>
 <span lang="en">queryable fields</span>, <a href="${to('/sortables')}">sorteervelden</a> <span lang="en">sortables</span></dd>
<dt>geldigOp</dt><dd><a href="${byDay}">${byDay}</a>
 wat toen gold <span lang="en">what was valid then</span></dd>
<dt>crs, bbox-crs</dt><dd>${offeredCrss(profile).map((crs) => html`<div><a href="${baseUrl}/crss/${crs.code}">${crs.name}</a>: <code>${crs.uri}</code></div>`)}</dd></dl>
${termsHtml(terms)}`);
}
