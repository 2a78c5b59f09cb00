/**
 * Tokens: credentials for organisations that write by HTTP, and for operators; `tokens.json` in the data folder (Interface Rules,
 * Authentication 2 and 3).
 *
 * Invariants:
 *  - A token is 256 random bits. It is shown once, when it is made: only its SHA-256 and its last characters are stored.
 *  - A token is valid while it is neither expired nor revoked and its organisation may write with its code; a token without a code, while
 *    its organisation is an operator. A token has the roles of its organisation.
 *  - Expired and revoked tokens stay listed and never become valid again.
 * Not here: the HTTP header with the token (server/request/access.ts).
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Principal } from '../../../schemas/roles.ts';
import { ORGANISATION_PATTERN } from '../../../schemas/derived/holders-schema.ts';
import { Fault, UsageFault } from '../../../schemas/fault.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import { HOLDER_CODE_PATTERN } from '../../../schemas/names.ts';
import { DAY_MS, formatMoment, parseRfc3339, type Moment } from '../../../schemas/time.ts';
import { BEHIND_MS_MAX, believedIn } from '../folder/clock.ts';
import { changeJsonFile, readJsonFile, watchJsonFile, type FileKind } from '../folder/json-file.ts';
import { listOrganisations, mayWrite, unknownOrganisation, watchOrganisations, type Organisation } from './holders.ts';

const TOKEN_BYTES = 32;
const TAIL_CHARS = 8;

interface StoredToken {
  readonly organisation: string;
  /** The bronhoudercode for writing; null: the token cannot write. */
  readonly holder: string | null;
  /** Moments in the format of RFC 3339. */
  readonly made: string;
  readonly expires: string;
  readonly revoked: string | null;
  /** SHA-256 of the token, hexadecimal. */
  readonly sha256: string;
  /** The last characters of the token, which identify it for people; unique. */
  readonly tail: string;
}

interface Tokens {
  readonly tokens: readonly StoredToken[];
}

const MOMENT = {
  type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$', description: 'a moment such as 2026-11-01T12:00:00.0Z',
};

const SCHEMA: JsonObject = {
  type: 'object', additionalProperties: false, required: ['tokens'],
  properties: {
    tokens: {
      type: 'array', description: 'tokens',
      items: {
        type: 'object', additionalProperties: false, description: 'a token as `ev tokens add` keeps it',
        required: ['organisation', 'holder', 'made', 'expires', 'revoked', 'sha256', 'tail'],
        properties: {
          organisation: { type: 'string', pattern: ORGANISATION_PATTERN, description: 'an organisation' },
          holder: { type: ['string', 'null'], pattern: `^${HOLDER_CODE_PATTERN}$`, description: 'a bronhoudercode, or null' },
          made: MOMENT, expires: MOMENT, revoked: { ...MOMENT, type: ['string', 'null'] },
          sha256: { type: 'string', pattern: '^[0-9a-f]{64}$', description: '64 hexadecimal digits' },
          tail: { type: 'string', pattern: `^[0-9a-f]{${TAIL_CHARS}}$`, description: `${TAIL_CHARS} hexadecimal digits` },
        },
      },
    },
  },
};

/** Name of the file in the data folder. */
export const TOKENS_FILE = 'tokens.json';

const FILE: FileKind<Tokens> = {
  name: TOKENS_FILE, noun: 'Tokens', schema: SCHEMA, empty: { tokens: [] }, mistakesIn, isSecret: true,
  hint: 'Put back a copy of it, or move it aside and make new tokens. Until then no token is accepted.',
};

interface TokenRequest {
  readonly organisation: string;
  /** Null: the only code of the organisation, or none when it is an operator and no writer. */
  readonly holder: string | null;
  readonly days: number;
}

export interface NewToken {
  readonly organisation: Organisation;
  readonly holder: string | null;
  readonly expires: string;
  /** The token itself, which is not stored. */
  readonly token: string;
}

