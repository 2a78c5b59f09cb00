/**
 * Called: the last submission for which a batch was called. In mode scheduled a conductor decides no later one. A call is a row of the
 * inbox: any process can make one, a running conductor notices it, and a restarted conductor continues it.
 */
import { openInbox, requireHeld, type Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { receivedOf, trustedTime } from '../folder/clock.ts';

/** Calls for a batch of everything up to a submission, durably. Throws a Fault when the clock is not trusted. */
export function callBatch(data: string, seq: number, clock: () => Date): void {
  const db = openInbox(data);
  try {
    db.prepare('INSERT OR IGNORE INTO called (seq, at) VALUES (?, ?)').run(seq, receivedOf(trustedTime(db, clock())));
    requireHeld(db);
  } finally {
    db.close();
  }
}

/** Returns the number of the last submission for which a batch was called; 0 when there is none. */
export function calledUpTo(db: Reader): number {
  return (statement(db, 'SELECT coalesce(max(seq), 0) AS seq FROM called').get() as { seq: number }).seq;
}

/** Whether a batch with this submission was called for. */
export function isCalled(db: Reader, uuid: string): boolean {
  return statement(db, 'SELECT 1 FROM inbox WHERE uuid = ? AND seq <= ?').get(uuid, calledUpTo(db)) !== undefined;
}
