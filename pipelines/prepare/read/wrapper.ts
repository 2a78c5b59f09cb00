/** Wrapper: an object around the objects of a delivery, such as `{"data": [...]}` or the `_embedded` of HAL. */
import { escapeToken, isObject, own, type Json, type JsonObject } from '../../../schemas/json.ts';
import { textOf } from '../../../schemas/model/objects.ts';
import { isRootType } from '../../../schemas/names.ts';

/** Deepest level of objects in a wrapper: `{"_embedded": {"items": [...]}}` has two. */
const LEVELS_MAX = 3;
/** Members of each object that are examined. An object that is not a wrapper may be large. */
const MEMBERS_MAX = 50;

/** JSON Pointer of a wrapper's contents; undefined when the object is not a wrapper. */
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

/** Whether a value is a root or a Feature. A nested object does not count, because its parent may be a root without its type. */
function isDelivered(value: JsonObject): boolean {
  return isRootType(textOf(value, 'entityType') ?? '') || own(value, 'type') === 'Feature';
}
