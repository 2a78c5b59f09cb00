/**
 * File process: makes one requested file from features on lines, with the writers of the downloads (form-writers.ts), and ends. It ends too
 * with the process that started it.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { sumOf } from '../../publisher/file-sum.ts';
import { writerOf } from '../../publisher/write/download-forms.ts';
import type { FileContents, RequestedFile } from '../../schemas/requested-files.ts';
import { openFormWriters } from './form-writers.ts';

export interface FileTask extends Omit<FileContents, 'features'> {
  /** The file with the features. */
  readonly lines: string;
  /** The file to make. */
  readonly path: string;
  /** A folder for what the writers keep meanwhile. */
  readonly work: string;
  /** DuckDB's spatial extension, for the forms that need it. */
  readonly spatialPath: string | null;
}

export type MadeOf = RequestedFile | { readonly error: string };

const PIECE_BYTES = 1024 * 1024;
const LINE_END = 0x0a;

async function make({ lines, path, work, spatialPath, form, collection, crs, edition, moment, count }: FileTask): Promise<RequestedFile> {
  const writers = openFormWriters(() => Promise.resolve(spatialPath ?? ''), work);
  try {
    const layers = [{ collection, count, features: () => linesOf(lines) }];
    const leftOut = await writerOf(form, () => writers)({ edition, moment, crs, layers }, path);
    return { leftOut, ...await sumOf(path) };
  } finally {
    await writers.close();
  }
}

/** Yields the lines of a file, without their ends. One line and one piece are in memory. */
function* linesOf(path: string): Generator<Buffer> {
  const file = openSync(path, 'r');
  try {
    let rest: readonly Buffer[] = [];
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      const length = readSync(file, piece);
      if (length === 0) return;
      let from = 0;
      for (let end = piece.indexOf(LINE_END); end !== -1 && end < length; end = piece.indexOf(LINE_END, from)) {
        yield rest.length === 0 ? piece.subarray(from, end) : Buffer.concat([...rest, piece.subarray(from, end)]);
        [rest, from] = [[], end + 1];
      }
      if (from < length) rest = [...rest, piece.subarray(from, length)];
    }
  } finally {
    closeSync(file);
  }
}

process.once('disconnect', () => process.exit());
process.once('message', (task) => {
  void make(task as FileTask).then(
    (made) => process.send!(made), (error: unknown) => process.send!({ error: error instanceof Error ? error.message : String(error) }),
  );
});
