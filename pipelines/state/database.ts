/**
 * The state file `<data>/state.db`: opening, migrations, transactions.
 *
 * Invariants: WAL with synchronous=FULL, so what a commit acknowledged survives a power cut; a migration is
 * one transaction that also writes its own number; a file of a newer program is refused, never guessed at.
 * Not here: what the tables hold (inbox.ts, register.ts), who may work on them (lock.ts).
 */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { syncFolder } from '../../publisher/store.ts';
import { Fault } from '../../schemas/fault.ts';
import { explained } from './sqlite-fault.ts';

const SQL = join(import.meta.dirname, 'sql');

/** A large delivery is decided in one transaction; who wants to write meanwhile waits for it. */
const BUSY_MS_MAX = 600_000;

/** The open state file. */
export type State = DatabaseSync;

export interface StateFolders {
  readonly state: string;
  readonly lock: string;
  readonly payloads: string;
  /** Derivable; emptied when a conductor starts. */
  readonly prepared: string;
  readonly editions: string;
}

export function foldersOf(data: string): StateFolders {
  return {
    state: join(data, 'state.db'),
    lock: join(data, 'conductor.lock'),
    payloads: join(data, 'payloads'),
    prepared: join(data, 'prepared'),
    editions: join(data, 'editions'),
  };
}

/** Makes the data folder and its fixed subfolders, durably. Existing ones stay as they are. */
export function makeFolders(data: string): StateFolders {
  const folders = foldersOf(resolve(data));
  const { payloads, prepared, editions } = folders;
  for (const folder of [payloads, prepared, editions]) mkdirSync(folder, { recursive: true });
  syncFolder(resolve(data));
  syncFolder(dirname(resolve(data)));
  return folders;
}

/** Opens the state file, making it and bringing it up to date first. Throws a Fault for a newer file. */
export function openState(data: string): State {
  const { state } = makeFolders(data);
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(state, { timeout: BUSY_MS_MAX });
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864');
    migrate(db, state);
    return db;
  } catch (error) {
    db?.close();
    throw explained(error, { step: 'State:Open', path: state });
  }
}

/** Opens a state file that must be there already, for questions. */
export function openExistingState(data: string): State {
  const { state } = foldersOf(data);
  if (!existsSync(state)) {
    throw new Fault('there is no register in this folder', {
      step: 'State:Open', path: state, hint: 'Check --data, or submit a delivery first.',
    });
  }
  return openState(data);
}

/** Runs `work` in a write transaction; anything thrown rolls it back. What the disk does is thrown as a Fault. */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
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

function migrate(db: DatabaseSync, path: string): void {
  const files = readdirSync(SQL).filter((name) => /^\d{3}_.+\.sql$/.test(name)).sort();
  transaction(db, () => {
    db.exec('CREATE TABLE IF NOT EXISTS migration (n INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT');
    const row = db.prepare('SELECT coalesce(max(n), 0) AS n FROM migration').get() as { n: number };
    if (row.n > files.length) {
      throw new Fault('the register was made by a newer version of this program', {
        step: 'State:Open', path, expected: `at most ${files.length} migrations`, actual: String(row.n),
        hint: 'Use the newer version.',
      });
    }
    const insert = db.prepare('INSERT INTO migration VALUES (?, ?)');
    files.forEach((name, index) => {
      if (index < row.n) return;
      db.exec(readFileSync(join(SQL, name), 'utf8'));
      insert.run(index + 1, name);
    });
  });
}
