/**
 * The report of a decided submission: the report of preparation, with the verdicts and findings of decide/apply.ts added.
 * Invariant: counts are exact, even when findings above the limit are left out.
 */
import { CRSS } from '../../../schemas/crs.ts';
import type { Effects } from '../../../schemas/effects.ts';
import { firstErrorOf } from '../../../schemas/finding.ts';
import type { Finding, ObjectVerdict, Report } from '../../../schemas/finding.ts';
import type { RuleId } from '../../../schemas/rules.ts';
import type { OrderMethod } from '../../../schemas/order-methods.ts';
import { formatReceived } from '../../../schemas/time.ts';
import { Cap, ELSEWHERE } from '../../prepare/check/index.ts';
import { countsOf, CUT_SHORT, cutRules, withFindings, type Ended } from '../../prepare/delivery/index.ts';
import { checkedBy } from '../../prepare/rule-set.ts';
import type { Submission } from '../inbox/inbox.ts';
import type { Prepared } from '../inbox/prepared.ts';

/** Verdicts and findings by pointer of the root. `hidden` findings and `notes` refuse nothing; `leftOut` findings have no pointer. */
export interface RegisterVerdicts {
  readonly refused: ReadonlyMap<string, readonly Finding[]>;
  readonly unchanged: ReadonlySet<string>;
  readonly hidden: ReadonlyMap<string, Finding>;
  readonly notes: readonly Finding[];
  readonly leftOut: readonly Finding[];
  readonly ended: Ended;
  readonly effects?: Effects | undefined;
}

type PreparedReport = Pick<Prepared, 'report' | 'suggestions'>;

export function amendReport({ report, suggestions }: PreparedReport, verdicts: RegisterVerdicts, submission: Submission): Report {
  const objects = report.objects.map((object) => amendVerdict(object, verdicts));
  const { refused, hidden, notes, leftOut, ended } = verdicts;
  const added = [...[...refused.values()].flat(), ...hidden.values(), ...notes, ...leftOut].map(withSuggestions({ report, suggestions }));
  const warned = warnedFields(added);
  // A back link that preparation warned about, and that the register refuses, is reported once.
  const checked = report.counts.rules
    .map((total) => (total.rule === ELSEWHERE ? { ...total, count: total.count - warned.size } : total)).filter(({ count }) => count > 0);
  const rules = withFindings(checked, added);
  // The number of findings that were left out for a rule is computed again.
  const isLeft = ({ rule, found, pointer }: Finding): boolean => (
    !(rule === CUT_SHORT && found !== undefined) && !(rule === ELSEWHERE && warned.has(pointer)));
  const cap = new Cap();
  const left = report.findings.filter(isLeft);
  for (const finding of left) cap.keeps(finding);
  const findings = [...left, ...added.filter((finding) => cap.keeps(finding))];
  return {
    ...report,
    holder: submission.holder,
    uuid: submission.uuid,
    received: formatReceived(submission.received),
    ...(submission.isForeseen === true ? {} : { sha256: submission.sha256 }),
    ...(submission.correct ? { correction: true as const } : {}),
    objects,
    findings: [...findings, ...cutRules(rules, findings)],
    counts: countsOf(objects, rules, ended),
    ...(verdicts.effects === undefined ? {} : { effects: verdicts.effects }),
  };
}

export const NONE_ENDED: Ended = { roots: 0, parts: 0 };

/** Returns the report on a submission whose body was not read. */
export function reportWithoutBody(
  { target, holder, uuid, received, crs, sha256 }: Pick<Submission, 'target' | 'holder' | 'uuid' | 'received' | 'crs' | 'sha256'>,
  { objects, findings, ended = NONE_ENDED }: Pick<Report, 'objects' | 'findings'> & { readonly ended?: Ended },
): Report {
  return {
    source: target, holder, uuid, received: formatReceived(received), ...(sha256 === '' ? {} : { sha256 }),
    checkedBy: checkedBy(), checkedAt: formatReceived(received),
    model: null, crs: crs ?? CRSS.CRS84.uri,
    objects, findings, changes: [], counts: countsOf(objects, withFindings([], findings), ended),
  };
}

/** Returns the report on an order, whose ids may be many. Verdicts are sorted by their location in the order. */
export function orderReport(
  submission: Submission, order: OrderMethod,
  { objects, findings, ended, effects }: Pick<Report, 'objects' | 'findings'> & { readonly ended: Ended; readonly effects: Effects },
): Report {
  const report = reportWithoutBody(submission, { objects: byPointer(objects), findings: [], ended });
  const rules = withFindings([], findings);
  const cap = new Cap();
  const kept = byPointer(findings).filter((finding) => cap.keeps(finding));
  return { ...report, order, findings: [...kept, ...cutRules(rules, kept)], counts: countsOf(objects, rules, ended), effects };
}

/** Sorts by the index that ends a pointer. */
function byPointer<T extends { readonly pointer: string }>(items: readonly T[]): readonly T[] {
  const indexOf = ({ pointer }: T): number => Number(pointer.slice(pointer.lastIndexOf('/') + 1));
  return [...items].sort((one, other) => indexOf(one) - indexOf(other));
}

/** Returns the report on an undo of a submission. */
export function undoReport(
  submission: Submission, undone: string,
  { ended = NONE_ENDED, ...verdicts }: Pick<Report, 'objects' | 'findings'> & { readonly ended?: Ended; readonly effects: Effects },
): Report {
  return { ...orderReport(submission, 'HERROEPING', { ...verdicts, ended }), undoes: undone };
}

/** Adds the suggestions that preparation had for a link to the refusal of that link. */
function withSuggestions({ report: { findings }, suggestions }: PreparedReport): (refusal: Finding) => Finding {
  const ofBackLinks = new Map(findings.flatMap((finding) => (
    finding.rule !== ELSEWHERE || finding.suggestions === undefined ? [] : [[finding.pointer, finding.suggestions] as const])));
  return (refusal) => {
    const suggested = suggestions.get(refusal.pointer) ?? ofBackLinks.get(fieldOf(refusal.pointer));
    return suggested === undefined ? refusal : { ...refusal, suggestions: suggested };
  };
}

/** Returns the pointer of the field that contains a link. */
function fieldOf(pointer: string): string {
  return pointer.replace(/(?:\/\d+)?\/href$/, '');
}

/** Rules for a link without target, or with a target of a wrong type (decide/resolve-links.ts). */
const UNRESOLVED: ReadonlySet<RuleId> = new Set<RuleId>(['verwijzing.onbekend', 'verwijzing.verkeerde-soort']);

/** Returns the link fields that preparation warned about. The refusal of such a link has `expected`. */
function warnedFields(refusals: readonly Finding[]): ReadonlySet<string> {
  const links = refusals.filter(({ rule, expected }) => UNRESOLVED.has(rule) && expected !== undefined);
  return new Set(links.map(({ pointer }) => fieldOf(pointer)));
}

function amendVerdict(object: ObjectVerdict, { refused, unchanged, hidden }: RegisterVerdicts): ObjectVerdict {
  const [first] = refused.get(object.pointer) ?? [];
  if (first !== undefined) return { ...object, verdict: 'refused', firstError: firstErrorOf(first) };
  const shown = hidden.has(object.pointer) ? { ...object, published: false } : object;
  return unchanged.has(object.pointer) ? { ...shown, verdict: 'unchanged' } : shown;
}
