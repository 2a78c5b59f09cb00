/**
 * Access: who asks (Interface Rules, Authentication 2-4 and 10).
 *
 * Reading is public. A token travels in the Authorization header only. No header where one is needed is 403;
 * a header that is not valid is 401, also on public reads. Not here: what a holder may write (the register
 * decides).
 */
import type { Problem } from './problem.ts';
import type { Service } from './service.ts';

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]{1,4096}=*)$/i;

/** The holder's code, null without a header, or the problem of an invalid one. */
export function holderOf(authorization: string | undefined, service: Pick<Service, 'tokens'>): string | null | Problem {
  if (authorization === undefined) return null;
  const token = BEARER.exec(authorization.trim())?.[1];
  const holder = token === undefined ? undefined : service.tokens(token);
  return holder ?? INVALID_TOKEN;
}

/** As `holderOf`, where a header is needed. */
export function neededHolder(authorization: string | undefined, service: Pick<Service, 'tokens'>): string | Problem {
  return holderOf(authorization, service) ?? NO_TOKEN;
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
