/**
 * Public id: refuses what would make a hidden object public while a public object has its id. Such an id was free for others as long as
 * the object was hidden, and readers must find one object under it.
 * Not here: the undo that would do the same (apply-undo.ts), finding the ids (register/hidden-around.ts).
 */
import type { Finding } from '../../../schemas/finding.ts';
import type { PreparedRoot } from '../../../schemas/submission.ts';
import { savepoint, type State } from '../database/database.ts';
import type { Numbered } from '../outcomes/outcomes.ts';
import { refusal } from '../outcomes/refusals.ts';
import type { Recorded, RegisteredRoot, Register } from '../register/register.ts';

export interface Recording {
  readonly recorded: Recorded | undefined;
  /** Why nothing was recorded. */
  readonly refusals: readonly Finding[];
}

/** Records a root, unless that would make an object public with an id that a public object has. */
export function recordUnlessTaken(
  { db, register, submission }: { readonly db: State; readonly register: Register; readonly submission: Numbered },
  root: PreparedRoot, registered: RegisteredRoot | undefined,
): Recording {
  const around = registered && register.hiddenAround(registered.n);
  if (around?.hasHidden !== true) return { recorded: register.record(root, registered, submission), refusals: [] };
  return savepoint(db, (): Recording => {
    const recorded = register.record(root, registered, submission);
    const refusals = around.takenNow().map((id) => takenId(root, id));
    return { recorded: refusals.length === 0 ? recorded : undefined, refusals };
  }, ({ refusals }) => refusals.length === 0);
}

/** Returns the refusal of a root that would make a second object with this id public; it is about the root when this version lacks the object. */
function takenId(root: PreparedRoot, found: string): Finding {
  const object = Math.max(0, root.objects.findIndex(({ id }) => id === found));
  return refusal('id.openbaar-bezet', root, { object, found });
}
