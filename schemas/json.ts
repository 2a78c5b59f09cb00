/** JSON as values: the result of a strict parser and the content of documents; canonical text, text in chunks, and tokens of pointers. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** An own property by name; never an inherited one. */
export function own(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a copy of a value in which the value at a path is replaced. Values beside the path are shared. */
export function withValueAt(value: Json | undefined, [name, ...more]: readonly string[], other: Json): Json {
  if (name === undefined) return other;
  if (!Array.isArray(value)) return { ...value as JsonObject, [name]: withValueAt(own(value as JsonObject, name), more, other) };
  return (value as readonly Json[]).map((item, index) => (String(index) === name ? withValueAt(item, more, other) : item));
}

/**
 * JSON text without white space, with members sorted by name: equal for equal values. Levels deeper than `depthMax` are not told apart.
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

/** The name of a token of a JSON Pointer. */
export function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

const ITEMS_PER_PIECE = 10_000;

/**
 * The text of JSON.stringify in chunks: a list in the value, or the value as a list, is split. One text cannot hold a report of some
 * millions of roots (JavaScript's longest string has 512 MB).
 */
export function* jsonChunks(value: unknown): Generator<string> {
  if (Array.isArray(value)) yield* listChunks(value);
  else if (typeof value === 'object' && value !== null) yield* objectChunks(value);
  else yield JSON.stringify(value);
}

function* objectChunks(value: object): Generator<string> {
  let before = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* jsonChunks(member);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function* listChunks(items: readonly unknown[]): Generator<string> {
  yield '[';
  for (let from = 0; from < items.length; from += ITEMS_PER_PIECE) {
    yield (from === 0 ? '' : ',') + JSON.stringify(items.slice(from, from + ITEMS_PER_PIECE)).slice(1, -1);
  }
  yield ']';
}
