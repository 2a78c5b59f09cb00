/** Downloads: the links to the files of a collection, as JSON and for the page. */
import type { Downloads } from '../../publisher/read/downloads.ts';
import { CRSS } from '../../schemas/crs.ts';
import type { DownloadForm } from '../../schemas/download-forms.ts';
import type { Language, Text } from '../../schemas/finding.ts';
import { formatMoment, type Moment } from '../../schemas/time.ts';
import { MEDIA_TYPES } from '../request/negotiate.ts';
import { textOf } from './collections.ts';

/** One file, as a link with its size in bytes, its SHA-256 in hex and the moment of its content. */
export interface DownloadLink {
  readonly href: string;
  readonly rel: 'enclosure';
  readonly type: string;
  readonly title: string;
  readonly length: number;
  readonly sha256: string;
  readonly moment: string;
}

const FORM_TEXTS: Readonly<Record<DownloadForm, Text>> = {
  gpkg: { nl: 'GeoPackage, een laag per collectie, met stijlen voor QGIS', en: 'GeoPackage, a layer for each collection, with styles for QGIS' },
  pmtiles: { nl: 'Vectortegels in één bestand, PMTiles', en: 'Vector tiles in one file, PMTiles' },
  parquet: { nl: 'GeoParquet', en: 'GeoParquet' },
  fgb: { nl: 'FlatGeobuf', en: 'FlatGeobuf' },
  csv: { nl: 'CSV met WKT', en: 'CSV with WKT' },
  xlsx: { nl: 'Excel, met WKT', en: 'Excel, with WKT' },
  ndjson: { nl: 'GeoJSON, één object per regel', en: 'GeoJSON, one feature a line' },
};

/** Path below the base URL of the files with all collections. */
export const WHOLE_DOWNLOADS = '/downloads';
const ALL_COLLECTIONS: Text = { nl: 'Alle collecties', en: 'All collections' };

/** Path below the base URL of the files of a collection; null: of those with all collections. */
export function downloadsPath(collection: string | null): string {
  return collection === null ? WHOLE_DOWNLOADS : `/collections/${collection}/downloads`;
}

/** Returns a link to each file with the features of a collection; null: to those with all collections only. None without downloads. */
export function downloadLinks(
  id: string | null, downloads: Downloads | null, { baseUrl, language }: { readonly baseUrl: string; readonly language: Language },
): readonly DownloadLink[] {
  if (downloads === null) return [];
  const moment = formatMoment(downloads.moment as Moment);
  const files = downloads.files.filter(({ collection }) => collection === id || collection === null);
  return files.map(({ name, collection, form, crs, bytes, sha256, leftOut = 0 }) => ({
    href: `${baseUrl}${downloadsPath(collection)}/${name}`, rel: 'enclosure', type: MEDIA_TYPES[form],
    title: `${(collection === null ? ALL_COLLECTIONS : textOf(collection).title)[language]}: ${FORM_TEXTS[form][language]}, ${CRSS[crs].name}${leftOutText(leftOut)[language]}`, length: bytes, sha256, moment,
  }));
}

function leftOutText(count: number): Text {
  if (count === 0) return { nl: '', en: '' };
  return { nl: `, zonder ${count === 1 ? 'het ene object' : `de ${count} objecten`} zonder geometrie`, en: `, without the ${count === 1 ? 'one feature' : `${count} features`} that have no geometry` };
}
