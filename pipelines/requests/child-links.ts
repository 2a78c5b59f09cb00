/**
 * Current children: in a served feature a nested object is a link. When a client sends such a link back, it is replaced by the nested
 * object of the current document that the link names. A link to any other object is left for the schema to refuse.
 */
import { isObject, own, type Json, type JsonObject } from '../../schemas/json.ts';
import { linkTarget } from '../../schemas/model/internal-links.ts';
import { objectsOf, textOf, type ModelObject } from '../../schemas/model/objects.ts';
import { kindNestedIn, NESTING_FIELDS } from '../../schemas/names.ts';
import { IdMap } from '../../schemas/normal-form.ts';

/** Whether an object, or an object nested in it, has links in place of nested objects. */
export function hasChildLinks(data: JsonObject): boolean {
  return listsOf(data).some(([, items]) => items.some((item) => isObject(item) && (isLink(item) || hasChildLinks(item))));
}

/** Returns the object with links replaced by nested objects, which are the same values as in the current document. */
export function withCurrentChildren(data: JsonObject, current: JsonObject): JsonObject {
  const byId = new IdMap(objectsOf(current).flatMap((object) => (object.id === undefined ? [] : [[object.id, object] as const])));
  return filled(data, byId);
}

type ById = ReadonlyMap<string, ModelObject>;

function filled(data: JsonObject, current: ById): JsonObject {
  const lists = listsOf(data).map(([field, items]) => [field, items.map((item) => child(item, { field, current }))] as const);
  return lists.length === 0 ? data : { ...data, ...Object.fromEntries(lists) };
}

function child(item: Json, { field, current }: { readonly field: string; readonly current: ById }): Json {
  if (!isObject(item)) return item;
  if (!isLink(item)) return filled(item, current);
  const id = linkTarget(textOf(item, 'href') ?? '', current);
  const object = id === undefined ? undefined : current.get(id);
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
