/**
 * Access: who asks, and whether their role allows it (Interface Rules, Authentication 2-4 and 10).
 *
 * Reading is public. A token travels in the Authorization header only. No header where one is needed is 403;
 * a header that is not valid is 401, also on public reads. A token without the role is 401 on what exists and 403 on what does not.
 * Each 401 names the scheme in WWW-Authenticate, and why (RFC 9110 11.6.1, RFC 6750 3.1); 403 has no challenge.
 * Not here: which roles a right needs (schemas/access.ts), what a holder may write (the register decides).
 */
import { mayDo, RIGHTS, type Principal, type Right } from '../../schemas/access.ts';
import type { ProblemName } from '../../schemas/problems.ts';
import type { Problem } from '../response/problem.ts';
import type { Service } from '../service.ts';

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]{1,4096}=*)$/i;

/** Who the token stands for, null without a header, or the problem of an invalid one. */
export function principalOf(authorization: string | undefined, service: Pick<Service, 'tokens'>): Principal | null | Problem {
  if (authorization === undefined) return null;
  const token = BEARER.exec(authorization.trim())?.[1];
  const principal = token === undefined ? undefined : service.tokens(token);
  return principal ?? INVALID_TOKEN;
}

/** WWW-Authenticate of a 401: the scheme, and why the token did not do (RFC 6750 3.1); no header beside any other status. */
export function challengeOf(problem: ProblemName): readonly string[] {
  const error = CHALLENGES.get(problem);
  return error === undefined ? [] : ['WWW-Authenticate', `Bearer error="${error}"`];
}

/** Errors of RFC 6750 3.1. The status stays that of the Interface Rules. */
const CHALLENGES: ReadonlyMap<ProblemName, string> = new Map([['TokenOngeldig', 'invalid_token'], ['NietGeautoriseerd', 'insufficient_scope']]);

/** The problem of a request without the right, or undefined. `isThere`: whether what it names exists for everybody. */
export function withoutRight(principal: Principal | null, right: Right, isThere: () => boolean): Problem | undefined {
  if (RIGHTS[right].roles === null) return undefined;
  if (principal === null) return NO_TOKEN;
  if (mayDo(principal, right)) return undefined;
  return isThere() ? notAuthorised(right) : { ...notAuthorised(right), problem: 'GeenToegang' };
}

/** The bronhoudercode that a request writes with. Throws an Error on a route that does not ask for the right to write. */
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
