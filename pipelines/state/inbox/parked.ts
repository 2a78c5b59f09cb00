/**
 * Parked: which submissions are parked (decide/park.ts): told to be so, not decided, not released and not refused (outcomes/ruling.ts). What their
 * holder handed in after them waits too, because its order of effect is that of arrival; others go on.
 */
import type { Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';

/** Whether the operator lets it have its effect. */
export function isReleased(db: Reader, seq: number): boolean {
  return statement(db, 'SELECT 1 FROM released WHERE seq = ?').get(seq) !== undefined;
}

/** SQL: whether a row of `parked` is of `submission`, a row of the inbox, and still waits for the operator. */
export const PARKED = `parked.seq = submission.seq AND NOT EXISTS (SELECT 1 FROM released WHERE released.seq = submission.seq)
  AND NOT EXISTS (SELECT 1 FROM refused WHERE refused.seq = submission.seq)
  AND NOT EXISTS (SELECT 1 FROM decision made WHERE made.seq = submission.seq)`;

/**
 * SQL for the uuid of the parked submission that an undecided row of `inbox` is, or waits for; null when there is none. CROSS JOIN: few
 * are parked, so these come first.
 */
export const HELD_UP_BY = `(SELECT submission.uuid FROM parked CROSS JOIN inbox submission ON ${PARKED}
  WHERE submission.holder = inbox.holder AND submission.seq <= inbox.seq ORDER BY submission.seq LIMIT 1)`;

export function isParked(db: Reader, seq: number): boolean {
  return statement(db, `SELECT 1 FROM parked JOIN inbox submission ON ${PARKED} WHERE parked.seq = ?`).get(seq) !== undefined;
}
