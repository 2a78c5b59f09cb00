/**
 * Mend clock: finds stamps in the future, which a wrong clock left, and sets those of heads, tokens, keys and the last seen
 * time to the present.
 * The times of received submissions stay: they are in every version and response.
 *
 * Invariant: each part is durable by itself and can be repeated, so that a crash between two parts loses nothing.
 */
import { existsSync } from 'node:fs';
import type { AudienceFolder } from '../../publisher/format/layout.ts';
import { hasHead, readHead } from '../../publisher/read/heads.ts';
import { headsAfter, repairHeads } from '../../publisher/write/repair-heads.ts';
import type { Moment } from '../../schemas/time.ts';
import { BEHIND_MS_MAX, forgetFuture, lastReceived, lastStamp, receivedOf, trustedTime } from '../state/folder/clock.ts';
import { foldersOf, hasState, openExistingState } from '../state/database/database.ts';
import { takeLock } from '../state/folder/lock.ts';
import { recordedAfter, recordHeads } from '../state/register/recorded-heads.ts';
import { futureKeys, mendKeys } from '../state/access/keys.ts';
import { futureTokens, mendTokens } from '../state/access/tokens.ts';

const AUDIENCE = 'public';

export interface FutureStamps {
  /** Numbers of heads. */
  readonly heads: readonly number[];
  /** Last characters of tokens. */
  readonly tokens: readonly string[];
  /** Last characters of API keys. */
  readonly keys: readonly string[];
  /** The last time that the register saw, when no submission has it; null: it is not in the future. */
  readonly seen: Date | null;
  /** When the last submission was received, if in the future; null: it was not. */
  readonly received: Date | null;
}

/** Returns the stamps that are later than the clock by more than the tolerance. */
export function futureStamps(data: string, now: Date): FutureStamps {
  const limit = limitOf(now);
  const heads = existsSync(foldersOf(data).editions) ? headsAfter(ofPublic(data), limit) : [];
  const tokens = futureTokens(data, now).map(({ tail }) => tail);
  const keys = futureKeys(data, now).map(({ tail }) => tail);
  if (!hasState(data)) return { heads, tokens, keys, seen: null, received: null };
  const db = openExistingState(data);
  try {
    const [received, last] = [lastReceived(db), lastStamp(db)].map((stamp) => new Date(stamp / 1_000)) as [Date, Date];
    const isFuture = (date: Date): boolean => date.getTime() > limit;
    return { heads, tokens, keys, received: isFuture(received) ? received : null, seen: isFuture(last) && last > received ? last : null };
  } finally {
    db.close();
  }
}

/** Mends stamps and returns those it found. Throws a Fault while a server runs on the folder, or when the clock is not trusted. */
export function mendClock(data: string, now: Date): FutureStamps {
  // Opened before the lock is taken: the lock file would make a new folder look like one in use.
  const db = openExistingState(data);
  try {
    const lock = takeLock(data);
    try {
      trustedTime(db, now);
      const found = futureStamps(data, now);
      // After an interrupted mending, heads are mended on disk but have a future time in the register.
      const recorded = recordedAfter(db, AUDIENCE, limitOf(now)).filter((number) => hasHead(ofPublic(data), number));
      repairHeads(ofPublic(data), { now, limit: limitOf(now) });
      recordHeads(db, [...new Set([...found.heads, ...recorded])].map((number) => readHead(ofPublic(data), number)));
      mendTokens(data, now);
      mendKeys(data, now);
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
