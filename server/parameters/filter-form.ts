/**
 * Filter form: the inputs of the form on a list page, and the parameters of the list, in both directions.
 *
 * A browser sends every input of a form, also those that are empty. The parameters of a list may not be empty, and some inputs are no
 * parameters: bounds of a field, and a distance to a point. So the form has a hidden input, `FORM_MARK`. A page that is requested with the
 * mark redirects to the address that the inputs mean, which programs can use too. Without the mark, and in other forms than a page,
 * these names are unknown parameters and are refused, as empty values are.
 *
 * Bounds and the distance become one conjunction in `filter`. A filter that the inputs cannot express stays as text, after the others
 * and in brackets. Reading a filter back is exact: a filter that `writeFilter` would not write letter for letter stays text.
 * Not here: the HTML of the form (web/list-form.ts).
 */
import { FilterFault } from '../../schemas/cql2/expression.ts';
import { parseCql2Text } from '../../schemas/cql2/text.ts';
import { CRSS } from '../../schemas/crs.ts';
import { queryablesOf, type Queryable } from '../../schemas/derived/queryables.ts';
import { dateMs } from '../../schemas/time.ts';
import { encodeValue, wrongValue, type ParameterFault, type Query } from './query.ts';

/** Name of the hidden input. */
export const FORM_MARK = 'formulier';
/** Prefix of the input with the lower bound of a field, and of that with the upper bound. */
export const BOUNDS = { from: 'vanaf.', until: 'tot.' } as const;
/** Inputs of the distance to a point: x and y in RD, and metres. */
export const NEAR = { x: 'punt.x', y: 'punt.y', metres: 'afstand.m' } as const;

/** A filter in the terms of the form. */
export interface FormFilter {
  /** Lower and upper bound of fields, as the inputs have them; empty: none. */
  readonly bounds: ReadonlyMap<string, { readonly from: string; readonly until: string }>;
  readonly near: { readonly x: string; readonly y: string; readonly metres: string } | undefined;
  /** The rest of the filter, in CQL2 text; empty without one. */
  readonly other: string;
}

/** Whether a field has bounds in the form instead of one value. */
export function hasBounds(field: Queryable): boolean {
  return !field.isList && field.values === undefined && (field.type === 'number' || field.type === 'integer' || field.format !== undefined);
}

/** Whether a query is that of a submitted form. A cheap test before it is parsed. */
export function isSubmitted({ text }: Query): boolean {
  return text.includes(FORM_MARK) && new URLSearchParams(text).has(FORM_MARK);
}

