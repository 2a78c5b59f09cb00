/**
 * Typed filter: turns an expression of CQL2 into a filter for one collection, with queryable fields and values of their kinds. Classes
 * Basic CQL2, Advanced Comparison Operators, Array Functions, Basic Spatial Functions, with S_INTERSECTS of polygons. A comparison has a
 * field on one side, and a value or another field of its kind on the other.
 */
import type { FieldValue, Filter, ListOperand, ListRelation, Relation } from '../../publisher/read/series-query.ts';
import { nearest } from '../../schemas/check/nearest.ts';
import { FilterFault, type Expression } from '../../schemas/cql2/expression.ts';
import type { Queryable } from '../../schemas/derived/queryables.ts';
import { unreachable } from '../../schemas/fault.ts';
import { shown } from '../../schemas/shown-values.ts';
import { foldText, type TextFold } from '../../schemas/text-folding.ts';
import { dateMs, parseRfc3339, periodOfDay } from '../../schemas/time.ts';
import type { RequestedCrs } from './crs.ts';
import { compared, kindOf, KIND_TEXTS, type Comparand } from './field-value.ts';
import { TEMPORAL_FUNCTIONS, temporalFilter } from './temporal-filter.ts';
import { isGeometry, nearFilter, SPATIAL_FUNCTIONS, spatialFilter } from './spatial-filter.ts';

export interface FilterContext {
  readonly fields: ReadonlyMap<string, Queryable>;
  readonly crs: RequestedCrs;
}

type Call = Expression & { readonly kind: 'call' };

/** Returns the filter of an expression. Throws FilterFault. */
export function typedFilter(expression: Expression, context: FilterContext): Filter {
  if (expression.kind === 'boolean') return { kind: expression.value ? 'and' : 'or', of: [] };
  if (expression.kind !== 'call') {
    throw new FilterFault(expression.at, { nl: 'hier hoort een vergelijking te staan', en: 'a comparison must stand here' });
  }
  const { name, args } = expression;
  if (!Object.hasOwn(CALLS, name)) throw unknownCall(expression);
  const { count, meaning } = CALLS[name]!;
  const enough = typeof count === 'number' ? args.length === count : args.length >= 2;
  if (!enough) {
    throw new FilterFault(expression.at, {
      nl: `${name} heeft ${args.length} delen, verwacht ${count}`, en: `${name} has ${args.length} parts, expected ${count}`,
    });
  }
  return meaning(expression, context);
}

interface Meaning {
  readonly count: number | '2..';
  readonly meaning: (call: Call, context: FilterContext) => Filter;
}

const comparison = (relation: Relation, turned: Relation): Meaning => ({
  count: 2,
  meaning({ args: [left, right] }, context) {
    const ofTruth = truthComparison([left!, relation, right!], [right!, turned, left!], context);
    if (ofTruth !== undefined) return ofTruth;
    return isProperty(unfolded(right!).of) && !isProperty(unfolded(left!).of)
      ? comparedWith(operandOf(right!, context), turned, left!, context)
      : comparedWith(operandOf(left!, context), relation, right!, context);
  },
});

type Sides = readonly [left: Expression, relation: Relation, right: Expression];

/** Returns the filter of a spatial function compared with true or false, on either side; else undefined. */
function truthComparison(one: Sides, other: Sides, context: FilterContext): Filter | undefined {
  const found = [one, other].find(([left, , right]) => isSpatialCall(left) && right.kind === 'boolean');
  if (found === undefined) return undefined;
  const [call, relation, value] = found;
  const of = typedFilter(call, context);
  const not: Filter = { kind: 'not', of };
  const expected = Number(value.kind === 'boolean' && value.value);
  const holds = (truth: number): boolean => ({
    '=': truth === expected, '<>': truth !== expected,
    '<': truth < expected, '<=': truth <= expected, '>': truth > expected, '>=': truth >= expected,
  })[relation];
  if (holds(1)) return holds(0) ? { kind: 'or', of: [of, not] } : of;
  return holds(0) ? not : { kind: 'and', of: [of, not] };
}

/** Whether an expression is a function of the geometry, which is true or false for every row with a geometry. */
function isSpatialCall(expression: Expression): expression is Call {
  return expression.kind === 'call' && (expression.name === 's_dwithin' || SPATIAL_FUNCTIONS.some((name) => name === expression.name));
}

const listComparison = (relation: ListRelation): Meaning => ({
  count: 2,
  meaning: ({ args: [left, right] }, context) => (
    { kind: 'lists', relation, left: listOperand(left!, context), right: listOperand(right!, context) }
  ),
});

