/** What a PATCH changes: the document at its path that is valid when it was received, else the most recent known. */
import { momentOf } from '../../schemas/time.ts';
import { readTarget } from '../../schemas/target.ts';
import type { HeldDocument } from '../preparation.ts';
import type { Submission } from './inbox.ts';
import type { Register } from './register.ts';

/** Undefined when there is nothing at its path. */
export function heldBy(register: Register, { target, received }: Submission): HeldDocument | undefined {
  return register.presentDocument(readTarget(target)?.id ?? '', momentOf(received));
}
