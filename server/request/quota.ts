/**
 * Quota: counts the requests of each client in frames of 60 seconds, and in the calendar month (Interface Rules, Limits 1).
 *
 * Invariants:
 * - A client is its valid API key, else the organisation of its valid token, else its address. An invalid key or token counts on the
 *   address: a client cannot get a new quota by sending guessed keys.
 * - The number of counted addresses is limited. Beyond it new addresses share counts by a secret hash.
 * - The month counts keys and organisations only: addresses are personal data and are never stored.
 * - A request that a frame refuses does not count in the month.
 * - Counts of the month are written once in each frame and at the end. A crash loses at most the counts of one frame.
 * Not here: the address (connection/client-address.ts), where the month is stored (pipelines/state/access/month-counts.ts).
 */
import { createHmac, randomBytes } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { ApiKey } from '../../schemas/credentials.ts';
import { LIMITS } from '../../schemas/limits.ts';
import type { MonthStore, RateLimits } from '../../schemas/rate-limits.ts';
import type { Principal } from '../../schemas/roles.ts';
import { clientAddress, type AddressedRequest } from '../connection/client-address.ts';
import type { Problem } from '../response/problem.ts';

const SECOND_MS = 1_000;
const FRAME_MS = LIMITS.frameSeconds * SECOND_MS;
const MONTH_CHARS = 'YYYY-MM'.length;

/** One frame of one client after a request. */
export interface QuotaFrame {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the frame ends, at least 1. */
  readonly resetSeconds: number;
  /** Whether the request is one too many. */
  readonly isExceeded: boolean;
}

/** The parts of a request that identify its client. */
export interface CountedRequest {
  readonly apiKey: ApiKey | null;
  readonly principal: Principal | null;
  readonly raw: AddressedRequest;
}

interface CountedClient {
  readonly name: string;
  /** Whether the operator gave it its key or token, so that the number of clients is limited. */
  readonly isKnown: boolean;
}

export interface QuotaParts {
  readonly limits: RateLimits;
  readonly isTrustedProxy: (address: string) => boolean;
  /** Null: counts of the month end with the process. */
  readonly months: MonthStore | null;
  /** Addresses with a count of their own. */
  readonly addressesMax?: number;
  readonly clock: () => Date;
  readonly onFault: (error: Error) => void;
}

export class Quota {
  readonly #parts: QuotaParts;
  readonly #frames: RateLimiterMemory | null;
  readonly #month: MonthCounter | null;
  readonly #addressesMax: number;
  readonly #secret = randomBytes(16);
  /** Frames of addresses that began in this minute of the process and in the one before; older ones have ended. */
  #begun = { minute: 0, now: 0, before: 0 };

  constructor(parts: QuotaParts) {
    const { limits: { perFrame, perMonth }, addressesMax = LIMITS.countedAddressesMax } = this.#parts = parts;
    this.#addressesMax = addressesMax;
    this.#frames = perFrame === null ? null : new RateLimiterMemory({ points: perFrame, duration: LIMITS.frameSeconds });
    this.#month = perMonth === null ? null : new MonthCounter(perMonth, parts);
  }

  /** Counts a request. Resolves to its frame, or undefined when no limit counts for it. */
  take(request: CountedRequest): Promise<QuotaFrame | undefined> {
    const client = clientOf(request, this.#parts.isTrustedProxy);
    if (this.#frames === null) return Promise.resolve(this.#takeMonth(client, undefined));
    const limit = this.#frames.points;
    // One promise and no more: every request passes here.
    return this.#frames.consume(client.isKnown ? client.name : this.#addressName(client.name)).then((result) => {
      if (!client.isKnown && result.isFirstInDuration) this.#begun.now += 1;
      const { remainingPoints: remaining, msBeforeNext } = result;
      return this.#takeMonth(client, { limit, remaining, resetSeconds: secondsOf(msBeforeNext), isExceeded: false });
    }, (refused: unknown) => {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return { limit, remaining: 0, resetSeconds: secondsOf(refused.msBeforeNext), isExceeded: true };
    });
  }

  /** Writes what is counted. */
  async close(): Promise<void> {
    await this.#month?.close();
  }

