/**
 * Migrations of a state file: numbered SQL in `sql/inbox`, `sql/register` and `sql/runs`, each run once.
 *
 * Invariants: what is missing is made in one transaction that also writes their numbers; a file that lacks nothing is only read, so
 * that to open it waits for nobody; a file of a newer program is refused, never guessed at.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Fault } from '../../schemas/fault.ts';

/** The state files, named as their schemas. */
export type StateFile = 'inbox' | 'register' | 'runs';

/** Brings a file up to date. Throws a Fault for a file of a newer program. */
export function migrate(db: DatabaseSync, { file, path }: { readonly file: StateFile; readonly path: string }): void {
  const folder = join(import.meta.dirname, 'sql', file);
  const names = readdirSync(folder).filter((name) => /^\d{3}_.+\.sql$/.test(name)).sort();
  if (done(db) === names.length) return;
  db.exec('BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS migration (n INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT');
  try {
    const has = done(db);
    if (has > names.length) throw newer(path, { expected: names.length, actual: has });
    const insert = db.prepare('INSERT INTO migration VALUES (?, ?)');
    for (const [index, name] of names.entries()) {
      if (index < has) continue;
      db.exec(readFileSync(join(folder, name), 'utf8'));
      insert.run(index + 1, name);
    }
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** How many migrations the file had. */
function done(db: DatabaseSync): number {
  if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migration'").get() === undefined) return 0;
  return (db.prepare('SELECT coalesce(max(n), 0) AS n FROM migration').get() as { n: number }).n;
}

function newer(path: string, { expected, actual }: { readonly expected: number; readonly actual: number }): Fault {
  return new Fault('the register was made by a newer version of this program', {
    step: 'State:Open', path, expected: `at most ${expected} migrations`, actual: String(actual), hint: 'Use the newer version.',
  });
}
