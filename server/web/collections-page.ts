/** Pages of collections: the list with counts, and one collection with examples of requests. */
import { ROOTS } from '../../schemas/names.ts';
import type { Text } from '../../schemas/finding.ts';
import { textOf } from '../description/collections.ts';
import { withQuery } from '../response/object-links.ts';
import { offeredCrss, type CrsOffer } from '../parameters/crs.ts';
import { joinQueries } from '../parameters/query.ts';
import type { Service } from '../service.ts';
import { html, type Html } from '../../schemas/html.ts';
import type { DownloadLink } from '../description/downloads.ts';
import { shownMoment } from './date-text.ts';
import { numberText } from './number-text.ts';
import { dataUrl, page, textUrl, type PageRequest } from './page.ts';
import { termsHtml } from './terms.ts';

const TITLE: Text = { nl: 'Collecties', en: 'Collections' };

export function collectionsPage(ids: readonly string[], counts: ReadonlyMap<string, number>, { context, downloads }: {
  readonly context: PageRequest; readonly downloads: readonly DownloadLink[];
}): Buffer {
  const say = (text: Text): string => text[context.language];
  const rows = ids.map((id) => {
    const { title, description } = textOf(id);
    return html`<tr><td><a href="${dataUrl(context, `/collections/${id}/items`)}">${say(title)}</a></td>
<td>${say(description)}</td><td class="number">${counts.has(id) ? numberText(counts.get(id)!, context.language) : ''}</td></tr>`;
  });
  return page({ ...context, title: say(TITLE) }, html`
<p class="lead">${say({ nl: 'Elke collectie is een lijst van objecten van één soort.', en: 'Each collection is a list of objects of one kind.' })}</p>
<div class="scroll"><table><thead><tr><th scope="col">${say({ nl: 'Collectie', en: 'Collection' })}</th>
<th scope="col">${say({ nl: 'Wat erin staat', en: 'Content' })}</th>
<th scope="col" class="number">${say({ nl: 'Objecten', en: 'Objects' })}</th></tr></thead>
<tbody>${rows}</tbody></table></div>
<h2>${say({ nl: 'Hele documenten', en: 'Whole documents' })}</h2>
<p class="lead">${say({
    nl: 'Met alles wat erbij hoort, zoals activiteiten, opslag en contouren van een locatie.',
    en: 'With everything nested in them, such as the activities, storage and contours of a location.',
  })}</p>
<ul>${Object.values(ROOTS).map(({ path }) => html`<li><a href="${dataUrl(context, `/${path}`)}">${say(textOf(path).title)}</a></li>`)}</ul>
${downloadsHtml(downloads, context)}`);
}

export function collectionPage(id: string, { context, service: { profile, terms }, count, offer, downloads }: {
  readonly context: PageRequest; readonly service: Pick<Service, 'profile' | 'terms'>;
  /** Number of features; undefined before the first edition. */
  readonly count: number | undefined;
  readonly offer: CrsOffer;
  readonly downloads: readonly DownloadLink[];
}): Buffer {
  const { baseUrl, passedOn } = context;
  const say = (text: Text): string => text[context.language];
  const { title, description } = textOf(id);
  const collection = `${baseUrl}/collections/${id}`;
  const to = (path: string, query = ''): string => withQuery(`${collection}${path}`, joinQueries(query, passedOn.text));
  const byBox = to('/items', 'bbox=4,51.5,6.5,53');
  const byDay = withQuery(`${collection}/items`, joinQueries('geldigOp=2025-06-01', passedOn.ofTexts));
  return page({ ...context, title: say(title), trail: [[say(TITLE), dataUrl(context, '/collections')]] }, html`
<p class="lead">${say(description)}</p>
<p class="paging"><a href="${to('/items')}">${say({ nl: 'Bekijk de objecten', en: 'See the objects' })}${count === undefined ? '' : ` (${numberText(count, context.language)})`}</a>
<a href="${to('/schema')}">${say({ nl: 'Velden', en: 'Fields' })}</a>${context.isSite ? '' : html`
<a href="${to('/tiles')}">${say({ nl: 'Vectortegels', en: 'Vector tiles' })}</a>`}</p>
${context.isSite ? '' : html`<h2>${say({ nl: 'Parameters', en: 'Parameters' })}</h2>
<dl><dt>limit</dt><dd>${say({ nl: 'aantal objecten per bladzijde', en: 'number of objects per page' })}</dd>
<dt>bbox</dt><dd><a href="${byBox}">${byBox}</a></dd>
<dt>filter, sorteer</dt><dd><a href="${to('/queryables')}">${say({ nl: 'bevraagbare velden', en: 'queryable fields' })}</a>,
<a href="${to('/sortables')}">${say({ nl: 'sorteervelden', en: 'fields for sorting' })}</a></dd>
<dt>geldigOp</dt><dd><a href="${byDay}">${byDay}</a> ${say({ nl: 'alles wat op die dag geldig was', en: 'everything that was valid on that day' })}</dd>
<dt>crs, bbox-crs</dt><dd>${offeredCrss(profile, offer).map((crs) => html`<div><a href="${textUrl(context, `/crss/${crs.code}`)}">${crs.name}</a>: <code>${crs.uri}</code></div>`)}</dd></dl>`}
${downloadsHtml(downloads, context)}
${termsHtml(terms, context.language)}`);
}

/** The table of downloads; empty when there are none. */
function downloadsHtml(downloads: readonly DownloadLink[], { language }: PageRequest): Html {
  const say = (text: Text): string => text[language];
  const [first] = downloads;
  if (first === undefined) return html``;
  const rows = downloads.map(({ href, title, length, sha256 }) => html`<tr><td><a href="${href}" download>${title}</a></td>
<td class="number">${numberText(length, language)}</td><td><code>${sha256}</code></td></tr>`);
  return html`<h2>${say({ nl: 'Alle objecten in een bestand', en: 'All objects in a file' })}</h2>
<p>${say({ nl: 'Wat geldig was op', en: 'What was valid at' })} ${shownMoment(first.moment, language)}.</p>
<div class="scroll"><table><thead><tr><th scope="col">${say({ nl: 'Bestand', en: 'File' })}</th>
<th scope="col" class="number">${say({ nl: 'Bytes', en: 'Bytes' })}</th><th scope="col">SHA-256</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}
