/**
 * Misnamed: unknown fields of an object, each with the absent field that is meant: one with a similar name, the list for nested objects of
 * this kind, `entityType` for the name of a type, `href` for the id in a link.
 */
import { isObject, own } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Field } from '../model/conventions.ts';
import { kindOf } from '../names.ts';
import { flattenedIn } from './flattened-name.ts';
import { nearest } from './nearest.ts';

/** Most unknown fields of an object for which names are compared; with more, the cause is another. */
const NAMES_MAX = 50;

/** Returns the misnamed fields, and for each the field that is meant. `fields`: all fields that the object may have. */
export function misnamedIn(data: JsonObject, fields: ReadonlyMap<string, Field | null>): ReadonlyMap<string, string> {
  const misnamed = new Map<string, string>();
  const unknown = Object.keys(data).filter((name) => !fields.has(name));
  if (unknown.length === 0) return misnamed;
  const absent = new Set([...fields.keys()].filter((name) => !Object.hasOwn(data, name)));
  for (const name of unknown.slice(0, NAMES_MAX)) {
    const flattened = flattenedIn(name, fields);
    const field = flattened === undefined
      ? nearestField(name, absent)[0] ?? fieldOfValue({ name, value: data[name] }, { fields, absent }) : flattened[0];
    if (field !== undefined && absent.delete(field)) misnamed.set(name, field);
  }
  return misnamed;
}

/** Returns the fields with a similar name, best first. The prefix of a namespace is ignored: `imev:id`. */
export function nearestField(name: string, fields: Iterable<string>): readonly string[] {
  return nearest(name.replace(/^[^:]*:/, ''), fields);
}

interface Named {
  readonly name: string;
  readonly value: Json | undefined;
}

/** Returns the absent field in which a value belongs by its content. */
function fieldOfValue(
  { name, value }: Named, { fields, absent }: { readonly fields: ReadonlyMap<string, Field | null>; readonly absent: ReadonlySet<string> },
): string | undefined {
  if (typeof value !== 'string') return [...absent].find((other) => isListOf(value, fields.get(other)));
  if (kindOf(value) !== undefined) return absent.has('entityType') ? 'entityType' : undefined;
  return name === 'id' && absent.has('href') ? 'href' : undefined;
}

/** Whether a value is a list of objects that the field allows. */
function isListOf(value: Json | undefined, field: Field | null | undefined): boolean {
  if (field?.kind !== 'nested') return false;
  const first = Array.isArray(value) ? (value as readonly Json[])[0] : value;
  const type = isObject(first) ? own(first, 'entityType') : undefined;
  return typeof type === 'string' && field.types.includes(type);
}
