/**
 * The two state files of a data folder (ARCHITECTURE.md, State): `inbox.db`, what was accepted, only added to; `register.db`, decisions, outcomes
 * and the register. Opening, transactions.
 *
 * Invariants:
 *  - WAL with synchronous=FULL, so what a commit acknowledged survives a power cut.
 *  - A connection writes one of the files and reads the other, so a transaction locks one file only: accepting never waits for a batch.
 *    Tables of both files need no schema prefix, except `migration`.
 *  - A register is never used with an inbox that lacks submissions it decided: their numbers would be reused.
 *  - Files are made in a new folder only; a folder that lost one of them is refused (lost.ts).
 *  - `requireHeld` checks that the files at the paths are still those that the connection opened (file-identity.ts).
 * Not here: tables (inbox/inbox.ts, outcomes/outcomes.ts, register/register.ts), locks (folder/lock.ts), migrations (migrate.ts).
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { fileOf } from '../../../publisher/format/layout.ts';
import { isOlder, OldFormat, requireReadable, UPGRADE_HINT } from '../../../publisher/format/version.ts';
import { newestHeadNumber } from '../../../publisher/read/heads.ts';
import { syncFolder } from '../../../publisher/durable-file.ts';
import { Fault, faultOfSystem, type FaultDetail } from '../../../schemas/fault.ts';
import { FileIdentities } from './file-identity.ts';
import { hasDatabases } from './lost.ts';
import { migrate, type StateFile } from './migrate.ts';
import { explained } from './sqlite-fault.ts';

/** Name of the journal of an upgrade, in the folder `upgrade`. */
export const UPGRADE_JOURNAL = 'upgrade.json';

/** How long a writer waits: a large delivery is decided in one transaction. */
const BUSY_MS_MAX = 600_000;

/** A connection that writes `register.db` and reads `inbox.db`. */
export type State = DatabaseSync;

/** A connection that writes `inbox.db` and reads `register.db`. */
export type Inbox = DatabaseSync;

/** Either connection, for reading. */
export type Reader = DatabaseSync;

export interface StateFolders {
  readonly inbox: string;
  readonly register: string;
  readonly lock: string;
  /** Lock of processes that rely on existing editions. */
  readonly hold: string;
  /** Lock for changing the access files. */
  readonly access: string;
  /** Database of runs. */
  readonly runs: string;
  /** Lock of the schedule. */
  readonly schedule: string;
  /** Lock of a conductor in mode scheduled. */
  readonly mode: string;
  /** Folder with a lock file for each pipeline, named after it. */
  readonly pipelines: string;
  readonly payloads: string;
  /** Folder of prepared submissions; derivable, and emptied when a conductor starts. */
  readonly prepared: string;
  readonly editions: string;
  /** Data folder that a start makes for its warm-up, and removes. */
  readonly warmUp: string;
  /** Files that readers asked for, and the lock of the process that makes them. */
  readonly requested: string;
  readonly requestedLock: string;
  /** The single state file of the first versions of this program. */
  readonly undivided: string;
  /** The data folder that `ev upgrade` makes, until it replaces this one. */
  readonly upgrade: string;
}

export function foldersOf(data: string): StateFolders {
  return {
    inbox: join(data, 'inbox.db'),
    register: join(data, 'register.db'),
    lock: join(data, 'conductor.lock'),
    hold: join(data, 'editions.lock'),
    access: join(data, 'access.lock'),
    runs: join(data, 'runs.db'),
    schedule: join(data, 'schedule.lock'),
    mode: join(data, 'mode.lock'),
    pipelines: join(data, 'pipelines'),
    payloads: join(data, 'payloads'),
    prepared: join(data, 'prepared'),
    editions: join(data, 'editions'),
    warmUp: join(data, 'warm-up'),
    requested: join(data, 'requested'),
    requestedLock: join(data, 'requested.lock'),
    undivided: join(data, 'state.db'),
    upgrade: join(data, 'upgrade'),
  };
}

/** Makes the data folder and its fixed subfolders, durably. Existing ones stay as they are. Throws a Fault when that cannot be done. */
export function makeFolders(data: string): StateFolders {
  const folders = foldersOf(resolve(data));
  const { payloads, prepared, editions } = folders;
  try {
    for (const folder of [payloads, prepared, editions]) mkdirSync(folder, { recursive: true });
    syncFolder(resolve(data));
    syncFolder(dirname(resolve(data)));
  } catch (error) {
    throw faultOfSystem(error, 'the data folder cannot be made', {
      step: 'State:Open', path: resolve(data), hint: 'Check --data, its owner and rights, and that it is not mounted read-only.',
    });
  }
  return folders;
}

/** Opens the register, making both files and bringing them up to date first. Throws a Fault for files that do not belong here. */
export function openState(data: string): State {
  return openBoth(data, { writes: 'register', reads: 'inbox' });
}

/** Opens the inbox, making both files and bringing them up to date first. Throws a Fault for files that do not belong here. */
export function openInbox(data: string): Inbox {
  return openBoth(data, { writes: 'inbox', reads: 'register' });
}

/** Opens an existing register. Throws a Fault when there is none. */
export function openExistingState(data: string): State {
  requireState(data, NO_REGISTER_HINT);
  return openState(data);
}

/** Opens an existing inbox. Throws a Fault when there is none. */
export function openExistingInbox(data: string): Inbox {
  requireState(data, NO_REGISTER_HINT);
  return openInbox(data);
}

const NO_REGISTER_HINT = 'Check --data, or submit a delivery first.';

/** Throws a Fault when there is no register in this folder. */
export function requireState(data: string, hint: string): void {
  if (hasState(data)) return;
  throw new Fault('there is no register in this folder', { step: 'State:Open', path: foldersOf(data).inbox, hint, forClients: 'lost' });
}

