/**
 * Undo: gives each root that a submission changed its state of just before that submission. Both states stay recorded, and an undo is
 * undone like any other submission.
 *
 * Invariants:
 *  - A root whose state differs from that just after the undone decision is left as it is, unless the undo is forced. Later submissions
 *    that cancelled one another out do not matter. A root that has its state of before is unchanged.
 *  - No link loses its target. A root is left when a root that stays links to an object that it would lose, or when its state of before
 *    links to an object that is gone. A forced undo leaves such a root too.
 *  - A hidden object does not become public while a public object has its id.
 *  - A strict undo restores all roots or none.
 *  - A root that the undone decision handed over gets its holder of before too. By a token no transfer is undone: two holders agreed on it.
 * Not here: which versions are closed and opened (register/history.ts), SQL (register/register.ts), texts (notes/undo-notes.ts).
 */
import type { Finding, ObjectVerdict } from '../../../schemas/finding.ts';
import type { UndoOrder } from '../../../schemas/orders.ts';
import { REGISTER_WORDS } from '../../../schemas/rule-words/register.ts';
import { ofRefusal } from '../../../schemas/rules.ts';
import type { Outcome } from '../../../schemas/submission.ts';
import { momentOf, type Received } from '../../../schemas/time.ts';
import { savepoint, type State } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { EffectCollector, NO_EFFECTS } from '../notes/effects.ts';
import { stateChange } from '../notes/state-change.ts';
import {
  changedLaterNote, leftNote, linkedFromNote, linkToGoneNote, nothingChangedNote, overwrittenNote, revivedNote, undoVerdict,
  type LaterChange,
} from '../notes/undo-notes.ts';
import type { Decided, Numbered } from '../outcomes/outcomes.ts';
import { REFUSAL_STATUS, type RefusalRule } from '../outcomes/refusals.ts';
import { undoReport } from '../outcomes/report.ts';
import type { Handover } from '../register/handovers.ts';
import { currentBefore, isChangedSince, undo, type RecordedVersion } from '../register/history.ts';
import type { RegisteredRoot, Register, RootNumber } from '../register/register.ts';
import { endedRoots } from './drift.ts';

interface Undoing {
  readonly db: State;
  readonly register: Register;
  readonly submission: Numbered;
  readonly order: UndoOrder;
  /** Number of the decision that is undone. */
  readonly undone: number;
}

/** A root that the undone decision changed. */
interface Plan {
  readonly root: RegisteredRoot;
  /** Why the root is left, or null. */
  left: Finding | null;
  readonly isUnchanged: boolean;
  /** The handover by the undone decision that is given back. */
  readonly handover: Handover | undefined;
  /** The later change that a forced undo overwrites. */
  readonly overwritten: LaterChange | undefined;
  /** Objects that the root would lose and that other roots link to now. */
  readonly lost: readonly string[];
  /** Targets of the links of the state before, outside the root. */
  readonly links: readonly string[];
}

/** Decides an undo inside the running transaction of its batch. */
export function applyUndo(
  { db, register }: { readonly db: State; readonly register: Register }, submission: Numbered, order: UndoOrder,
): Decided {
  const found = undoneDecision(db, submission, order);
  if (typeof found === 'string') return refused(submission, order, found);
  const undoing: Undoing = { db, register, submission, order, undone: found };
  const plans = register.changedBy(found).map((root) => planOf(undoing, root));
  for (let left = -1; left !== countLeft(plans);) {
    left = countLeft(plans);
    leaveTakenIds(undoing, plans);
    keepLinks(register, plans);
  }
  const isRefused = submission.strict && plans.some(({ left }) => left !== null);
  return isRefused ? refusedWhole(undoing, plans) : restored(undoing, plans);
}

/** Returns the number of the decision on the undone submission, or the rule that refuses the undo. */
function undoneDecision(db: State, { seq, holder }: Numbered, { undoes }: UndoOrder): number | RefusalRule {
  const row = statement(db, `SELECT holder, decision.n AS decision, aside,
      EXISTS (SELECT 1 FROM handover WHERE decision = decision.n) AS isTransfer,
      EXISTS (SELECT 1 FROM inbox own WHERE own.seq = ? AND own.token_end IS NOT NULL) AS hasToken
    FROM inbox LEFT JOIN decision ON decision.seq = inbox.seq WHERE uuid = ?`)
    .get(seq, undoes) as { holder: string; decision: number | null; aside: string | null; isTransfer: 0 | 1; hasToken: 0 | 1 } | undefined;
  if (row === undefined || row.holder !== holder) return 'herroeping.onbekend';
  if (row.isTransfer === 1 && row.hasToken === 1) return 'herroeping.overdracht';
  return row.decision === null || row.aside !== null ? 'herroeping.niet-verwerkt' : row.decision;
}

