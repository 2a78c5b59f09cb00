/**
 * Forbidden: what the register has against a request before it looks at the message: there is nothing at its path, or something
 * already, it is another holder's, or it is no longer as If-Match names it (Interface Rules, Authentication 10).
 * Invariant: a hidden object of another holder is as absent as can be.
 */
import { ROOTS } from '../../../schemas/names.ts';
import { isMadeByPut, namesPart, readTarget, takesType, type Target } from '../../../schemas/target.ts';
import type { Submission } from '../inbox/inbox.ts';
import type { RefusalRule } from '../outcomes/refusals.ts';
import type { HeldRoot, Register } from '../register/register.ts';

/** The rule that forbids it, or undefined; `held`: what the register has as the root that is written. */
export function forbiddenBy(register: Register, submission: Submission, held: HeldRoot | undefined): RefusalRule | undefined {
  const { method, holder } = submission;
  const isForeign = held !== undefined && held.holder !== holder;
  const target = method === 'LEVERING' ? undefined : readTarget(submission.target);
  if (target !== undefined && namesPart(target)) return partForbiddenBy(register, submission, { target, held });
  if (target === undefined || method === 'POST') {
    if (isForeign) return 'houder.niet-de-eigenaar';
    return method === 'POST' && held?.gone === 0 ? 'id.bestaat-al' : undefined;
  }
  const there = rootAt(target, held);
  const makes = method === 'PUT' && isMadeByPut(target);
  if (!makes && (there === undefined || (isForeign && register.isHidden(there.n)))) return 'id.bestaat-niet';
  if (isForeign) return 'houder.niet-de-eigenaar';
  return isAsAsked(register, submission, there) ? undefined : 'id.gewijzigd';
}

/** The same of a write to an object that `held` nests. */
function partForbiddenBy(
  register: Register, submission: Submission, { target, held }: { readonly target: Target; readonly held: HeldRoot | undefined },
): RefusalRule | undefined {
  const { method, holder } = submission;
  const root = rootAt(target, held);
  const isForeign = root !== undefined && root.holder !== holder;
  if (root === undefined || (isForeign && register.isHidden(root.n))) return 'id.bestaat-niet';
  const isThere = target.id === null || isPartAt(register, target, root);
  if (isForeign) return isThere ? 'houder.niet-de-eigenaar' : 'houder.niet-toegestaan';
  const makes = method === 'PUT' && isMadeByPut(target);
  if (!isThere && !makes) return 'id.bestaat-niet';
  return isAsAsked(register, submission, isThere ? root : undefined) ? undefined : 'id.gewijzigd';
}

/** What is held, when it is the root that the path names, or below which it is, and not withdrawn. */
function rootAt(target: Target, held: HeldRoot | undefined): HeldRoot | undefined {
  if (held?.gone !== 0) return undefined;
  const path = namesPart(target) ? target.within?.resource : target.resource;
  return path === undefined || ROOTS[held.type].path === path ? held : undefined;
}

/** Whether the root nests, in any version that is recorded now, the object that the path names. */
function isPartAt(register: Register, target: Target, { n }: HeldRoot): boolean {
  const part = register.object(target.id ?? '');
  return part?.gone === 0 && part.root === n && takesType(target, part.type);
}

function isAsAsked(register: Register, { ifMatch }: Submission, there: HeldRoot | undefined): boolean {
  if (ifMatch === null) return true;
  return there !== undefined && (ifMatch === '*' || register.isAsPublished(there.n, Number(ifMatch)));
}
