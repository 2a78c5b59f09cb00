/**
 * Parked: parked submissions (decide/park.ts): neither decided nor released nor refused (outcomes/ruling.ts). Later submissions of the same
 * holder wait too, because they take effect in order of arrival; other holders do not wait.
 */
import type { Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';

/** Whether the operator has released a submission. */
export function isReleased(db: Reader, seq: number): boolean {
  return statement(db, 'SELECT 1 FROM released WHERE seq = ?').get(seq) !== undefined;
}

/** SQL condition: a row of `parked` belongs to `submission`, a row of the inbox, and still waits for the operator. */
export const PARKED = `parked.seq = submission.seq AND NOT EXISTS (SELECT 1 FROM released WHERE released.seq = submission.seq)
  AND NOT EXISTS (SELECT 1 FROM refused WHERE refused.seq = submission.seq)
  AND NOT EXISTS (SELECT 1 FROM decision made WHERE made.seq = submission.seq)`;

/**
 * SQL: uuid of the parked submission that an undecided row of `inbox` is, or waits for; null when there is none. CROSS JOIN makes SQLite
 * begin with the few parked rows.
 */
export const HELD_UP_BY = `(SELECT submission.uuid FROM parked CROSS JOIN inbox submission ON ${PARKED}
  WHERE submission.holder = inbox.holder AND submission.seq <= inbox.seq ORDER BY submission.seq LIMIT 1)`;

export function isParked(db: Reader, seq: number): boolean {
  return statement(db, `SELECT 1 FROM parked JOIN inbox submission ON ${PARKED} WHERE parked.seq = ?`).get(seq) !== undefined;
}
