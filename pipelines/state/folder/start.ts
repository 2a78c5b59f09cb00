/**
 * Start: checks a data folder before a conductor works on it. `ev doctor` makes the same checks, so that it never approves a folder on
 * which a server cannot start.
 *
 * Invariant: a folder that was in use in this process is never created again: an unmounted disk or a moved folder looks like a new one.
 * Not here: damaged heads, which a start sets aside (publisher/write/recover.ts).
 */
import { accessSync, constants, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Damage } from '../../../publisher/format/damage.ts';
import { newestHeadNumber } from '../../../publisher/read/heads.ts';
import { Fault, faultOfSystem } from '../../../schemas/fault.ts';
import { foldersOf, hasState, openState, type State } from '../database/database.ts';
import { probeLock } from './lock.ts';
import { requirePublished } from './sound-folder.ts';

/** Opens the register for a conductor. `isAgain`: an edition of this folder was read in this process. Throws a Fault. */
export function openForConductor(data: string, { isAgain }: { readonly isAgain: boolean }): State {
  if (isAgain) requireInUse(data);
  requireWritable(data);
  return openState(data);
}

export interface StartLook {
  /** The Fault that prevents a conductor from working on the folder, or null. */
  readonly fault: Fault | null;
  /** Whether another process conducts the folder now. */
  readonly isInUse: boolean;
}

/** Makes the checks of a start, without a conductor. */
export function lookAtStart(data: string): StartLook {
  let isInUse = false;
  try {
    if (!hasState(data)) return { fault: null, isInUse };
    isInUse = probeLock(data);
    const db = openForConductor(data, { isAgain: false });
    try {
      requirePublished(data, db);
    } finally {
      db.close();
    }
    return { fault: null, isInUse };
  } catch (error) {
    if (error instanceof Damage) return { fault: null, isInUse };
    if (error instanceof Fault) return { fault: error, isInUse };
    throw error;
  }
}

function requireInUse(data: string): void {
  const { editions } = foldersOf(data);
  const isThere = hasState(data) && newestHeadNumber({ folder: editions, audience: 'public' }, 0) > 0;
  if (isThere) return;
  throw new Fault('the data folder that was served is gone, or lost a part', {
    step: 'State:Open', path: data, expected: 'inbox.db, register.db and editions', forClients: 'lost',
    hint: 'Mount it or put it back, and it goes on by itself. Only `editions` is lost for good: end this process and start again, and it is published again from the register.',
  });
}

/** Throws a Fault when the folder or one of its databases cannot be written. A connection that is opened read-only would stay read-only. */
function requireWritable(data: string): void {
  const { inbox, register, lock, editions, payloads, prepared } = foldersOf(resolve(data));
  for (const path of [resolve(data), inbox, register, lock, editions, payloads, prepared].filter((one) => existsSync(one))) {
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch (error) {
      throw faultOfSystem(error, 'the file or folder cannot be written', {
        step: 'State:Write', path, hint: 'Check owner and rights, and that it is not mounted read-only; it goes on by itself then.',
      });
    }
  }
}
