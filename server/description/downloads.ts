/** Downloads: the links to the files of a collection, as JSON and for the page. */
import type { DownloadForm } from '../../publisher/format/downloads.ts';
import type { Downloads } from '../../publisher/read/downloads.ts';
import { CRSS } from '../../schemas/crs.ts';
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
  ndjson: { nl: 'GeoJSON, één object per regel', en: 'GeoJSON, one feature a line' },
};

/** Returns a link to each file of a collection; none when there are no downloads. */
export function downloadLinks(
  id: string, downloads: Downloads | null, { baseUrl, language }: { readonly baseUrl: string; readonly language: Language },
): readonly DownloadLink[] {
  if (downloads === null) return [];
  const moment = formatMoment(downloads.moment as Moment);
  return downloads.files.filter(({ collection }) => collection === id).map(({ name, form, crs, bytes, sha256 }) => ({
    href: `${baseUrl}/collections/${id}/downloads/${name}`, rel: 'enclosure', type: MEDIA_TYPES[form],
    title: `${textOf(id).title[language]}: ${FORM_TEXTS[form][language]}, ${CRSS[crs].name}`, length: bytes, sha256, moment,
  }));
}
