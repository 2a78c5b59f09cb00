/**
 * Rested files: what was taken of each file that came to `done/` or `refused/` lately, in `runs.db`. The folder itself is no record: its
 * holder may write there.
 *
 * Not here: comparing a file with it (pipelines/schedule/collect.ts).
 */
import type { Sum } from '../folder/plain-file.ts';
import type { Runs } from './runs.ts';

/** The folder of one holder in one watch folder. */
export interface HolderPlace {
  readonly folder: string;
  readonly holder: string;
}

export interface RestedFile extends Sum {
  /** In the folder of its holder: `done/…` or `refused/…`. */
  readonly path: string;
  /** As its holder named it. */
  readonly name: string;
  /** The submission as which it was handed in. */
  readonly uuid: string;
  /** When it came to rest, in milliseconds since 1970. */
  readonly restedMs: number;
  /** Stamp of the file (folder/plain-file.ts) with which its content is known to be what was taken; null: not known. */
  readonly stamp: string | null;
}

/** Files of a holder that are still compared, in order of path. */
export function restedIn(db: Runs, { folder, holder }: HolderPlace): readonly RestedFile[] {
  return db.prepare(`SELECT path, name, uuid, rested AS restedMs, bytes, sha256, stamp FROM rested WHERE folder = ? AND holder = ? ORDER BY path`)
    .all(folder, holder) as unknown as RestedFile[];
}

/** Keeps what was taken of a file that comes to rest now. */
export function noteRested(
  db: Runs, { folder, holder }: HolderPlace, { path, name, uuid, restedMs, bytes, sha256 }: Omit<RestedFile, 'stamp'>,
): void {
  db.prepare('INSERT OR REPLACE INTO rested (folder, holder, path, name, uuid, rested, bytes, sha256) VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
    .run(folder, holder, path, name, uuid, restedMs, bytes, sha256);
}

/** Keeps that the content of a file with this stamp is what was taken. */
export function noteSame(db: Runs, { folder, holder }: HolderPlace, { path, stamp }: Pick<RestedFile, 'path' | 'stamp'>): void {
  db.prepare('UPDATE rested SET stamp = ?4 WHERE folder = ?1 AND holder = ?2 AND path = ?3').run(folder, holder, path, stamp);
}

/** Ends the comparing of a file. */
export function forgetRested(db: Runs, { folder, holder }: HolderPlace, path: string): void {
  db.prepare('DELETE FROM rested WHERE folder = ? AND holder = ? AND path = ?').run(folder, holder, path);
}
