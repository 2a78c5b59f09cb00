/** JSON as values: what a strict parser returns and what a document consists of; its canonical text; tokens of pointers. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A property by name, never one that every object inherits. */
export function own(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * JSON text without white space, the members of every object in the order of their names: equal for equal values. What
 * lies deeper than `depthMax` levels is not told apart.
 */
export function canonicalJson(value: Json, depthMax = Infinity): string {
  return JSON.stringify(sorted(value, depthMax));
}

function sorted(value: Json, depthMax: number): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (depthMax <= 0) return '…';
  if (!isObject(value)) return value.some(isBranch) ? value.map((item) => sorted(item, depthMax - 1)) : value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name] ?? null, depthMax - 1)]));
}

function isBranch(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}

/** A name as a token of a JSON Pointer (RFC 6901). */
export function escapeToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The name that a token of a JSON Pointer stands for. */
export function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
