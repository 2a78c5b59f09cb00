/**
 * Makes document-types.ts: the model as TypeScript types, which the generator's objects are checked by. Types, value types, choice objects, code lists
 * and geometry aliases each get one; a parent is an intersection, so that a reader finds each field once.
 * Not in the types, since TypeScript cannot say it: patterns, bounds, uniqueness.
 * Usage: `node test/generate/make-document-types.ts`, then commit the result. A test compares it with the model.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allowedValues, CODE_LISTS } from '../../schemas/codelists.ts';
import type { Field, Parent, Shape, Value } from '../../schemas/model/conventions.ts';
import { unreachable } from '../../schemas/fault.ts';
import { GEOMETRY_ALIASES } from '../../schemas/geometry.ts';
import { CHOICES, MODEL, SHAPES } from '../../schemas/model/model.ts';
import { ROOTS } from '../../schemas/names.ts';

const HEADER = `/**
 * Documents: the types of the Information Model, its value types and code lists as TypeScript types.
 * Made by make-derived.ts from the model files; change those, not this.
 */
import type { Geometry } from '../../schemas/geometry.ts';
`;

const BY_ENTITY_TYPE = `/** Each concrete type under its entityType. */
export type TypeOf = {
  readonly [Type in Concrete['entityType']]: Extract<Concrete, { readonly entityType: Type }>;
};
`;

/** The whole text of document-types.ts. */
export function documentTypes(): string {
  const aliases = Object.entries(GEOMETRY_ALIASES)
    .map(([name, types]) => declaration(name, `Geometry & { readonly type: ${types.map(quoted).join(' | ')} }`));
  const lists = [...CODE_LISTS.keys()].sort().map((name) => {
    const values = allowedValues(name);
    return declaration(name, values === undefined ? 'string' : union(values.map(quoted)));
  });
  const concrete = [...MODEL.values()].map(({ entityType, parent, fields }) =>
    declaration(identifier(entityType), extended(parent, fields)));
  const choices = [...CHOICES].map(([name, types]) => declaration(name, union(types.map(identifier))));
  return [
    HEADER, ...aliases, ...[...SHAPES.values()].map(shapeDeclaration), ...parents().map(parentDeclaration), ...concrete, ...choices,
    `/** A document that stands by itself. */\n${declaration('Root', union(Object.keys(ROOTS).map(identifier)))}`,
    declaration('Concrete', union(['Root', ...CHOICES.keys(), ...nowhereNested()])), BY_ENTITY_TYPE, ...lists,
  ].join('\n');
}

/** A type name as an identifier: three names have a dot. */
function identifier(entityType: string): string {
  return entityType.replaceAll('.', '_');
}

function declaration(name: string, meaning: string): string {
  return `export type ${name} =${meaning.startsWith('\n') ? '' : ' '}${meaning};\n`;
}

/** The parents of all types, each after its own parent. */
function parents(): readonly Parent[] {
  const found = new Set<Parent>();
  const add = (parent: Parent): void => {
    if (parent.parent !== null) add(parent.parent);
    found.add(parent);
  };
  for (const { parent } of MODEL.values()) add(parent);
  return [...found];
}

function parentDeclaration({ name, parent, fields }: Parent): string {
  return declaration(name, parent === null ? members(fields) : extended(parent, fields));
}

/** The fields that a type does not have from its parent, beside those of the parent. */
function extended(parent: Parent, fields: readonly Field[]): string {
  const own = fields.filter((field) => !parent.fields.includes(field));
  return own.length === 0 ? parent.name : `${parent.name} & ${members(own)}`;
}

/** In a choice object each alternative excludes the others. */
function shapeDeclaration({ name, form, fields }: Shape): string {
  if (form !== 'choice') return declaration(name, members(fields));
  const alternatives = fields.map((chosen) => {
    const others = fields.filter((field) => field !== chosen).map((field) => `readonly ${field.name}?: never`);
    return `{ readonly ${chosen.name}: ${typeText(chosen)}; ${others.join('; ')} }`;
  });
  return declaration(name, union(alternatives));
}

function members(fields: readonly Field[]): string {
  const lines = fields.map((field) => `${comment(field)}  readonly ${field.name}${field.required ? '' : '?'}: ${typeText(field)};\n`);
  return `{\n${lines.join('')}}`;
}

function comment(field: Field): string {
  const said = field.kind === 'text' ? field.description?.en : 'unit' in field ? `In ${field.unit}.` : undefined;
  return said === undefined ? '' : `  /** ${said} */\n`;
}

function typeText(value: Value): string {
  const nullable = value.nullable === true ? ' | null' : '';
  return `${plainText(value)}${nullable}${value.voidable === true ? ' | Void' : ''}`;
}

function plainText(value: Value): string {
  switch (value.kind) {
    case 'constant': return quoted(value.constant);
    case 'text': case 'moment': case 'date': return 'string';
    case 'number': case 'integer': return 'number';
    case 'boolean': case 'null': return value.kind;
    case 'link': return 'InterneVerwijzing';
    case 'links': return 'readonly InterneVerwijzing[]';
    case 'codelist': return value.codelist;
    case 'geometry': return value.alias;
    case 'object': return value.orText === true ? `string | ${value.shape.name}` : value.shape.name;
    case 'array': return arrayOf(typeText(value.items));
    case 'nested': return arrayOf(value.choice);
    default: return unreachable(value);
  }
}

function arrayOf(items: string): string {
  return items.includes(' ') ? `readonly (${items})[]` : `readonly ${items}[]`;
}

/** Concrete types that are no root and stand in no nesting array. */
function nowhereNested(): readonly string[] {
  const placed = new Set([...Object.keys(ROOTS), ...[...CHOICES.values()].flat()]);
  return [...MODEL.keys()].filter((type) => !placed.has(type)).map(identifier);
}

function union(types: readonly string[]): string {
  return types.length === 1 ? types.join('') : types.map((type) => `\n  | ${type}`).join('');
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, 'document-types.ts'), documentTypes());
