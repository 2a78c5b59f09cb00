/**
 * Register copy: a copy of the register of a data folder, of this or an older version, that is brought up to date and removed again.
 *
 * Invariants:
 *  - Nothing in the data folder is written, also while a server writes there.
 *  - A message about damage, or about the version of the register, names the register of the data folder. A message about a full disk names
 *    the copy, which is on that disk.
 * Not here: rehearsals of a delivery, for which a folder must be of this version (decide/rehearsal.ts).
 */
import { copyFileSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '../../../schemas/fault.ts';
import type { NotAccepting } from '../../../schemas/not-accepting.ts';
import { copyDatabaseFile } from '../database/copy-database.ts';
import { foldersOf, openFile, type Reader } from '../database/database.ts';
import { explained } from '../database/sqlite-fault.ts';

/** Failures of the disk that has the copy. */
const OF_THE_DISK: ReadonlySet<NotAccepting | undefined> = new Set<NotAccepting>(['full', 'disk', 'readOnly']);

/** Runs `work` with the copy and a folder for its own files. Throws a Fault when the data folder has no register. */
export async function withRegisterCopy<T>(data: string, work: (db: Reader, folder: string) => Promise<T>): Promise<T> {
  const { register, undivided } = foldersOf(data);
  if (!existsSync(register)) {
    throw new Fault('there is no register in this folder', {
      step: 'Register:Copy', path: register,
      hint: existsSync(undivided) ? 'Its program kept all in state.db. Copy the folder and run `ev upgrade` on the copy.' : 'Check --data.',
    });
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ev-register-copy-')));
  const copy = join(folder, 'register.db');
  try {
    await copyRegister(register, copy);
    const db = openFile(copy, 'register');
    try {
      return await work(db, folder);
    } finally {
      db.close();
    }
  } catch (error) {
    throw aboutOriginal(error, { copy, register });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies the register. SQLite makes files beside a database that has no log, even to read it. */
async function copyRegister(register: string, copy: string): Promise<void> {
  if (existsSync(`${register}-wal`)) await copyDatabaseFile(register, { target: copy });
  else copyFileSync(register, copy);
}

/** Returns the error with the path of the register in place of the copy's. */
function aboutOriginal(error: unknown, { copy, register }: { readonly copy: string; readonly register: string }): unknown {
  const fault = explained(error, { step: 'Register:Read', path: copy });
  if (!(fault instanceof Fault) || fault.detail.path !== copy || OF_THE_DISK.has(fault.detail.forClients)) return fault;
  return new Fault(fault.what, { ...fault.detail, path: register });
}
