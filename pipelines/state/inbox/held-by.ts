/**
 * What a request changes: the root that its path names, or names a part of, as that is valid when it was received, else the most recent
 * known; a correction changes the newest version.
 */
import { isNestedTarget, readTarget, type Target } from '../../../schemas/target.ts';
import { momentOf, type Moment } from '../../../schemas/time.ts';
import type { HeldDocument } from '../../prepare/preparation-job.ts';
import type { RegisteredRoot, Register } from '../register/register.ts';
import type { Submission } from './inbox.ts';

/** Undefined when there is nothing at its path. `place`: id of the object that the request itself names to stand in. */
export function heldBy(register: Register, { target: path, received, correct }: Submission, place?: string): HeldDocument | undefined {
  const target = readTarget(path);
  const root = target && rootNamed(register, target, place);
  // In the last moment of all, no version but the newest can be valid.
  return root && register.presentDocument(root.id, correct ? Number.MAX_SAFE_INTEGER as Moment : momentOf(received));
}

/** The root that a path names, or that holds the object which it names, or else the one at `place`; withdrawn or not. */
export function rootNamed(register: Register, target: Target, place?: string): RegisteredRoot | undefined {
  const id = target.within?.id ?? target.id ?? '';
  if (target.within !== undefined || !isNestedTarget(target)) return register.root(id);
  return register.rootAround(id) ?? (place === undefined ? undefined : register.rootAround(place));
}
