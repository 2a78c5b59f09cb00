/**
 * Map list: the rows of the table beside the map, and the links to download the same objects. It builds elements, and knows nothing of the
 * map.
 */
import { queryOf, conditionPairs, type MapState, type Pairs } from './map-address.ts';
import { RD_URI, type Extent, type GeoJsonFeature, type Shown } from './map-load.ts';
import type { Kind, MapPageData } from './map-page-data.ts';
import type { WORDS } from './map-texts.ts';

const ROWS_MAX = 50;
/** Fields with the name of an object, best first, as the page of the surroundings has them. */
const NAMES = [
  'bedrijfsnaam', 'route', 'wegvakcode', 'trajectcode', 'watervakcode', 'omschrijving', 'locatieomschrijving', 'locatieNaam', 'eigenaar',
];

interface Context {
  readonly data: MapPageData;
  readonly kinds: ReadonlyMap<string, Kind>;
}

type Words = (typeof WORDS)[keyof typeof WORDS];

/** Returns the rows of objects in view, and a last row that counts the others. `moments`: parameters of the addresses. */
export function objectRows(
  found: readonly { readonly kind: string; readonly feature: GeoJsonFeature }[],
  { data, kinds, words, moments }: Context & { readonly words: Words; readonly moments: Pairs },
): readonly HTMLElement[] {
  const at = moments.length === 0 ? '' : `?${queryOf(moments)}`;
  const rows = found.slice(0, ROWS_MAX).map(({ kind, feature: { id, properties, address } }) => {
    const title = kinds.get(kind)?.title ?? kind;
    const link = document.createElement('a');
    link.href = address ?? `${data.base}/collections/${kind}/items/${encodeURIComponent(id)}${at}`;
    link.textContent = NAMES.map((name) => textIn(properties[name])).find((name) => name !== '') ?? id;
    const derived = properties['geometrieAfgeleid'] === true ? ` (${words.derived})` : '';
    return row([title + derived, link, dayOf(textIn(properties['beginGeldigheid']), data.language), textIn(properties['bronhoudercode'])]);
  });
  if (found.length <= ROWS_MAX) return rows;
  const rest = row([words.more(found.length - ROWS_MAX)]);
  rest.firstElementChild?.setAttribute('colspan', '4');
  return [...rows, rest];
}

function row(cells: readonly (string | HTMLElement)[]): HTMLTableRowElement {
  const made = document.createElement('tr');
  made.append(...cells.map((content) => {
    const cell = document.createElement('td');
    cell.append(content);
    return cell;
  }));
  return made;
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function dayOf(moment: string, language: MapPageData['language']): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  return date.toLocaleDateString(language === 'nl' ? 'nl-NL' : 'en-GB', { dateStyle: 'medium', timeZone: 'Europe/Amsterdam' });
}

/** Returns a list item for each kind, with links to what is in view and to all of it as GeoJSON. */
export function downloadItems(
  found: readonly Shown[], { data, kinds, state, extent }: Context & { readonly state: MapState; readonly extent: Extent },
): readonly HTMLElement[] {
  const isNl = data.language === 'nl';
  const number = (count: number): string => count.toLocaleString(isNl ? 'nl-NL' : 'en-GB');
  const box: Pairs = [['bbox', boxText(extent, data.extent)], ['bbox-crs', RD_URI]];
  return found.filter(({ total, refusal }) => total > 0 && refusal === undefined).map(({ kind, total }) => {
    const item = document.createElement('li');
    const address = (pairs: Pairs): string => (
      `${data.base}/collections/${kind}/items?${queryOf([['f', 'geojson'], ['limit', '10000'], ['crs', RD_URI], ...pairs, ...conditionPairs(state)])}`
    );
    item.append(
      `${kinds.get(kind)?.title ?? kind}: `, link(address(box), isNl ? 'in beeld' : 'in view'), ', ',
      link(address([]), isNl ? `alle ${number(total)}` : `all ${number(total)}`),
    );
    return item;
  });
}

function link(href: string, text: string): HTMLAnchorElement {
  const made = document.createElement('a');
  made.href = href;
  made.textContent = text;
  return made;
}

/** Returns the part of a view that the service accepts as a box. */
function boxText([west, south, east, north]: Extent, within: Extent): string {
  const [low, high] = [[Math.max(west, within[0]), Math.max(south, within[1])], [Math.min(east, within[2]), Math.min(north, within[3])]];
  return [...low.map(Math.ceil), ...high.map(Math.floor)].join(',');
}
