/**
 * Migrations of a state file: numbered SQL in `sql/inbox`, `sql/register` and `sql/runs`, each run once.
 *
 * Invariants:
 *  - A migration's number is in its name. The numbers of a folder are 1, 2, 3 and so on; anything else is refused.
 *  - A state file records number and name of each migration; the highest number is its version. Older programs may have recorded a name
 *    with another number in front; only the recorded number counts.
 *  - Missing migrations run in one transaction that also records their numbers. An up-to-date file is only read, so that opening it never
 *    waits for a writer.
 *  - A migration may make a table anew that others refer to, so foreign keys are not checked meanwhile.
 *  - Migrations have two functions beyond SQLite's: `nfc(text)`, and `match_keys(body, crs)`, a JSON list.
 *  - A file of a newer program is refused, never guessed at.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Fault } from '../../../schemas/fault.ts';
import { nfc } from '../../../schemas/normal-form.ts';
import { matchKeysOfBody } from '../../prepare/match-keys.ts';

/** The state files, named as their schemas. */
export type StateFile = 'inbox' | 'register' | 'runs';

/** Brings a file up to date. Throws a Fault for a file of a newer program. */
export function migrate(db: DatabaseSync, { file, path }: { readonly file: StateFile; readonly path: string }): void {
  const folder = join(import.meta.dirname, 'sql', file);
  const names = migrationsIn(folder);
  if (versionOf(db) === names.length) return;
  // SQLite ignores this setting inside a transaction.
  db.exec('PRAGMA foreign_keys = OFF');
  db.exec('BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS migration (n INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT');
  try {
    db.function('nfc', { deterministic: true }, (text) => nfc(text as string));
    db.function('match_keys', { deterministic: true }, (body, crs) => JSON.stringify(matchKeysOfBody({ body: body as string, crs: crs as string })));
    const version = versionOf(db);
    if (version > names.length) throw newer(path, { expected: names.length, actual: version });
    const insert = db.prepare('INSERT INTO migration VALUES (?, ?)');
    for (const name of names.slice(version)) {
      db.exec(readFileSync(join(folder, name), 'utf8'));
      insert.run(numberOf(name), name);
    }
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  } finally {
    db.exec('PRAGMA foreign_keys = ON');
  }
}

/** Returns the names of a folder's migrations in the order of their numbers. Throws a Fault for a name without a number, and for a number twice or left out. */
export function migrationsIn(folder: string): readonly string[] {
  const names = readdirSync(folder).sort();
  for (const [index, name] of names.entries()) {
    if (numberOf(name) === index + 1) continue;
    throw new Fault('the migrations of this program are not numbered 1, 2, 3 and so on', {
      step: 'State:Migrate', path: join(folder, name), expected: `${String(index + 1).padStart(3, '0')}_<name>.sql`, actual: name,
      hint: 'Give each file its own number. A migration that was released keeps its number.',
    });
  }
  return names;
}

/** Returns the number in front of a name; NaN for a name of another form. */
function numberOf(name: string): number {
  return Number(/^(\d{3})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
}

/** Returns the number of the last migration recorded in the file. */
function versionOf(db: DatabaseSync): number {
  if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migration'").get() === undefined) return 0;
  return (db.prepare('SELECT coalesce(max(n), 0) AS n FROM migration').get() as { n: number }).n;
}

function newer(path: string, { expected, actual }: { readonly expected: number; readonly actual: number }): Fault {
  return new Fault('the register was made by a newer version of this program', {
    step: 'State:Open', path, expected: `at most ${expected} migrations`, actual: String(actual), hint: 'Use the newer version.',
  });
}
