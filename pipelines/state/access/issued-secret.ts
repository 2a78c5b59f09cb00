/**
 * Issued secret: what a file keeps of a token or an API key.
 *
 * Invariants:
 *  - A secret is 256 random bits. It is shown once, when it is made: only its SHA-256 and its last characters are stored.
 *  - An expired or revoked secret stays listed and never becomes valid again.
 * Not here: the files and the rights of tokens (tokens.ts) and keys (keys.ts).
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { UsageFault } from '../../../schemas/fault.ts';
import { DAY_MS, formatMoment, parseRfc3339, type Moment } from '../../../schemas/time.ts';
import { BEHIND_MS_MAX } from '../folder/clock.ts';

const SECRET_BYTES = 32;
/** Number of last characters that identify a secret. */
export const TAIL_CHARS = 8;

export interface IssuedSecret {
  /** Moments in the format of RFC 3339. */
  readonly made: string;
  readonly expires: string;
  readonly revoked: string | null;
  /** SHA-256 of the secret, hexadecimal. */
  readonly sha256: string;
  /** The last characters of the secret, which identify it for people; unique in its file. */
  readonly tail: string;
}

const MOMENT = {
  type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$', description: 'a moment such as 2026-11-01T12:00:00.0Z',
};

/** JSON Schema of the members. */
export const ISSUED_PROPERTIES = {
  made: MOMENT, expires: MOMENT, revoked: { ...MOMENT, type: ['string', 'null'] },
  sha256: { type: 'string', pattern: '^[0-9a-f]{64}$', description: '64 hexadecimal digits' },
  tail: { type: 'string', pattern: `^[0-9a-f]{${TAIL_CHARS}}$`, description: `${TAIL_CHARS} hexadecimal digits` },
};

/** Makes a secret whose last characters none of `others` has. */
export function issueSecret(
  others: readonly IssuedSecret[], { days, now }: { readonly days: number; readonly now: Date },
): { readonly secret: string; readonly issued: IssuedSecret } {
  let secret: string;
  do secret = randomBytes(SECRET_BYTES).toString('hex'); while (others.some(({ tail }) => tail === tailOf(secret)));
  const made = textOf(now.getTime());
  const expires = textOf(now.getTime() + days * DAY_MS);
  return { secret, issued: { made, expires, revoked: null, sha256: digestOf(secret).toString('hex'), tail: tailOf(secret) } };
}

/** Returns the entry of a secret; undefined when none has it. */
export function entryOf<Entry extends IssuedSecret>(entries: readonly Entry[], secret: string): Entry | undefined {
  const digest = digestOf(secret);
  return entries.find(({ sha256 }) => timingSafeEqual(Buffer.from(sha256, 'hex'), digest));
}

/** Returns why a secret is no longer valid, or null. */
export function lapseOf({ revoked, expires }: Pick<IssuedSecret, 'revoked' | 'expires'>, now: Date): 'revoked' | 'expired' | null {
  if (revoked !== null) return 'revoked';
  return (parseRfc3339(expires) ?? -Infinity) <= now.getTime() ? 'expired' : null;
}

/** Returns the entries with one revoked. Throws a Fault when none ends in `tail`, or when it is revoked already. */
export function withRevoked<Entry extends IssuedSecret>(
  entries: readonly Entry[], { tail, now, noun }: { readonly tail: string; readonly now: Date; readonly noun: 'token' | 'key' },
): readonly Entry[] {
  const found = entries.find((entry) => entry.tail === tail && entry.revoked === null);
  if (found !== undefined) return entries.map((entry) => (entry === found ? { ...entry, revoked: textOf(now.getTime()) } : entry));
  const isRevoked = entries.some((entry) => entry.tail === tail);
  throw new UsageFault(isRevoked ? `this ${noun} was revoked already` : `no ${noun} ends in these characters`, {
    // The input is not repeated: a whole secret may have been typed.
    step: noun === 'token' ? 'Tokens:Revoke' : 'Keys:Revoke', expected: `the last ${TAIL_CHARS} characters of a ${noun}`,
    hint: `\`ev ${noun}s list\` lists them.`,
  });
}

/** Returns the entries with some revoked, by their last characters: from the given moment on, or from now on where the moment is null. */
export function withAllRevoked<Entry extends IssuedSecret>(
  entries: readonly Entry[], moments: ReadonlyMap<string, string | null>, now: Date,
): readonly Entry[] {
  return entries.map((entry) => {
    const moment = moments.get(entry.tail);
    return moment === undefined ? entry : { ...entry, revoked: moment ?? textOf(now.getTime()) };
  });
}

/** Whether a secret was made in the future, so that it would be valid longer than intended. */
export function isFuture({ made }: IssuedSecret, now: Date): boolean {
  return (parseRfc3339(made) ?? -Infinity) > now.getTime() + BEHIND_MS_MAX;
}

/** Returns the entries with those made in the future redated to now; each stays valid for as many days. */
export function withFutureMended<Entry extends IssuedSecret>(entries: readonly Entry[], now: Date): readonly Entry[] {
  return entries.map((entry) => {
    if (!isFuture(entry, now)) return entry;
    const heldMs = parseRfc3339(entry.expires)! - parseRfc3339(entry.made)!;
    return { ...entry, made: textOf(now.getTime()), expires: textOf(now.getTime() + heldMs) };
  });
}

/** Checks the moment of expiry, which may have been edited by hand. `place` is the JSON pointer of the list. */
export function expiryMistakes(place: string, entries: readonly IssuedSecret[]): readonly string[] {
  return entries.flatMap(({ expires }, index) => (parseRfc3339(expires) === undefined ? [`${place}/${index}/expires: expected a moment`] : []));
}

function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function tailOf(secret: string): string {
  return secret.slice(-TAIL_CHARS);
}

function textOf(ms: number): string {
  return formatMoment(ms as Moment);
}
