/**
 * The model: every type of the Information Model by name. The table of contents of the model files.
 * Not here: what a field may hold (conventions.ts), paths and names (names.ts), JSON Schema (json-schema.ts).
 */
import { ACTIVITY_MODEL } from './activities.ts';
import { CONTOUR_MODEL } from './contours.ts';
import type { ConcreteType, Field, Shape, Value } from './conventions.ts';
import { INTERNE_VERWIJZING } from './internal-links.ts';
import { LOCATION_MODEL } from './locations.ts';
import { REFERENCE_MODEL } from './references.ts';
import { VOID } from './values.ts';
import { VULNERABLE_MODEL } from './vulnerable.ts';

/** All 95 concrete types, roots first. */
export const MODEL: ReadonlyMap<string, ConcreteType> = new Map(
  [...LOCATION_MODEL, ...VULNERABLE_MODEL, ...ACTIVITY_MODEL, ...REFERENCE_MODEL, ...CONTOUR_MODEL]
    .map((type) => [type.entityType, type]),
);

/** All value types of the concrete types, by name. */
export const SHAPES: ReadonlyMap<string, Shape> = collectShapes();

/** Types of each choice for nested objects, by the name of the choice. */
export const CHOICES: ReadonlyMap<string, readonly string[]> = new Map([...MODEL.values()].flatMap(({ fields }) =>
  fields.flatMap((field) => (field.kind === 'nested' ? [[field.choice, field.types] as const] : []))));

const FIELDS: ReadonlyMap<string, ReadonlyMap<string, Field>> = new Map([
  ...[...MODEL].map(([name, { fields }]) => [name, byName(fields)] as const),
  ...[...SHAPES].map(([name, { fields }]) => [name, byName(fields)] as const),
]);

/** Returns the fields of a concrete type, inherited ones first; none for another name. */
export function fieldsOf(entityType: string): readonly Field[] {
  return MODEL.get(entityType)?.fields ?? [];
}

/** Whether objects of a type can have nested objects. */
export function nestsObjects(entityType: string): boolean {
  return fieldsOf(entityType).some(({ kind }) => kind === 'nested');
}

/** Returns the fields of a concrete type or value type, by name. */
export function fieldsByName(typeName: string): ReadonlyMap<string, Field> | undefined {
  return FIELDS.get(typeName);
}

/** Returns the names of the read-only fields of a concrete type, whose delivered values are ignored. */
export function readOnlyFieldsOf(entityType: string): readonly string[] {
  return READ_ONLY_FIELDS.get(entityType) ?? NONE;
}

const NONE: readonly string[] = [];

const READ_ONLY_FIELDS: ReadonlyMap<string, readonly string[]> = new Map([...MODEL].flatMap(([name, { fields }]) => {
  const names = fields.filter(({ readOnly }) => readOnly === true).map((field) => field.name);
  return names.length === 0 ? [] : [[name, names] as const];
}));

/** Returns the path of the geometry in objects of a type. For contours it may be absent (`afstand`). */
export function geometryPathOf(entityType: string): readonly string[] | undefined {
  return GEOMETRY_PATHS.get(entityType);
}

const GEOMETRY_PATHS: ReadonlyMap<string, readonly string[]> = new Map([...MODEL].flatMap(([name, { fields }]) => {
  const path = geometryPath(fields);
  return path === undefined ? [] : [[name, path] as const];
}));

function geometryPath(fields: readonly Field[]): readonly string[] | undefined {
  for (const field of fields) {
    if (field.kind === 'geometry') return [field.name];
    const inside = field.kind === 'object' && field.shape.fields.find(({ kind }) => kind === 'geometry');
    if (inside) return [field.name, inside.name];
  }
  return undefined;
}

function byName(fields: readonly Field[]): ReadonlyMap<string, Field> {
  return new Map(fields.map((field) => [field.name, field]));
}

function collectShapes(): ReadonlyMap<string, Shape> {
  const shapes = new Map<string, Shape>([[VOID.name, VOID], [INTERNE_VERWIJZING.name, INTERNE_VERWIJZING]]);
  const visit = (value: Value): void => {
    if (value.kind === 'array') visit(value.items);
    if (value.kind !== 'object' || shapes.has(value.shape.name)) return;
    shapes.set(value.shape.name, value.shape);
    value.shape.fields.forEach(visit);
  };
  for (const { fields } of MODEL.values()) fields.forEach(visit);
  return shapes;
}
