/**
 * Hidden: roots that the public may no longer see, although earlier editions may have shown them. A root that is hidden now is hidden in
 * every answer about the past. Its last recorded state counts; for a withdrawn root, the state before the withdrawal.
 */
import type { Audience } from '../../../publisher/format/layout.ts';
import { momentOf, type Moment, type Received } from '../../../schemas/time.ts';
import type { Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';

/**
 * Returns a SQL condition: the root with this number is hidden in its last state. `root`: any expression of the outer query. The
 * expression is evaluated in a subquery without tables, so that its names never clash with those of the condition.
 */
export function isHiddenAtLast(root: string): string {
  const closed = 'coalesce(closed_by, 9007199254740991)';
  return `EXISTS (SELECT 1 FROM (SELECT ${root} AS root) asked CROSS JOIN version v ON v.root = asked.root
    CROSS JOIN doc d ON d.n = v.doc WHERE d.hidden IS NOT NULL
    AND ${closed} = (SELECT max(${closed}) FROM version WHERE root = asked.root))`;
}

export interface HiddenRoots {
  readonly ids: readonly string[];
  /** The first decision that recorded one of them. */
  readonly first: number;
}

/** Returns the hidden roots among those that later decisions changed; null when there are none. */
export function hiddenSince(db: Reader, decision: number): HiddenRoots | null {
  const rows = statement(db, `SELECT r.id, (SELECT min(decision) FROM version WHERE root = r.n) AS first
    FROM (SELECT DISTINCT root FROM version INDEXED BY version_decision
      WHERE decision > ? AND doc IN (SELECT n FROM doc WHERE hidden IS NOT NULL)) h
      JOIN root r ON r.n = h.root WHERE ${isHiddenAtLast('r.n')}`).all(decision) as unknown as { id: string; first: number }[];
  if (rows.length === 0) return null;
  return { ids: rows.map(({ id }) => id), first: rows.reduce((least, { first }) => Math.min(least, first), Infinity) };
}

/** Whether a root that was public after this decision is hidden now. */
export function isLessSince(db: Reader, decision: number): boolean {
  const held = 'decision <= ?1 AND (closed_by IS NULL OR closed_by > ?1)';
  return statement(db, `SELECT 1 FROM (SELECT DISTINCT root FROM version WHERE doc IN (SELECT n FROM doc WHERE hidden IS NOT NULL)) h
    WHERE ${isHiddenAtLast('h.root')} AND EXISTS (SELECT 1 FROM version WHERE root = h.root AND decision <= ?1)
      AND NOT EXISTS (SELECT 1 FROM version v JOIN doc d ON d.n = v.doc WHERE v.root = h.root AND ${held} AND d.hidden IS NOT NULL)`)
    .get(decision) !== undefined;
}

/** Returns the last decision in the edition before the newest; 0 when there is no such edition. */
export function decisionBefore(db: Reader, audience: Audience): number {
  const row = statement(db, 'SELECT decision FROM published WHERE audience = ? ORDER BY edition DESC LIMIT 1 OFFSET 1').get(audience);
  return (row as { decision: number } | undefined)?.decision ?? 0;
}

/** Returns the editions that include this decision, oldest first. */
export function editionsSince(db: Reader, audience: Audience, decision: number): readonly number[] {
  const rows = statement(db, 'SELECT edition FROM published WHERE audience = ? AND decision >= ? ORDER BY edition').all(audience, decision);
  return (rows as { edition: number }[]).map(({ edition }) => edition);
}

/** Returns when the first public version was recorded, up to this decision; null when there is none. */
export function firstPublic(db: Reader, decision: number): Moment | null {
  const { first } = db.prepare(`SELECT min(rec_from) AS first FROM version v JOIN doc d ON d.n = v.doc
    WHERE decision <= ? AND d.hidden IS NULL AND NOT ${isHiddenAtLast('v.root')}`).get(decision) as { first: Received | null };
  return first === null ? null : momentOf(first);
}