function planOf(undoing: Undoing, root: RegisteredRoot): Plan {
  const { register, submission, order, undone } = undoing;
  const all = register.recordedVersions(root.n);
  const handover = register.handoverIn(root.n, undone);
  const nothing = { overwritten: undefined, lost: [], links: [], handover: undefined };
  const isGivenBack = handover?.from === root.holder;
  if (root.holder !== (handover?.to ?? submission.holder) && !isGivenBack) {
    return { root, left: leftNote('herroeping.andere-bronhouder', root), isUnchanged: false, ...nothing };
  }
  const isSame = undo(all, undone, submission.received).length === 0;
  if (isSame && (handover === undefined || isGivenBack)) return { root, left: null, isUnchanged: true, ...nothing };
  const change = isGivenBack || isChangedSince(all, undone) ? newestChange(undoing, root) : undefined;
  if (change !== undefined && !order.force) return { root, left: changedLaterNote(root, change), isUnchanged: false, ...nothing };
  const given = isGivenBack ? undefined : handover;
  return { root, left: null, isUnchanged: false, overwritten: change, handover: given, ...linksOf(register, root.n, { all, undone }) };
}

function countLeft(plans: readonly Plan[]): number {
  return plans.filter(({ left }) => left !== null).length;
}

/** Leaves the roots whose undo would make an object public with an id that a public object has. The undo is tried and taken back. */
function leaveTakenIds({ db, register, submission, undone }: Undoing, plans: readonly Plan[]): void {
  const going = plans.filter(({ left, isUnchanged }) => left === null && !isUnchanged);
  const hiding = going.map((plan) => ({ plan, around: register.hiddenAround(plan.root.n) })).filter(({ around }) => around.hasHidden);
  if (hiding.length === 0) return;
  savepoint(db, () => {
    for (const { root: { n } } of going) register.restore(n, undo(register.recordedVersions(n), undone, submission.received), submission);
    for (const { plan, around } of hiding) if (around.takenNow().length > 0) plan.left = leftNote('herroeping.id-bezet', plan.root);
  }, () => false);
}

/** Returns the newest decision that changed a root after the undone one. A handover of an ended root changes no version. */
function newestChange({ db, undone }: Undoing, { n }: RegisteredRoot): LaterChange {
  const { uuid, received, count } = statement(db, `WITH later AS (
      SELECT decision FROM version WHERE root = ?1 AND decision > ?2 UNION SELECT closed_by FROM version WHERE root = ?1 AND closed_by > ?2
      UNION SELECT decision FROM handover WHERE root = ?1 AND decision > ?2)
    SELECT uuid, received, (SELECT count(*) FROM later) AS count FROM decision JOIN inbox ON inbox.seq = decision.seq
    WHERE decision.n = (SELECT max(decision) FROM later)`).get(n, undone) as { uuid: string; received: Received; count: number };
  return { uuid, received: new Date(received / 1000), count };
}

function linksOf(
  register: Register, root: RootNumber, { all, undone }: { readonly all: readonly RecordedVersion[]; readonly undone: number },
): Pick<Plan, 'lost' | 'links'> {
  const idsOf = (versions: readonly RecordedVersion[]) => versions.map(({ doc }) => register.idsIn(doc));
  const before = idsOf(currentBefore(all, undone));
  const staying = new Set(before.flatMap(({ objects }) => objects));
  const now = new Set(idsOf(all.filter(({ closedBy }) => closedBy === null)).flatMap(({ objects }) => objects));
  return {
    lost: [...now].filter((id) => !staying.has(id) && register.linkingTo(id, root).length > 0),
    links: [...new Set(before.flatMap(({ links }) => links))],
  };
}

