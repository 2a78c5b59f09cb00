/**
 * Many unknown: an object with very many unknown fields. The first are reported one by one, and one error counts the rest, so that neither
 * the work nor the report grows with them.
 */
import { isObject } from '../json.ts';
import type { Json } from '../json.ts';
import { LIMITS } from '../limits.ts';
import { tokensOf } from './explain/schema-error.ts';
import { errorAt } from './object-errors.ts';
import { nodeAt } from './walk.ts';

type ErrorObject = ReturnType<typeof errorAt>;

/** Keyword of the error that counts the remaining unknown fields; `more` in its params is their number. */
export const MANY_UNKNOWN = 'manyUnknown';

/** Keeps the first unknown-field errors of each object, and replaces the rest by one error per object. */
export function withFewUnknown(types: readonly string[], document: Json, errors: readonly ErrorObject[]): readonly ErrorObject[] {
  if (errors.length <= LIMITS.unknownFieldsMax) return errors;
  const counts = new Map<string, number>();
  return errors.flatMap((error): readonly ErrorObject[] => {
    const { keyword, instancePath } = error;
    if (keyword !== 'additionalProperties') return [error];
    const count = (counts.get(instancePath) ?? 0) + 1;
    counts.set(instancePath, count);
    if (count <= LIMITS.unknownFieldsMax) return [error];
    if (count > LIMITS.unknownFieldsMax + 1) return [];
    return [errorAt(instancePath, MANY_UNKNOWN, { more: unknownAt(types, document, instancePath) - LIMITS.unknownFieldsMax })];
  });
}

/** Number of unknown fields of the object at a JSON Pointer. */
function unknownAt(types: readonly string[], document: Json, pointer: string): number {
  const { data, schema } = nodeAt(types, document, tokensOf(pointer));
  return isObject(data) ? Object.keys(data).filter((name) => schema?.fields.has(name) !== true).length : 0;
}
