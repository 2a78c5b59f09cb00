/**
 * Rate limits: the requests that one client may send (Interface Rules, Limits 1).
 * Not here: who a client is and how its requests are counted (server/request/quota.ts).
 */
import { LIMITS } from './limits.ts';
import type { Profile } from './profile.ts';

export interface RateLimits {
  /** Requests in each frame of 60 seconds; null: no limit. */
  readonly perFrame: number | null;
  /** Requests of an API key or organisation in a calendar month (UTC); null: no limit. */
  readonly perMonth: number | null;
}

export const NO_RATE_LIMITS: RateLimits = { perFrame: null, perMonth: null };

/** Requests of one month by client. */
export interface MonthCounts {
  /** `2026-11` */
  readonly month: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** Stores the counts of the month, so that a restart does not lose them. */
export interface MonthStore {
  /** Returns the stored counts, or null without any. Throws a Fault when they cannot be read. */
  read(): MonthCounts | null;
  write(counts: MonthCounts): Promise<void>;
}

/** Returns the limits by the settings; null: the default of the profile; 0: none. */
export function rateLimitsOf(
  { rateLimit, monthLimit }: { readonly rateLimit: number | null; readonly monthLimit: number | null }, profile: Profile,
): RateLimits {
  const perFrame = rateLimit ?? (profile === 'default' ? LIMITS.requestsPerFrame : 0);
  return { perFrame: perFrame === 0 ? null : perFrame, perMonth: monthLimit === 0 ? null : monthLimit };
}
