/**
 * Tokens: credentials for organisations that write by HTTP, and for operators; `tokens.json` in the data folder (Interface Rules,
 * Authentication 2 and 3).
 *
 * Invariants:
 *  - A token is valid while it is neither expired nor revoked and its organisation may write with one of its codes; a token without a
 *    code, while its organisation is an operator. A token has the roles of its organisation, and those of its codes that the organisation
 *    still writes with.
 * Not here: how a token is made, compared and revoked (issued-secret.ts), the HTTP header with the token (server/request/access.ts).
 */
import type { Presented } from '../../../schemas/credentials.ts';
import type { TokenState } from '../../../schemas/operation.ts';
import type { Principal, Role } from '../../../schemas/roles.ts';
import { ORGANISATION_PATTERN } from '../../../schemas/derived/holders-schema.ts';
import { UsageFault } from '../../../schemas/fault.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import { HOLDER_CODE_PATTERN } from '../../../schemas/names.ts';
import { trustedTimeIn } from '../folder/clock.ts';
import { changeJsonFile, readJsonFile, watchJsonFile, type FileKind } from '../folder/json-file.ts';
import { listOrganisations, mayWrite, unknownOrganisation, watchOrganisations, type Organisation } from './holders.ts';
import {
  entryOf, expiryMistakes, isFuture, ISSUED_PROPERTIES, issueSecret, lapseOf, withAllRevoked, withFutureMended, withRevoked,
  type IssuedSecret,
} from './issued-secret.ts';

interface StoredToken extends IssuedSecret {
  readonly organisation: string;
  /** The only bronhoudercode for writing; null: the token cannot write. Absent when `holders` has several. */
  readonly holder?: string | null;
  readonly holders?: readonly string[];
}

interface Tokens {
  readonly tokens: readonly StoredToken[];
}

