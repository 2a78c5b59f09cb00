/**
 * Temporal filter: filters for the temporal functions of CQL2. An instant is a day or a moment, of a field or a literal. An interval has
 * two instants, both included, or `..` for an open end. Compared with moments, a day is the whole day in Europe/Amsterdam.
 *
 * Each function is a set of comparisons of the ends of its operands. A row without a value at an end matches neither a function nor its
 * negation. Only a missing second end of an interval is an open end, as in the model (eindGeldigheid).
 */
import type { Filter, Relation } from '../../publisher/read/series-query.ts';
import { FilterFault, type Expression } from '../../schemas/cql2/expression.ts';
import type { Queryable } from '../../schemas/derived/queryables.ts';
import { dateMs, parseRfc3339, periodOfDay } from '../../schemas/time.ts';
import { kindOf, KIND_TEXTS } from './field-value.ts';

type End = 'from' | 'until';
/** An end of the first operand, and its relation to an end of the second. */
type Comparison = readonly [end: End, relation: Relation, other: End];

/** Comparisons of each function, all of which must hold. T_DISJOINT is the negation of T_INTERSECTS (relatedFilter). */
const COMPARISONS = {
  t_after: [['from', '>', 'until']], t_before: [['until', '<', 'from']],
  t_equals: [['from', '=', 'from'], ['until', '=', 'until']],
  t_intersects: [['from', '<=', 'until'], ['until', '>=', 'from']],
  t_contains: [['from', '<', 'from'], ['until', '>', 'until']], t_during: [['from', '>', 'from'], ['until', '<', 'until']],
  t_finishedby: [['from', '<', 'from'], ['until', '=', 'until']], t_finishes: [['from', '>', 'from'], ['until', '=', 'until']],
  t_meets: [['until', '=', 'from']], t_metby: [['from', '=', 'until']],
  t_overlaps: [['from', '<', 'from'], ['until', '>', 'from'], ['until', '<', 'until']],
  t_overlappedby: [['from', '>', 'from'], ['from', '<', 'until'], ['until', '>', 'until']],
  t_startedby: [['from', '=', 'from'], ['until', '>', 'until']], t_starts: [['from', '=', 'from'], ['until', '<', 'until']],
} as const satisfies Readonly<Record<string, readonly Comparison[]>>;

export type TemporalFunction = keyof typeof COMPARISONS | 't_disjoint';
export const TEMPORAL_FUNCTIONS: readonly TemporalFunction[] = [...Object.keys(COMPARISONS) as (keyof typeof COMPARISONS)[], 't_disjoint'];
/** Functions that also accept instants. */
const OF_INSTANTS: readonly TemporalFunction[] = ['t_after', 't_before', 't_disjoint', 't_equals', 't_intersects'];

/** Unit of comparison: days with days, or moments with moments. A literal day may be compared with moments. */
type Scale = 'date' | 'moment';
type FieldOf = (expression: Expression) => Queryable;
type Bound = number | { readonly field: string };
type Operand = Readonly<Record<End, Bound>>;

/** Returns the filter of a temporal function. `fieldOf` returns the field of a name. Throws FilterFault. */
export function temporalFilter(name: TemporalFunction, operands: readonly Expression[], fieldOf: FieldOf): Filter {
  if (!OF_INSTANTS.includes(name)) operands.forEach((operand) => expectInterval(name, operand));
  const scale = scaleOf(operands.flatMap(partsOf), fieldOf);
  const [left = [], right = []] = operands.map((operand) => casesOf(operandOf(operand, { scale, fieldOf, name }), isInterval(operand)));
  const cases = left.flatMap((one) => right.map((other) => (
    { when: [...one.when, ...other.when], pair: [one.operand, other.operand] as const }
  )));
  const isInstant = operands.some(({ kind }) => kind === 'property');
  const filters = cases.map(({ when, pair }): Filter => {
    const filter = relatedFilter(name, pair, isInstant);
    return when.length === 0 ? filter : { kind: 'and', of: [...when, filter] };
  });
  return filters.length === 1 ? filters[0]! : { kind: 'or', of: filters };
}

/** An operand for the rows that match the filters in `when`. */
interface Case {
  readonly when: readonly Filter[];
  readonly operand: Operand;
}

/** Splits an interval that ends with a field. It is open for rows without a value in that field. */
function casesOf(operand: Operand, isInterval: boolean): readonly Case[] {
  const { until } = operand;
  if (!isInterval || typeof until === 'number') return [{ when: [], operand }];
  const isOpen: Filter = { kind: 'isNull', field: until.field };
  return [{ when: [{ kind: 'not', of: isOpen }], operand }, { when: [isOpen], operand: { ...operand, until: Infinity } }];
}

/** Returns the filter for one pair of operands. `isInstant`: one of the operands is a single field. */
function relatedFilter(name: TemporalFunction, [left, right]: readonly [Operand, Operand], isInstant: boolean): Filter {
  const related = name === 't_disjoint' ? 't_intersects' : name;
  const all: Filter = { kind: 'and', of: COMPARISONS[related].map(([end, relation, other]) => compared(left[end], relation, right[other])) };
  const fields = [left, right].flatMap(({ from, until }) => [from, until]).flatMap((bound) => (typeof bound === 'object' ? [bound.field] : []));
  // A comparison with a single field is unknown already when the field is empty. So whereKnown is not needed, and page ranges still
  // apply.
  const known = isInstant && new Set(fields).size === 1 ? all : whereKnown(all, [...new Set(fields)]);
  return name === 't_disjoint' ? { kind: 'not', of: known } : known;
}

