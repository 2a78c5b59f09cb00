/**
 * Current document: the document that a request changes. That is the document of the root in its path, valid when the request was received,
 * else the most recent one; for a correction, the newest one.
 */
import { isNestedTarget, readTarget, type Target } from '../../../schemas/target.ts';
import { momentOf, type Moment } from '../../../schemas/time.ts';
import type { CurrentDocument } from '../../prepare/preparation-job.ts';
import type { RegisteredRoot, Register } from '../register/register.ts';
import type { Submission } from './inbox.ts';

/** Returns the document that a request changes; undefined when there is none. `parent`: id of the parent that the body names. */
export function currentDocument(
  register: Register, { target: path, received, correct }: Submission, parent?: string,
): CurrentDocument | undefined {
  const target = readTarget(path);
  const root = target && rootNamed(register, target, parent);
  // At the last possible moment only the newest version can be valid.
  return root && register.presentDocument(root.n, correct ? Number.MAX_SAFE_INTEGER as Moment : momentOf(received));
}

/** Returns the root that a path names or contains, withdrawn or not. `parent`: id of the parent of a new nested object. */
export function rootNamed(register: Register, target: Target, parent?: string): RegisteredRoot | undefined {
  const id = target.within?.id ?? target.id ?? '';
  if (target.within !== undefined || !isNestedTarget(target)) return register.root(id);
  return register.rootAround(id) ?? (parent === undefined ? undefined : register.rootAround(parent));
}
