/** Inspect: what inbox and register hold, whether SQLite finds them sound, and whether payload files are there. Reads only. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { foldersOf, type Reader } from '../state/database/database.ts';
import { countSubmissions } from '../state/outcomes/listed.ts';

/** A state file as a connection that writes the register names it. */
const SCHEMAS = ['inbox', 'main'] as const;

/** Lets SQLite look through its files, table by table; what it finds is said in its own words. */
export function* soundness(db: Reader): Generator<{ readonly done: number; readonly total: number; readonly damage: string | null }> {
  const tables = SCHEMAS.flatMap((schema) => (db.prepare(`SELECT name FROM ${schema}.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .all() as unknown as { name: string }[]).map(({ name }) => ({ schema, name })));
  for (const [index, { schema, name }] of tables.entries()) {
    const [verdict] = Object.values(db.prepare(`PRAGMA ${schema}.quick_check('${name}')`).get() ?? {});
    const damage = verdict === 'ok' ? null : `table ${name} of ${schema === 'inbox' ? 'inbox.db' : 'register.db'}: ${String(verdict)}`;
    yield { done: index + 1, total: tables.length, damage };
  }
}

/** One line for people. */
export function holdings(db: Reader): string {
  const count = (sql: string): number => Number(Object.values(db.prepare(sql).get() ?? {})[0] ?? 0);
  return `${count('SELECT count(*) FROM root')} roots, ${count('SELECT count(*) FROM version')} versions, `
    + `${countSubmissions(db, 'pending')} submissions pending, ${countSubmissions(db, 'aside')} set aside, ${countSubmissions(db, 'parked')} parked, `
    + `${count('SELECT count(*) FROM batch WHERE settled = 0')} batches decided but not published`;
}

export interface Payloads {
  readonly files: number;
  /** Uuids of submissions whose file is not there, or has another length. */
  readonly lost: readonly string[];
  /** Names of files that no submission names: left by what was cut off, and removed by a conductor after a day. */
  readonly left: readonly string[];
}

/** Whether every submission that has a payload file has it still; what is in it is looked at when it is prepared. */
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
