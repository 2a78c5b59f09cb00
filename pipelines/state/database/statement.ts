/**
 * Statement: SQL as a connection compiled it the first time; compiling a long one takes longer than what it asks for. For texts that are
 * always the same, and not for `iterate`: two who go through the rows of one statement would disturb each other. It holds the values of its last
 * use until the next one: not for what may be large.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

const compiled = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

export function statement(db: DatabaseSync, sql: string): StatementSync {
  let known = compiled.get(db);
  if (known === undefined) compiled.set(db, known = new Map());
  let found = known.get(sql);
  if (found === undefined) known.set(sql, found = db.prepare(sql));
  return found;
}
