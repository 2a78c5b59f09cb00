/** Inspect: counts of inbox and register, the integrity check of SQLite, and the payload files. Reads only. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { foldersOf, type Reader } from '../state/database/database.ts';
import { countSubmissions } from '../state/outcomes/listed.ts';

/** Schema names of the two state files in a connection. */
const SCHEMAS = ['inbox', 'main'] as const;

/** Runs the integrity check of SQLite, table by table; damage has the words of SQLite. */
export function* soundness(db: Reader): Generator<{ readonly done: number; readonly total: number; readonly damage: string | null }> {
  const tables = SCHEMAS.flatMap((schema) => (db.prepare(`SELECT name FROM ${schema}.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .all() as unknown as { name: string }[]).map(({ name }) => ({ schema, name })));
  for (const [index, { schema, name }] of tables.entries()) {
    const [verdict] = Object.values(db.prepare(`PRAGMA ${schema}.quick_check('${name}')`).get() ?? {});
    const damage = verdict === 'ok' ? null : `table ${name} of ${schema === 'inbox' ? 'inbox.db' : 'register.db'}: ${String(verdict)}`;
    yield { done: index + 1, total: tables.length, damage };
  }
}

/** Returns the counts in one line for people. */
export function holdings(db: Reader): string {
  const count = (sql: string): number => Number(Object.values(db.prepare(sql).get() ?? {})[0] ?? 0);
  return `${count('SELECT count(*) FROM root')} roots, ${count('SELECT count(*) FROM version')} versions, `
    + `${countSubmissions(db, 'pending')} submissions pending, ${countSubmissions(db, 'aside')} set aside, ${countSubmissions(db, 'parked')} parked, `
    + `${count('SELECT count(*) FROM batch WHERE settled = 0')} batches decided but not published`;
}

export interface Payloads {
  readonly files: number;
  /** Uuids of submissions whose file is absent, or has another length. */
  readonly lost: readonly string[];
  /** Names of files without a submission: an interruption left them, and a conductor removes them after a day. */
  readonly left: readonly string[];
}

/** Checks that each payload file is there with its length. Its content is checked when it is prepared. */
export function inspectPayloads(data: string, db: Reader): Payloads {
  const { payloads } = foldersOf(data);
  const left = new Set(readdirSync(payloads));
  const lost: string[] = [];
  let files = 0;
  for (const row of db.prepare('SELECT uuid, bytes FROM inbox WHERE payload IS NULL').iterate()) {
    const { uuid, bytes } = row as unknown as { uuid: string; bytes: number };
    files += 1;
    left.delete(uuid);
    if (statSync(join(payloads, uuid), { throwIfNoEntry: false })?.size !== bytes) lost.push(uuid);
  }
  return { files, lost, left: [...left] };
}
