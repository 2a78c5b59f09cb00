/**
 * Counts: the figures of a report, all of them derived from its verdicts and its totals per rule, so that no two
 * can disagree. Invariant: exact, also where findings are left out of the report.
 */
import type { Finding, ObjectVerdict, Report, RuleCount, Severity, TypeCount, Verdict } from '../../schemas/finding.ts';
import { isRootType, kindOf, OBJECT_TYPES } from '../../schemas/names.ts';

/** Stands for every type that the model does not know. */
const UNKNOWN = 'onbekend';

/** The figures for these verdicts and these totals per rule. */
export function countsOf(objects: readonly ObjectVerdict[], rules: readonly RuleCount[]): Report['counts'] {
  const tally = new TypeTally();
  for (const verdict of objects) tally.add(verdict);
  return countsFrom(tally.types(), rules);
}

/** The figures for what became of each type, and these totals per rule. */
export function countsFrom(types: readonly TypeCount[], rules: readonly RuleCount[]): Report['counts'] {
  const roots = types.filter(({ nested }) => !nested);
  const sum = (of: Verdict | 'objects') => roots.reduce((total, type) => total + type[of], 0);
  const found = (wanted: Severity) =>
    rules.reduce((total, { severity, count }) => total + (severity === wanted ? count : 0), 0);
  return {
    objects: sum('objects'), accepted: sum('accepted'), refused: sum('refused'), unchanged: sum('unchanged'),
    errors: found('error'), warnings: found('warning'), rules, types,
  };
}

/** Totals per rule and severity, in the order in which they came. */
export class Totals {
  readonly #totals: Total[] = [];
  /** Those of each rule, one a severity. */
  readonly #byRule = new Map<string, Total[]>();

  add({ rule, severity }: Pick<Finding, 'rule' | 'severity'>, count: number): void {
    const known = this.#byRule.get(rule)?.find((total) => total.severity === severity);
    if (known !== undefined) known.count += count;
    else this.#addNew({ rule, severity, count });
  }

  all(): readonly RuleCount[] {
    return this.#totals.map((total) => ({ ...total }));
  }

  #addNew(total: Total): void {
    this.#totals.push(total);
    const ofRule = this.#byRule.get(total.rule);
    if (ofRule === undefined) this.#byRule.set(total.rule, [total]);
    else ofRule.push(total);
  }
}

type Total = { -readonly [key in keyof RuleCount]: RuleCount[key] };

/** The totals per rule with others added; a new list. */
export function withTotals(rules: readonly RuleCount[], more: readonly RuleCount[]): readonly RuleCount[] {
  const totals = new Totals();
  for (const total of [...rules, ...more]) totals.add(total, total.count);
  return totals.all();
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

  add({ entityType, verdict, nested }: Counted): void {
    const rootType = entityType !== null && isRootType(entityType) ? entityType : null;
    this.count({ entityType: rootType, nested: false, verdict, objects: 1 });
    for (const name in nested) {
      this.count({ entityType: name === UNKNOWN ? null : name, nested: true, verdict, objects: nested[name]! });
    }
  }

  /** So many objects of one type got this verdict. */
  count({ entityType, nested, verdict, objects }: CountedType): void {
    const rows = nested ? this.#parts : this.#roots;
    let row = rows.get(entityType);
    if (row === undefined) {
      row = { entityType, nested, objects: 0, accepted: 0, refused: 0, unchanged: 0 };
      rows.set(entityType, row);
    }
    row.objects += objects;
    row[verdict] += objects;
  }

  /** Roots first, each part by name, what has no known type last. */
  types(): readonly TypeCount[] {
    return [this.#roots, this.#parts].flatMap((rows) => [...rows.values()].sort(byName));
  }
}

type Row = { -readonly [key in keyof TypeCount]: TypeCount[key] };

type Counted = Pick<ObjectVerdict, 'entityType' | 'verdict'> & { readonly nested?: ObjectVerdict['nested'] };

type CountedType = Pick<Row, 'entityType' | 'nested' | 'objects'> & { readonly verdict: Verdict };

const PROVEN_VERDICTS = ['accepted', 'refused'] as const;

/** The same of what is proven, of which there may be a million: in columns, by the places of types among OBJECT_TYPES. */
export class ProvenTally {
  readonly #columns = PROVEN_VERDICTS.map((verdict) => ({
    verdict, roots: new Uint32Array(OBJECT_TYPES.length), parts: new Uint32Array(OBJECT_TYPES.length),
  }));
  #noValues = 0;

  /** A root whose objects, itself first, have these types. */
  add(types: Uint8Array, { from, until }: { readonly from: number; readonly until: number }, verdict: ProvenVerdict): void {
    const { roots, parts } = this.#columns[verdict === 'accepted' ? 0 : 1]!;
    roots[types[from]!]!++;
    for (let at = from + 1; at < until; at++) parts[types[at]!]!++;
  }

  /** A piece without value, refused. */
  addNoValue(): void {
    this.#noValues++;
  }

  /** Adds to a tally all that was counted, which then begins at nothing. */
  moveTo(tally: TypeTally): void {
    for (const { verdict, roots, parts } of this.#columns) {
      for (const [column, nested] of [[roots, false], [parts, true]] as const) {
        for (const [type, objects] of column.entries()) {
          if (objects > 0) tally.count({ entityType: OBJECT_TYPES[type]!, nested, verdict, objects });
        }
        column.fill(0);
      }
    }
    if (this.#noValues > 0) tally.count({ entityType: null, nested: false, verdict: 'refused', objects: this.#noValues });
    this.#noValues = 0;
  }
}

type ProvenVerdict = typeof PROVEN_VERDICTS[number];

function byName({ entityType: one }: TypeCount, { entityType: other }: TypeCount): number {
  return (one ?? '~') < (other ?? '~') ? -1 : 1;
}
