/**
 * Deletion: ends the recorded period of one root, and what is refused without a look at what a request brings. Versions
 * stay, for who asks what was available before; the id keeps its type and holder, and can be made anew.
 * Not here: writes that bring an object, or take one out of its root (apply.ts).
 */
import { firstErrorOf, type Finding } from '../../../schemas/finding.ts';
import { backLinkOf } from '../../../schemas/names.ts';
import { shown } from '../../../schemas/shown-values.ts';
import { kindAt, readTarget } from '../../../schemas/target.ts';
import type { State } from '../database/database.ts';
import { rootNamed } from '../inbox/held-by.ts';
import type { Submission } from '../inbox/inbox.ts';
import type { Decided, Numbered } from '../outcomes/outcomes.ts';
import { refusalOfPath, REFUSAL_STATUS, type RefusalRule } from '../outcomes/refusals.ts';
import { reportWithoutBody } from '../outcomes/report.ts';
import type { HeldRoot, Register } from '../register/register.ts';
import { endedRoots } from './drift.ts';
import { forbiddenBy } from './forbidden.ts';

/** Decides a DELETE inside the running transaction of its batch. */
export function applyDeletion({ db, register }: { readonly db: State; readonly register: Register }, submission: Numbered): Decided {
  const id = readTarget(submission.target)?.id ?? '';
  const held = register.root(id);
  const forbidding = forbiddenBy(register, submission, held) ?? linkedRule(register, held);
  if (held === undefined || forbidding !== undefined) return refused(submission, id, forbidding ?? 'id.bestaat-niet');
  register.withdraw(held.n, submission);
  const { id: heldId, type } = held;
  const objects = [{ id: heldId, entityType: type, pointer: '', verdict: 'accepted' as const }];
  const ended = { roots: endedRoots(db, submission), parts: 0 };
  const report = reportWithoutBody(submission, { objects, findings: [], ended });
  return { status: 204, roots: [{ id: heldId, type }], report, aside: null };
}

function linkedRule(register: Register, held: HeldRoot | undefined): RefusalRule | undefined {
  return held !== undefined && register.isLinkedTo(held.n) ? 'verwijzing.doel-verdwijnt' : undefined;
}

/**
 * What forbids a merge before it is asked what that makes: of another holder's object nothing may be told. `place`: id of the object
 * that the request itself names to stand in, for which there is no path that could lead nowhere.
 */
export function refusedMerge(register: Register, submission: Submission, place: string | undefined): Decided | undefined {
  const target = readTarget(submission.target);
  const rule = forbiddenBy(register, submission, target && rootNamed(register, target, place));
  if (rule === undefined) return undefined;
  if (rule === 'id.bestaat-niet' && place !== undefined) return leadsNowhere(submission, place);
  return refused(submission, target?.id ?? target?.within?.id ?? place ?? '', rule);
}

/** The answer to a Feature that names an object to stand in which is not there, or which nobody else may know of. */
function leadsNowhere(submission: Submission, place: string): Decided {
  const target = readTarget(submission.target);
  const { rootId: _, objectId: __, ...found } = refusalOfPath('verwijzing.onbekend', place);
  return refusedFor(submission, target?.id ?? null, { ...found, pointer: `/properties/${backLinkOf(target && kindAt(target))}`, found: shown(place) });
}

/** The answer to a request that brings no object, or one that is not looked at. */
function refused(submission: Submission, id: string, rule: RefusalRule): Decided {
  return refusedFor(submission, id, refusalOfPath(rule, id));
}

function refusedFor(submission: Submission, id: string | null, found: Finding): Decided {
  const objects = [{ id, entityType: null, pointer: '', verdict: 'refused' as const, firstError: firstErrorOf(found) }];
  const report = reportWithoutBody(submission, { objects, findings: [found] });
  return { status: REFUSAL_STATUS[found.rule as RefusalRule], roots: [], report, aside: null };
}
