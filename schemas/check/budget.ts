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

function copy(node: ModelNode, data: Json, budget: Budget): Json {
  if (Array.isArray(data)) return copyArray(node, data as readonly Json[], budget);
  return isObject(data) ? copyObject(node, data, budget) : data;
}

function copyArray(node: ModelNode, data: readonly Json[], budget: Budget): Json {
  const items = itemNode(node);
  if (items === undefined) return data;
  const copied: Json[] = [];
  for (const item of data) {
    if (copied.length > 0 && budget.left <= 0) {
      budget.complete = false;
      break;
    }
    budget.left -= 1;
    copied.push(copy(items, item, budget));
  }
  return copied;
}

function copyObject(node: ModelNode, data: JsonObject, budget: Budget): Json {
  const schema = objectSchemaAt(node, data);
  if (schema === undefined) return data;
  const copied: [string, Json][] = [];
  let unknown = 0;
  for (const [name, value] of Object.entries(data)) {
    const field = schema.fields.get(name);
    if (field !== undefined) {
      copied.push([name, copy(field, value, budget)]);
    } else if (unknown === 0 || (budget.left > 0 && unknown <= LIMITS.unknownFieldsMax)) {
      budget.left -= 1;
      unknown += 1;
      copied.push([name, value]);
    } else if (unknown <= LIMITS.unknownFieldsMax) {
      budget.complete = false;
    }
  }
  return Object.fromEntries(copied);
}
