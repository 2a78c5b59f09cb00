/**
 * Secret clauses: which objects the public may not see because of `informatieGeheim`, and because of each other.
 *
 * An object is hidden when it is secret itself, when its parent is hidden, when a required list of nested objects would be empty, or when
 * no target of a required link is left. A list that allows a void gets the void instead. The model says which fields are required.
 * Each condition is a clause: its object is hidden once all objects of a list are. So the least solution takes time in proportion to the
 * clauses.
 * Not here: which documents count at a moment (pipelines/state/register/hidden-objects.ts), documents without these objects
 * (pipelines/state/redact/).
 */
import { isObject, own, type Json, type JsonObject } from '../json.ts';
import { IdMap, nfc } from '../normal-form.ts';
import type { Field } from './conventions.ts';
import { linkTarget } from './internal-links.ts';
import { fieldsOf } from './model.ts';
import { childrenOf, objectsOf, textOf, type ModelObject } from './objects.ts';

/** An object that is hidden once all of these are; at once when the list is empty. */
export interface Clause {
  readonly object: string;
  readonly after: readonly string[];
}

/** Returns the least set of objects that satisfies all clauses. */
export function leastHidden(clauses: readonly Clause[]): ReadonlySet<string> {
  const left = clauses.map(({ after }) => new Set(after).size);
  const waiting = new Map<string, number[]>();
  for (const [index, { after }] of clauses.entries()) {
    for (const object of new Set(after)) {
      const list = waiting.get(object);
      if (list === undefined) waiting.set(object, [index]);
      else list.push(index);
    }
  }
  const hidden = new Set<string>();
  const queue = clauses.filter(({ after }) => after.length === 0).map(({ object }) => object);
  for (let object = queue.pop(); object !== undefined; object = queue.pop()) {
    if (hidden.has(object)) continue;
    hidden.add(object);
    for (const index of waiting.get(object) ?? []) if ((left[index]! -= 1) === 0) queue.push(clauses[index]!.object);
  }
  return hidden;
}

/** Names of objects in clauses: of an object of the document, and of one outside it. */
export interface ClauseNames {
  readonly inside: (id: string) => string;
  readonly outside: (id: string) => string;
}

/** Returns the clauses of a document. */
export function clausesOf(document: JsonObject, { inside, outside }: ClauseNames): readonly Clause[] {
  const objects = objectsOf(document);
  const ids = new IdMap(objects.flatMap(({ id }) => (id === undefined ? [] : [[id, id] as const])));
  const nameOf = (id: string): string => {
    const near = ids.get(id);
    return near === undefined ? outside(id) : inside(near);
  };
  return objects.flatMap((object) => {
    const name = inside(object.id ?? '');
    const clauses: Clause[] = own(object.data, 'informatieGeheim') === true ? [{ object: name, after: [] }] : [];
    if (object.parent !== undefined) clauses.push({ object: name, after: [inside(object.parent.id ?? '')] });
    for (const field of requiredFieldsOf(object)) {
      const needed = field.kind === 'nested' ? childIdsOf(object.data, field.name) : targetsOf(object.data[field.name], ids);
      if (needed.length > 0) clauses.push({ object: name, after: needed.map(nameOf) });
    }
    return clauses;
  });
}

/** Kinds of fields whose values are nested objects or links to objects. */
const OBJECT_KINDS: ReadonlySet<Field['kind']> = new Set(['nested', 'link', 'links']);

/** Returns the fields of an object that must have a nested object or a link. */
function requiredFieldsOf({ type }: ModelObject): readonly Field[] {
  return fieldsOf(type).filter(({ kind, required, voidable }) => required && voidable !== true && OBJECT_KINDS.has(kind));
}

function childIdsOf(data: JsonObject, name: string): readonly string[] {
  return childrenOf(data).flatMap(([field, , child]) => (field === name ? [textOf(child, 'id') ?? ''] : []));
}

/** Returns the ids that a link, or a list of links, names. */
function targetsOf(value: Json | undefined, near: { has(id: string): boolean }): readonly string[] {
  const links = Array.isArray(value) ? value as readonly Json[] : [value];
  return links.flatMap((link) => {
    const href = isObject(link) ? textOf(link, 'href') : undefined;
    return href === undefined ? [] : linkTarget(href, near) ?? [];
  });
}

/** Returns the ids, in NFC, that the links of a document name. */
export function linkTargetsIn(document: JsonObject): ReadonlySet<string> {
  const objects = objectsOf(document);
  const ids = new IdMap(objects.flatMap(({ id }) => (id === undefined ? [] : [[id, id] as const])));
  return new Set(objects.flatMap(({ type, data }) => fieldsOf(type).filter(({ kind }) => kind === 'link' || kind === 'links')
    .flatMap(({ name }) => targetsOf(data[name], ids).map(nfc))));
}

const ALONE: ClauseNames = { inside: nfc, outside: (id) => `outside ${nfc(id)}` };

/** Returns the ids, in NFC, of the objects of a document that its own secrets hide. */
export function hiddenAlone(document: JsonObject): ReadonlySet<string> {
  return leastHidden(clausesOf(document, ALONE));
}