function isInterval(expression: Expression): expression is Expression & { readonly kind: 'call' } {
  return expression.kind === 'call' && expression.name === 'interval';
}

function expectInterval(name: TemporalFunction, operand: Expression): void {
  if (isInterval(operand)) return;
  throw new FilterFault(operand.at, {
    nl: `${name.toUpperCase()} vergelijkt intervallen, bijvoorbeeld INTERVAL(beginGeldigheid, eindGeldigheid) of INTERVAL('2024-01-01', '..')`,
    en: `${name.toUpperCase()} compares intervals, for example INTERVAL(beginGeldigheid, eindGeldigheid) or INTERVAL('2024-01-01', '..')`,
  });
}

function partsOf(operand: Expression): readonly Expression[] {
  return isInterval(operand) ? operand.args : [operand];
}

/** Returns the unit of the fields; moments without any field, unless all literals are days. */
function scaleOf(parts: readonly Expression[], fieldOf: FieldOf): Scale {
  const scales = parts.filter(({ kind }) => kind === 'property').map((part): Scale => {
    const field = fieldOf(part);
    const kind = kindOf(field);
    if (kind === 'date' || kind === 'moment') return kind;
    throw new FilterFault(part.at, {
      nl: `gevonden ${field.name}, ${KIND_TEXTS[kind].label.nl}; verwacht een veld van dagen of tijdstippen, zoals beginGeldigheid`,
      en: `found ${field.name}, ${KIND_TEXTS[kind].label.en}; expected a field of days or moments, such as beginGeldigheid`,
    });
  });
  const [first = 'moment'] = scales;
  const other = scales.findIndex((scale) => scale !== first);
  if (other < 0) return first;
  throw new FilterFault(parts.filter(({ kind }) => kind === 'property')[other]!.at, {
    nl: 'een veld van dagen is niet te vergelijken met een van tijdstippen', en: 'a field of days cannot be compared with one of moments',
  });
}

interface Reading {
  readonly scale: Scale;
  readonly fieldOf: FieldOf;
  readonly name: TemporalFunction;
}

function operandOf(operand: Expression, reading: Reading): Operand {
  if (!isInterval(operand)) return { from: boundOf(operand, 'from', reading), until: boundOf(operand, 'until', reading) };
  const { args, at } = operand;
  if (args.length !== 2) {
    throw new FilterFault(at, { nl: `INTERVAL heeft ${args.length} delen, verwacht 2`, en: `INTERVAL has ${args.length} parts, expected 2` });
  }
  const [from, until] = [boundOf(args[0]!, 'from', reading), boundOf(args[1]!, 'until', reading)];
  if (typeof from !== 'number' || typeof until !== 'number' || from <= until) return { from, until };
  throw new FilterFault(at, { nl: 'het begin van dit interval ligt na zijn eind', en: 'the begin of this interval is after its end' });
}

/** Reads one end. In an interval an instant is a plain text, and `..` is open. */
function boundOf(part: Expression, end: End, reading: Reading): Bound {
  if (part.kind === 'property') return { field: reading.fieldOf(part).name };
  if (part.kind === 'text' && part.value === '..') return end === 'from' ? -Infinity : Infinity;
  const text = part.kind === 'text' ? part.value : part.kind === 'date' || part.kind === 'timestamp' ? part.text : undefined;
  const found = text === undefined ? undefined : instantIn(text, end, reading.scale);
  if (found !== undefined) return found;
  const [nl, en] = reading.scale === 'date' ? ["DATE('2026-01-31')", "DATE('2026-01-31')"] : ["TIMESTAMP('2026-01-31T12:00:00Z') of DATE('2026-01-31')", "TIMESTAMP('2026-01-31T12:00:00Z') or DATE('2026-01-31')"];
  throw new FilterFault(part.at, {
    nl: `${reading.name.toUpperCase()} verwacht hier een veld van dagen of tijdstippen, ${nl}, of in INTERVAL een tekst daarvan of '..'`,
    en: `${reading.name.toUpperCase()} expects here a field of days or moments, ${en}, or in INTERVAL a text of one or '..'`,
  });
}

function instantIn(text: string, end: End, scale: Scale): number | undefined {
  if (scale === 'date') return dateMs(text);
  const day = periodOfDay(text);
  if (day === undefined) return parseRfc3339(text);
  return end === 'from' ? day.from : day.until - 1;
}

function compared(left: Bound, relation: Relation, right: Bound): Filter {
  if (typeof left === 'object' && typeof right === 'object') return { kind: 'fields', left: { field: left.field }, relation, right: { field: right.field } };
  if (typeof left === 'object') return { kind: 'compare', field: left.field, relation, value: right as number };
  if (typeof right === 'object') return { kind: 'compare', field: right.field, relation: TURNED[relation], value: left };
  const holds = {
    '=': left === right, '<>': left !== right, '<': left < right, '<=': left <= right, '>': left > right, '>=': left >= right,
  }[relation];
  return { kind: holds ? 'and' : 'or', of: [] };
}

const TURNED: Readonly<Record<Relation, Relation>> = { '=': '=', '<>': '<>', '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** Makes a filter unknown for rows that lack a value of these fields. Otherwise one failing comparison would decide. */
function whereKnown(filter: Filter, fields: readonly string[]): Filter {
  if (fields.length === 0) return filter;
  const known: Filter = { kind: 'and', of: fields.map((field): Filter => ({ kind: 'fields', left: { field }, relation: '=', right: { field } })) };
  return { kind: 'or', of: [{ kind: 'and', of: [known, filter] }, { kind: 'not', of: known }] };
}
