/**
 * A page of a collection for people: map, table, paging. Here the features are parsed: this is no hot path.
 * At most `ROWS_MAX` rows, whatever the limit: a page is for reading.
 */
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { textOf } from '../collections.ts';
import { pageLinks, readRange, type Listing } from '../listing.ts';
import type { Selection } from '../parameters/fields.ts';
import type { Service } from '../service.ts';
import { html } from './html.ts';
import { map } from './map.ts';
import { bilingual, page } from './page.ts';
import { asGeometry, scalar } from './value.ts';

const ROWS_MAX = 100;
const COLUMNS_MAX = 5;
/** Shown in another way, or the same in every row. */
const NO_COLUMNS: readonly string[] = [
  'id', 'bronhoudercode', 'tijdstipRegistratie', 'beginGeldigheid', 'eindGeldigheid',
];

export async function itemsPage(listing: Listing, { baseUrl }: Service): Promise<Buffer> {
  const { collection, query, url } = listing;
  const inRd: Listing = { ...listing, query: { ...query, question: { ...query.question, crs: '28992' } } };
  const range = await readRange(inRd, Math.min(query.question.limit, ROWS_MAX));
  const features = (JSON.parse(`[${Buffer.concat([...range.slices]).toString()}]`) as Json[]).filter(isObject);
  const { next } = pageLinks(listing, range);
  const { title, description } = textOf(collection);
  const last = query.question.position + range.numberReturned;
  const drawn = features.flatMap((feature) => {
    const geometry = asGeometry(feature['geometry']);
    const id = scalar(feature['id']);
    return geometry === undefined ? [] : [{ geometry, label: id, href: `${url}/${encodeURIComponent(id)}` }];
  });
  const trail = [['Collecties', `${baseUrl}/collections`], [title.nl, url.slice(0, -'/items'.length)]] as const;
  const first = last - range.numberReturned + 1;
  const counted = range.numberReturned === 0
    ? { nl: 'Geen objecten gevonden.', en: 'No features found.' }
    : {
      nl: `Objecten ${first} tot en met ${last} van ${range.numberMatched}; ${drawn.length} daarvan met een geometrie, op de kaart.`,
      en: `Features ${first} to ${last} of ${range.numberMatched}; ${drawn.length} of these with a geometry, on the map.`,
    };
  const onward = next === undefined
    ? '' : html`<a href="${next}" rel="next">Volgende bladzijde <span lang="en">next</span></a>`;
  const isFirst = query.question.position === 0;
  return page({ baseUrl, title: title.nl, trail }, html`
${bilingual(description)}
<p>${counted.nl} <span lang="en">${counted.en}</span></p>
${map(drawn)}
${table(features, url, query.fields?.selection)}
<p class="paging">${isFirst ? '' : html`<a href="${url}">Eerste bladzijde <span lang="en">first</span></a>`}
${onward}</p>`);
}

function table(features: readonly JsonObject[], url: string, selection?: Selection) {
  if (features.length === 0) return '';
  const columns = columnsOf(features, selection);
  const rows = features.map((feature) => {
    const id = scalar(feature['id']);
    const properties = propertiesOf(feature);
    return html`<tr><td><a href="${url}/${encodeURIComponent(id)}">${id}</a></td>${columns.map((name) => (
      html`<td>${scalar(properties[name])}</td>`
    ))}</tr>`;
  });
  const heads = ['id', ...columns].map((name) => html`<th scope="col">${name}</th>`);
  return html`<div class="scroll"><table><thead><tr>${heads}
</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Names of the first scalar properties that occur on the page, of those asked for. */
function columnsOf(features: readonly JsonObject[], selection?: Selection): readonly string[] {
  const names = new Set<string>();
  for (const feature of features) {
    for (const [name, value] of Object.entries(propertiesOf(feature))) {
      const isWanted = selection === undefined ? !NO_COLUMNS.includes(name) : name in selection;
      if (typeof value !== 'object' && isWanted) names.add(name);
    }
  }
  return [...names].slice(0, COLUMNS_MAX);
}

function propertiesOf(feature: JsonObject): JsonObject {
  const properties = feature['properties'];
  return isObject(properties) ? properties : {};
}