const SCHEMA: JsonObject = {
  type: 'object', additionalProperties: false, required: ['tokens'],
  properties: {
    tokens: {
      type: 'array', description: 'tokens',
      items: {
        type: 'object', additionalProperties: false, description: 'a token as `ev tokens add` keeps it',
        required: ['organisation', 'made', 'expires', 'revoked', 'sha256', 'tail'],
        properties: {
          organisation: { type: 'string', pattern: ORGANISATION_PATTERN, description: 'an organisation' },
          holder: { type: ['string', 'null'], pattern: `^${HOLDER_CODE_PATTERN}$`, description: 'a bronhoudercode, or null' },
          holders: {
            type: 'array', minItems: 2, uniqueItems: true, description: 'bronhoudercodes, each once',
            items: { type: 'string', pattern: `^${HOLDER_CODE_PATTERN}$`, description: 'a bronhoudercode' },
          },
          ...ISSUED_PROPERTIES,
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
  /** Bronhoudercodes; empty: the only code of the organisation, or none when it is an operator and no writer. */
  readonly holders: readonly string[];
  readonly days: number;
}

export interface NewToken {
  readonly organisation: Organisation;
  readonly holders: readonly string[];
  readonly expires: string;
  /** The token itself, which is not stored. */
  readonly token: string;
}

/**
 * Makes a token for codes of an organisation. The code may be left out when the organisation has only one, and for an operator. Throws
 * a Fault when the organisation does not exist or may not write with a code, or when the clock is not trusted.
 */
export function addToken(data: string, { organisation: id, holders, days }: TokenRequest, now: Date): NewToken {
  trustedTimeIn(data, now);
  const organisation = listOrganisations(data).find((one) => one.id === id);
  if (organisation === undefined) throw unknownOrganisation(id);
  const codes = codesFor(organisation, holders);
  let made = { secret: '', expires: '' };
  changeJsonFile(data, FILE, ({ tokens }) => {
    const { secret, issued } = issueSecret(tokens, { days, now });
    made = { secret, expires: issued.expires };
    const kept = codes.length > 1 ? { holders: codes } : { holder: codes[0] ?? null };
    return { tokens: [...tokens, { organisation: id, ...kept, ...issued }] };
  });
  return { organisation, holders: codes, expires: made.expires, token: made.secret };
}


/** A token as listed, without anything that could be used to log in. */
export type ListedToken = Omit<StoredToken, 'sha256' | 'holder'> & Required<Pick<StoredToken, 'holders'>> & { readonly state: TokenState };

/** Returns the tokens in order of making. Throws a Fault when a file is damaged. */
export function listTokens(data: string, now: Date): readonly ListedToken[] {
  const organisations = listOrganisations(data);
  return readJsonFile(data, FILE).tokens.map((token) => {
    const { organisation, made, expires, revoked, tail } = token;
    return { organisation, holders: codesOf(token), made, expires, revoked, tail, state: stateOf(token, organisations, now) };
  });
}

/** Revokes a token at once. Throws a Fault when no token ends in `tail`, or when it is revoked already. */
export function revokeToken(data: string, tail: string, now: Date): void {
  changeJsonFile(data, FILE, ({ tokens }) => ({ tokens: withRevoked(tokens, { tail, now, noun: 'token' }) }));
}

/** Revokes tokens, by their last characters, from the given moment on, or from now on where the moment is null. */
export function revokeTokens(data: string, moments: ReadonlyMap<string, string | null>, now: Date): void {
  if (moments.size === 0) return;
  changeJsonFile(data, FILE, ({ tokens }) => ({ tokens: withAllRevoked(tokens, moments, now) }));
}

/** Revokes all tokens of an organisation. Returns their number. */
export function revokeTokensOf(data: string, organisation: string, now: Date): number {
  let count = 0;
  changeJsonFile(data, FILE, ({ tokens }) => {
    const valid = tokens.filter((token) => token.organisation === organisation && token.revoked === null);
    count = valid.length;
    return { tokens: withAllRevoked(tokens, new Map(valid.map(({ tail }) => [tail, null])), now) };
  });
  return count;
}

/** Returns tokens made in the future, which would be valid longer than intended. Throws a Fault when the file is damaged. */
export function futureTokens(data: string, now: Date): readonly Pick<StoredToken, 'tail'>[] {
  return readJsonFile(data, FILE).tokens.filter((token) => isFuture(token, now));
}

/** Redates tokens made in the future to now; each stays valid for as many days. Throws a Fault when the file is damaged. */
export function mendTokens(data: string, now: Date): void {
  if (futureTokens(data, now).length === 0) return;
  changeJsonFile(data, FILE, ({ tokens }) => ({ tokens: withFutureMended(tokens, now) }));
}

/** Returns a function that reads the current file. It throws a Fault while the file is damaged. */
export function watchTokens(data: string): () => unknown {
  return watchJsonFile(data, FILE);
}

/**
 * Returns the credentials that are in the files. Changes to the files count from the next call on. A call throws a Fault while a file is
 * damaged: then no token is accepted.
 */
export function openTokens(data: string, clock: () => Date): (presented: Presented) => Principal | undefined {
  const organisations = watchOrganisations(data);
  const kept = watchJsonFile(data, FILE);
  return ({ token: given }) => {
    const token = entryOf(kept().tokens, given);
    if (token === undefined || stateOf(token, organisations(), clock()) !== 'valid') return undefined;
    return principalOf(token, organisations().find(({ id }) => id === token.organisation)!);
  };
}

function principalOf(token: StoredToken, organisation: Organisation): Principal {
  const { roles, bronregistratie } = organisation;
  const codes = codesOf(token);
  return {
    organisation: organisation.id, tokenEnd: token.tail, bronregistratie, holders: codes.filter((code) => mayWrite(organisation, code)),
    roles: codes.length === 0 ? roles.filter((role) => WITHOUT_CODES.includes(role)) : roles,
  };
}

/** The roles that a token can have without a bronhoudercode. */
const WITHOUT_CODES: readonly Role[] = ['operator', 'reader'];

function isWithoutCodes(roles: readonly Role[]): boolean {
  return roles.some((role) => WITHOUT_CODES.includes(role));
}

/** Returns the codes of a token; empty: it cannot write. */
function codesOf({ holder = null, holders }: Pick<StoredToken, 'holder' | 'holders'>): readonly string[] {
  return holders ?? (holder === null ? [] : [holder]);
}

/** Returns the codes of a new token, each once. */
function codesFor(organisation: Organisation, holders: readonly string[]): readonly string[] {
  const { id, codes, roles } = organisation;
  if (holders.length === 0 && isWithoutCodes(roles) && !roles.includes('writer')) return [];
  const chosen = holders.length === 0 && codes.length === 1 ? codes : [...new Set(holders)];
  const wrong = chosen.filter((code) => !mayWrite(organisation, code));
  if (chosen.length > 0 && wrong.length === 0) return chosen;
  throw new UsageFault(chosen.length === 0 ? 'a token is for one bronhoudercode or more' : 'this organisation may not write with this bronhoudercode', {
    step: 'Tokens:Add', expected: `--holder with one of ${codes.join(' ') || 'its codes, of which it has none'}, of an organisation with the role writer; none for an operator or reader that is no writer`,
    actual: `${id}, ${wrong.join(' ') || 'no --holder'}`, hint: '`ev holders list` lists codes and roles.',
  });
}

function stateOf(token: StoredToken, organisations: readonly Organisation[], now: Date): TokenState {
  const lapse = lapseOf(token, now);
  if (lapse !== null) return lapse;
  return organisations.some((one) => one.id === token.organisation && mayUse(one, codesOf(token))) ? 'valid' : 'without rights';
}

function mayUse(organisation: Organisation, codes: readonly string[]): boolean {
  return codes.length === 0 ? isWithoutCodes(organisation.roles) : codes.some((code) => mayWrite(organisation, code));
}

/** Checks the moments, which may have been edited by hand, and that the codes are given once. */
function mistakesIn({ tokens }: Tokens): readonly string[] {
  const twice = tokens.flatMap(({ holder, holders }, index) => (
    (holder === undefined) === (holders === undefined) ? [`/tokens/${index}: expected either holder or holders`] : []
  ));
  return [...expiryMistakes('/tokens', tokens), ...twice];
}