  /** Counts a request in the month too. Returns the frame of the month when that is used up, or is the only one. */
  #takeMonth(client: CountedClient, frame: QuotaFrame | undefined): QuotaFrame | undefined {
    if (this.#month === null || !client.isKnown) return frame;
    const month = this.#month.take(client.name);
    return frame === undefined || month.isExceeded ? month : frame;
  }

  /** Returns the name under which an address is counted. */
  #addressName(address: string): string {
    const minute = Math.floor(performance.now() / FRAME_MS);
    const { minute: earlier, now } = this.#begun;
    if (minute !== earlier) this.#begun = { minute, now: 0, before: minute === earlier + 1 ? now : 0 };
    if (this.#begun.now + this.#begun.before < this.#addressesMax) return address;
    const hash = createHmac('sha256', this.#secret).update(address).digest().readUInt32BE();
    return `shared ${hash % this.#addressesMax}`;
  }
}

/** Requests of this month by client. */
class MonthCounter {
  readonly #limit: number;
  readonly #parts: QuotaParts;
  readonly #timer: NodeJS.Timeout;
  #month: string;
  #counts: Map<string, number>;
  #isChanged = false;

  constructor(limit: number, parts: QuotaParts) {
    this.#limit = limit;
    this.#parts = parts;
    this.#month = monthOf(parts.clock());
    this.#counts = new Map(Object.entries(this.#stored()));
    this.#timer = setInterval(() => { void this.#write(); }, FRAME_MS).unref();
  }

  take(name: string): QuotaFrame {
    const now = this.#parts.clock();
    const month = monthOf(now);
    if (month !== this.#month) {
      this.#month = month;
      this.#counts = new Map();
    }
    const resetSeconds = secondsOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime());
    const count = this.#counts.get(name) ?? 0;
    if (count >= this.#limit) return { limit: this.#limit, remaining: 0, resetSeconds, isExceeded: true };
    this.#counts.set(name, count + 1);
    this.#isChanged = true;
    return { limit: this.#limit, remaining: this.#limit - count - 1, resetSeconds, isExceeded: false };
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#write();
  }

  /** Returns the stored counts of this month. Readers are served although the store is damaged: counting then begins again. */
  #stored(): Readonly<Record<string, number>> {
    const { months, onFault } = this.#parts;
    try {
      const stored = months?.read() ?? null;
      return stored?.month === this.#month ? stored.counts : {};
    } catch (error) {
      onFault(error as Error);
      return {};
    }
  }

  async #write(): Promise<void> {
    const { months, onFault } = this.#parts;
    if (!this.#isChanged || months === null) return;
    this.#isChanged = false;
    try {
      await months.write({ month: this.#month, counts: Object.fromEntries(this.#counts) });
    } catch (error) {
      this.#isChanged = true;
      onFault(error as Error);
    }
  }
}

/** Returns the client that a request counts for. */
export function clientOf({ apiKey, principal, raw }: CountedRequest, isTrustedProxy: (address: string) => boolean): CountedClient {
  if (apiKey !== null && apiKey.refusal === null) return { name: `key ${apiKey.keyEnd}`, isKnown: true };
  if (principal !== null) return { name: `organisation ${principal.organisation}`, isKnown: true };
  return { name: `address ${clientAddress(raw, isTrustedProxy)}`, isKnown: false };
}

function monthOf(moment: Date): string {
  return moment.toISOString().slice(0, MONTH_CHARS);
}

function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / SECOND_MS));
}

/** Names of the headers of a frame. */
export const QUOTA_HEADERS = ['X-Rate-Limit-Limit', 'X-Rate-Limit-Remaining', 'X-Rate-Limit-Reset'] as const;

export function quotaHeaders({ limit, remaining, resetSeconds }: QuotaFrame): readonly string[] {
  return [QUOTA_HEADERS[0], String(limit), QUOTA_HEADERS[1], String(remaining), QUOTA_HEADERS[2], String(resetSeconds)];
}

/** Returns the problem of a request that is one too many. */
export function tooManyRequests({ limit, resetSeconds }: QuotaFrame): Problem {
  return {
    problem: 'TeVeelAanvragen',
    detail: {
      nl: `U heeft de ${limit} aanvragen van deze periode gebruikt. Probeer het over ${resetSeconds} seconden weer.`,
      en: `You have used the ${limit} requests of this time frame. Try again in ${resetSeconds} seconds.`,
    },
    headers: ['Retry-After', String(resetSeconds)],
  };
}
