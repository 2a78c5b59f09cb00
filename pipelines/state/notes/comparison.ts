/**
 * Comparison: compares the findings of a delivery with those of the previous delivery of its holder (schemas/comparison.ts).
 *
 * A decision keeps its findings in short (column decision.findings), so that no whole report is read again. They are at most as many as a
 * report lists. The previous delivery is the last decided one of the holder that had objects.
 */
import type { ComparedFinding, Comparison, RuleComparison } from '../../../schemas/comparison.ts';
import type { Report } from '../../../schemas/finding.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { nfc } from '../../../schemas/normal-form.ts';
import { levelOf, type RuleId, type RuleLevel } from '../../../schemas/rules.ts';
import { shownId } from '../../../schemas/shown-values.ts';
import { formatReceived, type Received } from '../../../schemas/time.ts';
import type { Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { Submission } from '../inbox/inbox.ts';

/** Levels whose findings are about one delivery. */
const OF_ONE_DELIVERY: ReadonlySet<RuleLevel> = new Set<RuleLevel>(['delivery', 'register', 'request']);

interface KeptFinding extends ComparedFinding {
  /** `entityType` of the root. */
  readonly type: string | null;
}

/** The findings of a decided delivery, in short. */
interface KeptFindings {
  readonly findings: readonly KeptFinding[];
  /** Rules of which the report leaves findings out. */
  readonly cut: readonly string[];
}

/** A submission with the number of its decision. */
type Numbered = Submission & { readonly decision: number };

interface Compared {
  readonly comparison: Comparison;
  /** The findings as the decision keeps them. */
  readonly findings: string;
}

/** Compares a delivery with the previous one, and returns what its decision keeps for the next one. */
export function compare(db: Reader, submission: Numbered, report: Report): Compared {
  const now = inShort(report);
  return { comparison: comparisonOf(previousOf(db, submission), now, { report, submission }), findings: JSON.stringify(now) };
}

function comparisonOf(
  previous: PreviousRow | undefined, now: KeptFindings,
  { report, submission }: { readonly report: Report; readonly submission: Submission },
): Comparison {
  if (previous === undefined) return { kind: 'first' };
  if (previous.findings === null) return { kind: 'older' };
  const before = JSON.parse(previous.findings) as KeptFindings;
  // A full delivery that is not read as a whole leaves out unknown roots.
  const full = report.counts.rules.some(({ rule }) => rule === 'levering.volledig-onzeker') ? [] : submission.full;
  return {
    kind: 'compared', with: { uuid: previous.uuid, received: formatReceived(previous.received) },
    objects: report.counts.objects, ...(full.length === 0 ? {} : { full }),
    ...differenceOf(before, now, isComparedIn(report, before, full)),
  };
}

interface PreviousRow {
  readonly uuid: string;
  readonly received: Received;
  readonly findings: string | null;
}

/** The submissions of a holder are decided in order of arrival. An older program kept no findings. Only then SQLite looks into the report, for whether it had objects. */
function previousOf(db: Reader, { holder, decision }: Numbered): PreviousRow | undefined {
  return statement(db, `SELECT uuid, received, findings FROM inbox JOIN decision ON decision.seq = inbox.seq
    WHERE holder = ? AND decision.n < ? AND method = 'LEVERING' AND aside IS NULL
      AND (findings IS NOT NULL OR (report IS NOT NULL AND report ->> '$.counts.objects' > 0))
    ORDER BY inbox.seq DESC LIMIT 1`).get(holder, decision) as unknown as PreviousRow | undefined;
}

function inShort({ findings, objects, counts }: Report): KeptFindings {
  const listed = new Map<RuleId, number>();
  for (const { rule } of findings) listed.set(rule, (listed.get(rule) ?? 0) + 1);
  const totals = new Map<RuleId, number>();
  for (const { rule, count } of counts.rules) totals.set(rule, (totals.get(rule) ?? 0) + count);
  const types = typesOf(objects, new Set(findings.flatMap(({ rootId }) => (rootId === undefined ? [] : [nfc(rootId)]))));
  const kept = new Map<string, KeptFinding>();
  for (const { rule, severity, rootId, objectId, field, missing } of findings) {
    if (rootId === undefined || isOfOneDelivery(rule)) continue;
    const where = field ?? missing;
    const finding: KeptFinding = {
      rule, severity, rootId, ...(objectId === undefined || objectId === rootId ? {} : { objectId }),
      ...(where === undefined ? {} : { field: where }), count: 1, type: types.get(nfc(rootId)) ?? null,
    };
    const key = keyOf(finding);
    kept.set(key, { ...finding, count: (kept.get(key)?.count ?? 0) + 1 });
  }
  const cut = [...totals].filter(([rule, total]) => !isOfOneDelivery(rule) && total > (listed.get(rule) ?? 0)).map(([rule]) => rule);
  return { findings: [...kept.values()], cut };
}

/** Returns the types of the roots with these ids, in NFC. Without findings no root is looked at. */
function typesOf(objects: Report['objects'], ids: ReadonlySet<string>): ReadonlyMap<string, string | null> {
  const types = new Map<string, string | null>();
  if (ids.size === 0) return types;
  for (const { id, entityType } of objects) {
    const key = id === null ? undefined : nfc(shownId(id));
    if (key !== undefined && ids.has(key)) types.set(key, entityType);
  }
  return types;
}

function isOfOneDelivery(rule: RuleId): boolean {
  return OF_ONE_DELIVERY.has(levelOf(rule));
}

function keyOf({ rule, rootId, objectId, field }: ComparedFinding): string {
  return JSON.stringify([rule, nfc(rootId), objectId === undefined ? null : nfc(objectId), field ?? null]);
}

/** Returns whether a root of earlier findings is compared: it is in this delivery, or of a type of which this delivery has all. */
function isComparedIn({ objects }: Report, { findings }: KeptFindings, full: readonly string[]): (finding: KeptFinding) => boolean {
  const present = typesOf(objects, new Set(findings.map(({ rootId }) => nfc(rootId))));
  return ({ rootId, type }) => present.has(nfc(rootId)) || (type !== null && full.includes(type));
}

function differenceOf(before: KeptFindings, now: KeptFindings, isCompared: (finding: KeptFinding) => boolean) {
  const notCompared = [...new Set([...before.cut, ...now.cut])].sort();
  const skipped = new Set(notCompared);
  const relevant = ({ findings }: KeptFindings): ReadonlyMap<string, KeptFinding> =>
    new Map(findings.filter(({ rule }) => !skipped.has(rule)).map((finding) => [keyOf(finding), finding]));
  const [earlier, current] = [relevant(before), relevant(now)];
  const [added, gone] = [beyond(current, earlier), beyond(earlier, current).filter(isCompared)];
  const left = [...current].flatMap(([key, finding]) => {
    const count = Math.min(finding.count, earlier.get(key)?.count ?? 0);
    return count > 0 ? [{ ...finding, count }] : [];
  });
  return {
    counts: { new: sum(added), gone: sum(gone), left: sum(left) }, rules: byRule({ new: added, gone, left }),
    new: listed(added), gone: listed(gone), ...(notCompared.length === 0 ? {} : { notCompared }),
  };
}

/** Returns the findings that others lack, or have fewer of. */
function beyond(ones: ReadonlyMap<string, KeptFinding>, others: ReadonlyMap<string, KeptFinding>): readonly KeptFinding[] {
  return [...ones].flatMap(([key, finding]) => {
    const more = finding.count - (others.get(key)?.count ?? 0);
    return more > 0 ? [{ ...finding, count: more }] : [];
  });
}

function sum(findings: readonly ComparedFinding[]): number {
  return findings.reduce((total, { count }) => total + count, 0);
}

/** Returns the first findings, without the type of their root. */
function listed(findings: readonly KeptFinding[]): readonly ComparedFinding[] {
  return findings.slice(0, LIMITS.comparedFindingsMax).map((kept) => {
    const { type: _, ...finding } = kept;
    return finding;
  });
}

function byRule(parts: Readonly<Record<'new' | 'gone' | 'left', readonly KeptFinding[]>>): readonly RuleComparison[] {
  const rules = new Map<string, RuleComparison>();
  for (const part of ['new', 'gone', 'left'] as const) {
    for (const { rule, severity, count } of parts[part]) {
      const known = rules.get(rule) ?? { rule, severity, new: 0, gone: 0, left: 0 };
      rules.set(rule, { ...known, [part]: known[part] + count });
    }
  }
  return [...rules.values()].sort((one, other) => (one.rule < other.rule ? -1 : 1));
}
