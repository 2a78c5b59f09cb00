/**
 * Mapping: reads a mapping, and makes the documents of rows with it.
 *
 * A template that is one cell gives the value of the cell; any other gives a text, in which the cells stand as texts. A field is left out
 * when a cell of its template is empty. A nested object or value object is left out when each of its templates with cells is.
 */
import { nearest } from '../../schemas/check/nearest.ts';
import { UsageFault } from '../../schemas/fault.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { ROOT_TYPES, type RootType } from '../../schemas/names.ts';
import type { Mapping, TableColumn } from './table.ts';
import { numberIn, textOf, valueOf, type CellOptions } from './cell.ts';
import { mappedFields, type MappedField } from './mapped-field.ts';

/** The cells of a row that are not empty, by column. */
export type Row = ReadonlyMap<string, Json>;

/** Longest template, and most fields of a mapping. */
const TEMPLATE_CHARS_MAX = 2_000;
const FIELDS_MAX = 1_000;
/** Characters of a wrong value in a message. */
const ACTUAL_CHARS = 100;
const CELL = /\{([^{}]+)\}/g;

/** Reads a mapping. Throws a UsageFault that says what is wrong. */
export function readMapping(value: Json): Mapping {
  if (!isObject(value)) throw wrong('a mapping is a JSON object', JSON.stringify(value).slice(0, ACTUAL_CHARS));
  const { type, decimalComma = false, fields } = value;
  const unknown = Object.keys(value).find((name) => !['type', 'decimalComma', 'fields'].includes(name));
  if (unknown !== undefined) throw wrong('a mapping has type, decimalComma and fields only', unknown);
  if (!ROOT_TYPES.includes(type as RootType)) throw wrong(`type is one of ${ROOT_TYPES.join(', ')}`, JSON.stringify(type));
  if (typeof decimalComma !== 'boolean') throw wrong('decimalComma is true or false', JSON.stringify(decimalComma));
  if (!isObject(fields) || Object.keys(fields).length > FIELDS_MAX) throw wrong('fields is an object with a template for each path', JSON.stringify(fields ?? null).slice(0, ACTUAL_CHARS));
  for (const [path, template] of Object.entries(fields)) {
    if (typeof template !== 'string' || template.length > TEMPLATE_CHARS_MAX) throw wrong(`the template of ${path} is a text of at most ${TEMPLATE_CHARS_MAX} characters`, JSON.stringify(template).slice(0, ACTUAL_CHARS));
  }
  return { type: type as RootType, decimalComma, fields: fields as Readonly<Record<string, string>> };
}

interface Template {
  readonly field: MappedField;
  readonly text: string;
  readonly columns: readonly string[];
}

/**
 * Returns the function that makes the document of a row; null for a row without a cell that counts. Throws a UsageFault when the mapping
 * names a field or a column that is not there.
 */
export function documentMaker(
  mapping: Mapping, columns: readonly Pick<TableColumn, 'name'>[], hasSerialDays: boolean,
): (row: Row) => JsonObject | null {
  const templates = templatesOf(mapping, new Set(columns.map(({ name }) => name)));
  const options: CellOptions = { decimalComma: mapping.decimalComma, hasSerialDays };
  // The objects on the way to each template, with whether a template in them has cells.
  const withCells = new Set(templates.filter(({ columns: { length } }) => length > 0).flatMap(({ field }) => parentsOf(field)));
  return (row) => {
    const filled = templates.map((template) => ({ ...template, value: filledIn(template, row, options) }))
      .filter(({ value }) => value !== undefined);
    const present = new Set(filled.filter(({ columns: { length } }) => length > 0).flatMap(({ field }) => parentsOf(field)));
    if (!present.has('')) return null;
    const document: Record<string, Json> = { entityType: mapping.type };
    for (const { field, value } of filled) {
      if (parentsOf(field).every((parent) => !withCells.has(parent) || present.has(parent))) write(document, field.steps, value!);
    }
    return document;
  };
}

function templatesOf({ type, fields }: Mapping, columns: ReadonlySet<string>): readonly Template[] {
  const known = mappedFields({ type, fields });
  return Object.entries(fields).filter(([, text]) => text.trim() !== '').map(([path, text]) => {
    const field = known.get(path);
    if (field === undefined) throw unknownField(path, [...known.keys()]);
    const named = [...text.matchAll(CELL)].map(([, name]) => name!);
    const unknown = named.find((name) => !columns.has(name));
    if (unknown !== undefined) {
      throw wrong(`the template of ${path} names a column that the table does not have`, `{${unknown}}; the columns are ${[...columns].join(', ')}`);
    }
    return { field, text, columns: named };
  });
}

/** Returns the paths of the objects around a field, the document first, as `''`. */
function parentsOf({ steps }: MappedField): readonly string[] {
  return steps.map((_, at) => steps.slice(0, at).map(({ name }) => name).join('.'));
}

function filledIn({ field, text, columns }: Template, row: Row, options: CellOptions): Json | undefined {
  if (columns.some((name) => !row.has(name))) return undefined;
  const [first] = columns;
  if (first !== undefined && text === `{${first}}`) return valueOf(row.get(first)!, field.value, options);
  const isGeometry = field.value.kind === 'geometry';
  const filled = text.replaceAll(CELL, (_, name: string) => {
    const cell = textOf(row.get(name)!);
    return isGeometry ? String(numberIn(cell, options) ?? cell) : cell;
  });
  return valueOf(filled, field.value, options);
}

/** Writes a value at a path; a list on the way has one element. */
function write(document: Record<string, Json>, steps: MappedField['steps'], value: Json): void {
  let at = document;
  for (const { name, isList } of steps.slice(0, -1)) {
    const inner = isList ? (at[name] ??= [{}]) as readonly Json[] : at[name] ??= {};
    at = (isList ? (inner as readonly Json[])[0] : inner) as Record<string, Json>;
  }
  at[steps.at(-1)!.name] = value;
}

function unknownField(path: string, known: readonly string[]): UsageFault {
  const near = nearest(path, known);
  return wrong('the mapping names a field that the type does not have', `${path}${near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`}`);
}

function wrong(what: string, actual: string): UsageFault {
  return new UsageFault(what, { step: 'Mapping:Read', actual });
}
