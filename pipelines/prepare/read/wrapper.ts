/** Wrapper: an object around the objects of a delivery, such as `{"data": [...]}` or the `_embedded` of HAL. */
import { escapeToken, isObject, own, type Json, type JsonObject } from '../../../schemas/json.ts';
import { textOf } from '../../../schemas/model/objects.ts';
import { isRootType } from '../../../schemas/names.ts';

/** Levels at which a wrapper may hold its objects: `{"_embedded": {"items": [...]}}` has two. */
const LEVELS_MAX = 3;
/** Of each object so many members are looked at: what is no wrapper may be large. */
const MEMBERS_MAX = 50;

/** JSON Pointer of what a wrapper holds; undefined when the object is none. */
export function wrappedIn(object: JsonObject, levels = LEVELS_MAX): string | undefined {
  for (const [name, member] of Object.entries(object).slice(0, MEMBERS_MAX)) {
    const first = Array.isArray(member) ? (member as readonly Json[])[0] : member;
    if (!isObject(first)) continue;
    if (isDelivered(first)) return `/${escapeToken(name)}`;
    const inside = levels > 1 && !Array.isArray(member) ? wrappedIn(first, levels - 1) : undefined;
    if (inside !== undefined) return `/${escapeToken(name)}${inside}`;
  }
  return undefined;
}

/** A root, or a Feature. Other objects of the model stand in roots: what holds them may be a root without its type. */
function isDelivered(value: JsonObject): boolean {
  return isRootType(textOf(value, 'entityType') ?? '') || own(value, 'type') === 'Feature';
}
