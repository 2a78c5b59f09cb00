/**
 * Collections: what is said of each, the same in the list and alone (Interface Rules, Endpoint table).
 *
 * All are listed, empty or not; profile `ogc` lists those with features. CRS84 comes first in every CRS list.
 * The extent is that of the country, rounded outwards and fixed: publishing an object never changes it.
 */
import { CRSS } from '../schemas/crs.ts';
import { COLLECTIONS } from '../schemas/names.ts';
import { COLLECTION_TEXTS, type CollectionText } from './collection-texts.ts';
import { MEDIA_TYPES } from './negotiate.ts';
import { offeredCrss } from './parameters/crs.ts';
import { both } from './problem.ts';
import type { Service } from './service.ts';

/** [west, south, east, north] in degrees; inside the range of RD. */
export const EXTENT = [3.3, 50.7, 7.3, 53.6] as const;

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
export function describe(id: string, { baseUrl, profile, crsList }: {
  baseUrl: string; profile: Service['profile']; crsList: CrsList;
}) {
  const { title, description } = textOf(id);
  const self = `${baseUrl}/collections/${id}`;
  const items = (type: string, label: string) => ({ href: `${self}/items`, rel: 'items', type, title: label });
  return {
    id,
    title: both(title),
    description: both(description),
    extent: { spatial: { bbox: [EXTENT], crs: CRSS.CRS84.uri } },
    itemType: 'feature',
    crs: crsList === 'pointer' ? ['#/crs'] : crsUris(profile),
    storageCrs: CRSS['28992'].uri,
    storageCRS: CRSS['28992'].uri,
    links: [
      { href: self, rel: 'self', type: MEDIA_TYPES.json, title: 'Deze collectie / this collection' },
      { href: self, rel: 'alternate', type: 'text/html', title: 'Als webpagina / as a web page' },
      items(MEDIA_TYPES.geojson, 'Objecten als GeoJSON / features as GeoJSON'),
      items('text/html', 'Objecten als webpagina / features as a web page'),
    ],
  };
}

export function crsUris(profile: Service['profile']): readonly string[] {
  return offeredCrss(profile).map(({ uri }) => uri);
}
