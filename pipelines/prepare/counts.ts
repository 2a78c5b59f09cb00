/**
 * Counts: the figures of a report, all of them derived from its verdicts and its totals per rule, so that no two
 * can disagree. Invariant: exact, also where findings are left out of the report.
 */
import type { Finding, ObjectVerdict, Report, RuleCount, Severity, TypeCount, Verdict } from '../../schemas/finding.ts';
import { isRootType, kindOf } from '../../schemas/names.ts';

/** Stands for every type that the model does not know. */
const UNKNOWN = 'onbekend';

/** The figures for these verdicts and these totals per rule. */
export function countsOf(objects: readonly ObjectVerdict[] | Tallied, rules: readonly RuleCount[]): Report['counts'] {
  const tally = new TypeTally();
  if ('tally' in objects) objects.tally(tally);
  else for (const verdict of objects) tally.add(verdict);
  const types = tally.types();
  const roots = types.filter(({ nested }) => !nested);
  const sum = (verdict: Verdict) => roots.reduce((total, type) => total + type[verdict], 0);
  const found = (wanted: Severity) =>
    rules.reduce((total, { severity, count }) => total + (severity === wanted ? count : 0), 0);
  return {
    objects: objects.length, accepted: sum('accepted'), refused: sum('refused'), unchanged: sum('unchanged'),
    errors: found('error'), warnings: found('warning'), rules, types,
  };
}

/** Verdicts that count themselves (verdicts.ts). */
export interface Tallied {
  readonly length: number;
  tally(types: TypeTally): void;
}

/** The totals per rule with others added; a new list. */
export function withTotals(rules: readonly RuleCount[], more: readonly RuleCount[]): readonly RuleCount[] {
  const totals = new Map<string, RuleCount>();
  for (const { rule, severity, count } of [...rules, ...more]) {
    const key = `${severity} ${rule}`;
    totals.set(key, { rule, severity, count: (totals.get(key)?.count ?? 0) + count });
  }
  return [...totals.values()];
}

/** The totals per rule with more findings counted in; a new list. */
export function withFindings(rules: readonly RuleCount[], findings: readonly Finding[]): readonly RuleCount[] {
  return withTotals(rules, findings.map(({ rule, severity }) => ({ rule, severity, count: 1 })));
}

/** How many objects of each type are nested in a root; undefined when there are none. */
export function nestedTypesOf(objects: readonly { readonly type: string }[]): ObjectVerdict['nested'] {
  if (objects.length <= 1) return undefined;
  const counts: Record<string, number> = {};
  for (const { type } of objects.slice(1)) {
    const name = kindOf(type) === undefined ? UNKNOWN : type;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** What became of the objects of each type. A nested object shares the verdict of its root. */
export class TypeTally {
  readonly #roots = new Map<string | null, Row>();
  readonly #parts = new Map<string | null, Row>();

  add({ entityType, verdict, nested }: ObjectVerdict): void {
    this.addRoot(entityType, verdict);
    for (const name in nested) this.addNested(name === UNKNOWN ? null : name, verdict, nested[name]!);
  }

  addRoot(entityType: string | null, verdict: Verdict): void {
    const row = rowOf(this.#roots, entityType !== null && isRootType(entityType) ? entityType : null, false);
    row.objects++;
    row[verdict]++;
  }

  addNested(entityType: string | null, verdict: Verdict, count: number): void {
    const row = rowOf(this.#parts, entityType, true);
    row.objects += count;
    row[verdict] += count;
  }

  /** Roots first, each part by name, what has no known type last. */
  types(): readonly TypeCount[] {
    return [this.#roots, this.#parts].flatMap((rows) => [...rows.values()].sort(byName));
  }
}

type Row = { -readonly [key in keyof TypeCount]: TypeCount[key] };

function rowOf(rows: Map<string | null, Row>, entityType: string | null, nested: boolean): Row {
  let row = rows.get(entityType);
  if (row === undefined) {
    row = { entityType, nested, objects: 0, accepted: 0, refused: 0, unchanged: 0 };
    rows.set(entityType, row);
  }
  return row;
}

function byName({ entityType: one }: TypeCount, { entityType: other }: TypeCount): number {
  return (one ?? '~') < (other ?? '~') ? -1 : 1;
}
