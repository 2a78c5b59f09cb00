/**
 * Budget: a copy of a document that is small enough for all its mistakes to fit in memory.
 *
 * Invariant: known fields, first items and the first unknown fields of each object stay, so no field is reported as missing that is
 * present.
 */
import { isObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { LIMITS } from '../limits.ts';
import { objectSchemaAt, itemNode } from './walk.ts';
import type { ModelNode } from './walk.ts';

const ITEMS_PER_DOCUMENT = 50_000;

/** Most characters of a document that is certainly within the budget: an item and its comma are two characters. */
export const SMALL_CHARS = 2 * ITEMS_PER_DOCUMENT;

interface Budget {
  left: number;
  complete: boolean;
}

/** Copies a document up to the budget. `types`: the allowed types of the root. `complete` is false when something was left out. */
export function withinBudget(
  types: readonly string[], document: Json,
): { readonly value: Json; readonly complete: boolean } {
  const budget: Budget = { left: ITEMS_PER_DOCUMENT, complete: true };
  const value = copy({ kind: 'entity', types }, document, budget);
  return { value, complete: budget.complete };
}

function copy(place: ModelNode, data: Json, budget: Budget): Json {
  if (Array.isArray(data)) return copyArray(place, data as readonly Json[], budget);
  return isObject(data) ? copyObject(place, data, budget) : data;
}

function copyArray(place: ModelNode, data: readonly Json[], budget: Budget): Json {
  const items = itemNode(place);
  if (items === undefined) return data;
  const kept: Json[] = [];
  for (const item of data) {
    if (kept.length > 0 && budget.left <= 0) {
      budget.complete = false;
      break;
    }
    budget.left -= 1;
    kept.push(copy(items, item, budget));
  }
  return kept;
}

function copyObject(place: ModelNode, data: JsonObject, budget: Budget): Json {
  const known = objectSchemaAt(place, data);
  if (known === undefined) return data;
  const kept: [string, Json][] = [];
  let unknown = 0;
  for (const [name, value] of Object.entries(data)) {
    const field = known.fields.get(name);
    if (field !== undefined) {
      kept.push([name, copy(field, value, budget)]);
    } else if (unknown === 0 || (budget.left > 0 && unknown <= LIMITS.unknownFieldsMax)) {
      budget.left -= 1;
      unknown += 1;
      kept.push([name, value]);
    } else if (unknown <= LIMITS.unknownFieldsMax) {
      budget.complete = false;
    }
  }
  return Object.fromEntries(kept);
}
