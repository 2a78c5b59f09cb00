/**
 * Transfer: hands roots over to another holder. The versions from its day on get the code of that holder; ids, links and earlier versions
 * stay as they are. From this decision on only that holder may write the roots.
 *
 * Invariants:
 *  - A root that ended or was withdrawn before the day goes too, so that no root is left without a writer; its versions keep their code.
 *  - A root is refused when its newest begun version begins on a later day: periods that were replaced keep their code.
 *  - A root is refused when its receiver has an object with one of its ids already.
 *  - The day may be in the future; writing goes over at once.
 *  - A root that was handed over before is unchanged, so a transfer can be handed in again.
 * Not here: which roots the ids name (named-roots.ts), codes of before in later deliveries (former-codes.ts).
 */
import type { ObjectVerdict } from '../../../schemas/finding.ts';
import type { TransferOrder } from '../../../schemas/orders.ts';
import { momentOf, periodOfDay, type Moment } from '../../../schemas/time.ts';
import { EffectCollector } from '../notes/effects.ts';
import { refusedId } from '../notes/order-notes.ts';
import { stateChange } from '../notes/state-change.ts';
import { decisionNote, leftNote, nothingNote, tooEarly, withoutVersionNote } from '../notes/transfer-notes.ts';
import type { Decided, Numbered } from '../outcomes/outcomes.ts';
import { NONE_ENDED, orderReport } from '../outcomes/report.ts';
import { begunVersion } from '../register/history.ts';
import type { Register, RegisteredRoot } from '../register/register.ts';
import { located, namedRoots, type NamedRoot, type RefusedId } from './named-roots.ts';

/** Decides a transfer inside the running transaction of its batch. */
export function applyTransfer({ register }: { readonly register: Register }, submission: Numbered, order: TransferOrder): Decided {
  const { from, to } = order;
  const { from: at, until: dayEnd } = periodOfDay(order.at)!;
  const chosen = chosenRoots(register, order);
  const kept = chosen.roots.flatMap((root) => refusedRoot(register, root, { order, dayEnd, now: momentOf(submission.received) }) ?? []);
  const refusedBefore = [...chosen.refused, ...kept];
  const isRefused = submission.strict && refusedBefore.length > 0;
  const keptIds = new Set(kept.map(({ verdict }) => verdict.id));
  const going = chosen.roots.filter(({ id }) => !keptIds.has(id));
  const others = isRefused
    ? going.map(({ id, pointer, type }) => refusedId('levering.geheel-geweigerd', { id, pointer, entityType: type })) : [];
  const handed = isRefused ? [] : going;
  const effects = new EffectCollector(register, submission);
  let withoutVersion = 0;
  for (const root of handed) {
    const before = register.versions(root.n);
    if (!register.handOver(root, { to, at }, submission)) withoutVersion++;
    effects.addReplaced(root, { ...stateChange(before, register.versions(root.n), momentOf(submission.received)), usual: 'changed' });
  }
  const refused = [...refusedBefore, ...others];
  const left = register.rootsOf(from);
  const report = orderReport(submission, 'OVERDRACHT', {
    objects: [
      ...handed.map((root) => verdictOn(root, 'accepted')), ...chosen.unchanged.map((root) => verdictOn(root, 'unchanged')),
      ...refused.map(({ verdict }) => verdict),
    ],
    findings: [
      decisionNote(order), ...(handed.length === 0 ? [nothingNote(order)] : []),
      ...(withoutVersion === 0 ? [] : [withoutVersionNote(order, withoutVersion)]),
      ...(order.ids === undefined || left.length === 0 || handed.length === 0 ? [] : [leftNote(order, left.map(({ id }) => id))]),
      ...refused.map(({ finding }) => finding),
    ],
    ended: NONE_ENDED,
    effects: effects.close({ ended: [] }, chosen.unchanged.length),
  });
  return { status: 200, roots: handed.map(({ id, type }) => ({ id, type })), report, aside: null };
}

interface ChosenRoots {
  readonly roots: readonly NamedRoot[];
  /** Roots that were handed over to the same holder before. */
  readonly unchanged: readonly NamedRoot[];
  readonly refused: readonly RefusedId[];
}

/** Returns the roots that an order names: all roots of its holder when it names none. */
function chosenRoots(register: Register, { from, to, ids }: TransferOrder): ChosenRoots {
  if (ids === undefined) {
    const roots = register.rootsOf(from).map((root, index) => ({ ...root, pointer: `/${index}` }));
    return { roots, unchanged: [], refused: [] };
  }
  const unchanged = new Map<string, NamedRoot>();
  const named = located(ids);
  for (const { id, pointer } of named) {
    const root = register.root(id);
    const wasHandedOver = root?.holder === to && register.handovers(root.n).some((one) => one.from === from && one.to === to);
    if (wasHandedOver) unchanged.set(id, { ...root, pointer });
  }
  const { roots, refused } = namedRoots(register, from, named.filter(({ id }) => !unchanged.has(id)));
  return { roots, unchanged: [...unchanged.values()], refused };
}

interface Handing {
  readonly order: TransferOrder;
  readonly dayEnd: Moment;
  readonly now: Moment;
}

/** Returns the refusal of a root whose newest begun version begins on a later day, or whose ids the receiver has already. */
function refusedRoot(
  register: Register, { n, id, pointer, type }: NamedRoot, { order: { to }, dayEnd, now }: Handing,
): RefusedId | undefined {
  const begun = begunVersion(register.versions(n), now);
  if (begun !== undefined && begun.valid.from >= dayEnd) return tooEarly({ id, pointer, entityType: type }, begun.valid.from);
  // As long as a root is hidden, its ids are free for others.
  const [found] = register.idsOfHolder(to, n);
  return found === undefined ? undefined : refusedId('overdracht.id-bezet', { id, pointer, entityType: type, found });
}

function verdictOn({ id, type, pointer }: RegisteredRoot & { readonly pointer: string }, verdict: 'accepted' | 'unchanged'): ObjectVerdict {
  return { id, entityType: type, pointer, verdict };
}
