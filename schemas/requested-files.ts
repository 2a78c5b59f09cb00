/**
 * Requested files: the port to the maker of files with the features of one question, which a reader asks for. Not here: the files of whole
 * editions (publisher/write/downloads.ts), which question, and for how long a file is stored (server/files/).
 */
import type { DownloadForm } from './download-forms.ts';

/** The forms of requested files. Tiles are made of whole editions only. */
export const REQUESTED_FORMS = ['gpkg', 'fgb', 'parquet', 'csv', 'xlsx', 'ndjson'] as const satisfies readonly DownloadForm[];
export type RequestedForm = (typeof REQUESTED_FORMS)[number];

/** The features of a requested file, with its form, CRS and edition. */
export interface FileContents {
  readonly form: RequestedForm;
  readonly collection: string;
  readonly crs: 'CRS84' | '28992';
  /** Number of the edition and its moment, milliseconds. */
  readonly edition: number;
  readonly moment: number;
  readonly count: number;
  /** The features as GeoJSON, in the order of the question, in pieces of many. They are read once. FlatGeobuf has an order of its own. */
  readonly features: () => AsyncIterable<readonly Buffer[]>;
}

export interface RequestedFile {
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
  /** Number of features that the form cannot hold, because they have no geometry. */
  readonly leftOut: number;
}

/** Why a file is not made: its features are too many bytes, the disk has no room, or the making took too long. */
export type FileRefusal = 'bytes' | 'room' | 'time';

/** Makes files, one at a time, in a folder of its own. */
export interface FileMaker {
  /** Whether it can make files now: its folder is writable, and no other process makes files of this register. */
  isReady(): Promise<boolean>;
  readonly folder: string;
  /** Makes a new file with this name. Memory, disk and time are bounded. Rejects when it cannot be made; nothing of it stays then. */
  make(name: string, contents: FileContents): Promise<RequestedFile | FileRefusal>;
  remove(name: string): Promise<void>;
  /** Ends the work and removes all files. */
  close(): Promise<void>;
}
