/**
 * Locks of a data folder: one conductor works on it, one schedule runs on it, each pipeline runs once at a time, editions are dropped
 * only while nobody relies on them, one at a time changes who has access. Each is an exclusive lock on a database of its own. The
 * kernel frees it when the process dies, so no lock is ever left behind to be cleaned up by hand. Who only relies on editions shares
 * that lock with others who do.
 */
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Fault } from '../../../schemas/fault.ts';
import { foldersOf, makeFolders } from '../database/database.ts';
import { LostFile } from '../database/held-files.ts';
import { explained } from '../database/sqlite-fault.ts';

const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

export interface Lock {
  /** Throws a Fault when the file was taken away: then another process may hold its successor. */
  requireHeld(): void;
  release(): void;
}

/** Takes the lock or throws a Fault at once: a second conductor never waits in the dark. */
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

/** Returns whether a conductor has the lock now. Throws a Fault when the lock file keeps every conductor away. */
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

/** Returns whether the conductor's lock file holds something else, which keeps every conductor away. */
export function isLockSpoiled(data: string): boolean {
  try {
    probeLock(data);
    return false;
  } catch (error) {
    if (error instanceof Fault && (error.detail.cause as { errcode?: number } | undefined)?.errcode === SQLITE_NOTADB) return true;
    throw error;
  }
}

/** Takes the lock of who runs by schedule, or throws a Fault at once. The function frees it. */
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

/** Takes the lock of a pipeline; null when it runs already, here or in another process. The function frees it. */
export function takePipelineLock(data: string, name: string): (() => void) | null {
  const { pipelines } = makeFolders(data);
  mkdirSync(pipelines, { recursive: true });
  const held = locked(join(pipelines, `${name}.lock`), 0);
  return held === null ? null : () => held.close();
}

/** A collection takes seconds at most. */
const HOLD_MS_MAX = 60_000;

/** Does the work while no edition is dropped. Throws a Fault when one who drops some does not end. */
export function whileHeld<Result>(data: string, work: () => Result): Result {
  const release = holdEditions(data);
  try {
    return work();
  } finally {
    release();
  }
}

/**
 * Keeps editions from being dropped until what it returns is called; any number may do so at once. Where nothing can be written nobody
 * drops any. Throws a Fault when one who drops some does not end.
 */
export function holdEditions(data: string): () => void {
  const { hold } = foldersOf(data);
  return shareLock(hold, { waitMs: HOLD_MS_MAX, busy: () => new Fault('editions are being dropped', { step: 'Edition:Hold', path: hold, hint: 'Try again later.' }) });
}

/** Does the work, which drops editions, unless somebody relies on them just now; whether it was done. */
export function whileNotHeld(data: string, work: () => void): boolean {
  const held = locked(makeFolders(data).hold, 0);
  if (held === null) return false;
  try {
    work();
  } finally {
    held.close();
  }
  return true;
}

/** A change of a small file takes milliseconds. */
const ACCESS_MS_MAX = 10_000;

/** Does the work while nobody else changes who has access. Throws a Fault when another does not end. */
export function whileAccessHeld<Result>(data: string, work: () => Result): Result {
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
 * Takes a lock file together with any others that share it; none takes it alone until what this returns is called. Where nothing can be
 * written there is nobody to keep out. Throws what `busy` makes when one has it alone all the while.
 */
export function shareLock(path: string, { waitMs = 0, busy }: { readonly waitMs?: number; readonly busy: () => Fault }): () => void {
  if (!isWritable(dirname(path))) return () => {};
  const held = locked(path, waitMs, SHARED);
  if (held === null) throw busy();
  return () => held.close();
}

/** Takes a lock file alone, at once. Throws what `busy` makes when another has it. */
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
/** A transaction that has read something keeps others from one of their own alone, and not from this. */
const SHARED = 'BEGIN; SELECT count(*) FROM sqlite_schema';
/** Others may read what the file holds meanwhile. */
export const READABLE = 'BEGIN IMMEDIATE';

/** Null when another has it. */
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

/** The lock file itself holds nothing, so unlike the state files it may be thrown away. */
function notLocked(error: unknown, path: string): unknown {
  if ((error as { errcode?: number }).errcode !== SQLITE_NOTADB) return explained(error, { step: 'Lock:Open', path });
  return new Fault('the lock file holds something else', {
    step: 'Lock:Open', path, cause: error, hint: 'End every `ev` on this folder and run `ev doctor --mend`, which empties this file.',
  });
}
