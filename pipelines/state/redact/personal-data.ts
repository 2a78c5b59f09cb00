/**
 * Personal data: withholds the personal data of a privacy-sensitive location, so that the location itself can be published.
 * Pure. Not here: when a root is sensitive (../register/hidden.ts).
 */
import { isDeepStrictEqual } from 'node:util';
import { nestedIn } from '../../../publisher/write/published-links.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { WITHHELD_FIELDS, WITHHELD_NESTED } from '../../../schemas/withheld.ts';

/** Returns the document of a sensitive root as the public may see it. The order of members stays. */
export function withoutPersonalData(document: JsonObject): JsonObject {
  return membersOf(document, (name, value) => (WITHHELD_FIELDS.has(name) ? WITHHELD_FIELDS.get(name) : value));
}

/** Returns the members as `shown` gives them, without the comments of nested objects. */
function membersOf(object: JsonObject, shown: (name: string, value: Json) => Json | undefined): JsonObject {
  return Object.fromEntries(Object.entries(object).flatMap(([name, value]) => {
    const children = nestedIn(name, value);
    const kept = children === null ? shown(name, value) : children.map((child) => membersOf(child, withoutComment));
    return kept === undefined ? [] : [[name, kept] as const];
  }));
}

function withoutComment(name: string, value: Json): Json | undefined {
  return name === WITHHELD_NESTED ? undefined : value;
}

/** Whether the published properties of a location have personal data. */
export function showsPersonalData(properties: JsonObject): boolean {
  return Object.entries(properties).some(([name, value]) =>
    value !== null && WITHHELD_FIELDS.has(name) && !isDeepStrictEqual(value, WITHHELD_FIELDS.get(name)));
}