/**
 * Makes a token for one code of an organisation. The code may be left out when the organisation has only one, and for an operator. Throws
 * a Fault when the organisation does not exist or may not write with the code, or when the clock is not trusted.
 */
export function addToken(data: string, { organisation: id, holder, days }: TokenRequest, now: Date): NewToken {
  believedIn(data, now);
  const organisation = listOrganisations(data).find((one) => one.id === id);
  if (organisation === undefined) throw unknownOrganisation(id);
  const code = codeFor(organisation, holder);
  const expires = textOf(now.getTime() + days * DAY_MS);
  let token = '';
  changeJsonFile(data, FILE, ({ tokens }) => {
    do token = randomBytes(TOKEN_BYTES).toString('hex'); while (tokens.some(({ tail }) => tail === tailOf(token)));
    const kept: StoredToken = {
      organisation: id, holder: code, made: textOf(now.getTime()), expires, revoked: null,
      sha256: digestOf(token).toString('hex'), tail: tailOf(token),
    };
    return { tokens: [...tokens, kept] };
  });
  return { organisation, holder: code, expires, token };
}

export type TokenState = 'valid' | 'expired' | 'revoked' | 'without rights';

/** A token as listed, without anything that could be used to log in. */
export type ListedToken = Omit<StoredToken, 'sha256'> & { readonly state: TokenState };

/** Returns the tokens in order of making. Throws a Fault when a file is damaged. */
export function listTokens(data: string, now: Date): readonly ListedToken[] {
  const organisations = listOrganisations(data);
  return readJsonFile(data, FILE).tokens.map((token) => {
    const { organisation, holder, made, expires, revoked, tail } = token;
    return { organisation, holder, made, expires, revoked, tail, state: stateOf(token, organisations, now) };
  });
}

/** Revokes a token at once. Throws a Fault when no token ends in `tail`, or when it is revoked already. */
export function revokeToken(data: string, tail: string, now: Date): void {
  changeJsonFile(data, FILE, ({ tokens }) => {
    const found = tokens.find((token) => token.tail === tail && token.revoked === null);
    const revoked = textOf(now.getTime());
    if (found !== undefined) return { tokens: tokens.map((token) => (token === found ? { ...token, revoked } : token)) };
    const isRevoked = tokens.some((token) => token.tail === tail);
    throw new UsageFault(isRevoked ? 'this token was revoked already' : 'no token ends in these characters', {
      // The input is not repeated: a whole token may have been typed.
      step: 'Tokens:Revoke', expected: `the last ${TAIL_CHARS} characters of a token`, hint: '`ev tokens list` lists them.',
    });
  });
}

/** Revokes tokens, by their last characters, from the given moment on, or from now on where the moment is null. */
export function revokeTokens(data: string, moments: ReadonlyMap<string, string | null>, now: Date): void {
  if (moments.size === 0) return;
  changeJsonFile(data, FILE, ({ tokens }) => ({
    tokens: tokens.map((token) => {
      const moment = moments.get(token.tail);
      return moment === undefined ? token : { ...token, revoked: moment ?? textOf(now.getTime()) };
    }),
  }));
}

/** Revokes all tokens of an organisation. Returns their number. */
export function revokeTokensOf(data: string, organisation: string, now: Date): number {
  let count = 0;
  changeJsonFile(data, FILE, ({ tokens }) => ({
    tokens: tokens.map((token) => {
      if (token.organisation !== organisation || token.revoked !== null) return token;
      count += 1;
      return { ...token, revoked: textOf(now.getTime()) };
    }),
  }));
  return count;
}

/** Returns tokens made in the future, which would be valid longer than intended. Throws a Fault when the file is damaged. */
export function futureTokens(data: string, now: Date): readonly Pick<StoredToken, 'tail'>[] {
  return readJsonFile(data, FILE).tokens.filter((token) => isFuture(token, now));
}

