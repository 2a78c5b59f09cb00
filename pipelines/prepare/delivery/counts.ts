/**
 * Counts: the figures of a report, derived from its verdicts and its totals per rule, so that no two figures disagree.
 * Invariant: counts are exact, also when findings are left out of the report.
 */
import { UNKNOWN_TYPE, type Finding, type ObjectVerdict, type Report, type RuleCount, type Severity, type TypeCount, type Verdict } from '../../../schemas/finding.ts';
import { isRootType } from '../../../schemas/names.ts';

/** Numbers of objects that a submission ends. */
export interface Ended {
  readonly roots: number;
  /** Nested objects of the current version that the submitted root leaves out. */
  readonly parts: number;
}

/** Rules with their own figure in the report. */
export const REVIVED = 'regel.weer-geldig';
export const ONLY_PAST = 'regel.alleen-verleden';

/** The figures for verdicts and totals per rule; `ended` is undefined without a register. */
export function countsOf(objects: readonly ObjectVerdict[], rules: readonly RuleCount[], ended?: Ended): Report['counts'] {
  const types = typesOf(objects);
  const roots = types.filter(({ nested }) => !nested);
  const sum = (of: Verdict | 'objects') => roots.reduce((total, type) => total + type[of], 0);
  const found = (wanted: Severity) =>
    rules.reduce((total, { severity, count }) => total + (severity === wanted ? count : 0), 0);
  return {
    objects: sum('objects'), accepted: sum('accepted'), refused: sum('refused'), unchanged: sum('unchanged'),
    ...(ended === undefined ? {} : {
      ended: ended.roots, endedParts: ended.parts, revived: totalOf(rules, REVIVED), onlyPast: totalOf(rules, ONLY_PAST),
    }),
    errors: found('error'), warnings: found('warning'), rules, types,
  };
}

/** The numbers of ended objects in these figures; undefined without a register. */
export function endedIn({ ended, endedParts = 0 }: Report['counts']): Ended | undefined {
  return ended === undefined ? undefined : { roots: ended, parts: endedParts };
}

function totalOf(rules: readonly RuleCount[], rule: string): number {
  return rules.reduce((total, one) => total + (one.rule === rule ? one.count : 0), 0);
}

/** Totals per rule and severity, in the order of their first finding. */
export class Totals {
  readonly #counts = new Map<string, RuleCount>();

  add({ rule, severity }: Pick<Finding, 'rule' | 'severity'>, more: number): void {
    const key = `${severity} ${rule}`;
    this.#counts.set(key, { rule, severity, count: (this.#counts.get(key)?.count ?? 0) + more });
  }

  all(): readonly RuleCount[] {
    return [...this.#counts.values()];
  }
}

/** Adds totals per rule, in a new list. */
export function withTotals(rules: readonly RuleCount[], more: readonly RuleCount[]): readonly RuleCount[] {
  const totals = new Totals();
  for (const total of [...rules, ...more]) totals.add(total, total.count);
  return totals.all();
}

/** Adds findings to totals per rule, in a new list. */
export function withFindings(rules: readonly RuleCount[], findings: readonly Finding[]): readonly RuleCount[] {
  return withTotals(rules, findings.map(({ rule, severity }) => ({ rule, severity, count: 1 })));
}

/** The verdicts by type: roots first, then nested objects, each by name, unknown types last. A nested object has the verdict of its root. */
function typesOf(verdicts: readonly ObjectVerdict[]): readonly TypeCount[] {
  const [roots, parts] = [new Map<string | null, Row>(), new Map<string | null, Row>()];
  const count = (rows: Map<string | null, Row>, entityType: string | null, { verdict, more }: { verdict: Verdict; more: number }): void => {
    const row = rows.get(entityType) ?? { entityType, nested: rows === parts, objects: 0, accepted: 0, refused: 0, unchanged: 0 };
    rows.set(entityType, row);
    row.objects += more;
    row[verdict] += more;
  };
  for (const { entityType, verdict, nested } of verdicts) {
    count(roots, entityType !== null && isRootType(entityType) ? entityType : null, { verdict, more: 1 });
    for (const name in nested) count(parts, name === UNKNOWN_TYPE ? null : name, { verdict, more: nested[name]! });
  }
  return [roots, parts].flatMap((rows) => [...rows.values()].sort(byName));
}

type Row = { -readonly [key in keyof TypeCount]: TypeCount[key] };

function byName({ entityType: one }: TypeCount, { entityType: other }: TypeCount): number {
  return (one ?? '~') < (other ?? '~') ? -1 : 1;
}
