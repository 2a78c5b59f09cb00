/** Misnamed: names in an object that no field has, each with the absent field that is meant by it. */
import type { JsonObject } from '../json.ts';
import { nearest } from './nearest.ts';

/** Of an object with more names that are unknown, something else is the matter. */
const NAMES_MAX = 50;

/** Each misnamed field by the name that stands in its place; `fields`: all that the object may have. */
export function misnamedIn(data: JsonObject, fields: ReadonlyMap<string, unknown>): ReadonlyMap<string, string> {
  const misnamed = new Map<string, string>();
  const unknown = Object.keys(data).filter((name) => !fields.has(name));
  if (unknown.length === 0) return misnamed;
  const absent = new Set([...fields.keys()].filter((name) => !Object.hasOwn(data, name)));
  for (const name of unknown.slice(0, NAMES_MAX)) {
    const [field] = nearest(name, absent);
    if (field !== undefined && absent.delete(field)) misnamed.set(name, field);
  }
  return misnamed;
}
