/**
 * Collections: what is said of each, the same in the list and alone (Interface Rules, Endpoint table).
 *
 * All are listed, empty or not; profile `ogc` lists those with features. CRS84 comes first in every CRS list.
 * The extent is that of its rows in the present edition, in space rounded outwards to tenths of a degree; an empty
 * collection has none.
 */
import type { SeriesExtent } from '../publisher/read/types.ts';
import { CRSS } from '../schemas/crs.ts';
import type { Box } from '../schemas/geometry.ts';
import { COLLECTIONS } from '../schemas/names.ts';
import { formatMoment, type Moment } from '../schemas/time.ts';
import { COLLECTION_TEXTS, keywordsOf, type CollectionText } from './collection-texts.ts';
import { MEDIA_TYPES } from './negotiate.ts';
import { offeredCrss } from './parameters/crs.ts';
import { both } from './problem.ts';
import type { Service } from './service.ts';
import { licenceLinks, termsMembers } from './terms.ts';

export function isCollection(id: string): boolean {
  return KNOWN.has(id);
}

const KNOWN: ReadonlySet<string> = new Set(COLLECTIONS);

export function textOf(collection: string): CollectionText {
  return COLLECTION_TEXTS[collection] ?? { title: { nl: collection, en: collection }, description: { nl: '', en: '' } };
}

/** The collections that this service lists now. */
export function listed({ profile, editions }: Pick<Service, 'profile' | 'editions'>): readonly string[] {
  if (profile !== 'ogc') return COLLECTIONS;
  const series = editions.current()?.edition.series;
  return COLLECTIONS.filter((id) => (series?.get(id)?.count ?? 0) > 0);
}

type CrsList = 'pointer' | 'full';

/** One collection object; `crsList` is `pointer` where the enclosing document has the global `crs` array. */
export function describe(id: string, { baseUrl, profile, terms, crsList, extent }: {
  baseUrl: string; profile: Service['profile']; terms: Service['terms']; crsList: CrsList; extent: SeriesExtent | undefined;
}) {
  const { title, description } = textOf(id);
  const self = `${baseUrl}/collections/${id}`;
  const items = (type: string, label: string) => ({ href: `${self}/items`, rel: 'items', type, title: label });
  return {
    id,
    title: both(title),
    description: both(description),
    keywords: keywordsOf(id).flatMap(({ nl, en }) => [nl, en]),
    ...termsMembers(terms),
    ...(extent === undefined ? {} : shownExtent(extent)),
    itemType: 'feature',
    crs: crsList === 'pointer' ? ['#/crs'] : crsUris(profile),
    storageCrs: CRSS['28992'].uri,
    storageCRS: CRSS['28992'].uri,
    links: [
      { href: self, rel: 'self', type: MEDIA_TYPES.json, title: 'Deze collectie / this collection' },
      { href: self, rel: 'alternate', type: 'text/html', title: 'Als webpagina / as a web page' },
      ...schemaLinks(self),
      items(MEDIA_TYPES.geojson, 'Objecten als GeoJSON / features as GeoJSON'),
      items('text/html', 'Objecten als webpagina / features as a web page'),
      ...licenceLinks(terms),
    ],
  };
}

/** What names of relations of OGC begin with. */
export const OGC_REL = 'http://www.opengis.net/def/rel/ogc/1.0';

/**
 * Names of relations are equal whatever their case (RFC 8288 2.1.1), but GDAL up to 3.6, that of Debian 12, reads the fields of a
 * collection from `describedBy` only.
 */
function schemaLinks(collection: string) {
  const link = (path: string, rel: string, title: string) => ({ href: `${collection}/${path}`, rel, type: MEDIA_TYPES.schema, title });
  return [
    link('queryables', `${OGC_REL}/queryables`, 'Bevraagbare velden / queryables'),
    link('sortables', `${OGC_REL}/sortables`, 'Sorteervelden / sortables'),
    link('schema', `${OGC_REL}/schema`, 'Velden van de objecten / fields of the features'),
    ...['describedby', 'describedBy'].map((rel) => link('schema/feature', rel, 'Een object als GeoJSON / a feature as GeoJSON')),
  ];
}

/** As OGC API Features writes it; an end that is open is null. */
function shownExtent({ box, period }: SeriesExtent) {
  const spatial = box === null ? {} : { spatial: { bbox: [outwards(box)], crs: CRSS.CRS84.uri } };
  const temporal = period === null ? {} : {
    temporal: { interval: [[timeText(period.from), timeText(period.until)]], trs: GREGORIAN },
  };
  return box === null && period === null ? {} : { extent: { ...spatial, ...temporal } };
}

function timeText(ms: number): string | null {
  return ms === Infinity ? null : formatMoment(ms as Moment);
}

const GREGORIAN = 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian';

function outwards([west, south, east, north]: Box): Box {
  return [Math.floor(west * 10) / 10, Math.floor(south * 10) / 10, Math.ceil(east * 10) / 10, Math.ceil(north * 10) / 10];
}

export function crsUris(profile: Service['profile']): readonly string[] {
  return offeredCrss(profile).map(({ uri }) => uri);
}
