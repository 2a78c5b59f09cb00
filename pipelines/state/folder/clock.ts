/**
 * Clock: whether the time of the machine is believed, by the last stamp in the data folder.
 *
 * Invariants:
 *  - A time more than 24 hours beyond the last stamp makes no stamp, because none can be taken back: not of what is received, of a head
 *    that is activated, of a rebuilt edition, of a ruling or call of the operator, of a token.
 *  - A folder without a stamp believes any time: there is nothing to compare it with.
 * Not here: the order of what is received (inbox/inbox.ts), stamps of the future (mend-clock.ts).
 */
import { Fault } from '../../../schemas/fault.ts';
import { inAmsterdam, momentOf, type Received } from '../../../schemas/time.ts';
import { hasState, openExistingState, type Reader, type State } from '../database/database.ts';
import { statement } from '../database/statement.ts';

const AHEAD_US_MAX = 24 * 3600 * 1_000_000;
/** An activation notes the time that it saw, when the last one noted is older. */
const NOTED_US_MAX = 3600 * 1_000_000;
/** How far a stamp may be ahead of the clock: two machines with network time differ by less. */
export const BEHIND_MS_MAX = 60_000;

export function receivedOf(date: Date): Received {
  return (date.getTime() * 1000) as Received;
}

/** Why this time is not believed, or null: neither a stamp nor an edition may run ahead with a wrong clock. */
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

/** The time, for a stamp. Throws a Fault when it is not believed. */
export function believed(db: Reader, now: Date): Date {
  const fault = clockFault(db, receivedOf(now));
  if (fault !== null) throw fault;
  return now;
}

/**
 * The time, for the head of an edition that is activated; `last`: when the newest head was, which counts while nothing was received.
 * Throws a Fault when it is not believed.
 */
export function believedForHead(db: State, now: Date, last: Date | undefined): Date {
  const stamped = lastStamp(db);
  const fault = faultAfter(stamped === 0 && last !== undefined ? receivedOf(last) : stamped, receivedOf(now));
  if (fault !== null) throw fault;
  if (receivedOf(now) - stamped > NOTED_US_MAX) noteClock(db, receivedOf(now));
  return now;
}

/** As `believed`, for what is kept beside the register; a folder without one believes any time. */
export function believedIn(data: string, now: Date): Date {
  if (!hasState(data)) return now;
  const db = openExistingState(data);
  try {
    return believed(db, now);
  } finally {
    db.close();
  }
}

/** The last stamp given, or the last time that a conductor or the operator saw the clock; 0: never. */
export function lastStamp(db: Reader): Received {
  return (statement(db, 'SELECT max(coalesce((SELECT max(received) FROM inbox), 0), last) AS last FROM clock').get() as { last: Received }).last;
}

/** The last time at which something was received; 0: never. */
export function lastReceived(db: Reader): Received {
  return (statement(db, 'SELECT coalesce(max(received), 0) AS last FROM inbox').get() as { last: Received }).last;
}

/** Notes that a running conductor saw this time, so that an idle day of a running service is no jump. */
export function noteClock(db: State, now: Received): void {
  const last = lastStamp(db);
  if (last > 0 && now > last && now - last <= AHEAD_US_MAX) acceptClock(db, now);
}

/** Makes the present clock acceptable, whatever the last stamp was: the operator says that it is right. */
export function acceptClock(db: State, now: Received): void {
  db.prepare('UPDATE clock SET last = max(last, ?)').run(now);
}

/** Forgets a time that was seen, when it lies beyond this one; whether it did. */
export function forgetFuture(db: State, now: Received): boolean {
  return db.prepare('UPDATE clock SET last = ?1 WHERE last > ?2').run(now, now + BEHIND_MS_MAX * 1000).changes > 0;
}
