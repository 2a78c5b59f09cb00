/**
 * Full: a delivery that says of some types that it holds all roots of its holder ends those that it leaves out, as a
 * DELETE of each would: no validity is invented, and what was available before can still be asked for.
 *
 * Invariants:
 *  - A root that is refused is not left out. Of a delivery that cannot be read to its end, or in which a root has no id, it is not
 *    known what it leaves out: then it ends nothing.
 *  - What a root that stays links to is not ended; nor is what has ended by its own validity.
 */
import type { Finding, Report } from '../../../schemas/finding.ts';
import { isUnread } from '../../../schemas/rules.ts';
import { momentOf } from '../../../schemas/time.ts';
import { endedNote, linkedNote, uncertainNote } from '../notes/full-notes.ts';
import type { Numbered } from '../outcomes/outcomes.ts';
import type { Register, RootNumber, StandingRoot } from '../register/register.ts';

/** Ends what the delivery leaves out, inside the running transaction; what is said of it. */
export function endLeftOut(register: Register, submission: Numbered, report: Report): readonly Finding[] {
  const { full, holder, received } = submission;
  if (full.length === 0) return [];
  const tense = { isForeseen: submission.isForeseen === true };
  if (!isWhole(report)) return [uncertainNote(tense)];
  const delivered = new Set(report.objects.map(({ id }) => (id === null ? null : register.heldForm(id) ?? id)));
  const leftOut = register.standing(holder, full, momentOf(received)).filter(({ id }) => !delivered.has(id));
  const ending = withoutLinked(register, leftOut);
  for (const { n } of leftOut) if (ending.has(n)) register.withdraw(n, submission);
  return leftOut.map((root) => (ending.has(root.n) ? endedNote(root, tense) : linkedNote(root, tense)));
}

/** Whether all that was delivered is known by its id. */
function isWhole({ objects, unreadFrom, counts }: Report): boolean {
  return unreadFrom === undefined && objects.every(({ id }) => id !== null)
    && !counts.rules.some(({ rule, severity }) => severity === 'error' && isUnread(rule));
}

/** Of these roots those that only roots among them link to, so that they can all end together. */
function withoutLinked(register: Register, roots: readonly StandingRoot[]): ReadonlySet<RootNumber> {
  const ending = new Set(roots.map(({ n }) => n));
  for (let before = -1; before !== ending.size;) {
    before = ending.size;
    for (const n of ending) if (register.linking(n).some((from) => !ending.has(from))) ending.delete(n);
  }
  return ending;
}
