/** JSON as values: what a strict parser returns and what a document consists of; its texts, canonical or in pieces; tokens of pointers. */
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

/** The same value with another one at a place, in copies of what is around it; what is not around it are its own values. */
export function withValueAt(value: Json | undefined, [name, ...more]: readonly string[], other: Json): Json {
  if (name === undefined) return other;
  if (!Array.isArray(value)) return { ...value as JsonObject, [name]: withValueAt(own(value as JsonObject, name), more, other) };
  return (value as readonly Json[]).map((item, index) => (String(index) === name ? withValueAt(item, more, other) : item));
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

const ITEMS_PER_PIECE = 10_000;

/**
 * The text that JSON.stringify gives for a plain value, in pieces: a list that it holds, or is, comes in several. One text cannot
 * hold a report of some millions of roots (the longest of JavaScript is 512 MB).
 */
export function* jsonPieces(value: unknown): Generator<string> {
  if (Array.isArray(value)) yield* listPieces(value);
  else if (typeof value === 'object' && value !== null) yield* objectPieces(value);
  else yield JSON.stringify(value);
}

function* objectPieces(value: object): Generator<string> {
  let before = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* jsonPieces(member);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function* listPieces(items: readonly unknown[]): Generator<string> {
  yield '[';
  for (let from = 0; from < items.length; from += ITEMS_PER_PIECE) {
    yield (from === 0 ? '' : ',') + JSON.stringify(items.slice(from, from + ITEMS_PER_PIECE)).slice(1, -1);
  }
  yield ']';
}
