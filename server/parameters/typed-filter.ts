/**
 * Typed filter: what an expression of CQL2 means for one collection: its names are queryable fields, its values are of their
 * kinds. Classes Basic CQL2, Advanced Comparison Operators, Array Functions, Basic Spatial Functions, with S_INTERSECTS of polygons.
 * A field stands on one side of a comparison and a value on the other.
 */
import type { FieldValue, Filter, ListOperand, ListRelation, Relation } from '../../publisher/read/question.ts';
import { nearest } from '../../schemas/check/nearest.ts';
import { FilterFault, type Expression } from '../../schemas/cql2/expression.ts';
import type { Queryable } from '../../schemas/derived/queryables.ts';
import { unreachable } from '../../schemas/fault.ts';
import { shown } from '../../schemas/shown.ts';
import { dateMs, parseRfc3339, periodOfDay } from '../../schemas/time.ts';
import { intersecting } from './asked-geometry.ts';
import type { AskedCrs } from './crs.ts';
import { compared, kindOf, KIND_TEXTS, type Comparand } from './field-value.ts';

/** The geometry of a row, by the name that it has in a feature and in a document. */
export const GEOMETRY_NAMES: readonly string[] = ['geometry', 'geometrie'];

export interface FilterContext {
  readonly fields: ReadonlyMap<string, Queryable>;
  readonly crs: AskedCrs;
}

type Call = Expression & { readonly kind: 'call' };

/** The filter that an expression stands for. Throws FilterFault. */
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
  meaning: ({ args: [left, right] }, context) => (isProperty(right!) && !isProperty(left!)
    ? comparedWith(fieldOf(right, context), turned, left!) : comparedWith(fieldOf(left!, context), relation, right!)),
});

const listComparison = (relation: ListRelation): Meaning => ({
  count: 2,
  meaning: ({ args: [left, right] }, context) => (
    { kind: 'lists', relation, left: listOperand(left!, context), right: listOperand(right!, context) }
  ),
});

/** Every call that is known, with how many parts it has and what it means. */
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
  s_intersects: { count: 2, meaning: intersects },
};

function between({ args: [left, low, high] }: Call, context: FilterContext): Filter {
  const field = fieldOf(left!, context);
  return { kind: 'and', of: [comparedWith(field, '>=', low!), comparedWith(field, '<=', high!)] };
}

function inList({ args: [left, list] }: Call, context: FilterContext): Filter {
  const field = fieldOf(left!, context);
  if (list!.kind !== 'list' || list!.items.length === 0) {
    throw new FilterFault(list!.at, { nl: 'na IN komt een lijst van waarden', en: 'after IN comes a list of values' });
  }
  const values = list!.items.map((item) => valueFor(field, item));
  if (values.every((value): value is FieldValue => typeof value !== 'object')) return { kind: 'in', field: field.name, values };
  return { kind: 'or', of: values.map((value) => compared(field.name, '=', value)) };
}

function like({ args: [left, right] }: Call, context: FilterContext): Filter {
  const field = fieldOf(left!, context);
  if (kindOf(field) !== 'text') {
    throw new FilterFault(left!.at, { nl: `LIKE gaat over teksten, en ${field.name} is ${said(field).nl}`, en: `LIKE is for texts, and ${field.name} is ${said(field).en}` });
  }
  if (right!.kind !== 'text') throw notOfField(field, right!);
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(right!.pattern)) {
    throw new FilterFault(right!.at, { nl: 'na de laatste \\ hoort nog een teken', en: 'after the last \\ another character must come' });
  }
  return { kind: 'like', field: field.name, pattern: right!.pattern };
}

function isNull({ args: [of] }: Call, context: FilterContext): Filter {
  if (isGeometry(of!)) return { kind: 'not', of: { kind: 'hasGeometry' } };
  return { kind: 'isNull', field: queryableOf(of!, context).name };
}

/** A queryable list, or an array of texts and of fields of texts. */
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
    nl: `${field.name} is geen lijst maar ${said(field).nl}; gebruik =, IN of LIKE`, en: `${field.name} is no list but ${said(field).en}; use =, IN or LIKE`,
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

