/**
 * Withdrawal: withdraws the roots that an order names, as a DELETE of each would. Versions stay stored for questions about the past.
 *
 * Invariants:
 *  - A root stays while a root that stays links to it; roots of one order that link to one another are withdrawn together.
 *  - An id that is refused leaves the others as they are; in a strict order it refuses all.
 * Not here: which roots the ids name (named-roots.ts), a withdrawal by request (apply-deletion.ts).
 */
import type { Decided, Numbered } from '../outcomes/outcomes.ts';
import { orderReport } from '../outcomes/report.ts';
import type { State } from '../database/database.ts';
import type { WithdrawalOrder } from '../../../schemas/orders.ts';
import { momentOf } from '../../../schemas/time.ts';
import { EffectCollector } from '../notes/effects.ts';
import { refusedId } from '../notes/order-notes.ts';
import { stateChange } from '../notes/state-change.ts';
import type { Register } from '../register/register.ts';
import { endedRoots } from './drift.ts';
import { endableTogether } from './full.ts';
import { located, namedRoots } from './named-roots.ts';

/** Decides a withdrawal inside the running transaction of its batch. */
export function applyWithdrawal(
  { db, register }: { readonly db: State; readonly register: Register }, submission: Numbered, { ids }: Pick<WithdrawalOrder, 'ids'>,
): Decided {
  const { roots, refused: unknown } = namedRoots(register, submission.holder, located(ids));
  const current = roots.filter(({ gone }) => gone === 0);
  const endable = endableTogether(register, current);
  const linked = current.filter(({ n }) => !endable.has(n))
    .map(({ id, pointer, type }) => refusedId('verwijzing.doel-verdwijnt', { id, pointer, entityType: type }));
  const isRefused = submission.strict && unknown.length + linked.length > 0;
  const ending = current.filter(({ n }) => endable.has(n));
  const others = isRefused
    ? ending.map(({ id, pointer, type }) => refusedId('levering.geheel-geweigerd', { id, pointer, entityType: type })) : [];
  const withdrawn = isRefused ? [] : ending;
  const effects = new EffectCollector(register, submission);
  for (const root of withdrawn) {
    const before = register.versions(root.n);
    register.withdraw(root.n, submission);
    effects.addReplaced(root, { ...stateChange(before, [], momentOf(submission.received)), usual: 'changed' });
  }
  const refused = [...unknown, ...linked, ...others];
  const gone = roots.filter((root) => root.gone === 1);
  const ended = endedRoots(db, submission);
  const report = orderReport(submission, 'INTREKKING', {
    objects: [
      ...withdrawn.map(({ id, type, pointer }) => ({ id, entityType: type, pointer, verdict: 'accepted' as const })),
      ...gone.map(({ id, type, pointer }) => ({ id, entityType: type, pointer, verdict: 'unchanged' as const })),
      ...refused.map(({ verdict }) => verdict),
    ],
    findings: refused.map(({ finding }) => finding),
    ended: { roots: ended.length, parts: 0 },
    effects: effects.close({ ended }, gone.length),
  });
  return { status: 200, roots: withdrawn.map(({ id, type }) => ({ id, type })), report, aside: null };
}
