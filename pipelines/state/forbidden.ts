/**
 * Forbidden: what the register has against a request before it looks at the message: there is nothing at its path, or something
 * already, it is another holder's, or it is no longer as If-Match names it (design 11, 13; Interface Rules, Authentication 10).
 * Invariant: a hidden object of another holder is as absent as can be.
 */
import { COLLECTIONS, ROOTS } from '../../schemas/names.ts';
import { readTarget, type Target } from '../../schemas/target.ts';
import type { Submission } from './inbox.ts';
import type { RefusalRule } from './refusals.ts';
import type { HeldRoot, Register } from './register.ts';

/** The rule that forbids it, or undefined; `held`: what the register has under the id that is written. */
export function forbiddenBy(register: Register, submission: Submission, held: HeldRoot | undefined): RefusalRule | undefined {
  const { method, holder } = submission;
  const isForeign = held !== undefined && held.holder !== holder;
  const target = method === 'LEVERING' || method === 'POST' ? undefined : readTarget(submission.target);
  if (target === undefined) {
    if (isForeign) return 'houder.niet-de-eigenaar';
    return method === 'POST' && held?.gone === 0 ? 'id.bestaat-al' : undefined;
  }
  const there = objectAt(target, held);
  const makes = method === 'PUT' && COLLECTIONS.includes(target.resource);
  if (!makes && (there === undefined || (isForeign && register.isHidden(there.n)))) return 'id.bestaat-niet';
  if (isForeign) return 'houder.niet-de-eigenaar';
  return isAsAsked(register, submission, there) ? undefined : 'id.gewijzigd';
}

/** What is held, when it is what the path names and not withdrawn. */
function objectAt({ resource }: Target, held: HeldRoot | undefined): HeldRoot | undefined {
  return held?.gone === 0 && ROOTS[held.type].path === resource ? held : undefined;
}

function isAsAsked(register: Register, { ifMatch }: Submission, there: HeldRoot | undefined): boolean {
  if (ifMatch === null) return true;
  return there !== undefined && (ifMatch === '*' || register.isAsPublished(there.n, Number(ifMatch)));
}