/** Leaves the roots whose undo would leave a link without target. Leaving one root may require others to be left. */
function keepLinks(register: Register, plans: readonly Plan[]): void {
  const undoing = new Map(plans.filter(({ left, isUnchanged }) => left === null && !isUnchanged).map((plan) => [plan.root.n, plan]));
  const linked = [...undoing.values()].filter(({ lost, links }) => lost.length + links.length > 0);
  for (let before = -1; before !== undoing.size;) {
    before = undoing.size;
    for (const plan of linked.filter(({ root }) => undoing.has(root.n))) {
      plan.left = brokenLink(register, plan, undoing);
      if (plan.left !== null) undoing.delete(plan.root.n);
    }
  }
}

/** Returns the finding about a link that this root would break, or null. `undoing`: the roots that get their state of before. */
function brokenLink(register: Register, { root, lost, links }: Plan, undoing: ReadonlyMap<RootNumber, Plan>): Finding | null {
  const keeps = (n: RootNumber, id: string): boolean => undoing.get(n)?.links.includes(id) ?? true;
  const linked = lost.find((id) => register.linkingTo(id, root.n).some((from) => keeps(from, id)));
  if (linked !== undefined) return linkedFromNote(root, linked);
  // The state before of all these roots is of one moment, so their links to one another have targets.
  const gone = links.find((id) => {
    const object = register.object(id);
    return register.typeOf(id) === undefined && (object === undefined || !undoing.has(object.root));
  });
  return gone === undefined ? null : linkToGoneNote(root, gone);
}

function restored({ db, register, submission, order, undone }: Undoing, plans: readonly Plan[]): Decided {
  const roots: Outcome['roots'][number][] = [];
  const objects: ObjectVerdict[] = [];
  const findings: Finding[] = [];
  const effects = new EffectCollector(register, submission);
  let parts = 0;
  for (const { root, left, isUnchanged, overwritten, handover } of plans) {
    objects.push(undoVerdict(root, left ?? (isUnchanged ? 'unchanged' : 'accepted')));
    if (left !== null) findings.push(left);
    if (left !== null || isUnchanged) continue;
    const [before, versionsBefore] = [register.presentObjects(root.n), register.versions(root.n)];
    register.restore(root.n, undo(register.recordedVersions(root.n), undone, submission.received), submission);
    if (handover !== undefined) register.handBack(root.n, handover, submission);
    const after = new Set(register.presentObjects(root.n).map(({ id }) => id));
    const endedParts = after.size === 0 ? [] : before.filter(({ id }) => !after.has(id));
    parts += endedParts.length;
    roots.push({ id: root.id, type: root.type });
    const change = stateChange(versionsBefore, register.versions(root.n), momentOf(submission.received));
    effects.addReplaced(root, { ...change, usual: 'reverted', endedParts });
    if (overwritten !== undefined) findings.push(overwrittenNote(root, overwritten));
    if (change.effect === 'revived') findings.push(revivedNote(root));
  }
  if (plans.length === 0) findings.push(nothingChangedNote());
  const endedNow = endedRoots(db, submission);
  const report = undoReport(submission, order.undoes, {
    objects, findings, ended: { roots: endedNow.length, parts },
    effects: effects.close({ ended: endedNow }, plans.filter(({ isUnchanged }) => isUnchanged).length),
  });
  return { status: 200, roots, report, aside: null };
}

/** Refuses a strict undo: the roots that are left, with their reasons, and the others because of them. */
function refusedWhole({ submission, order }: Undoing, plans: readonly Plan[]): Decided {
  const verdicts = plans.map(({ root, left }) => ({ root, finding: left ?? leftNote('herroeping.geheel-geweigerd', root), isCause: left !== null }));
  const objects = verdicts.map(({ root, finding }) => undoVerdict(root, finding));
  const [causes, others] = [verdicts.filter(({ isCause }) => isCause), verdicts.filter(({ isCause }) => !isCause)];
  const findings = [...causes, ...others].map(({ finding }) => finding);
  return { status: 409, roots: [], report: undoReport(submission, order.undoes, { objects, findings, effects: NO_EFFECTS }), aside: null };
}

function refused(submission: Numbered, { undoes }: UndoOrder, rule: RefusalRule): Decided {
  const finding: Finding = { ...ofRefusal(rule), pointer: '', found: undoes, ...REGISTER_WORDS[rule] };
  const report = undoReport(submission, undoes, { objects: [], findings: [finding], effects: NO_EFFECTS });
  return { status: REFUSAL_STATUS[rule], roots: [], report, aside: null };
}
