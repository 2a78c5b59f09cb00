/**
 * List page: counts, map, table and paging of a list, for people. It has at most `ROWS_MAX` rows, whatever the limit, because a page is
 * for reading.
 * Not here: the rows (items-page.ts, resources-page.ts).
 */
import type { Counts } from '../../publisher/read/types.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { textOf } from '../description/collections.ts';
import type { Listing } from '../edition/listing.ts';
import { withQuery } from '../response/object-links.ts';
import type { Selection } from '../parameters/fields.ts';
import { html, type Content } from '../../schemas/html.ts';
import { map, type Drawable } from './map.ts';
import { bilingual, page } from './page.ts';
import { scalar } from './value.ts';

export const ROWS_MAX = 100;
const COLUMNS_MAX = 5;
/** Properties that are shown elsewhere, or are the same in every row. */
const NO_COLUMNS: readonly string[] = [
  'id', 'bronhoudercode', 'tijdstipRegistratie', 'beginGeldigheid', 'eindGeldigheid',
];

/** An object in the list. */
export interface ListedObject {
  readonly id: string;
  readonly properties: JsonObject;
  /** Geometries in RD. */
  readonly geometries: readonly Drawable[];
}

export function listPage(listing: Listing, { baseUrl, objects, counts, trail, paging }: {
  readonly baseUrl: string; readonly objects: readonly ListedObject[]; readonly counts: Counts;
  readonly trail: readonly (readonly [string, string])[]; readonly paging: Content;
}): Buffer {
  const { collection, query, url } = listing;
  const { title, description } = textOf(collection);
  const linkOf = (id: string): string => withQuery(`${url}/${encodeURIComponent(id)}`, query.passedOn.ofObject);
  const drawn = objects.flatMap(({ id, geometries }) => (
    geometries.map((geometry) => ({ geometry, label: id, href: linkOf(id) }))
  ));
  const counted = countText(counts, query.question.position, objects.filter(({ geometries }) => geometries.length > 0).length);
  return page({ baseUrl, title: title.nl, trail, passedOn: query.passedOn }, html`
${bilingual(description)}
<p>${counted.nl} <span lang="en">${counted.en}</span></p>
${map(drawn)}
${table(objects, linkOf, query.fields?.selection)}
<p class="paging">${paging}</p>`);
}

function countText({ numberReturned, numberMatched }: Counts, position: number, drawn: number) {
  if (numberReturned === 0) return { nl: 'Geen objecten gevonden.', en: 'No features found.' };
  const [first, last] = [position + 1, position + numberReturned];
  return {
    nl: `Objecten ${first} tot en met ${last} van ${numberMatched}; ${drawn} daarvan met een geometrie, op de kaart.`,
    en: `Features ${first} to ${last} of ${numberMatched}; ${drawn} of these with a geometry, on the map.`,
  };
}

/** Returns a link to another page; nothing without an address. */
export function pageLink(href: string | undefined, rel: 'first' | 'prev' | 'next' | 'last'): Content {
  return href === undefined ? '' : html`<a href="${href}" rel="${rel}">${PAGE_NAMES[rel]} <span lang="en">${rel}</span></a>\n`;
}

const PAGE_NAMES = { first: 'Eerste bladzijde', prev: 'Vorige bladzijde', next: 'Volgende bladzijde', last: 'Laatste bladzijde' };

function table(objects: readonly ListedObject[], linkOf: (id: string) => string, selection?: Selection) {
  if (objects.length === 0) return '';
  const columns = columnsOf(objects, selection);
  const rows = objects.map(({ id, properties }) => html`<tr><td><a href="${linkOf(id)}">${id}</a></td>${columns.map((name) => (
    html`<td>${scalar(properties[name])}</td>`
  ))}</tr>`);
  const heads = ['id', ...columns].map((name) => html`<th scope="col">${name}</th>`);
  return html`<div class="scroll"><table><thead><tr>${heads}
</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Returns the names of the first scalar properties on the page, of the requested ones. */
function columnsOf(objects: readonly ListedObject[], selection?: Selection): readonly string[] {
  const names = new Set<string>();
  for (const { properties } of objects) {
    for (const [name, value] of Object.entries(properties)) {
      const isWanted = selection === undefined ? !NO_COLUMNS.includes(name) : name in selection;
      if (typeof value !== 'object' && isWanted) names.add(name);
    }
  }
  return [...names].slice(0, COLUMNS_MAX);
}
