/**
 * Held children: in a feature a nested object is a link. What comes back so stays as it is: each link in an array of nested objects
 * is taken for the object that it names among those of the held document. A link that names none of them is left for the schema to
 * refuse.
 */
import { isObject, own, type Json, type JsonObject } from '../../schemas/json.ts';
import { linkTarget } from '../../schemas/model/internal-links.ts';
import { objectsOf, textOf, type ModelObject } from '../../schemas/model/objects.ts';
import { kindNestedIn, NESTING_FIELDS } from '../../schemas/names.ts';
import { IdMap } from '../../schemas/normal-form.ts';

/** Whether an object, or one that it nests, gives what it nests as links. */
export function linksChildren(data: JsonObject): boolean {
  return listsOf(data).some(([, items]) => items.some((item) => isObject(item) && (isLink(item) || linksChildren(item))));
}

/** The object with held objects in place of the links to them; those are the very values of the held document. */
export function withHeldChildren(data: JsonObject, held: JsonObject): JsonObject {
  const byId = new IdMap(objectsOf(held).flatMap((object) => (object.id === undefined ? [] : [[object.id, object] as const])));
  return filled(data, byId);
}

type ById = ReadonlyMap<string, ModelObject>;

function filled(data: JsonObject, held: ById): JsonObject {
  const lists = listsOf(data).map(([field, items]) => [field, items.map((item) => child(item, { field, held }))] as const);
  return lists.length === 0 ? data : { ...data, ...Object.fromEntries(lists) };
}

function child(item: Json, { field, held }: { readonly field: string; readonly held: ById }): Json {
  if (!isObject(item)) return item;
  if (!isLink(item)) return filled(item, held);
  const id = linkTarget(textOf(item, 'href') ?? '', held);
  const object = id === undefined ? undefined : held.get(id);
  return object?.kind === kindNestedIn(field) ? object.data : item;
}

function listsOf(data: JsonObject): readonly (readonly [string, readonly Json[]])[] {
  return NESTING_FIELDS.flatMap((field) => {
    const items = own(data, field);
    return Array.isArray(items) ? [[field, items as readonly Json[]] as const] : [];
  });
}

function isLink(item: JsonObject): boolean {
  return own(item, 'entityType') === undefined && textOf(item, 'href') !== undefined;
}
