/**
 * Deletion: withdraws one root, and decides requests whose refusal does not depend on their body. Versions stay stored for questions about
 * the past. The id keeps its type and holder, and the object can be created again.
 * Not here: writes with an object, and removals from a root (apply.ts).
 */
import { firstErrorOf, type Finding } from '../../../schemas/finding.ts';
import { backLinkOf } from '../../../schemas/names.ts';
import { shown } from '../../../schemas/shown-values.ts';
import { kindOfTarget, readTarget } from '../../../schemas/target.ts';
import type { State } from '../database/database.ts';
import { rootNamed } from '../inbox/current-document.ts';
import type { Submission } from '../inbox/inbox.ts';
import type { Decided, Numbered } from '../outcomes/outcomes.ts';
import { refusalOfPath, REFUSAL_STATUS, type RefusalRule } from '../outcomes/refusals.ts';
import { reportWithoutBody } from '../outcomes/report.ts';
import type { RegisteredRoot, Register } from '../register/register.ts';
import { endedRoots } from './drift.ts';
import { forbiddenBy, withHandover } from './forbidden.ts';

/** Decides a DELETE inside the running transaction of its batch. */
export function applyDeletion({ db, register }: { readonly db: State; readonly register: Register }, submission: Numbered): Decided {
  const id = readTarget(submission.target)?.id ?? '';
  const registered = register.root(id);
  const forbidding = forbiddenBy(register, submission, registered) ?? linkedRule(register, registered);
  if (registered === undefined || forbidding !== undefined) {
    return refused(register, submission, { id, registered, rule: forbidding ?? 'id.bestaat-niet' });
  }
  register.withdraw(registered.n, submission);
  const { id: rootId, type } = registered;
  const objects = [{ id: rootId, entityType: type, pointer: '', verdict: 'accepted' as const }];
  const ended = { roots: endedRoots(db, submission).length, parts: 0 };
  const report = reportWithoutBody(submission, { objects, findings: [], ended });
  return { status: 204, roots: [{ id: rootId, type }], report, aside: null };
}

function linkedRule(register: Register, registered: RegisteredRoot | undefined): RefusalRule | undefined {
  return registered !== undefined && register.isLinkedTo(registered.n) ? 'verwijzing.doel-verdwijnt' : undefined;
}

/**
 * Checks permission before merging, so that nothing about another holder's object leaks. `place`: id of the parent that the Feature itself
 * names; its path names none.
 */
export function refusedMerge(register: Register, submission: Submission, place: string | undefined): Decided | undefined {
  const target = readTarget(submission.target);
  const registered = target && rootNamed(register, target, place);
  const rule = forbiddenBy(register, submission, registered);
  if (rule === undefined) return undefined;
  if (rule === 'id.bestaat-niet' && place !== undefined) return leadsNowhere(submission, place);
  return refused(register, submission, { id: target?.id ?? target?.within?.id ?? place ?? '', registered, rule });
}

/** Refusal when the parent does not exist or is not visible to this holder. */
function leadsNowhere(submission: Submission, place: string): Decided {
  const target = readTarget(submission.target);
  const { rootId: _, objectId: __, ...found } = refusalOfPath('verwijzing.onbekend', place);
  return refusedFor(submission, target?.id ?? null, { ...found, pointer: `/properties/${backLinkOf(target && kindOfTarget(target))}`, found: shown(place) });
}

/** Refusal of a request whose body is absent or not read. */
function refused(
  register: Register, submission: Submission,
  { id, registered, rule }: { readonly id: string; readonly registered: RegisteredRoot | undefined; readonly rule: RefusalRule },
): Decided {
  return refusedFor(submission, id, withHandover(refusalOfPath(rule, id), register, { registered, holder: submission.holder }));
}

function refusedFor(submission: Submission, id: string | null, found: Finding): Decided {
  const objects = [{ id, entityType: null, pointer: '', verdict: 'refused' as const, firstError: firstErrorOf(found) }];
  const report = reportWithoutBody(submission, { objects, findings: [found] });
  return { status: REFUSAL_STATUS[found.rule as RefusalRule], roots: [], report, aside: null };
}
