/**
 * Locks of a data folder, for: the conductor, the schedule, each pipeline, dropping editions, changing the access files. Each lock is an
 * exclusive lock on its own SQLite database. The kernel frees it when the process dies, so no stale lock is ever left. Processes that read
 * editions share the lock that keeps editions from being dropped.
 */
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Fault } from '../../../schemas/fault.ts';
import { foldersOf, makeFolders } from '../database/database.ts';
import { LostFile } from '../database/file-identity.ts';
import { explained } from '../database/sqlite-fault.ts';

const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

export interface Lock {
  /** Throws a Fault when the lock file was removed: another process may then hold a new one. */
  requireHeld(): void;
  release(): void;
}

/** Takes the conductor's lock, or throws a Fault at once: a second conductor never waits silently. */
export function takeLock(data: string): Lock {
  const { lock } = makeFolders(data);
  const held = locked(lock, 0);
  if (held === null) {
    throw new Fault('another process is already working on this register', {
      step: 'Conductor:Lock', path: lock, forClients: 'inUse',
      hint: 'A running `ev serve` or `ev demo` takes new submissions by itself; else use another --data.',
    });
  }
  const { ino } = statSync(lock);
  return { requireHeld: () => requireSame(lock, ino), release: () => held.close() };
}

/** Returns whether a conductor holds the lock. Throws a Fault when the lock file cannot be locked by any conductor. */
export function probeLock(data: string): boolean {
  const { lock } = foldersOf(data);
  if (!existsSync(lock)) return false;
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(lock, { readOnly: true, timeout: 0 });
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return true;
    throw notLocked(error, lock);
  } finally {
    db?.close();
  }
}

/** Returns whether the conductor's lock file has foreign content, so that no conductor can lock it. */
export function isLockSpoiled(data: string): boolean {
  try {
    probeLock(data);
    return false;
  } catch (error) {
    if (error instanceof Fault && (error.detail.cause as { errcode?: number } | undefined)?.errcode === SQLITE_NOTADB) return true;
    throw error;
  }
}

/** Takes the schedule's lock, or throws a Fault at once. Returns a function that releases it. */
export function takeScheduleLock(data: string): () => void {
  const { schedule } = makeFolders(data);
  const held = locked(schedule, 0);
  if (held === null) {
    throw new Fault('another process runs the schedule of this folder', {
      step: 'Schedule:Lock', path: schedule, hint: 'A running `ev schedule` or `ev serve --schedule` does; `ev runs list` shows what it did.',
    });
  }
  return () => held.close();
}

/** Takes the lock of a pipeline. Returns a function that releases it, or null when the pipeline runs already. */
export function takePipelineLock(data: string, name: string): (() => void) | null {
  const { pipelines } = makeFolders(data);
  mkdirSync(pipelines, { recursive: true });
  const held = locked(join(pipelines, `${name}.lock`), 0);
  return held === null ? null : () => held.close();
}

/** Dropping editions takes seconds at most. */
const HOLD_MS_MAX = 60_000;

/** Runs `work` while no edition is dropped. Throws a Fault when another process keeps dropping editions. */
export function whileEditionsPinned<Result>(data: string, work: () => Result): Result {
  const release = pinEditions(data);
  try {
    return work();
  } finally {
    release();
  }
}

/**
 * Prevents dropping of editions until the returned function is called. Any number of processes may do so at once. In a read-only folder
 * nothing is dropped anyway. Throws a Fault when another process keeps dropping editions.
 */
export function pinEditions(data: string): () => void {
  const { hold } = foldersOf(data);
  return shareLock(hold, { waitMs: HOLD_MS_MAX, busy: () => new Fault('editions are being dropped', { step: 'Edition:Hold', path: hold, hint: 'Try again later.' }) });
}

/** Runs `work`, which drops editions, unless a process relies on them. Returns whether it ran. */
export function unlessEditionsPinned(data: string, work: () => void): boolean {
  const held = locked(makeFolders(data).hold, 0);
  if (held === null) return false;
  try {
    work();
  } finally {
    held.close();
  }
  return true;
}

/** Changing a small file takes milliseconds. */
const ACCESS_MS_MAX = 10_000;

/** Runs `work` while no other process changes the access files. Throws a Fault when another process does not end. */
export function whileAccessLocked<Result>(data: string, work: () => Result): Result {
  const { access } = makeFolders(data);
  const held = locked(access, ACCESS_MS_MAX);
  if (held === null) {
    throw new Fault('another process is changing who has access', { step: 'Access:Lock', path: access, hint: 'Try again later.' });
  }
  try {
    return work();
  } finally {
    held.close();
  }
}

/**
 * Takes a shared lock. Nobody can take the lock exclusively until the returned function is called. In a read-only folder no lock is
 * needed. Throws the result of `busy` when another process holds the lock exclusively.
 */
export function shareLock(path: string, { waitMs = 0, busy }: { readonly waitMs?: number; readonly busy: () => Fault }): () => void {
  if (!isWritable(dirname(path))) return () => {};
  const held = locked(path, waitMs, SHARED);
  if (held === null) throw busy();
  return () => held.close();
}

/** Takes an exclusive lock at once. Throws the result of `busy` when another process holds it. */
export function takeAlone(path: string, busy: () => Fault): () => void {
  const held = locked(path, 0);
  if (held === null) throw busy();
  return () => held.close();
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const ALONE = 'BEGIN EXCLUSIVE';
/** A transaction that has read keeps others from an exclusive transaction, and not from one like itself. */
const SHARED = 'BEGIN; SELECT count(*) FROM sqlite_schema';
/** Others may read the file meanwhile. */
export const READABLE = 'BEGIN IMMEDIATE';

/** Opens and locks a file; null when another process holds the lock. */
export function locked(path: string, waitMs: number, how: typeof ALONE | typeof SHARED | typeof READABLE = ALONE): DatabaseSync | null {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(path, { timeout: waitMs });
    db.exec(how);
    return db;
  } catch (error) {
    db?.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw notLocked(error, path);
    return null;
  }
}

function requireSame(path: string, ino: number): void {
  if (statSync(path, { throwIfNoEntry: false })?.ino === ino) return;
  throw new LostFile('the lock file was removed while it was in use', {
    step: 'Conductor:Lock', path, forClients: 'inUse', hint: 'End this process and start again; nothing is decided or published until then.',
  });
}

/** Explains a failed lock. A lock file has no content, so unlike the state files it may be emptied. */
function notLocked(error: unknown, path: string): unknown {
  if ((error as { errcode?: number }).errcode !== SQLITE_NOTADB) return explained(error, { step: 'Lock:Open', path });
  return new Fault('the lock file holds something else', {
    step: 'Lock:Open', path, cause: error, hint: 'End every `ev` on this folder and run `ev doctor --mend`, which empties this file.',
  });
}