/** All known operators and functions, with their number of operands and their meaning. */
const CALLS: Readonly<Record<string, Meaning>> = {
  and: { count: '2..', meaning: ({ args }, context) => ({ kind: 'and', of: args.map((arg) => typedFilter(arg, context)) }) },
  or: { count: '2..', meaning: ({ args }, context) => ({ kind: 'or', of: args.map((arg) => typedFilter(arg, context)) }) },
  not: { count: 1, meaning: ({ args: [of] }, context) => ({ kind: 'not', of: typedFilter(of!, context) }) },
  '=': comparison('=', '='), '<>': comparison('<>', '<>'),
  '<': comparison('<', '>'), '<=': comparison('<=', '>='), '>': comparison('>', '<'), '>=': comparison('>=', '<='),
  between: { count: 3, meaning: between },
  in: { count: 2, meaning: inList },
  like: { count: 2, meaning: like },
  isnull: { count: 1, meaning: isNull },
  a_equals: listComparison('equals'), a_contains: listComparison('contains'),
  a_containedby: listComparison('containedBy'), a_overlaps: listComparison('overlaps'),
  ...Object.fromEntries(SPATIAL_FUNCTIONS.map((name): [string, Meaning] => (
    [name, { count: 2, meaning: ({ args }, { crs }) => spatialFilter(name, args, crs) }]
  ))),
  ...Object.fromEntries(TEMPORAL_FUNCTIONS.map((name): [string, Meaning] => (
    [name, { count: 2, meaning: ({ args }, context) => temporalFilter(name, args, (expression) => fieldOf(expression, context)) }]
  ))),
  s_dwithin: { count: 3, meaning: ({ args }, { crs }) => nearFilter(args, crs) },
};

function between({ args: [left, low, high] }: Call, context: FilterContext): Filter {
  const operand = operandOf(left!, context);
  const [from, to] = [dated(operand.field, low!), dated(operand.field, high!)];
  return { kind: 'and', of: [comparedWith(operand, '>=', from, context), comparedWith(operand, '<=', to, context)] };
}

/** Returns a text as a day or a moment, for a field of days or moments. */
function dated(field: Queryable, value: Expression): Expression {
  const kind = kindOf(field);
  if (value.kind !== 'text' || (kind !== 'date' && kind !== 'moment')) return value;
  return { kind: dateMs(value.value) === undefined ? 'timestamp' : 'date', text: value.value, at: value.at };
}

function inList({ args: [left, list] }: Call, context: FilterContext): Filter {
  const operand = operandOf(left!, context);
  const { field, fold } = operand;
  if (list!.kind !== 'list' || list!.items.length === 0) {
    throw new FilterFault(list!.at, { nl: 'na IN komt een lijst van waarden', en: 'after IN comes a list of values' });
  }
  if (list!.items.some((item) => isProperty(unfolded(item).of))) {
    return { kind: 'or', of: list!.items.map((item) => comparedWith(operand, '=', item, context)) };
  }
  const values = list!.items.map((item) => valueFor(field, item));
  if (values.every((value): value is FieldValue => typeof value !== 'object')) {
    return { kind: 'in', field: field.name, values, ...(fold === undefined ? {} : { fold }) };
  }
  return { kind: 'or', of: values.map((value) => compared(field.name, '=', value)) };
}

function like({ args: [left, right] }: Call, context: FilterContext): Filter {
  const { field, fold } = operandOf(left!, context);
  if (kindOf(field) !== 'text') {
    throw new FilterFault(left!.at, { nl: `LIKE gaat over teksten, en ${field.name} is ${labelOf(field).nl}`, en: `LIKE is for texts, and ${field.name} is ${labelOf(field).en}` });
  }
  const pattern = unfolded(right!);
  if (pattern.of.kind !== 'text') throw notOfField(field, pattern.of);
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(pattern.of.pattern)) {
    throw new FilterFault(right!.at, { nl: 'na de laatste \\ hoort nog een teken', en: 'after the last \\ another character must come' });
  }
  const text = pattern.fold === undefined ? pattern.of.pattern : foldText(pattern.of.pattern, pattern.fold);
  return { kind: 'like', field: field.name, pattern: text, ...(fold === undefined ? {} : { fold }) };
}

function isNull({ args: [of] }: Call, context: FilterContext): Filter {
  if (isSpatialCall(of!)) typedFilter(of, context);
  if (isGeometry(of!) || isSpatialCall(of!)) return { kind: 'not', of: { kind: 'hasGeometry' } };
  return { kind: 'isNull', field: queryableOf(of!, context).name };
}

