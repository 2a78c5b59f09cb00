/** What a request changes: the root that its path names, or names a part of, as that is valid when it was received, else the most recent known. */
import { momentOf } from '../../schemas/time.ts';
import { namesPart, readTarget, type Target } from '../../schemas/target.ts';
import type { HeldDocument } from '../preparation.ts';
import type { Submission } from './inbox.ts';
import type { HeldRoot, Register } from './register.ts';

/** Undefined when there is nothing at its path. */
export function heldBy(register: Register, { target: path, received }: Submission): HeldDocument | undefined {
  const target = readTarget(path);
  const root = target && rootNamed(register, target);
  return root && register.presentDocument(root.id, momentOf(received));
}

/** The root that a path names, or that holds the object which it names, withdrawn or not. */
export function rootNamed(register: Register, target: Target): HeldRoot | undefined {
  const id = target.within?.id ?? target.id ?? '';
  return target.within === undefined && namesPart(target) ? register.rootAround(id) : register.root(id);
}
