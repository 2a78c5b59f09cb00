/**
 * Download forms: the port to the writers of files, and two forms that need no other program. Not here: tiles (download-tiles.ts), the
 * writers of the other forms (pipelines/downloads/), which files there are (downloads.ts).
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { DownloadForm } from '../../schemas/download-forms.ts';
import { csvHead, csvRows } from '../format/csv-rows.ts';
import type { DownloadCrs } from '../format/downloads.ts';

/** The features of one collection in one CRS, in publication order. */
export interface Layer {
  readonly collection: string;
  readonly count: number;
  /** Reads them anew. One block of features is in memory. */
  readonly features: () => Iterable<Buffer>;
}

/** What a file is made of. */
export interface FileContent {
  readonly edition: number;
  /** Moment of the edition, milliseconds. */
  readonly moment: number;
  readonly crs: DownloadCrs;
  /** One, or those of all collections for a form with all. */
  readonly layers: readonly Layer[];
}

/**
 * Writes a new file. Memory is bounded, and equal content gives equal bytes. The caller makes the bytes durable. Returns the number of
 * features that the form cannot hold, because they have no geometry.
 */
export type FormWriter = (content: FileContent, path: string) => Promise<number>;

/** Writers that use other programs. */
export interface FormWriters extends Readonly<Record<Exclude<DownloadForm, 'ndjson' | 'csv' | 'pmtiles'>, FormWriter>> {
  /** Ends the programs and removes what they left. */
  readonly close: () => Promise<void>;
}

/** Returns the writer of a form. `others`: called for a form that another program writes. */
export function writerOf(form: Exclude<DownloadForm, 'pmtiles'>, others: () => FormWriters): FormWriter {
  if (form === 'ndjson') return writeLines;
  return form === 'csv' ? writeCsv : others()[form];
}

/** Bytes that are written together. */
const PIECE_BYTES = 1024 * 1024;
const LINE_END = Buffer.from('\n');

/** Writes each feature on a line of its own. */
const writeLines: FormWriter = ({ layers }, path) => {
  writePieces(path, allLines(layers));
  return Promise.resolve(0);
};

const writeCsv: FormWriter = ({ layers }, path) => {
  writePieces(path, allRows(layers));
  return Promise.resolve(0);
};

function* allLines(layers: readonly Layer[]): Generator<Buffer> {
  for (const { features } of layers) {
    for (const feature of features()) {
      yield feature;
      yield LINE_END;
    }
  }
}

function* allRows(layers: readonly Layer[]): Generator<Buffer> {
  for (const { collection, features } of layers) {
    yield csvHead({ collection });
    const rowOf = csvRows({ collection });
    for (const feature of features()) yield rowOf(feature);
  }
}

/** Writes pieces to a new file, many of them together. */
export function writePieces(path: string, all: Iterable<Buffer>): void {
  const file = openSync(path, 'wx');
  let [pieces, pending]: [Buffer[], number] = [[], 0];
  const flush = (): void => {
    const bytes = Buffer.concat(pieces, pending);
    for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
    [pieces, pending] = [[], 0];
  };
  try {
    for (const piece of all) {
      pieces.push(piece);
      pending += piece.length;
      if (pending >= PIECE_BYTES) flush();
    }
    flush();
  } finally {
    closeSync(file);
  }
}
