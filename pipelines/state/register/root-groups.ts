/**
 * Root groups: the roots that a query returns, in groups. One further query for a whole group takes a third of the time of a query for
 * each root. Memory is bounded by the documents of a group.
 */
import type { SQLInputValue } from 'node:sqlite';
import type { Reader } from '../database/database.ts';

const ROOTS_PER_GROUP = 32;

/** The share of one of several threads: every `of`th group, from number `part` on. */
export interface Share {
  readonly part: number;
  readonly of: number;
}

export const ALL: Share = { part: 0, of: 1 };

/** Yields groups of the numbers `n` that a query returns, each as a sorted JSON list. `values`: for the parameters `?1` and on. */
export function* rootGroups(
  db: Reader, { question, values }: { readonly question: string; readonly values: readonly SQLInputValue[] }, { part, of }: Share = ALL,
): Generator<string> {
  const groups = db.prepare(`SELECT json_group_array(n ORDER BY n) AS roots
    FROM (SELECT n, (row_number() OVER (ORDER BY n) - 1) / ${ROOTS_PER_GROUP} AS number FROM (${question}))
    WHERE number % ${of} = ${part} GROUP BY number`);
  for (const { roots } of groups.iterate(...values) as unknown as Iterable<{ roots: string }>) yield roots;
}
