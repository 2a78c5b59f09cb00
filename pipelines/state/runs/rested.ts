/**
 * Rested files: size and hash of the files that were lately moved to `done/` or `refused/`, in `runs.db`. The folder itself is no reliable
 * record, because its holder may write to it.
 *
 * Not here: comparing a file with its record (pipelines/schedule/collect.ts).
 */
import type { Sum } from '../../../publisher/file-sum.ts';
import type { Runs } from './runs.ts';

/** The folder of one holder in one watch folder. */
export interface RestedFolder {
  readonly folder: string;
  readonly holder: string;
}

export interface RestedFile extends Sum {
  /** Path in the holder's folder: `done/…` or `refused/…`. */
  readonly path: string;
  /** The holder's name for the file. */
  readonly name: string;
  /** uuid of the submission made from the file. */
  readonly uuid: string;
  /** When the file was moved, in milliseconds since 1970. */
  readonly restedMs: number;
  /** Stamp (folder/plain-file.ts) of the file when its content was last found equal to the submission; null when not known. */
  readonly stamp: string | null;
}

/** Returns the files of a holder that are still compared, in order of path. */
export function restedIn(db: Runs, { folder, holder }: RestedFolder): readonly RestedFile[] {
  return db.prepare(`SELECT path, name, uuid, rested AS restedMs, bytes, sha256, stamp FROM rested WHERE folder = ? AND holder = ? ORDER BY path`)
    .all(folder, holder) as unknown as RestedFile[];
}

/** Records a file that is moved now. */
export function noteRested(
  db: Runs, { folder, holder }: RestedFolder, { path, name, uuid, restedMs, bytes, sha256 }: Omit<RestedFile, 'stamp'>,
): void {
  db.prepare('INSERT OR REPLACE INTO rested (folder, holder, path, name, uuid, rested, bytes, sha256) VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
    .run(folder, holder, path, name, uuid, restedMs, bytes, sha256);
}

/** Records that the file with this stamp has the content of its submission. */
export function noteSame(db: Runs, { folder, holder }: RestedFolder, { path, stamp }: Pick<RestedFile, 'path' | 'stamp'>): void {
  db.prepare('UPDATE rested SET stamp = ?4 WHERE folder = ?1 AND holder = ?2 AND path = ?3').run(folder, holder, path, stamp);
}

/** Deletes the record of a file, which is then no longer compared. */
export function forgetRested(db: Runs, { folder, holder }: RestedFolder, path: string): void {
  db.prepare('DELETE FROM rested WHERE folder = ? AND holder = ? AND path = ?').run(folder, holder, path);
}
