/**
 * Clock: decides whether the time of the machine is trusted, by comparing it with the last stamp in the data folder.
 *
 * Invariants:
 *  - A time more than 24 hours after the last stamp is never stored, because stamps cannot be taken back. This holds for submissions,
 *    activated heads, rebuilt editions, rulings and calls of the operator, and tokens.
 *  - A folder without a stamp trusts any time.
 * Not here: the order of submissions (inbox/inbox.ts), repair of stamps in the future (mend-clock.ts).
 */
import { Fault } from '../../../schemas/fault.ts';
import { inAmsterdam, momentOf, type Received } from '../../../schemas/time.ts';
import { hasState, openExistingState, type Reader, type State } from '../database/database.ts';
import { statement } from '../database/statement.ts';

const AHEAD_US_MAX = 24 * 3600 * 1_000_000;
/** An activation records the clock when the last recorded time is older than this. */
const NOTED_US_MAX = 3600 * 1_000_000;
/** How far a stamp may be ahead of the clock. Machines with network time differ by less. */
export const BEHIND_MS_MAX = 60_000;

export function receivedOf(date: Date): Received {
  return (date.getTime() * 1000) as Received;
}

/** Returns why this time is not trusted, or null. */
export function clockFault(db: Reader, now: Received): Fault | null {
  return faultAfter(lastStamp(db), now);
}

function faultAfter(last: Received, now: Received): Fault | null {
  if (last === 0 || now - last <= AHEAD_US_MAX) return null;
  return new Fault('the clock is more than 24 hours ahead of the last stamp', {
    step: 'Clock:Stamp', expected: `at most 24 hours after ${inAmsterdam(new Date(momentOf(last)))}`, actual: inAmsterdam(new Date(momentOf(now))),
    hint: 'If the clock is right and the register was idle, run `ev doctor --accept-clock`.',
  });
}

/** Returns the time, for a stamp. Throws a Fault when the clock is not trusted. */
export function trustedTime(db: Reader, now: Date): Date {
  const fault = clockFault(db, receivedOf(now));
  if (fault !== null) throw fault;
  return now;
}

/**
 * Returns the time, for a head that is activated. `last`: when the newest head was activated, which counts while nothing was received.
 * Throws a Fault when the clock is not trusted.
 */
export function trustedTimeForHead(db: State, now: Date, last: Date | undefined): Date {
  const stamped = lastStamp(db);
  const fault = faultAfter(stamped === 0 && last !== undefined ? receivedOf(last) : stamped, receivedOf(now));
  if (fault !== null) throw fault;
  if (receivedOf(now) - stamped > NOTED_US_MAX) noteClock(db, receivedOf(now));
  return now;
}

/** Returns the time, for files beside the register. Throws a Fault as `trustedTime` does; a folder without a register trusts any time. */
export function trustedTimeIn(data: string, now: Date): Date {
  if (!hasState(data)) return now;
  const db = openExistingState(data);
  try {
    return trustedTime(db, now);
  } finally {
    db.close();
  }
}

/** Returns the last stamp, or the last recorded time of the clock if later; 0 when there is none. */
export function lastStamp(db: Reader): Received {
  return (statement(db, 'SELECT max(coalesce((SELECT max(received) FROM inbox), 0), last) AS last FROM clock').get() as { last: Received }).last;
}

/** Returns when the last submission was received; 0 when there is none. */
export function lastReceived(db: Reader): Received {
  return (statement(db, 'SELECT coalesce(max(received), 0) AS last FROM inbox').get() as { last: Received }).last;
}

/** Records the clock of a running conductor, so that a day without submissions is no jump of the clock. */
export function noteClock(db: State, now: Received): void {
  const last = lastStamp(db);
  if (last > 0 && now > last && now - last <= AHEAD_US_MAX) acceptClock(db, now);
}

/** Accepts the present time, whatever the last stamp was: the operator confirmed that the clock is right. */
export function acceptClock(db: State, now: Received): void {
  db.prepare('UPDATE clock SET last = max(last, ?)').run(now);
}

/** Resets a recorded time that lies in the future. Returns whether there was one. */
export function forgetFuture(db: State, now: Received): boolean {
  return db.prepare('UPDATE clock SET last = ?1 WHERE last > ?2').run(now, now + BEHIND_MS_MAX * 1000).changes > 0;
}
