/**
 * Called: up to which submission a batch was called for. In mode scheduled a conductor decides no later one. A call is a row
 * of the inbox, so that any process can give one, a running conductor hears of it, and one that was cut off goes on after its start.
 */
import { openInbox, requireHeld, type Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { believed, receivedOf } from '../folder/clock.ts';

/** Calls for a batch of everything up to a submission, durably. Throws a Fault when the clock is not believed. */
export function callBatch(data: string, seq: number, clock: () => Date): void {
  const db = openInbox(data);
  try {
    db.prepare('INSERT OR IGNORE INTO called (seq, at) VALUES (?, ?)').run(seq, receivedOf(believed(db, clock())));
    requireHeld(db);
  } finally {
    db.close();
  }
}

/** Number of the last submission of which the effect was called for; 0 when none was. */
export function calledUpTo(db: Reader): number {
  return (statement(db, 'SELECT coalesce(max(seq), 0) AS seq FROM called').get() as { seq: number }).seq;
}

/** Whether a submission is one of a batch that was called for. */
export function isCalled(db: Reader, uuid: string): boolean {
  return statement(db, 'SELECT 1 FROM inbox WHERE uuid = ? AND seq <= ?').get(uuid, calledUpTo(db)) !== undefined;
}
