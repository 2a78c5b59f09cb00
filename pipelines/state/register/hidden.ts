/**
 * Hidden: which roots the public may not see any more, although editions may have shown them (hidden now = hidden in
 * every past answer). What counts is the last state that is recorded: of a withdrawn root that before its withdrawal.
 */
import type { Audience } from '../../../publisher/format/layout.ts';
import { momentOf, type Moment, type Received } from '../../../schemas/time.ts';
import type { Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';

/**
 * SQL condition: the root with this number is hidden in its last state. `root`: any expression of the query around it. That is evaluated
 * where no table of the condition can be named, so an alias of the query never means one of these.
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

/** Of the roots that decisions after this one touched; null: none. */
export function hiddenSince(db: Reader, decision: number): HiddenRoots | null {
  const rows = statement(db, `SELECT r.id, (SELECT min(decision) FROM version WHERE root = r.n) AS first
    FROM (SELECT DISTINCT root FROM version INDEXED BY version_decision
      WHERE decision > ? AND doc IN (SELECT n FROM doc WHERE hidden IS NOT NULL)) h
      JOIN root r ON r.n = h.root WHERE ${isHiddenAtLast('r.n')}`).all(decision) as unknown as { id: string; first: number }[];
  if (rows.length === 0) return null;
  return { ids: rows.map(({ id }) => id), first: rows.reduce((least, { first }) => Math.min(least, first), Infinity) };
}

/** Whether a root that this prefix shows to the public, or lists the versions of, is hidden now. */
export function isLessSince(db: Reader, decision: number): boolean {
  const held = 'decision <= ?1 AND (closed_by IS NULL OR closed_by > ?1)';
  return statement(db, `SELECT 1 FROM (SELECT DISTINCT root FROM version WHERE doc IN (SELECT n FROM doc WHERE hidden IS NOT NULL)) h
    WHERE ${isHiddenAtLast('h.root')} AND EXISTS (SELECT 1 FROM version WHERE root = h.root AND decision <= ?1)
      AND NOT EXISTS (SELECT 1 FROM version v JOIN doc d ON d.n = v.doc WHERE v.root = h.root AND ${held} AND d.hidden IS NOT NULL)`)
    .get(decision) !== undefined;
}

/** The newest decision that an edition before the newest stands for; 0: there is none. */
export function decisionBefore(db: Reader, audience: Audience): number {
  const row = statement(db, 'SELECT decision FROM published WHERE audience = ? ORDER BY edition DESC LIMIT 1 OFFSET 1').get(audience);
  return (row as { decision: number } | undefined)?.decision ?? 0;
}

/** The editions that stand for a prefix with this decision in it, oldest first. */
export function editionsSince(db: Reader, audience: Audience, decision: number): readonly number[] {
  const rows = statement(db, 'SELECT edition FROM published WHERE audience = ? AND decision >= ? ORDER BY edition').all(audience, decision);
  return (rows as { edition: number }[]).map(({ edition }) => edition);
}

/** When the first version was recorded that a decision up to this one shows to everybody; null: none does. It stands in what everybody may read. */
export function firstPublic(db: Reader, decision: number): Moment | null {
  const { first } = db.prepare(`SELECT min(rec_from) AS first FROM version v JOIN doc d ON d.n = v.doc
    WHERE decision <= ? AND d.hidden IS NULL AND NOT ${isHiddenAtLast('v.root')}`).get(decision) as { first: Received | null };
  return first === null ? null : momentOf(first);
}
