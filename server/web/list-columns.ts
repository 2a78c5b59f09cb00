/**
 * List columns: the columns of the table on a list page, with their heads and cells. Leading fields come first; of the others those that
 * the objects on the page have. The head of a sortable field sorts by it. Numbers are aligned right, their unit is in the head.
 */
import { describe } from '../../schemas/check/describe.ts';
import type { Language } from '../../schemas/finding.ts';
import { html, type Content, type Html } from '../../schemas/html.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import type { Value } from '../../schemas/model/conventions.ts';
import { featureFieldsOf } from '../../schemas/model/feature-fields.ts';
import { queryablesOf, sortablesOf } from '../../schemas/derived/queryables.ts';
import { capital } from '../../schemas/page-texts.ts';
import type { OrderBy } from '../../publisher/read/series-query.ts';
import { pathWords } from '../description/field-words.ts';
import { LEADING_FIELDS } from '../description/leading-fields.ts';
import { fullTypeWords } from '../description/type-words.ts';
import { cellValue, isVoid, unitOf } from './value.ts';

const COLUMNS_MAX = 7;

export interface Column {
  /** Path in the properties, with dots. */
  readonly name: string;
  readonly field: Value | undefined;
  readonly isSortable: boolean;
}

/** Returns the columns for the objects of a page. `selected`: names of the requested fields; absent: all. */
export function columnsOf(objects: readonly JsonObject[], collection: string, selected?: readonly string[]): readonly Column[] {
  const queryables = queryablesOf(collection);
  const sortables = new Set(sortablesOf(collection).map(({ name }) => name));
  const types = new Set(queryables.flatMap((queryable) => queryable.types));
  const isLeading = (name: string): boolean => name !== 'entityType' || types.size > 1;
  const leading = selected === undefined ? LEADING_FIELDS.filter(isLeading) : [];
  const known = new Set(queryables.map(({ name }) => name));
  const others = [...new Set(objects.flatMap((object) => Object.keys(object)))]
    .filter((name) => name !== 'id' && !leading.includes(name) && (selected?.includes(name) ?? !known.has(name)));
  const names = [...leading, ...others].filter((name) => objects.some((object) => isShown(valueAt(object, name))));
  return names.slice(0, COLUMNS_MAX).map((name) => ({ name, field: fieldAt([...types], name), isSortable: sortables.has(name) }));
}

/** Whether a cell can show a value. */
function isShown(value: Json | undefined): boolean {
  if (value === undefined || value === null || isVoid(value)) return false;
  return Array.isArray(value) ? value.every((entry) => !isObject(entry as Json)) : !isObject(value);
}

/** Returns the value at a dotted path. */
export function valueAt(object: JsonObject, path: string): Json | undefined {
  return path.split('.').reduce<Json | undefined>((value, name) => {
    const inner = value ?? null;
    return isObject(inner) ? inner[name] : undefined;
  }, object);
}

/** Returns the field at a dotted path, of the first type that has it. A unit stays only when all types agree. */
export function fieldAt(types: readonly string[], path: string): Value | undefined {
  const [first = '', ...rest] = path.split('.');
  const found = types.flatMap((type) => featureFieldsOf(type).filter(({ name }) => name === first));
  const fields = found.flatMap((field) => inside(field, rest));
  const [field] = fields;
  if (field === undefined || fields.every((other) => unitOf(other) === unitOf(field))) return field;
  const { unit: _, ...withoutUnit } = field as Value & { readonly unit?: string };
  return withoutUnit;
}

function inside(value: Value, [name, ...rest]: readonly string[]): readonly Value[] {
  if (name === undefined) return [value];
  const shape = value.kind === 'object' ? value.shape.fields : value.kind === 'array' && value.items.kind === 'object' ? value.items.shape.fields : [];
  return shape.filter((field) => field.name === name).flatMap((field) => inside(field, rest));
}

/** How a list is sorted, and the address of the list in another order; undefined: a list without an address. */
interface Sorting {
  readonly sorted: readonly OrderBy[];
  readonly sortedBy: ((sorteer: string) => string) | undefined;
  readonly language: Language;
}

/** Returns the header cells of the table. */
export function columnHeads(columns: readonly Column[], sorting: Sorting): Html {
  const id: Column = { name: 'id', field: undefined, isSortable: true };
  return html`<tr>${[id, ...columns].map((column) => head(column, sorting))}</tr>`;
}

function head({ name, field, isSortable }: Column, { sorted, sortedBy, language }: Sorting): Html {
  const unit = unitOf(field);
  const words = `${capital(pathWords(name)[language])}${unit === undefined ? '' : ` (${unit})`}`;
  const own = sorted[0]?.field === name ? sorted[0] : undefined;
  const label: Content = isSortable && sortedBy !== undefined
    ? html`<a href="${sortedBy(own?.descending === false ? `-${name}` : name)}" title="${SORT[language]}">${words}${own === undefined ? '' : ARROWS[`${own.descending}`]}</a>` : words;
  const order = own === undefined ? '' : html` aria-sort="${own.descending ? 'descending' : 'ascending'}"`;
  const meaning = field === undefined ? '' : html` title="${describe(field)[language]}"`;
  return html`<th scope="col"${isNumber(field) ? html` class="number"` : ''}${order}>${label}<br><code${meaning}>${name}</code></th>`;
}

/** Returns the meaning of each column, folded, for readers without a pointer. */
export function columnMeanings(columns: readonly Column[], language: Language): Content {
  const known = columns.flatMap(({ name, field }) => (field === undefined ? [] : [html`<dt><code>${name}</code></dt><dd>${describe(field)[language]}</dd>`]));
  return known.length === 0 ? '' : html`<details><summary>${MEANINGS[language]}</summary><dl class="fields">${known}</dl></details>`;
}

const MEANINGS = { nl: 'Wat er in de kolommen staat', en: 'What the columns hold' } as const;

const SORT = { nl: 'Sorteren', en: 'Sort' } as const;
const ARROWS = {
  true: html`<span aria-hidden="true"> ▼</span>`, false: html`<span aria-hidden="true"> ▲</span>`,
} as const;

/** Returns the cells of an object, without its first. */
export function cellsOf(columns: readonly Column[], object: JsonObject, language: Language): readonly Html[] {
  return columns.map(({ name, field }) => (
    html`<td${isNumber(field) ? html` class="number"` : ''}>${cell(valueAt(object, name), field, language)}</td>`
  ));
}

function cell(value: Json | undefined, field: Value | undefined, language: Language): Content {
  if (value === undefined || value === null) return '';
  return cellValue(value, field, language);
}

function isNumber(field: Value | undefined): boolean {
  return field?.kind === 'number' || field?.kind === 'integer';
}

/** Returns the words of a type, for a choice among types. */
export function typeChoice(entityType: string, language: Language): string {
  return capital(fullTypeWords(entityType)[language]);
}
