/**
 * One conductor per data folder: an exclusive lock on a database of its own, held for the conductor's life.
 * The kernel frees it when the process dies, so no lock is ever left behind to be cleaned up by hand.
 */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Fault } from '../../schemas/fault.ts';
import { makeFolders } from './database.ts';
import { explained } from './sqlite-fault.ts';

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
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(lock, { timeout: 0 });
    db.exec('BEGIN EXCLUSIVE');
    const held = db;
    const { ino } = statSync(lock);
    return { requireHeld: () => requireSame(lock, ino), release: () => held.close() };
  } catch (error) {
    db?.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw notLocked(error, lock);
    throw new Fault('another process is already working on this register', {
      step: 'Conductor:Lock', path: lock, cause: error,
      hint: 'A running `ev serve` or `ev demo` takes new submissions by itself; else use another --data.',
    });
  }
}

function requireSame(path: string, ino: number): void {
  if (statSync(path, { throwIfNoEntry: false })?.ino === ino) return;
  throw new Fault('the lock file was removed while it was in use', {
    step: 'Conductor:Lock', path, hint: 'End this process and start again; nothing is decided or published until then.',
  });
}

/** The lock file itself holds nothing, so unlike the state files it may be thrown away. */
function notLocked(error: unknown, path: string): unknown {
  if ((error as { errcode?: number }).errcode !== SQLITE_NOTADB) return explained(error, { step: 'Lock:Open', path });
  return new Fault('the lock file holds something else', {
    step: 'Lock:Open', path, cause: error, hint: 'End every `ev` on this folder, remove this file, and start again.',
  });
}
