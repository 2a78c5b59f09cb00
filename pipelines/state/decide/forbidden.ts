/**
 * Forbidden: reasons to refuse a request before its body is read. Its path leads to no object, or to one that exists already; the object
 * is another holder's, or differs from the version in If-Match (Interface Rules, Authentication 10).
 * Invariant: a hidden object of another holder is treated as absent. A former holder of an object learns who has it now.
 */
import type { Finding } from '../../../schemas/finding.ts';
import { ROOTS } from '../../../schemas/names.ts';
import { isRequest, timeInCondition } from '../../../schemas/submission.ts';
import { canBeCreatedByPut, isNestedTarget, readTarget, acceptsType, type Target } from '../../../schemas/target.ts';
import type { Submission } from '../inbox/inbox.ts';
import { handedOver } from '../notes/transfer-notes.ts';
import type { RefusalRule } from '../outcomes/refusals.ts';
import type { Handover } from '../register/handovers.ts';
import type { RegisteredRoot, Register, RootNumber } from '../register/register.ts';

/** Returns the rule that forbids the request, or undefined. `registered`: the registered root that the request writes. */
export function forbiddenBy(register: Register, submission: Submission, registered: RegisteredRoot | undefined): RefusalRule | undefined {
  const { method, holder } = submission;
  const isForeign = registered !== undefined && registered.holder !== holder;
  const target = isRequest(method) ? readTarget(submission.target) : undefined;
  if (target !== undefined && isNestedTarget(target)) return partForbiddenBy(register, submission, { target, registered });
  if (target === undefined || method === 'POST') {
    if (isForeign) return foreignRule(register, registered, holder);
    return method === 'POST' && registered?.gone === 0 ? 'id.bestaat-al' : undefined;
  }
  const there = rootAt(target, registered);
  const makes = method === 'PUT' && canBeCreatedByPut(target);
  if (!makes && (there === undefined || (isForeign && register.isHidden(there.n)))) return 'id.bestaat-niet';
  if (isForeign) return foreignRule(register, registered, holder);
  return isAsAsked(register, submission, there) ? undefined : 'id.gewijzigd';
}

/** Returns the rule that forbids a write to an object nested in `registered`, or undefined. */
function partForbiddenBy(
  register: Register, submission: Submission,
  { target, registered }: { readonly target: Target; readonly registered: RegisteredRoot | undefined },
): RefusalRule | undefined {
  const { method, holder } = submission;
  const root = rootAt(target, registered);
  const isForeign = root !== undefined && root.holder !== holder;
  if (root === undefined || (isForeign && register.isHidden(root.n))) return 'id.bestaat-niet';
  const isThere = target.id === null || (isPartAt(register, target, root) && !(isForeign && register.isHiddenObject(target.id)));
  if (isForeign) return isThere ? foreignRule(register, root, holder) : 'houder.niet-toegestaan';
  const makes = method === 'PUT' && canBeCreatedByPut(target);
  if (!isThere && !makes) return 'id.bestaat-niet';
  return isAsAsked(register, submission, isThere ? root : undefined) ? undefined : 'id.gewijzigd';
}

/** Returns the rule that forbids a holder to write a root of another one. */
export function foreignRule(register: Register, { n }: RegisteredRoot, holder: string): 'houder.niet-de-eigenaar' | 'houder.overgedragen' {
  return handoverAfter(register, n, holder) === undefined ? 'houder.niet-de-eigenaar' : 'houder.overgedragen';
}

/** Returns the refusal with the present holder of the root and the moment of the handover, when the root was handed over. */
export function withHandover(
  refusal: Finding, register: Register,
  { registered, holder }: { readonly registered: RegisteredRoot | undefined; readonly holder: string },
): Finding {
  const handover = refusal.rule === 'houder.overgedragen' && registered !== undefined ? handoverAfter(register, registered.n, holder) : undefined;
  return handover === undefined ? refusal : handedOver(refusal, handover);
}

/** Returns the last handover of a root that this holder handed over, perhaps by a later holder; undefined when it never did. */
function handoverAfter(register: Register, root: RootNumber, holder: string): Handover | undefined {
  const handovers = register.handovers(root);
  return handovers.some(({ from }) => from === holder) ? handovers.at(-1) : undefined;
}

/** Returns the registered root when the path names it, or an object in it, and it is not withdrawn. */
function rootAt(target: Target, registered: RegisteredRoot | undefined): RegisteredRoot | undefined {
  if (registered?.gone !== 0) return undefined;
  const path = isNestedTarget(target) ? target.within?.resource : target.resource;
  return path === undefined || ROOTS[registered.type].path === path ? registered : undefined;
}

/** Whether a current version of the root nests the object that the path names. */
function isPartAt(register: Register, target: Target, { n }: RegisteredRoot): boolean {
  const part = register.object(target.id ?? '');
  return part?.gone === 0 && part.root === n && acceptsType(target, part.type);
}

function isAsAsked(register: Register, { ifMatch }: Submission, there: RegisteredRoot | undefined): boolean {
  if (ifMatch === null) return true;
  if (there === undefined || ifMatch === '*') return there !== undefined;
  const time = timeInCondition(ifMatch);
  return time === undefined ? register.isAsPublished(there.n, Number(ifMatch)) : register.isUnchangedSince(there.n, time);
}
