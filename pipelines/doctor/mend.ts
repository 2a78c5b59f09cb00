/**
 * Mend: makes again what follows from the register, where it is damaged or lost: folders, a lock file, heads, `earlier.json`, the indexes
 * of the databases and the derived tables.
 *
 * Invariants:
 *  - The process holds the conductor's lock, and the register published the newest edition of the folder: the register of another folder
 *    would write wrong heads.
 *  - No readable file is changed, and none is removed: a damaged file gets its content again, or keeps its bytes under another name.
 *  - A head is made byte for byte as the register recorded it. A head that the register does not know stays damaged, and is reported.
 * Not here: the bytes of editions (`ev editions rebuild`), databases (`ev restore`), stamps of the future (mend-clock.ts).
 */
import { existsSync, renameSync, truncateSync } from 'node:fs';
import { Damage } from '../../publisher/format/damage.ts';
import { earlierFile, setAsideName, type AudienceFolder } from '../../publisher/format/layout.ts';
import { readEarlier } from '../../publisher/read/heads.ts';
import { openStore } from '../../publisher/store.ts';
import { noteEarlier } from '../editions/earlier-editions.ts';
import { foldersOf, hasState, openExistingState, type State } from '../state/database/database.ts';
import { explained } from '../state/database/sqlite-fault.ts';
import { isLockSpoiled, takeLock } from '../state/folder/lock.ts';
import { requirePublished, soundFolder } from '../state/folder/sound-folder.ts';
import { rebuildDerived } from '../state/register/rebuild-derived.ts';
import { restoreNewestHead, restoreOlderHeads } from '../state/register/restore-heads.ts';
import { soundness } from './inspect.ts';

const AUDIENCE = 'public';

export interface Mended {
  /** Descriptions of what was made again. */
  readonly made: readonly string[];
  /** Descriptions of what is damaged and could not be made again. */
  readonly left: readonly string[];
}

/** Mends a data folder. Throws a Fault while a server runs on it, or when its register cannot be read. */
export function mend(data: string): Mended {
  const { lock, prepared, payloads, editions } = foldersOf(data);
  const made: string[] = [];
  if (!hasState(data)) return { made, left: [] };
  if (isLockSpoiled(data)) {
    // Truncated in place, so that a process that locked the file keeps its lock.
    truncateSync(lock, 0);
    made.push(lock);
  }
  made.push(...[prepared, payloads, editions].filter((folder) => !existsSync(folder)));
  const db = openExistingState(data);
  try {
    const lock = takeLock(data);
    try {
      const left: string[] = [];
      mendIndexes(db, { made, left });
      mendHeads(data, db, { made, left });
      mendDerived(db, { made, left });
      return { made, left };
    } finally {
      lock.release();
    }
  } finally {
    db.close();
  }
}

interface MendLog {
  readonly made: string[];
  readonly left: string[];
}

/** Makes the indexes again from the rows of their tables. Other damage of a database stays. */
function mendIndexes(db: State, { made, left }: MendLog): void {
  const damages = (): readonly string[] => [...soundness(db)].map(({ damage }) => damage).filter((damage) => damage !== null);
  const before = damages();
  if (before.length === 0) return;
  reindex(db);
  const after = damages();
  left.push(...after);
  if (after.length < before.length) made.push('indexes of register.db');
}

function reindex(db: State): void {
  const tables = db.prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all() as { name: string }[];
  try {
    for (const { name } of tables) db.exec(`REINDEX main."${name}"`);
  } catch (error) {
    throw explained(error, { step: 'State:Mend', path: db.location() ?? '' });
  }
}

function mendHeads(data: string, db: State, { made, left }: MendLog): void {
  const of: AudienceFolder = { folder: foldersOf(data).editions, audience: AUDIENCE };
  // The newest head shows whether this register belongs to the folder.
  const newest = restoreNewestHead(db, of);
  if (newest !== null) made.push(newest);
  const damage = newestDamage(data, db);
  if (damage !== null) {
    left.push(damage.message);
    return;
  }
  const older = restoreOlderHeads(db, of);
  made.push(...older.made);
  left.push(...older.left.map((path) => `${path}: the register did not record it`));
  mendEarlier(data, db, { of, made });
}

/** Returns why the newest edition cannot be opened, or null. Throws a Fault when the register did not publish it. */
function newestDamage(data: string, db: State): Damage | null {
  try {
    requirePublished(data, db);
    return null;
  } catch (error) {
    if (error instanceof Damage) return error;
    throw error;
  }
}

/** Moves a damaged `earlier.json` aside and has it made anew. */
function mendEarlier(data: string, db: State, { of, made }: { readonly of: AudienceFolder; readonly made: string[] }): void {
  const path = earlierFile(of);
  const isThere = existsSync(path);
  try {
    if (isThere) readEarlier(of);
  } catch (error) {
    if (!(error instanceof Damage)) throw error;
    renameSync(path, setAsideName(path));
  }
  if (existsSync(path) || !existsSync(of.folder)) return;
  const earlier = noteEarlier(db, openStore(of.folder, soundFolder(data, db)), AUDIENCE);
  if (earlier !== null) made.push(path);
}

function mendDerived(db: State, { made, left }: MendLog): void {
  let count = 0;
  for (const { mended, damages } of rebuildDerived(db)) {
    count += mended.length;
    left.push(...damages);
  }
  if (count > 0) made.push(`derived tables of register.db: ${count} differences`);
}