/** Returns the query that the inputs mean, and the faults of inputs that have no meaning. */
export function queryOfForm({ text }: Query, collection: string): { readonly query: string; readonly faults: readonly ParameterFault[] } {
  const faults: ParameterFault[] = [];
  const given = [...new URLSearchParams(text)].map(([name, value]): Pair => [name, value.trim()])
    .filter(([name, value]) => value !== '' && name !== FORM_MARK);
  const fields = queryablesOf(collection).filter(hasBounds);
  const inputs = new Map(given);
  const all = fields.map(({ name }) => [name, boundsIn(inputs, name)] as const);
  const bounds = new Map(all.filter(([, { from, until }]) => from + until !== ''));
  for (const field of fields) faults.push(...boundFaults(field, inputs));
  const near = nearIn(inputs, faults);
  const isInput = new Set([...fields.flatMap(({ name }) => [BOUNDS.from + name, BOUNDS.until + name]), ...Object.values(NEAR)]);
  const kept = given.filter(([name]) => !isInput.has(name));
  const other = inputs.get('filter') ?? '';
  if (bounds.size > 0 || near !== undefined) faults.push(...otherFaults(other));
  if (near !== undefined && other !== '') faults.push(...crsFaults(inputs.get('filter-crs')));
  const filter = writeFilter({ bounds, near, other });
  const left = new Set(['filter', ...(near === undefined ? [] : ['filter-crs']), ...(inputs.has('bbox') ? [] : ['bbox-crs'])]);
  const pairs = [
    ...kept.filter(([name]) => !left.has(name)), ...(filter === '' ? [] : [['filter', filter] as const]),
    ...(near === undefined ? [] : [['filter-crs', RD] as const]),
  ];
  return { query: pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeValue(value)}`).join('&'), faults };
}

type Pair = readonly [name: string, value: string];
type Inputs = ReadonlyMap<string, string>;
const RD = CRSS['28992'].uri;

function boundsIn(inputs: Inputs, name: string): { readonly from: string; readonly until: string } {
  return { from: inputs.get(BOUNDS.from + name) ?? '', until: inputs.get(BOUNDS.until + name) ?? '' };
}

function boundFaults(field: Queryable, inputs: Inputs): readonly ParameterFault[] {
  return Object.values(BOUNDS).flatMap((prefix) => {
    const value = inputs.get(prefix + field.name);
    if (value === undefined || isBound(value, field)) return [];
    const isDay = field.format !== undefined;
    const expected = isDay ? { nl: 'een dag als 2026-01-31', en: 'a day such as 2026-01-31' } : { nl: 'een getal als 10.5', en: 'a number such as 10.5' };
    return [wrongValue(prefix + field.name, value, { expected, correct: null })];
  });
}

function isBound(value: string, { format }: Queryable): boolean {
  return format === undefined ? NUMBER.test(value) : dateMs(value) !== undefined;
}

/** A number as filters write it. */
const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;

function nearIn(inputs: Inputs, faults: ParameterFault[]): FormFilter['near'] {
  const names = Object.values(NEAR);
  if (!names.some((name) => inputs.has(name))) return undefined;
  for (const name of names) {
    const value = inputs.get(name) ?? '';
    if (NUMBER.test(value) && !(name === NEAR.metres && value.startsWith('-'))) continue;
    faults.push(wrongValue(name, value, {
      expected: {
        nl: 'een getal; voor een afstand tot een punt zijn x, y en het aantal meters alle drie nodig',
        en: 'a number; a distance to a point needs x, y and the metres, all three',
      },
      correct: null,
    }));
  }
  return { x: inputs.get(NEAR.x) ?? '', y: inputs.get(NEAR.y) ?? '', metres: inputs.get(NEAR.metres) ?? '' };
}

/** The other filter must be whole by itself, or the brackets around it would change its meaning. */
function otherFaults(other: string): readonly ParameterFault[] {
  if (other === '') return [];
  try {
    parseCql2Text(other);
    return [];
  } catch (fault) {
    if (!(fault instanceof FilterFault)) throw fault;
    const { reason: { nl, en } } = fault;
    return [wrongValue('filter', other, { expected: { nl: `CQL2: ${nl}`, en: `CQL2: ${en}` }, correct: null })];
  }
}

function crsFaults(crs: string | undefined): readonly ParameterFault[] {
  if (crs === undefined || crs === RD) return [];
  return [wrongValue('filter-crs', crs, {
    expected: { nl: 'RD, omdat de afstand tot een punt in RD is', en: 'RD, because the distance to a point is in RD' }, allowed: [RD], correct: RD,
  })];
}

/** Writes a filter in CQL2 text; empty without conditions. */
export function writeFilter({ bounds, near, other }: FormFilter): string {
  const literal = (value: string): string => (dateMs(value) === undefined ? value : `DATE('${value}')`);
  const terms = [
    ...[...bounds].flatMap(([name, { from, until }]) => [
      ...(from === '' ? [] : [`${name} >= ${literal(from)}`]), ...(until === '' ? [] : [`${name} <= ${literal(until)}`]),
    ]),
    ...(near === undefined ? [] : [`S_DWITHIN(geometry, POINT(${near.x} ${near.y}), ${near.metres})`]),
  ];
  return other === '' ? terms.join(' AND ') : terms.length === 0 ? other : [...terms, `(${other})`].join(' AND ');
}

const TERM = /^(?:(?<field>[\w.]+) (?<relation>>=|<=) (?:DATE\('(?<day>[\d-]{10})'\)|(?<number>-?[\d.]+))|S_DWITHIN\(geometry, POINT\((?<x>-?[\d.]+) (?<y>-?[\d.]+)\), (?<metres>[\d.]+)\))(?: AND |$)/;

/** Reads a filter in CQL2 text, as `writeFilter` writes it for the fields of a collection. */
export function readFilter(text: string, collection: string): FormFilter {
  const asText: FormFilter = { bounds: new Map(), near: undefined, other: text };
  const fields = new Set(queryablesOf(collection).filter(hasBounds).map(({ name }) => name));
  const bounds = new Map<string, { readonly from: string; readonly until: string }>();
  let near: FormFilter['near'];
  let rest = text;
  for (let term = TERM.exec(rest)?.groups; term !== undefined; term = TERM.exec(rest)?.groups) {
    rest = rest.slice(TERM.exec(rest)![0].length);
    const { field, relation, day, number, x, y, metres } = term;
    if (field === undefined) near = { x: x!, y: y!, metres: metres! };
    else if (fields.has(field)) {
      const known = bounds.get(field) ?? { from: '', until: '' };
      bounds.set(field, { ...known, [relation === '>=' ? 'from' : 'until']: day ?? number! });
    } else return asText;
  }
  const isBracketed = rest.startsWith('(') && rest.endsWith(')') && rest !== text;
  const read: FormFilter = { bounds, near, other: isBracketed ? rest.slice(1, -1) : rest };
  // The outer brackets may not belong together: `(a) OR (b)`.
  return writeFilter(read) === text && (!isBracketed || otherFaults(read.other).length === 0) ? read : asText;
}