/** Returns a queryable list field, or an array of texts and text fields. */
function listOperand(expression: Expression, context: FilterContext): ListOperand {
  const { at } = expression;
  if (expression.kind === 'list') return { items: expression.items.map((item) => listItem(item, context)) };
  if (!isProperty(expression)) {
    const found = written(expression);
    throw new FilterFault(at, {
      nl: `gevonden ${found}, verwacht een veld dat een lijst is of een lijst tussen haakjes, bijvoorbeeld ('tekst')`,
      en: `found ${found}, expected a field that is a list, or a list between brackets, for example ('tekst')`,
    });
  }
  const field = queryableOf(expression, context);
  if (field.isList) return { field: field.name };
  throw new FilterFault(at, {
    nl: `${field.name} is geen lijst maar ${labelOf(field).nl}; gebruik =, IN of LIKE`, en: `${field.name} is no list but ${labelOf(field).en}; use =, IN or LIKE`,
  });
}

function listItem(item: Expression, context: FilterContext): string | { readonly field: string } {
  if (item.kind === 'text') return item.value;
  const field = isProperty(item) ? fieldOf(item, context) : undefined;
  if (field !== undefined && kindOf(field) === 'text') return { field: field.name };
  const found = written(item);
  throw new FilterFault(item.at, {
    nl: `gevonden ${found}, verwacht een tekst, bijvoorbeeld 'tekst': lijsten hebben hier alleen teksten`,
    en: `found ${found}, expected a text, for example 'tekst': lists have only texts here`,
  });
}

function isProperty(expression: Expression): expression is Expression & { readonly kind: 'property' } {
  return expression.kind === 'property';
}

/** Returns a field with a single value. */
function fieldOf(expression: Expression, context: FilterContext): Queryable {
  const field = queryableOf(expression, context);
  if (!field.isList) return field;
  throw new FilterFault(expression.at, {
    nl: `${field.name} is een lijst; gebruik A_CONTAINS(${field.name}, ('tekst')), of A_OVERLAPS, A_EQUALS, A_CONTAINEDBY of IS NULL`,
    en: `${field.name} is a list; use A_CONTAINS(${field.name}, ('tekst')), or A_OVERLAPS, A_EQUALS, A_CONTAINEDBY or IS NULL`,
  });
}

function queryableOf(expression: Expression, { fields }: FilterContext): Queryable {
  const { at } = expression;
  if (expression.kind === 'call') throw unknownCall(expression);
  if (!isProperty(expression)) {
    throw new FilterFault(at, { nl: `gevonden ${written(expression)}, verwacht een veld`, en: `found ${written(expression)}, expected a field` });
  }
  const { name } = expression;
  const field = fields.get(name);
  if (field !== undefined) return field;
  if (isGeometry(expression)) {
    throw new FilterFault(at, { nl: `${name} kan alleen in ruimtelijke functies zoals S_INTERSECTS en bij IS NULL staan`, en: `${name} can stand in spatial functions such as S_INTERSECTS and before IS NULL only` });
  }
  const [best] = nearest(name, fields.keys(), 1);
  const hint = best === undefined ? { nl: '', en: '' } : { nl: `; bedoeld is misschien ${best}`, en: `; perhaps ${best} is meant` };
  throw new FilterFault(at, {
    nl: `‘${shown(name)}’ is geen veld waarop gefilterd kan worden${hint.nl}`, en: `‘${shown(name)}’ is no queryable field${hint.en}`,
  });
}

/** A field in a comparison, and the case or accents that CASEI and ACCENTI ignore. */
interface Operand {
  readonly field: Queryable;
  readonly fold: TextFold | undefined;
}

function operandOf(expression: Expression, context: FilterContext): Operand {
  const { of, fold } = unfolded(expression);
  const field = fieldOf(of, context);
  if (fold === undefined || kindOf(field) === 'text') return { field, fold };
  const { name } = expression as Call;
  throw new FilterFault(of.at, {
    nl: `${name.toUpperCase()} gaat over een tekst, en ${field.name} is ${labelOf(field).nl}`, en: `${name.toUpperCase()} is for a text, and ${field.name} is ${labelOf(field).en}`,
  });
}

const FOLDS: Readonly<Record<string, TextFold>> = { casei: 'case', accenti: 'accents' };

