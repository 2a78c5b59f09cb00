/**
 * Lost: distinguishes a data folder with lost databases from a new one. In a new folder databases are made. A folder with a lost database
 * is refused and left unchanged, because empty databases would hide the loss.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Fault } from '../../../schemas/fault.ts';
import { explained } from './sqlite-fault.ts';

/** Paths in a data folder. */
export interface StatePaths {
  readonly inbox: string;
  readonly register: string;
  readonly lock: string;
  readonly payloads: string;
  readonly editions: string;
}

const HINT = 'Nothing was changed. Put back what is missing; or restore the folder: `ev restore BACKUPS --data NEW`. '
  + 'To begin anew, name a folder that is not there yet.';

/** Whether a folder has its databases; false when it is new. Throws a Fault when a database is lost. */
export function hasDatabases(paths: StatePaths): boolean {
  const { inbox, register } = paths;
  // Interrupted creation of a database leaves an empty file.
  const missing = [inbox, register].filter((path) => sizeOf(path) === 0);
  if (missing.length === 0) return true;
  const traces = tracesIn(paths);
  if (traces.length === 0) return false;
  throw new Fault('a database of this data folder is lost', {
    step: 'State:Open', path: missing[0]!, expected: `${missing.map((path) => basename(path)).join(' and ')} beside ${traces.join(', ')}`,
    actual: 'no such file, or an empty one', hint: HINT, forClients: 'lost',
  });
}

/** Returns the names of files that only a folder in use has. */
function tracesIn({ inbox, register, lock, payloads, editions }: StatePaths): readonly string[] {
  const databases = [[inbox, 'inbox'], [register, 'decision']] as const;
  return [
    ...databases.filter(([path, table]) => holdsRows(path, table)).map(([path]) => basename(path)),
    ...databases.filter(([path]) => hasLog(path)).map(([path]) => basename(logOf(path))),
    ...[payloads, editions].filter((path) => existsSync(path) && readdirSync(path).length > 0).map((path) => `${basename(path)}/`),
    ...(existsSync(lock) ? [basename(lock)] : []),
  ];
}

/** Whether a log exists without its database. */
function hasLog(path: string): boolean {
  return !existsSync(path) && sizeOf(logOf(path)) > 0;
}

function logOf(path: string): string {
  return `${path}-wal`;
}

/** Returns the size of a file; 0 when it does not exist. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Whether the table has rows. Throws a Fault when the database cannot be read. */
function holdsRows(path: string, table: string): boolean {
  if (sizeOf(path) === 0) return false;
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(path, { readOnly: true });
    if (db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) === undefined) return false;
    return db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined;
  } catch (error) {
    throw explained(error, { step: 'State:Open', path });
  } finally {
    db?.close();
  }
}
