/**
 * Downloads: the files of one edition that readers take as a whole, and the list that names them.
 *
 * Invariants:
 *  - The list is written last. A file that it does not name is not there for readers.
 *  - The list belongs to one content of one edition. An edition that was made again with other content has other downloads.
 * Not here: the bytes of each form (write/downloads.ts), which editions have them (read/downloads.ts).
 */
import { join } from 'node:path';
import { shortNameOf, type PublishedCrs } from '../../schemas/crs.ts';
import { DOWNLOAD_FORMS, type DownloadForm } from '../../schemas/download-forms.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { requireSame } from './manifest.ts';
import type { AudienceFolder } from './layout.ts';
import { seal, unseal } from './sealed.ts';
import { FORMAT_VERSION } from './version.ts';

/** The forms of which one file has all collections. Of the others each collection has a file. */
export const WHOLE_FORMS: ReadonlySet<DownloadForm> = new Set(['gpkg', 'pmtiles']);
/** The begin of the name of a file with all collections. */
const WHOLE = 'ev-register';

/** The most features that a file of a form can have: the rows of a sheet in Excel, the head left out. */
export const FORM_FEATURES_MAX: Readonly<Partial<Record<DownloadForm, number>>> = { xlsx: 1_048_575 };

/** The CRSs of downloads. */
export const DOWNLOAD_CRSS = ['CRS84', '28992'] as const satisfies readonly PublishedCrs[];
export type DownloadCrs = (typeof DOWNLOAD_CRSS)[number];
/** The CRS of a file of tiles, which has no other. */
export const TILES_CRS = '3857' satisfies PublishedCrs;
const FILE_CRSS: readonly PublishedCrs[] = [...DOWNLOAD_CRSS, TILES_CRS];

export interface DownloadFile {
  readonly name: string;
  /** Null: all collections are in it. */
  readonly collection: string | null;
  readonly crs: DownloadCrs | typeof TILES_CRS;
  readonly form: DownloadForm;
  /** Number of features. */
  readonly count: number;
  /** Number of features that its form cannot hold, because they have no geometry; absent: none. */
  readonly leftOut?: number;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

export interface DownloadList {
  readonly format: number;
  readonly edition: number;
  readonly contentId: string;
  /** Moment of the edition, milliseconds: its features are those valid then. */
  readonly moment: number;
  readonly files: readonly DownloadFile[];
}

/** The content of an edition. */
export interface EditionContent {
  readonly number: number;
  readonly contentId: string;
}

export function downloadName(edition: number, { collection, crs, form }: Pick<DownloadFile, 'collection' | 'crs' | 'form'>): string {
  return `${collection ?? WHOLE}-${edition}-${shortNameOf(crs).toLowerCase()}.${form}`;
}

const NAME = new RegExp(`^[a-z-]+-([1-9]\\d{0,9})-(?:${FILE_CRSS.map((crs) => shortNameOf(crs).toLowerCase()).join('|')})\\.(?:${DOWNLOAD_FORMS.join('|')})$`);

/** Returns the number of the edition in the name of a download; undefined for another name. */
export function editionOfDownload(name: string): number | undefined {
  const [, number] = NAME.exec(name) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** The folder with the downloads of all editions. */
export function allDownloads({ folder, audience }: AudienceFolder): string {
  return join(folder, audience, 'downloads');
}

/** Number of characters of the contentId in the name of a folder. The list of downloads has the whole contentId. */
const CONTENT_CHARS = 16;

/** The folder of the downloads of one edition. */
export function downloadsOf(of: AudienceFolder, { number, contentId }: EditionContent): string {
  return join(allDownloads(of), `${String(number).padStart(10, '0')}-${contentId.slice(0, CONTENT_CHARS)}`);
}

/** Returns the number of the edition in the name of a folder of downloads; undefined for another name. */
export function editionOfFolder(name: string): number | undefined {
  const [, number] = /^(\d{10})-[0-9a-f]+$/.exec(name) ?? [];
  return number === undefined ? undefined : Number(number);
}

export function listFile(folder: string): string {
  return join(folder, 'downloads.json');
}

export function encodeDownloads(list: Omit<DownloadList, 'format'>): Buffer {
  return seal({ format: FORMAT_VERSION, ...list } as unknown as JsonObject);
}

/** Throws Damage when the bytes are damaged or of another edition. */
export function decodeDownloads(bytes: Buffer, path: string, { number, contentId }: EditionContent): DownloadList {
  const list = unseal(bytes, path) as unknown as DownloadList;
  requireSame(path, `downloads of edition ${number}, ${contentId}`, `downloads of edition ${list.edition}, ${list.contentId}`);
  return list;
}
