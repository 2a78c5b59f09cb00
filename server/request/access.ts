/**
 * Access: authenticates a request and checks its role (Interface Rules, Authentication 2-4 and 10).
 *
 * Reading is public. A token travels in the Authorization header only. A missing header where one is needed is 403. An invalid header is
 * 401, also on public reads. A token without the role is 401 on an existing resource and 403 on a missing one.
 * Each 401 names the scheme and the reason in WWW-Authenticate (RFC 9110 11.6.1, RFC 6750 3.1); 403 has no challenge.
 * Not here: roles per right (schemas/roles.ts), what a holder may write (the register decides).
 */
import { hasRight, RIGHTS, type Principal, type Right } from '../../schemas/roles.ts';
import type { ProblemName } from '../../schemas/problems.ts';
import type { Problem } from '../response/problem.ts';
import type { Service } from '../service.ts';

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]{1,4096}=*)$/i;

/** Returns the principal of the token, null without a header, or the problem of an invalid header. */
export function principalOf(authorization: string | undefined, service: Pick<Service, 'tokens'>): Principal | null | Problem {
  if (authorization === undefined) return null;
  const token = BEARER.exec(authorization.trim())?.[1];
  const principal = token === undefined ? undefined : service.tokens(token);
  return principal ?? INVALID_TOKEN;
}

/** Returns WWW-Authenticate of a 401: the scheme and the reason (RFC 6750 3.1); no header for any other status. */
export function challengeOf(problem: ProblemName): readonly string[] {
  const error = CHALLENGES.get(problem);
  return error === undefined ? [] : ['WWW-Authenticate', `Bearer error="${error}"`];
}

/** Error codes of RFC 6750 3.1. The status stays that of the Interface Rules. */
const CHALLENGES: ReadonlyMap<ProblemName, string> = new Map([['TokenOngeldig', 'invalid_token'], ['NietGeautoriseerd', 'insufficient_scope']]);

/** Problem of a request without the right, or undefined. `isThere`: whether the resource is publicly visible. */
export function withoutRight(principal: Principal | null, right: Right, isThere: () => boolean): Problem | undefined {
  if (RIGHTS[right].roles === null) return undefined;
  if (principal === null) return NO_TOKEN;
  if (hasRight(principal, right)) return undefined;
  return isThere() ? notAuthorised(right) : { ...notAuthorised(right), problem: 'GeenToegang' };
}

/** Returns the bronhoudercode of the writer. Throws an Error on a route that does not require the right to write. */
export function writerOf({ principal }: { readonly principal: Principal | null }): string {
  const holder = principal?.holder ?? null;
  if (holder === null) throw new Error('a request without a writer reached a write');
  return holder;
}

const INVALID_TOKEN: Problem = {
  problem: 'TokenOngeldig',
  detail: {
    nl: 'De kop Authorization bevat geen geldig token; verwacht wordt Authorization: Bearer <token>.',
    en: 'The Authorization header holds no valid token; expected is Authorization: Bearer <token>.',
  },
};

const NO_TOKEN: Problem = {
  problem: 'GeenToegang',
  detail: {
    nl: 'Hiervoor is een token nodig: stuur de kop Authorization: Bearer <token> mee.',
    en: 'This needs a token: send the header Authorization: Bearer <token>.',
  },
};

function notAuthorised(right: Right): Problem {
  const roles = RIGHTS[right].roles ?? [];
  return {
    problem: 'NietGeautoriseerd',
    detail: {
      nl: `De organisatie van dit token mag dit niet: nodig is de rol ${roles.join(' of ')}. De beheerder van het register geeft rollen.`,
      en: `The organisation of this token may not do this: it needs the role ${roles.join(' or ')}. The operator of the register gives roles.`,
    },
  };
}
