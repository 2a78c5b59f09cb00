/**
 * Full: a delivery that is declared full for some types withdraws the holder's roots of these types that it leaves out, as a DELETE of
 * each would. No end of validity is invented, and questions about the past still have an answer.
 *
 * Invariants:
 *  - A refused root is not left out. A delivery withdraws nothing when it cannot be read to its end or has a root without id, because it
 *    is not known which roots it leaves out.
 *  - A root is not withdrawn while a root that stays links to it, or when its own validity has ended.
 */
import type { Finding, Report } from '../../../schemas/finding.ts';
import { leavesObjectsUnknown } from '../../../schemas/rules.ts';
import { momentOf } from '../../../schemas/time.ts';
import { endedNote, linkedNote, uncertainNote } from '../notes/full-notes.ts';
import type { Numbered } from '../outcomes/outcomes.ts';
import type { Register, RootNumber, ActiveRoot } from '../register/register.ts';

/** Withdraws the roots that the delivery leaves out, inside the running transaction. Returns the findings about them. */
export function endLeftOut(register: Register, submission: Numbered, report: Report): readonly Finding[] {
  const { full, holder, received } = submission;
  if (full.length === 0) return [];
  const tense = { isForeseen: submission.isForeseen === true };
  if (!isWhole(report)) return [uncertainNote(tense)];
  const delivered = new Set(report.objects.map(({ id }) => (id === null ? null : register.registeredForm(id) ?? id)));
  const leftOut = register.standing(holder, full, momentOf(received)).filter(({ id }) => !delivered.has(id));
  const ending = endableTogether(register, leftOut);
  for (const { n } of leftOut) if (ending.has(n)) register.withdraw(n, submission);
  return leftOut.map((root) => (ending.has(root.n) ? endedNote(root, tense) : linkedNote(root, tense)));
}

/** Whether all delivered objects were read and have an id. */
function isWhole({ objects, unreadFrom, counts }: Report): boolean {
  return unreadFrom === undefined && objects.every(({ id }) => id !== null)
    && !counts.rules.some(({ rule, severity }) => severity === 'error' && leavesObjectsUnknown(rule));
}

/** Drops roots that are still linked from a root that stays. */
export function endableTogether(register: Register, roots: readonly Pick<ActiveRoot, 'n'>[]): ReadonlySet<RootNumber> {
  const ending = new Set(roots.map(({ n }) => n));
  for (let before = -1; before !== ending.size;) {
    before = ending.size;
    for (const n of ending) if (register.linking(n).some((from) => !ending.has(from))) ending.delete(n);
  }
  return ending;
}
