/**
 * Objects: the root and its nested objects, each with its location in the document.
 *
 * Never throws, whatever the document is. A value without the form of an object of the model is skipped;
 * the schema reports it. Document order: the root first, parents before children.
 */
import { isObject, own } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { geometryPathOf } from './model.ts';
import { kindOf, NESTING_FIELDS } from '../names.ts';
import type { Kind } from '../names.ts';
import { parseMoment } from '../time.ts';
import type { Moment } from '../time.ts';

export interface ModelObject {
  readonly data: JsonObject;
  /** Its `id`, if that is a text. */
  readonly id: string | undefined;
  /** Its `entityType` as delivered; empty when absent. */
  readonly type: string;
  readonly kind: Kind | undefined;
  /** JSON Pointer in the document; empty for the root. */
  readonly pointer: string;
  readonly parent: ModelObject | undefined;
}

export function objectsOf(document: JsonObject): readonly ModelObject[] {
  const objects: ModelObject[] = [];
  visit(document, '', undefined, objects);
  return objects;
}

/** Returns a function that finds the innermost object around a location. Its cost does not grow with the number of objects. */
export function objectFinder(objects: readonly ModelObject[]): (pointer: string) => ModelObject | undefined {
  const byPointer = new Map(objects.map((object) => [object.pointer, object]));
  return (pointer) => {
    for (const around of ancestors(pointer)) {
      const object = byPointer.get(around);
      if (object !== undefined) return object;
    }
    return undefined;
  };
}

/** Yields a JSON Pointer and those of its ancestors, the whole document last. */
function* ancestors(pointer: string): Iterable<string> {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) yield at;
  yield '';
}

/** Paths of the geometry, for objects of an unknown type. */
const UNTYPED_PATHS: readonly (readonly [string, ...string[]])[] = [['geometrie'], ['afstandOfGeometrie', 'geometrie']];

/** Returns the root of a nested object; a root returns itself. */
export function rootOf(object: ModelObject): ModelObject {
  let root = object;
  while (root.parent !== undefined) root = root.parent;
  return root;
}

/** Returns the geometry of an object and its location, even if malformed; undefined without one. */
export function geometryOf(
  { data, type, kind, pointer }: ModelObject,
): { readonly value: Json; readonly pointer: string } | undefined {
  const path = kind === undefined ? UNTYPED_PATHS.find(([name]) => own(data, name) !== undefined) : geometryPathOf(type);
  let value: Json | undefined = path && data;
  let at = pointer;
  for (const name of path ?? []) {
    value = isObject(value) ? own(value, name) : undefined;
    at += `/${name}`;
  }
  return value === undefined ? undefined : { value, pointer: at };
}

/** Returns the distance of a contour in metres; undefined for other objects. */
export function distanceIn(contour: JsonObject): number | undefined {
  const choice = own(contour, 'afstandOfGeometrie');
  const distance = isObject(choice) ? own(choice, 'afstand') : undefined;
  return typeof distance === 'number' ? distance : undefined;
}

/** Returns the first two numbers of the first position of an object's geometry, at any depth; undefined without one. */
export function positionOf(object: ModelObject): readonly [number, number] | undefined {
  const geometry = geometryOf(object)?.value;
  let value: Json | undefined = isObject(geometry) ? own(geometry, 'coordinates') : undefined;
  while (Array.isArray(value)) {
    const list: readonly Json[] = value;
    const [first, second] = [list[0], list[1]];
    if (typeof first === 'number' && typeof second === 'number') {
      return Number.isFinite(first) && Number.isFinite(second) ? [first, second] : undefined;
    }
    value = first;
  }
  return undefined;
}

/** Returns a member that is text. */
export function textOf(data: JsonObject, name: string): string | undefined {
  const value = own(data, name);
  return typeof value === 'string' ? value : undefined;
}

/** Returns a member that is a moment. */
export function momentOf(data: JsonObject, name: string): Moment | undefined {
  return parseMoment(textOf(data, name) ?? '');
}

/** Returns the nested objects of an object, with their field and index. */
export function childrenOf(data: JsonObject): readonly Child[] {
  let children: Child[] | undefined;
  for (const field of NESTING_FIELDS) {
    const items = own(data, field);
    if (!Array.isArray(items)) continue;
    children ??= [];
    for (const [index, item] of (items as readonly Json[]).entries()) {
      if (isObject(item)) children.push([field, index, item]);
    }
  }
  return children ?? NONE;
}

type Child = readonly [field: string, index: number, child: JsonObject];

/** Shared by all objects without nested objects, which are most. */
const NONE: readonly Child[] = [];

function visit(data: JsonObject, pointer: string, parent: ModelObject | undefined, objects: ModelObject[]): void {
  const type = textOf(data, 'entityType') ?? '';
  const object: ModelObject = { data, id: textOf(data, 'id'), type, kind: kindOf(type), pointer, parent };
  objects.push(object);
  for (const [field, index, child] of childrenOf(data)) {
    visit(child, `${pointer}/${field}/${index}`, object, objects);
  }
}