/** Redates tokens made in the future to now; each stays valid for as many days. Throws a Fault when the file is damaged. */
export function mendTokens(data: string, now: Date): void {
  if (futureTokens(data, now).length === 0) return;
  changeJsonFile(data, FILE, ({ tokens }) => ({
    tokens: tokens.map((token) => {
      if (!isFuture(token, now)) return token;
      const heldMs = parseRfc3339(token.expires)! - parseRfc3339(token.made)!;
      return { ...token, made: textOf(now.getTime()), expires: textOf(now.getTime() + heldMs) };
    }),
  }));
}

function isFuture({ made }: StoredToken, now: Date): boolean {
  return (parseRfc3339(made) ?? -Infinity) > now.getTime() + BEHIND_MS_MAX;
}

/** Returns a function that returns the Fault in the current `holders.json` or `tokens.json`, or null. */
export function watchAccess(data: string): () => Fault | null {
  const files = [watchOrganisations(data), watchJsonFile(data, FILE)];
  return () => {
    try {
      for (const read of files) read();
      return null;
    } catch (error) {
      if (error instanceof Fault) return error;
      throw error;
    }
  };
}

/**
 * Returns a function that returns the principal of a token, or undefined for an invalid token. Changes to the files count from the next
 * call on. A call throws a Fault while a file is damaged: then nobody has access.
 */
export function openTokens(data: string, clock: () => Date): (token: string) => Principal | undefined {
  const organisations = watchOrganisations(data);
  const kept = watchJsonFile(data, FILE);
  return (given) => {
    const digest = digestOf(given);
    const token = kept().tokens.find(({ sha256 }) => timingSafeEqual(Buffer.from(sha256, 'hex'), digest));
    return token !== undefined && stateOf(token, organisations(), clock()) === 'valid' ? principalOf(token, organisations()) : undefined;
  };
}

function principalOf({ holder, organisation }: StoredToken, organisations: readonly Organisation[]): Principal {
  const { roles = [], bronregistratie } = organisations.find(({ id }) => id === organisation) ?? {};
  return { holder, bronregistratie, roles: holder === null ? roles.filter((role) => role === 'operator') : roles };
}

function codeFor(organisation: Organisation, holder: string | null): string | null {
  const { id, codes, roles } = organisation;
  if (holder === null && roles.includes('operator') && !roles.includes('writer')) return null;
  const code = holder ?? (codes.length === 1 ? codes[0]! : null);
  if (code !== null && mayWrite(organisation, code)) return code;
  throw new UsageFault(code === null ? 'a token is for one bronhoudercode' : 'this organisation may not write with this bronhoudercode', {
    step: 'Tokens:Add', expected: `--holder with one of ${codes.join(' ') || 'its codes, of which it has none'}, of an organisation with the role writer; none for an operator that is no writer`,
    actual: `${id}, ${code ?? 'no --holder'}`, hint: '`ev holders list` lists codes and roles.',
  });
}

function stateOf(
  { organisation, holder, expires, revoked }: Omit<StoredToken, 'sha256'>, organisations: readonly Organisation[], now: Date,
): TokenState {
  if (revoked !== null) return 'revoked';
  if ((parseRfc3339(expires) ?? -Infinity) <= now.getTime()) return 'expired';
  return organisations.some((one) => one.id === organisation && mayUse(one, holder)) ? 'valid' : 'without rights';
}

function mayUse(organisation: Organisation, holder: string | null): boolean {
  return holder === null ? organisation.roles.includes('operator') : mayWrite(organisation, holder);
}

/** Checks the moments, which may have been edited by hand. */
function mistakesIn({ tokens }: Tokens): readonly string[] {
  return tokens.flatMap(({ expires }, index) => (parseRfc3339(expires) === undefined ? [`/tokens/${index}/expires: expected a moment`] : []));
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function tailOf(token: string): string {
  return token.slice(-TAIL_CHARS);
}

function textOf(ms: number): string {
  return formatMoment(ms as Moment);
}
