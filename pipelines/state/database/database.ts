/**
 * The two state files of a data folder (ARCHITECTURE.md, State): `inbox.db`, what was accepted, only added to; `register.db`, decisions, outcomes
 * and the register. Opening, transactions.
 *
 * Invariants:
 *  - WAL with synchronous=FULL, so what a commit acknowledged survives a power cut.
 *  - A connection writes one of the files and reads the other, so a transaction locks that one only: to accept never waits
 *    for a batch. All tables of both can be named without their file, but for `migration`.
 *  - A register never goes with an inbox that lacks what it decided: numbers of submissions would be given twice.
 *  - Files are made in a new folder only; a folder that had them and lacks one is refused (lost.ts).
 *  - `requireHeld` compares what a connection rests on with what lies at the paths now (held-files.ts).
 * Not here: what the tables hold (inbox/inbox.ts, outcomes/outcomes.ts, register/register.ts), who may work on them (folder/lock.ts), migrations (migrate.ts).
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
import { HeldFiles } from './held-files.ts';
import { hasDatabases } from './lost.ts';
import { migrate, type StateFile } from './migrate.ts';
import { explained } from './sqlite-fault.ts';

/** In the folder `upgrade`: how far an upgrade is. */
export const UPGRADE_JOURNAL = 'upgrade.json';

/** A large delivery is decided in one transaction; who wants to write to the register meanwhile waits for it. */
const BUSY_MS_MAX = 600_000;

/** A connection that writes `register.db` and reads `inbox.db`. */
export type State = DatabaseSync;

/** A connection that writes `inbox.db` and reads `register.db`. */
export type Inbox = DatabaseSync;

/** Either of them, for questions. */
export type Reader = DatabaseSync;

export interface StateFolders {
  readonly inbox: string;
  readonly register: string;
  readonly lock: string;
  /** Locked by who relies on editions that are there. */
  readonly hold: string;
  /** Locked by who changes the files that access control reads. */
  readonly access: string;
  /** What ran by schedule. */
  readonly runs: string;
  /** Locked by who runs by schedule. */
  readonly schedule: string;
  /** Locked by a conductor of mode scheduled. */
  readonly mode: string;
  /** Files locked by who runs a pipeline, named as it. */
  readonly pipelines: string;
  readonly payloads: string;
  /** Derivable; emptied when a conductor starts. */
  readonly prepared: string;
  readonly editions: string;
  /** Made and thrown away at a start. */
  readonly warmUp: string;
  /** The one state file of the first programs. */
  readonly undivided: string;
  /** The data folder that `ev upgrade` makes, until it takes the place of this one. */
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

/** Opens a register that must be there already, for questions. */
export function openExistingState(data: string): State {
  requireState(data, NO_REGISTER_HINT);
  return openState(data);
}

/** Opens an inbox that must be there already. */
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

/** Whether anything was handed in here ever: false in a folder that is new. Throws a Fault when it had state files and lacks one. */
export function hasState(data: string): boolean {
  refuseOlder(data);
  return hasDatabases(foldersOf(data));
}

const held = new WeakMap<DatabaseSync, HeldFiles>();

/** Throws a Fault when a file or folder that this connection rests on is not the one at its path any more. */
export function requireHeld(db: Reader): void {
  held.get(db)?.requireSame();
}

function openBoth(data: string, { writes, reads }: { readonly writes: StateFile; readonly reads: StateFile }): DatabaseSync {
  hasState(data);
  const folders = makeFolders(data);
  openFile(folders[reads], reads).close();
  const db = openFile(folders[writes], writes);
  try {
    const files = new HeldFiles([resolve(data), folders.inbox, folders.register, folders.payloads, folders.editions]);
    db.prepare(`ATTACH ? AS ${reads}`).run(`${pathToFileURL(folders[reads]).href}?mode=ro`);
    requireTogether(db, folders);
    // Both are there for as long as the connection is.
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
 * Refuses a folder of an older program, before anything in it is changed: that program could not read it any more. The state files of a
 * folder that is being upgraded are in its folder `upgrade`.
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

/** Damage is left to those who read the head. */
function requireThisFormat(head: string): void {
  const [, format] = /"format":(\d+)/.exec(readFileSync(head, 'utf8')) ?? [];
  if (format !== undefined && isOlder(Number(format))) requireReadable(Number(format), head);
}

/** Throws a Fault when the inbox lacks what the register decided. The register is read first: a submission is stored before it is decided. */
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
 * Runs `work` in a write transaction; anything thrown rolls it back. Throws a Fault for what the disk does, and before anything else when the
 * files are not those that were opened.
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

/** Runs `work`, which only reads, on what each file holds now. */
export function inSnapshot<T>(db: Reader, work: () => T): T {
  db.exec('BEGIN');
  try {
    return work();
  } finally {
    // What the disk does may have ended it already.
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
