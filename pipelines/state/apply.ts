/**
 * Apply: lets one prepared submission have its effect on the register, root by root.
 *
 * The register decides existence, absence, conflict, unchanged, and whose an object is; nothing else does.
 * Invariants:
 *  - A root is accepted or refused whole; a strict submission is accepted or refused as one.
 *  - The effect depends on the register and on the submission only, never on time or on batch boundaries.
 *  - A link resolves to an object of the register, or to one of an accepted root of the same submission.
 * Not here: SQL (register.ts), texts (refusals.ts), what the delivery alone shows (prepare/).
 */
import type { Finding, Report } from '../../schemas/finding.ts';
import type { Outcome, PreparedRoot } from '../../schemas/submission.ts';
import { savepoint, type State } from './database.ts';
import { forbiddenBy } from './forbidden.ts';
import { endLeftOut } from './full.ts';
import { refusesAtOnce } from './levels.ts';
import { resolveLinks } from './links.ts';
import type { Decided, Numbered } from './outcomes.ts';
import type { Prepared } from './prepared.ts';
import { toldOfPart } from './part-report.ts';
import { hiddenNote, refusal, REFUSAL_STATUS, type RefusalRule } from './refusals.ts';
import type { HeldRoot, Register } from './register.ts';
import { amendReport } from './report.ts';

interface Decision {
  readonly register: Register;
  readonly submission: Numbered;
}

interface Tally {
  readonly roots: Outcome['roots'][number][];
  readonly refused: Map<string, readonly Finding[]>;
  readonly unchanged: Set<string>;
  readonly hidden: Map<string, Finding>;
  /** What is said of roots that are not in the delivery. */
  leftOut: readonly Finding[];
  /** Whether a root came to be, or came back. */
  made: boolean;
}

/** Decides one submission that brings objects, inside the running transaction of its batch. */
export function applySubmission(
  { db, register }: { db: State; register: Register }, submission: Numbered, prepared: Prepared,
): Decided {
  const refusedBefore = prepared.report.counts.refused > 0;
  const wrong = (tally: Tally): boolean => submission.strict && (refusedBefore || tally.refused.size > 0);
  const tally = savepoint(db, () => writeRoots({ register, submission }, prepared), (value) => !wrong(value));
  const final = wrong(tally) ? refuseAll(prepared, tally) : tally;
  return {
    status: statusOf(submission, final, prepared.report),
    roots: final.roots,
    report: toldOfPart(amendReport(prepared.report, final, submission)),
    aside: null,
  };
}

function writeRoots(decision: Decision, prepared: Prepared): Tally {
  const { register, submission } = decision;
  const tally: Tally = { roots: [], refused: new Map(), unchanged: new Set(), hidden: new Map(), leftOut: [], made: false };
  const passes = (root: PreparedRoot): boolean => check(decision, root, register.root(root.id)).length === 0;
  const badLinks = resolveLinks(register, prepared, passes);
  for (const root of prepared.roots()) {
    const bad = badLinks(root).map(({ rule, ...place }) => refusal(rule, root, place));
    const held = register.root(root.id);
    const findings = [...check(decision, root, held), ...bad];
    if (findings.length > 0) {
      tally.refused.set(root.pointer, findings);
      continue;
    }
    const changed = register.record(root, held, submission);
    tally.made ||= held?.gone !== 0;
    if (changed) tally.roots.push({ id: root.id, type: root.type });
    else tally.unchanged.add(root.pointer);
    if (root.hidden === null && held !== undefined && register.isHidden(held.n)) {
      tally.hidden.set(root.pointer, hiddenNote(root));
    }
  }
  tally.leftOut = endLeftOut(register, submission, prepared.report);
  return tally;
}

/** What forbids this root here and now; links aside. */
function check(
  { register, submission }: Decision, root: PreparedRoot, held: HeldRoot | undefined,
): readonly Finding[] {
  const forbidding = forbiddenBy(register, submission, held);
  if (forbidding !== undefined) return [refusal(forbidding, root)];
  if (root.bronhoudercode !== submission.holder) {
    return [refusal('houder.andere-bronhouder', root, { found: root.bronhoudercode, expected: submission.holder })];
  }
  const taken = root.objects.flatMap(({ id, type }, object) => {
    const known = register.object(id);
    return known !== undefined && (known.root !== held?.n || known.type !== type) ? [refusal('id.in-gebruik', root, { object, found: id })] : [];
  });
  if (taken.length > 0) return taken;
  const dropped = held === undefined ? [] : register.linkedButDropped(held.n, root);
  return dropped.map((id) => refusal('verwijzing.doel-vervalt', root, { found: id }));
}

/** Nothing of a strict submission stays when one root is refused. */
function refuseAll(prepared: Prepared, tally: Tally): Tally {
  const refused = new Map(tally.refused);
  for (const root of prepared.roots()) {
    if (!refused.has(root.pointer)) refused.set(root.pointer, [refusal('levering.geheel-geweigerd', root)]);
  }
  return { roots: [], refused, unchanged: new Set(), hidden: new Map(), leftOut: [], made: false };
}

/** HTTP status: a delivery is processed whatever becomes of its roots; a request gets what its refusal says. */
function statusOf(submission: Numbered, tally: Tally, report: Report): number {
  if (submission.method === 'LEVERING') return 200;
  const first = [...tally.refused.values()].flat()[0];
  if (first !== undefined) return REFUSAL_STATUS[first.rule as RefusalRule];
  if (report.counts.errors > 0) return refusesAtOnce(report) ? 400 : statusOfErrors(report);
  const change = report.objects[0]?.part?.change;
  if (tally.made || change === 'made') return 201;
  if (change === 'removed') return 204;
  return submission.method === 'POST' ? 422 : 200;
}

/** Of errors found before the register was asked: what was merged may be refused as the register does. */
function statusOfErrors({ findings }: Report): number {
  const known = findings.find(({ rule, severity }) => severity === 'error' && Object.hasOwn(REFUSAL_STATUS, rule));
  return known === undefined ? 422 : REFUSAL_STATUS[known.rule as RefusalRule];
}
