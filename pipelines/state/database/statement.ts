/**
 * Statement: cache of compiled SQL for each connection; compiling a long statement takes longer than running it. Only for constant texts.
 * A parameter that is a whole LIMIT makes SQLite compile the statement again at each run, because its plan may depend on the number; hence
 * `LIMIT 0 + ?`.
 * Not for `iterate`: two iterations of one statement would disturb each other. Not for large values: a statement holds the values of its
 * last use.
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
