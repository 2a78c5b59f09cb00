/**
 * Copies of databases for a backup, by SQLite's online backup: each is consistent as of one moment, while others write.
 * A copy is one file without a log, and has passed SQLite's integrity check.
 */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { syncFile } from '../../../publisher/durable-file.ts';
import { Fault } from '../../../schemas/fault.ts';
import type { Reader } from './database.ts';
import { explained } from './sqlite-fault.ts';

/** Pages copied per step, mostly of 4 KiB; progress is reported between steps. */
const PAGES_PER_STEP = 4096;

export interface DatabaseCopy {
  /** Name of the database in the connection. */
  readonly source: string;
  readonly target: string;
  /** Changes the copy before it is checked. */
  readonly change?: (copy: DatabaseSync) => void;
  /** Called now and then with the number of copied pages. */
  readonly onPages?: (done: number) => void;
}

/** Copies a database as the open transaction of the connection sees it. Throws a Fault when the copy is damaged. */
export async function copyDatabase(db: Reader, { source, target, change, onPages = () => {} }: DatabaseCopy): Promise<void> {
  requireRoom(db, { source, target });
  try {
    await backup(db, target, {
      source, rate: PAGES_PER_STEP, progress: ({ totalPages, remainingPages }) => onPages(totalPages - remainingPages),
    });
    finish(target, change);
  } catch (error) {
    throw explained(error, { step: 'Backup:Copy', path: target });
  }
  syncFile(target);
}

/** Room for the journal that SQLite writes while it changes the copy. */
const JOURNAL_BYTES = 1024 * 1024;

/** Checks free space first, because SQLite does not always distinguish a full disk from a broken one. */
function requireRoom(db: Reader, { source, target }: Pick<DatabaseCopy, 'source' | 'target'>): void {
  const { bytes } = db.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count(?), pragma_page_size(?)').get(source, source) as { bytes: number };
  const { bavail, bsize } = statfsSync(dirname(target));
  if (bavail * bsize >= bytes + JOURNAL_BYTES) return;
  throw new Fault('the disk is full', {
    step: 'Backup:Copy', path: target, expected: `room for ${bytes + JOURNAL_BYTES} bytes`, actual: `${bavail * bsize} bytes`,
    hint: 'Make room there; earlier backups are as they were.', forClients: 'full',
  });
}

/** Copies a database that is not a state file. */
export async function copyDatabaseFile(path: string, copy: Omit<DatabaseCopy, 'source'>): Promise<void> {
  const db = reading(path);
  try {
    await copyDatabase(db, { ...copy, source: 'main' });
  } finally {
    db.close();
  }
}

/** Runs one query on a database that is not a state file. */
export function queryFile(path: string, sql: string): Readonly<Record<string, unknown>> {
  const db = reading(path);
  try {
    return db.prepare(sql).get() ?? {};
  } finally {
    db.close();
  }
}

const BUSY_MS_MAX = 10_000;

/** Opens a connection with a read transaction on the present content. */
function reading(path: string): Reader {
  let db: Reader | null = null;
  try {
    db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS_MAX });
    db.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    return db;
  } catch (error) {
    db?.close();
    throw explained(error, { step: 'Backup:Copy', path });
  }
}

function finish(target: string, change: DatabaseCopy['change']): void {
  const copy = new DatabaseSync(target);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
    change?.(copy);
    requireSound(copy, target);
  } finally {
    copy.close();
  }
}

function requireSound(db: DatabaseSync, path: string): void {
  const [verdict] = Object.values(db.prepare('PRAGMA integrity_check').get() ?? {});
  if (verdict === 'ok') return;
  throw new Fault('SQLite finds the copy of the database damaged', {
    step: 'Backup:Verify', path, actual: String(verdict), hint: 'Look at the original with `ev doctor`; earlier backups are as they were.',
  });
}
