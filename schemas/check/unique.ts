/** Unique: the first two equal items of an array, in linear time, with the equality of JSON Schema. */
import { canonicalJson, isObject } from '../json.ts';
import type { Json } from '../json.ts';
import { LIMITS } from '../limits.ts';

/** Indexes of the first item that repeats an earlier one, and of that earlier item. */
export function firstDuplicate(
  items: readonly Json[],
): { readonly i: number; readonly j: number } | undefined {
  if (items.length < 2 || haveDifferentIds(items)) return undefined;
  const seen = new Map<string, number>();
  for (const [i, item] of items.entries()) {
    const text = canonicalJson(item, LIMITS.jsonDepthMax);
    const j = seen.get(text);
    if (j !== undefined) return { i, j };
    seen.set(text, i);
  }
  return undefined;
}

/** Whether all objects have different ids. Then their contents need no comparison. */
function haveDifferentIds(items: readonly Json[]): boolean {
  const ids = new Set<Json | undefined>();
  for (const item of items) {
    const id = isObject(item) ? item['id'] : undefined;
    if (typeof id !== 'string' || ids.has(id)) return false;
    ids.add(id);
  }
  return true;
}
