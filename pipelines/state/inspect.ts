/** Inspect: what inbox and register hold and whether SQLite finds them sound. Reads only. */
import { Fault } from '../../schemas/fault.ts';
import { foldersOf, openExistingState, type Reader } from './database.ts';
import { countSubmissions } from './listed.ts';

/** One line for people. Throws a Fault when SQLite's own check finds damage. */
export function inspectState(data: string): string {
  const db = openExistingState(data);
  try {
    for (const [schema, path] of [['inbox', foldersOf(data).inbox], ['main', foldersOf(data).register]] as const) {
      const [verdict] = Object.values(db.prepare(`PRAGMA ${schema}.quick_check`).get() ?? {});
      if (verdict !== 'ok') {
        throw new Fault('SQLite finds the state file damaged', {
          step: 'State:Check', path, actual: String(verdict), hint: 'Restore it from a copy, with the other of inbox.db and register.db.',
        });
      }
    }
    const count = (sql: string): number => countOf(db, sql);
    return `${count('SELECT count(*) FROM root')} roots, ${count('SELECT count(*) FROM version')} versions, `
      + `${countSubmissions(db, 'pending')} submissions pending, ${countSubmissions(db, 'aside')} set aside, ${countSubmissions(db, 'parked')} parked, `
      + `${count('SELECT count(*) FROM batch WHERE settled = 0')} batches decided but not published`;
  } finally {
    db.close();
  }
}

function countOf(db: Reader, sql: string): number {
  return Number(Object.values(db.prepare(sql).get() ?? {})[0] ?? 0);
}
