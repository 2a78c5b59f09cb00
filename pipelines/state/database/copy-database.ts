/**
 * Copies of databases for a backup: each whole as it was at one moment, by SQLite's online backup, while others write.
 * A copy is one file without a log beside it, and SQLite finds it sound.
 */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { syncFile } from '../../../publisher/durable-file.ts';
import { Fault } from '../../../schemas/fault.ts';
import type { Reader } from './database.ts';
import { explained } from './sqlite-fault.ts';

/** Of 4 KiB mostly: between two steps it is told how far it is. */
const PAGES_PER_STEP = 4096;

export interface DatabaseCopy {
  /** Name of the database in the connection. */
  readonly source: string;
  readonly target: string;
  /** Changes the copy before it is checked. */
  readonly change?: (copy: DatabaseSync) => void;
  /** Told now and then how many pages are copied. */
  readonly onPages?: (done: number) => void;
}

/** Of a connection that reads in a transaction: the copy is what that sees. Throws a Fault when it is not sound. */
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

/** For what SQLite writes beside a database while it changes it. */
const JOURNAL_BYTES = 1024 * 1024;

/** SQLite does not always tell a full disk from a broken one. */
function requireRoom(db: Reader, { source, target }: Pick<DatabaseCopy, 'source' | 'target'>): void {
  const { bytes } = db.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count(?), pragma_page_size(?)').get(source, source) as { bytes: number };
  const { bavail, bsize } = statfsSync(dirname(target));
  if (bavail * bsize >= bytes + JOURNAL_BYTES) return;
  throw new Fault('the disk is full', {
    step: 'Backup:Copy', path: target, expected: `room for ${bytes + JOURNAL_BYTES} bytes`, actual: `${bavail * bsize} bytes`,
    hint: 'Make room there; earlier backups are as they were.',
  });
}

/** A database beside the state files. */
export async function copyDatabaseFile(path: string, copy: Omit<DatabaseCopy, 'source'>): Promise<void> {
  const db = reading(path);
  try {
    await copyDatabase(db, { ...copy, source: 'main' });
  } finally {
    db.close();
  }
}

/** Answers one question about a database that nothing else of this program opens. */
export function queryFile(path: string, sql: string): Readonly<Record<string, unknown>> {
  const db = reading(path);
  try {
    return db.prepare(sql).get() ?? {};
  } finally {
    db.close();
  }
}

const BUSY_MS_MAX = 10_000;

/** A connection that sees the file as it is now. */
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