/** Returns the operand of CASEI and ACCENTI, also when these are nested. */
function unfolded(expression: Expression): { readonly of: Expression; readonly fold: TextFold | undefined } {
  if (expression.kind !== 'call' || !Object.hasOwn(FOLDS, expression.name)) return { of: expression, fold: undefined };
  const { name, args: [inner, ...more], at } = expression;
  if (inner === undefined || more.length > 0) {
    throw new FilterFault(at, {
      nl: `${name.toUpperCase()} heeft één deel: een tekst of een veld van teksten`, en: `${name.toUpperCase()} has one part: a text or a field of texts`,
    });
  }
  const { of, fold } = unfolded(inner);
  return { of, fold: fold === undefined || fold === FOLDS[name] ? FOLDS[name] : 'both' };
}

function comparedWith({ field, fold }: Operand, relation: Relation, value: Expression, context: FilterContext): Filter {
  if (isProperty(unfolded(value).of)) return comparedFields({ field, fold }, relation, value, context);
  return compared(field.name, relation, valueFor(field, value), fold);
}

function comparedFields({ field, fold }: Operand, relation: Relation, value: Expression, context: FilterContext): Filter {
  const other = operandOf(value, context);
  const [one, two] = [kindOf(field), kindOf(other.field)].map((kind) => (kind === 'integer' ? 'number' : kind));
  if (one === two) {
    const right = { field: other.field.name, ...(other.fold === undefined ? {} : { fold: other.fold }) };
    return { kind: 'fields', left: { field: field.name, ...(fold === undefined ? {} : { fold }) }, relation, right };
  }
  throw new FilterFault(value.at, {
    nl: `${field.name} is ${labelOf(field).nl} en ${other.field.name} ${labelOf(other.field).nl}; die zijn niet te vergelijken`,
    en: `${field.name} is ${labelOf(field).en} and ${other.field.name} ${labelOf(other.field).en}; these cannot be compared`,
  });
}

function valueFor(field: Queryable, expression: Expression): Comparand {
  const { of: value, fold } = unfolded(expression);
  if (value.kind === 'call') throw unknownCall(value);
  const found = valueOf(field, value);
  if (found === undefined) throw notOfField(field, expression);
  if (fold === undefined) return found;
  if (typeof found !== 'string') throw notOfField(field, expression);
  return foldText(found, fold);
}

/** Returns the value for a field; undefined when the field cannot have it. */
function valueOf(field: Queryable, value: Expression): Comparand | undefined {
  const kind = kindOf(field);
  switch (kind) {
    case 'text': return value.kind === 'text' ? value.value : undefined;
    case 'number': case 'integer': return value.kind === 'number' ? value.value : undefined;
    case 'boolean': return value.kind === 'boolean' ? value.value : undefined;
    case 'date': return value.kind === 'date' ? dateMs(value.text) : undefined;
    case 'moment':
      if (value.kind === 'timestamp') return parseRfc3339(value.text);
      return value.kind === 'date' ? periodOfDay(value.text) : undefined;
    default: return unreachable(kind);
  }
}

function labelOf(field: Queryable) {
  return KIND_TEXTS[kindOf(field)].label;
}

function notOfField(field: Queryable, value: Expression): FilterFault {
  const { inFilter } = KIND_TEXTS[kindOf(field)];
  const found = written(value);
  return new FilterFault(value.at, {
    nl: `${field.name} is ${labelOf(field).nl}; gevonden ${found}, verwacht bijvoorbeeld ${inFilter}`,
    en: `${field.name} is ${labelOf(field).en}; found ${found}, expected for example ${inFilter}`,
  });
}

/** Returns an expression as CQL2 text, shortened. */
function written(expression: Expression): string {
  switch (expression.kind) {
    case 'text': return `'${shown(expression.value)}'`;
    case 'number': case 'boolean': return String(expression.value);
    case 'date': case 'timestamp': return `${expression.kind.toUpperCase()}('${shown(expression.text)}')`;
    case 'property': return shown(expression.name);
    case 'call': return `${shown(expression.name)}(…)`;
    case 'list': return '(…)';
    case 'geometry': return expression.type;
    case 'geometries': return 'GEOMETRYCOLLECTION';
    case 'bbox': return 'BBOX';
    default: return unreachable(expression);
  }
}

const KNOWN_CALLS = 'AND, OR, NOT, =, <>, <, <=, >, >=, LIKE, BETWEEN, IN, IS NULL, CASEI, ACCENTI';

function unknownCall({ name, at }: Call): FilterFault {
  const functions = Object.keys(CALLS).filter((call) => call.includes('_')).map((call) => call.toUpperCase()).join(', ');
  return new FilterFault(at, {
    nl: `${shown(name)} kan hier niet staan; bekend zijn ${KNOWN_CALLS} en ${functions}`, en: `${shown(name)} is not allowed here; known are ${KNOWN_CALLS} and ${functions}`,
  });
}
