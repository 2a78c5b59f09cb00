/**
 * One conductor per data folder: an exclusive lock on a database of its own, held for the conductor's life.
 * The kernel frees it when the process dies, so no lock is ever left behind to be cleaned up by hand.
 */
import { DatabaseSync } from 'node:sqlite';
import { Fault } from '../../schemas/fault.ts';
import { makeFolders } from './database.ts';

const SQLITE_BUSY = 5;

export interface Lock {
  release(): void;
}

/** Takes the lock or throws a Fault at once: a second conductor never waits in the dark. */
export function takeLock(data: string): Lock {
  const { lock } = makeFolders(data);
  const db = new DatabaseSync(lock, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new Fault('another process is already working on this register', {
      step: 'Conductor:Lock', path: lock, cause: error,
      hint: 'A running `ev serve` or `ev demo` takes new submissions by itself; else use another --data.',
    });
  }
  return { release: () => db.close() };
}
