/**
 * Access: authenticates a request and checks its role (Interface Rules, Authentication 2-4 and 10).
 *
 * Reading is public. A token travels in the Authorization header only. A missing header where one is needed is 403. An invalid header is
 * 401, also on public reads. The table in schemas/status-selection.ts gives the status of a token without the role.
 * Each 401 names the scheme and the reason in WWW-Authenticate (RFC 9110 11.6.1, RFC 6750 3.1). A 403 for lack of a
 * header names the schemes that are accepted; no other 403 has a challenge.
 * Not here: API keys (api-key.ts), client certificates (client-certificate.ts), roles per right (schemas/roles.ts), the code of a write
 * (writer.ts), what a holder may write (the register decides).
 */
import { hasRight, RIGHTS, type Principal, type Right } from '../../schemas/roles.ts';
import type { ProblemName } from '../../schemas/problems.ts';
import { selectStatus, type Authorisation } from '../../schemas/status-selection.ts';
import type { Problem } from '../response/problem.ts';
import type { Service } from '../service.ts';
import type { Authenticated } from './authenticated.ts';

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]{1,4096}=*)$/i;

/** Authenticates the header of a request. A token whose signature must be verified gives a promise. */
export function principalOf(
  authorization: string | undefined, service: Pick<Service, 'credentials'>,
): Authenticated | Promise<Authenticated> {
  if (authorization === undefined) return null;
  const token = BEARER.exec(authorization.trim())?.[1];
  const principal = token === undefined ? undefined : service.credentials({ token });
  return principal instanceof Promise ? principal.then((found) => found ?? INVALID_TOKEN) : principal ?? INVALID_TOKEN;
}

/** Returns WWW-Authenticate of a 401: the scheme and the reason (RFC 6750 3.1). A 403 has its own among its headers. */
export function challengeOf(problem: ProblemName): readonly string[] {
  const challenge = CHALLENGES.get(problem);
  return challenge === undefined ? [] : ['WWW-Authenticate', challenge];
}

/** Challenges with the error codes of RFC 6750 3.1. The status stays that of the Interface Rules. No RFC has a scheme for API keys or certificates. */
const CHALLENGES: ReadonlyMap<ProblemName, string> = new Map([
  ['TokenOngeldig', 'Bearer error="invalid_token"'], ['NietGeautoriseerd', 'Bearer error="insufficient_scope"'],
  ['SleutelOngeldig', 'ApiKey error="invalid_key"'], ['CertificaatOngeldig', 'Certificate error="invalid_certificate"'],
]);

/** Problem of a request without the right, or undefined. `isThere`: whether the resource is publicly visible. */
export function withoutRight(principal: Principal | null, right: Right, isThere: () => boolean): Problem | undefined {
  if (RIGHTS[right].roles === null) return undefined;
  if (principal !== null && hasRight(principal, right)) return undefined;
  // Without a token both rows are 403, so the resource is not looked up.
  return refusedAccess(
    { exists: principal !== null && isThere(), isDeterminable: principal !== null, isAuthorised: false },
    principal === null ? NEEDS_TOKEN : needsRole(right),
  );
}

/** Returns the problem that the table of statuses gives a client that is not authorised. */
export function refusedAccess(authorisation: Authorisation, detail: Problem['detail']): Problem {
  if (selectStatus(authorisation) === 401) return { problem: 'NietGeautoriseerd', detail };
  return { problem: 'GeenToegang', detail, ...(authorisation.isDeterminable ? {} : { headers: TOKEN_SCHEME }) };
}

/** Challenge of a request without credentials: the scheme alone, without an error (RFC 6750 3.1). */
const TOKEN_SCHEME = ['WWW-Authenticate', 'Bearer'];

const INVALID_TOKEN: Problem = {
  problem: 'TokenOngeldig',
  detail: {
    nl: 'De kop Authorization bevat geen geldig token; verwacht wordt Authorization: Bearer <token>.',
    en: 'The Authorization header holds no valid token; expected is Authorization: Bearer <token>.',
  },
};

const NEEDS_TOKEN: Problem['detail'] = {
  nl: 'Hiervoor is een token nodig: stuur de kop Authorization: Bearer <token> mee.',
  en: 'This needs a token: send the header Authorization: Bearer <token>.',
};

function needsRole(right: Right): Problem['detail'] {
  const roles = RIGHTS[right].roles ?? [];
  return {
    nl: `De organisatie van dit token of certificaat mag dit niet: nodig is de rol ${roles.join(' of ')}. De beheerder van het register geeft rollen.`,
    en: `The organisation of this token or certificate may not do this: it needs the role ${roles.join(' or ')}. The operator of the register gives roles.`,
  };
}