function intersects({ args: [left, right], at }: Call, { crs }: FilterContext): Filter {
  const other = isGeometry(left!) ? right! : isGeometry(right!) ? left! : undefined;
  if (other?.kind !== 'geometry' && other?.kind !== 'bbox') {
    throw new FilterFault(at, {
      nl: `S_INTERSECTS vergelijkt ${GEOMETRY_NAMES[0]} met een POINT, BBOX, POLYGON of MULTIPOLYGON`,
      en: `S_INTERSECTS compares ${GEOMETRY_NAMES[0]} with a POINT, BBOX, POLYGON or MULTIPOLYGON`,
    });
  }
  return intersecting(other, crs);
}

function isProperty(expression: Expression): expression is Expression & { readonly kind: 'property' } {
  return expression.kind === 'property';
}

function isGeometry(expression: Expression): boolean {
  return expression.kind === 'property' && GEOMETRY_NAMES.includes(expression.name);
}

/** A field with a single value. */
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
    throw new FilterFault(at, { nl: `${name} kan alleen in S_INTERSECTS en bij IS NULL staan`, en: `${name} can stand in S_INTERSECTS and before IS NULL only` });
  }
  const [best] = nearest(name, fields.keys(), 1);
  const hint = best === undefined ? { nl: '', en: '' } : { nl: `; bedoeld is misschien ${best}`, en: `; perhaps ${best} is meant` };
  throw new FilterFault(at, {
    nl: `‘${shown(name)}’ is geen veld waarop gefilterd kan worden${hint.nl}`, en: `‘${shown(name)}’ is no queryable field${hint.en}`,
  });
}

function comparedWith(field: Queryable, relation: Relation, value: Expression): Filter {
  return compared(field.name, relation, valueFor(field, value));
}

function valueFor(field: Queryable, value: Expression): Comparand {
  if (value.kind === 'call') throw unknownCall(value);
  const found = valueOf(field, value);
  if (found === undefined) throw notOfField(field, value);
  return found;
}

/** Undefined when the field cannot hold it. */
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

function said(field: Queryable) {
  return KIND_TEXTS[kindOf(field)].said;
}

function notOfField(field: Queryable, value: Expression): FilterFault {
  const { inFilter } = KIND_TEXTS[kindOf(field)];
  const found = written(value);
  return new FilterFault(value.at, {
    nl: `${field.name} is ${said(field).nl}; gevonden ${found}, verwacht bijvoorbeeld ${inFilter}`,
    en: `${field.name} is ${said(field).en}; found ${found}, expected for example ${inFilter}`,
  });
}

/** An expression as it stands in CQL2 text, shortened. */
function written(expression: Expression): string {
  switch (expression.kind) {
    case 'text': return `'${shown(expression.value)}'`;
    case 'number': case 'boolean': return String(expression.value);
    case 'date': case 'timestamp': return `${expression.kind.toUpperCase()}('${shown(expression.text)}')`;
    case 'property': return shown(expression.name);
    case 'call': return `${shown(expression.name)}(…)`;
    case 'list': return '(…)';
    case 'geometry': return expression.type;
    case 'bbox': return 'BBOX';
    default: return unreachable(expression);
  }
}

function unknownCall({ name, at }: Call): FilterFault {
  return new FilterFault(at, {
    nl: `${shown(name)} kan hier niet staan; bekend zijn AND, OR, NOT, =, <>, <, <=, >, >=, LIKE, BETWEEN, IN, IS NULL, A_CONTAINS, A_OVERLAPS, A_EQUALS, A_CONTAINEDBY en S_INTERSECTS`,
    en: `${shown(name)} cannot stand here; known are AND, OR, NOT, =, <>, <, <=, >, >=, LIKE, BETWEEN, IN, IS NULL, A_CONTAINS, A_OVERLAPS, A_EQUALS, A_CONTAINEDBY and S_INTERSECTS`,
  });
}
