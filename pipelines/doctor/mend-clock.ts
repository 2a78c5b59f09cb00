/**
 * Mend clock: stamps that lie in the future, left by a clock that was wrong for a while, are found, and brought back where that is
 * possible: times of heads, the last time that the register saw, tokens. What was received in the future stays so: that time is in
 * every version and answer.
 *
 * Invariant: each part is durable by itself and can be mended again, so a crash between two of them loses nothing.
 */
import { existsSync } from 'node:fs';
import type { AudienceFolder } from '../../publisher/format/layout.ts';
import { hasHead, readHead } from '../../publisher/read/heads.ts';
import { headsAfter, mendHeads } from '../../publisher/write/mend-heads.ts';
import type { Moment } from '../../schemas/time.ts';
import { BEHIND_MS_MAX, believed, forgetFuture, lastReceived, lastStamp, receivedOf } from '../state/folder/clock.ts';
import { foldersOf, hasState, openExistingState } from '../state/database/database.ts';
import { takeLock } from '../state/folder/lock.ts';
import { recordedAfter, recordHeads } from '../state/register/recorded-heads.ts';
import { futureTokens, mendTokens } from '../state/access/tokens.ts';

const AUDIENCE = 'public';

export interface FutureStamps {
  /** Numbers of heads. */
  readonly heads: readonly number[];
  /** Last characters of tokens. */
  readonly tokens: readonly string[];
  /** The last time that the register saw, when it is no time of a submission; null: it has come. */
  readonly seen: Date | null;
  /** When the last submission of the future was received; null: there is none. */
  readonly received: Date | null;
}

/** The stamps that are later than the clock, by more than clocks differ. */
export function futureStamps(data: string, now: Date): FutureStamps {
  const limit = limitOf(now);
  const heads = existsSync(foldersOf(data).editions) ? headsAfter(ofPublic(data), limit) : [];
  const tokens = futureTokens(data, now).map(({ tail }) => tail);
  if (!hasState(data)) return { heads, tokens, seen: null, received: null };
  const db = openExistingState(data);
  try {
    const [received, last] = [lastReceived(db), lastStamp(db)].map((stamp) => new Date(stamp / 1_000)) as [Date, Date];
    const isFuture = (date: Date): boolean => date.getTime() > limit;
    return { heads, tokens, received: isFuture(received) ? received : null, seen: isFuture(last) && last > received ? last : null };
  } finally {
    db.close();
  }
}

/** Mends what can be mended; what it found. Throws a Fault while a server runs on the folder, or when the clock is not believed. */
export function mendClock(data: string, now: Date): FutureStamps {
  // Opened before the lock is taken: the lock's file would make a new folder look like one in use.
  const db = openExistingState(data);
  try {
    const lock = takeLock(data);
    try {
      believed(db, now);
      const found = futureStamps(data, now);
      // Those of a mending that was cut off are of the future in the register alone.
      const recorded = recordedAfter(db, AUDIENCE, limitOf(now)).filter((number) => hasHead(ofPublic(data), number));
      mendHeads(ofPublic(data), { now, limit: limitOf(now) });
      recordHeads(db, [...new Set([...found.heads, ...recorded])].map((number) => readHead(ofPublic(data), number)));
      mendTokens(data, now);
      forgetFuture(db, receivedOf(now));
      return found;
    } finally {
      lock.release();
    }
  } finally {
    db.close();
  }
}

function limitOf(now: Date): Moment {
  return (now.getTime() + BEHIND_MS_MAX) as Moment;
}

function ofPublic(data: string): AudienceFolder {
  return { folder: foldersOf(data).editions, audience: AUDIENCE };
}