/** Whether the folder has its state files; false in a new folder. Throws a Fault when a state file is lost. */
export function hasState(data: string): boolean {
  refuseOlder(data);
  return hasDatabases(foldersOf(data));
}

const held = new WeakMap<DatabaseSync, FileIdentities>();

/** Throws a Fault when a file or folder of this connection is no longer the one at its path. */
export function requireHeld(db: Reader): void {
  held.get(db)?.requireSame();
}

function openBoth(data: string, { writes, reads }: { readonly writes: StateFile; readonly reads: StateFile }): DatabaseSync {
  hasState(data);
  const folders = makeFolders(data);
  openFile(folders[reads], reads).close();
  const db = openFile(folders[writes], writes);
  try {
    const files = new FileIdentities([resolve(data), folders.inbox, folders.register, folders.payloads, folders.editions]);
    db.prepare(`ATTACH ? AS ${reads}`).run(`${pathToFileURL(folders[reads]).href}?mode=ro`);
    requireTogether(db, folders);
    // Both files exist as long as the connection is open.
    files.add(['-wal', '-shm'].map((ending) => folders[writes] + ending));
    files.requireSame();
    held.set(db, files);
    return db;
  } catch (error) {
    db.close();
    throw explained(error, { step: 'State:Open', path: folders[reads] });
  }
}

/** Opens one file, making it and bringing it up to date first. Throws a Fault for a file that does not belong here. */
export function openFile(path: string, file: StateFile): DatabaseSync {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(path, { timeout: BUSY_MS_MAX });
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864');
    migrate(db, { file, path });
    return db;
  } catch (error) {
    db?.close();
    throw explained(error, { step: 'State:Open', path });
  }
}

/**
 * Refuses a folder of an older program before changing anything in it: the older program could not read it any more. During an upgrade the
 * state files are in the folder `upgrade`.
 */
function refuseOlder(data: string): void {
  const { undivided, upgrade, editions } = foldersOf(data);
  if (existsSync(undivided)) {
    throw new OldFormat('the register was made by an older version of this program, which kept inbox and register in one file', {
      step: 'State:Open', path: undivided, expected: 'inbox.db and register.db', hint: UPGRADE_HINT, forClients: 'older',
    });
  }
  if (existsSync(join(upgrade, UPGRADE_JOURNAL))) {
    throw new OldFormat('this folder is being upgraded, or its upgrade was cut off', {
      step: 'State:Open', path: upgrade, forClients: 'older', hint: 'Run `ev upgrade`: it goes on where it was.',
    });
  }
  const of = { folder: editions, audience: 'public' } as const;
  const newest = newestHeadNumber(of, 0);
  if (newest > 0) requireThisFormat(fileOf(of, 'heads', newest));
}

/** Refuses a head in an older format. Damage is reported by the code that reads heads. */
function requireThisFormat(head: string): void {
  const [, format] = /"format":(\d+)/.exec(readFileSync(head, 'utf8')) ?? [];
  if (format !== undefined && isOlder(Number(format))) requireReadable(Number(format), head);
}

/** Throws a Fault when the inbox lacks submissions that the register decided. Reads the register first: submissions are stored before they are decided. */
export function requireTogether(db: Reader, { inbox }: Pick<StateFolders, 'inbox'>): void {
  const { seq: decided } = db.prepare('SELECT coalesce(max(seq), 0) AS seq FROM decision').get() as { seq: number };
  const last = db.prepare('SELECT received FROM batch ORDER BY n DESC LIMIT 1').get() as { received: number } | undefined;
  const { seq: stored } = db.prepare('SELECT coalesce(max(seq), 0) AS seq FROM inbox').get() as { seq: number };
  if (decided > stored) throw apart(inbox, { expected: `${decided} submissions or more`, actual: String(stored) });
  if (last === undefined || db.prepare('SELECT 1 FROM inbox WHERE received = ?').get(last.received) !== undefined) return;
  throw apart(inbox, { expected: `a submission received at ${last.received}, the last one decided`, actual: 'none' });
}

function apart(path: string, found: Pick<FaultDetail, 'expected' | 'actual'>): Fault {
  return new Fault('the inbox lacks submissions that the register decided', {
    step: 'State:Open', path, ...found, forClients: 'apart', hint: 'Restore the inbox that belongs to this register; both are copied together, the register first.',
  });
}

/**
 * Runs `work` in a write transaction; anything thrown rolls it back. Throws a Fault for disk errors, and, before it begins, when the files
 * are no longer those that were opened.
 */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  requireHeld(db);
  db.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    db.exec('COMMIT');
    return value;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw explained(error, { step: 'State:Write', path: db.location() ?? '' });
  }
}

/** Runs `work`, which only reads, in one read transaction. */
export function inSnapshot<T>(db: Reader, work: () => T): T {
  db.exec('BEGIN');
  try {
    return work();
  } finally {
    // A disk error may have ended the transaction already.
    if (db.isTransaction) db.exec('COMMIT');
  }
}

/** Runs `work` in a transaction so that it alone is undone when it throws, or when `keep` refuses its value. */
export function savepoint<T>(db: DatabaseSync, work: () => T, keep: (value: T) => boolean): T {
  db.exec('SAVEPOINT piece');
  try {
    const value = work();
    if (!keep(value)) db.exec('ROLLBACK TO piece');
    db.exec('RELEASE piece');
    return value;
  } catch (error) {
    // A full disk may have ended the whole transaction already.
    if (db.isTransaction) db.exec('ROLLBACK TO piece; RELEASE piece');
    throw error;
  }
}
