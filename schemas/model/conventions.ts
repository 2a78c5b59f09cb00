/**
 * Conventions: the constructors with which the model files are written (Information Model, reading conventions 1-6).
 *
 * A field is a value, or `[value, 'R']` when it is required. `'W'` marks an activity field that the document leaves open: it is checked
 * when present, and its absence is a warning, never an error.
 * Concrete types are flat: `closed` copies the fields of all ancestors.
 * Not here: JSON Schema (json-schema.ts), geometry aliases (geometry.ts), code values (codelists.ts).
 */
import type { Text } from '../finding.ts';
import type { GeometryAlias } from '../geometry.ts';

interface Marks {
  /** The value may also be a void: `{ "waarde": null, "geenWaardeReden": … }` (convention 4). */
  readonly voidable?: boolean;
  /** The value may be null. */
  readonly nullable?: boolean;
  /** Set by the register; a rule of its own refuses it on input. */
  readonly readOnly?: boolean;
}

/** Inclusive bounds: of the value of a number, the characters of a text, the items of an array. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** The allowed values of a field. `unit` is present when a source names it. */
export type Value = Marks & (
  | { readonly kind: 'constant'; readonly constant: string }
  | TextValue
  | Bounds & { readonly kind: 'number' | 'integer'; readonly unit?: string }
  | { readonly kind: 'boolean'; readonly default?: boolean }
  | { readonly kind: 'moment' | 'date' | 'link' | 'links' | 'null' }
  | { readonly kind: 'codelist'; readonly codelist: string }
  | { readonly kind: 'geometry'; readonly alias: GeometryAlias }
  | { readonly kind: 'object'; readonly shape: Shape; readonly orText?: boolean }
  | ArrayValue
  | { readonly kind: 'nested'; readonly choice: string; readonly types: readonly string[] }
);

interface ArrayValue extends Bounds {
  readonly kind: 'array';
  readonly items: Value;
  readonly unique?: boolean;
}

interface TextValue extends Bounds {
  readonly kind: 'text';
  /** Anchored pattern, for the `u` flag. */
  readonly pattern?: string;
  /** The pattern in words, and an example that fits. */
  readonly description?: Text;
  readonly example?: string;
  readonly format?: 'uri';
}

export type Field = Value & { readonly name: string; readonly required: boolean; readonly expected: boolean };
export type Fields = Readonly<Record<string, Value | readonly [Value, 'R' | 'W']>>;

/** A value type. open: other properties are allowed too; choice: exactly one of the fields (convention 5). */
export interface Shape {
  readonly name: string;
  readonly form: 'open' | 'closed' | 'choice';
  readonly fields: readonly Field[];
}

/** An abstract type, with the fields of its own parents. */
export interface Parent {
  readonly name: string;
  readonly parent: Parent | null;
  readonly fields: readonly Field[];
}

/** A type of objects (convention 3): closed, `entityType` fixed to its name. */
export interface ConcreteType {
  readonly entityType: string;
  readonly parent: Parent;
  readonly fields: readonly Field[];
}

export function abstract(name: string, parent: Parent | null, own: Fields): Parent {
  return { name, parent, fields: merge(parent?.fields ?? [], own) };
}

export function closed(entityType: string, parent: Parent, own: Fields): ConcreteType {
  const constant: Value = { kind: 'constant', constant: entityType };
  return { entityType, parent, fields: merge(parent.fields, { entityType: [constant, 'R'], ...own }) };
}

export function shape(name: string, form: Shape['form'], own: Fields): Shape {
  return { name, form, fields: merge([], own) };
}

export function text(bounds: Bounds = {}): Value {
  return { kind: 'text', ...bounds };
}

/** Makes a text with a pattern. `more` has an example that fits. */
export function pattern(source: string, says: Text, more: Bounds & { readonly example: string }): Value {
  return { kind: 'text', pattern: `^${source}$`, description: says, ...more };
}

export function digits(count: number, example: string): Value {
  return pattern(`[0-9]{${count}}`, { nl: `precies ${count} cijfers`, en: `exactly ${count} digits` }, { example });
}

export function number(min?: number, max?: number, unit?: string): Value {
  return { kind: 'number', ...range(min, max), ...(unit === undefined ? {} : { unit }) };
}

export function integer(min?: number, max?: number, unit?: string): Value {
  return { kind: 'integer', ...range(min, max), ...(unit === undefined ? {} : { unit }) };
}

export function boolean(otherwise?: boolean): Value {
  return otherwise === undefined ? { kind: 'boolean' } : { kind: 'boolean', default: otherwise };
}

export function moment(): Value {
  return { kind: 'moment' };
}

export function date(): Value {
  return { kind: 'date' };
}

export function codelist(name: string): Value {
  return { kind: 'codelist', codelist: name };
}

export function geometry(alias: GeometryAlias): Value {
  return { kind: 'geometry', alias };
}

export function object(of: Shape): Value {
  return { kind: 'object', shape: of };
}

export function textOrObject(of: Shape): Value {
  return { kind: 'object', shape: of, orText: true };
}

export function array(items: Value, bounds: Bounds & { readonly unique?: boolean } = {}): Value {
  return { kind: 'array', items, ...bounds };
}

/** Makes a list of nested objects: at least one, all different, each of one of the types, which together are named `choice`. */
export function nested(choice: string, types: readonly string[]): Value {
  return { kind: 'nested', choice, types };
}

/** Makes a link object (InterneVerwijzing). */
export function link(): Value {
  return { kind: 'link' };
}

/** Makes a list of links: at least one, all different. */
export function links(): Value {
  return { kind: 'links' };
}

export function orVoid(value: Value): Value {
  return { ...value, voidable: true };
}

export function orNull(value: Value): Value {
  return { ...value, nullable: true };
}

export function readOnly(value: Value): Value {
  return { ...value, readOnly: true };
}

/** Adds own fields to inherited ones. A field with the name of an inherited one replaces it in its position. */
function merge(inherited: readonly Field[], own: Fields): readonly Field[] {
  const byName = new Map(inherited.map((field) => [field.name, field]));
  for (const [name, entry] of Object.entries(own)) byName.set(name, fieldOf(name, entry));
  return [...byName.values()];
}

function fieldOf(name: string, entry: Fields[string]): Field {
  const [value, mark] = isMarked(entry) ? entry : [entry, undefined];
  return { ...value, name, required: mark === 'R', expected: mark === 'W' };
}

function isMarked(entry: Fields[string]): entry is readonly [Value, 'R' | 'W'] {
  return Array.isArray(entry);
}

function range(min: number | undefined, max: number | undefined): Bounds {
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}
