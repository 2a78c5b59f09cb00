/**
 * Writer: the bronhoudercode under which a request writes.
 *
 * A token for one code writes as that code. A token for several codes writes as the code in the parameter `bronhouder`, else as the
 * `bronhoudercode` in the body of a single object. A request without a code is 400, and lists the codes of the token.
 * Not here: whether the code may write the object (the register decides).
 */
import { isObject, own, type Json } from '../../schemas/json.ts';
import type { Principal } from '../../schemas/roles.ts';
import type { Writer } from '../../schemas/submission.ts';
import type { Target } from '../../schemas/target.ts';
import { parameterProblem, type ParameterFault } from '../parameters/query.ts';
import type { Problem } from '../response/problem.ts';
import type { ServiceRequest } from '../service.ts';
import { refusedAccess } from './access.ts';

interface NamedCode {
  /** The bronhoudercode that the request names; null: none. */
  readonly code: string | null;
  /** Whether the resource that the request writes exists in public. */
  readonly isThere: () => boolean;
  /** Absolute URL of the request, without query. */
  readonly url: string;
}

/** Returns the writer under the named code, or the problem of a code that is missing or not the token's. */
export function writerOf({ principal, query }: Pick<ServiceRequest, 'principal' | 'query'>, { code, isThere, url }: NamedCode): Writer | Problem {
  const { holders, organisation, tokenEnd } = writing(principal);
  const holder = code ?? (holders.length === 1 ? holders[0]! : null);
  if (holder === null) return parameterProblem([missing(holders)], query, url);
  if (holders.includes(holder)) return { holder, organisation, tokenEnd };
  return refusedAccess({ exists: isThere(), isDeterminable: true, isAuthorised: false }, foreign(holder, holders));
}

/** Whether only the body can name the code: the token has several, and the parameter names none. */
export function isCodeInBody({ principal }: Pick<ServiceRequest, 'principal'>, code: string | null): boolean {
  return code === null && writing(principal).holders.length > 1;
}

/** Returns the bronhoudercode of a single object in a body; null without one. The pipelines report any error in the body. */
export function readBodyCode(body: Buffer, form: Target['form']): string | null {
  try {
    const object = JSON.parse(body.toString()) as Json;
    const fields = form === 'feature' && isObject(object) ? own(object, 'properties') : object;
    const code = isObject(fields) ? own(fields, 'bronhoudercode') : undefined;
    return typeof code === 'string' ? code : null;
  } catch {
    return null;
  }
}

/** Returns the principal. Throws an Error on a route that does not require the right to write. */
export function writing(principal: Principal | null): Principal {
  if (principal === null || principal.holders.length === 0) throw new Error('a request without a writer reached a write');
  return principal;
}

function missing(holders: readonly string[]): ParameterFault {
  return {
    problem: 'OngeldigeParameter', name: 'bronhouder', allowed: holders, correct: holders[0]!, isMissing: true,
    reason: {
      nl: `bronhouder ontbreekt. Dit token is voor meer bronhoudercodes: ${holders.join(' ')}. Noem die waarvoor u schrijft, of zet bronhoudercode in het object dat u stuurt.`,
      en: `bronhouder is missing. This token is for several bronhoudercodes: ${holders.join(' ')}. Name the one that you write for, or put bronhoudercode in the object that you send.`,
    },
  };
}

function foreign(code: string, holders: readonly string[]): Problem['detail'] {
  return {
    nl: `Dit token is niet voor bronhoudercode ${code}, wel voor ${holders.join(' ')}. De beheerder van het register geeft codes.`,
    en: `This token is not for bronhoudercode ${code}, but for ${holders.join(' ')}. The operator of the register gives codes.`,
  };
}
