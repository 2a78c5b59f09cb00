/**
 * The report as JSON, in pieces: one text cannot hold that of some millions of roots (JavaScript's longest is 512 MB).
 * Not here: what stands in it (schemas/derived/report-schema.ts).
 */

const ITEMS_PER_PIECE = 10_000;

/** A list that is no array and knows its JSON: some items in each part, a comma between. */
interface JsonList {
  jsonItems(): Iterable<string | Buffer>;
}

/** What JSON.stringify gives for a plain value, cut up: a list that it holds, or is, comes in parts. */
export function* jsonPieces(value: unknown): Generator<string | Buffer> {
  if (Array.isArray(value)) yield* piecesOfList(value);
  else if (typeof value === 'object' && value !== null) yield* piecesOfObject(value);
  else yield JSON.stringify(value);
}

function* piecesOfObject(value: object): Generator<string | Buffer> {
  let before = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* Array.isArray(member) || isJsonList(member) ? piecesOfList(member) : [JSON.stringify(member)];
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function* piecesOfList(items: readonly unknown[] | JsonList): Generator<string | Buffer> {
  let before = '[';
  for (const part of 'jsonItems' in items ? items.jsonItems() : itemsAsJson(items)) {
    yield before;
    yield part;
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** Items of a list as JSON, a comma between them. */
export function* itemsAsJson(items: readonly unknown[]): Generator<string> {
  for (let from = 0; from < items.length; from += ITEMS_PER_PIECE) {
    yield JSON.stringify(items.slice(from, from + ITEMS_PER_PIECE)).slice(1, -1);
  }
}

function isJsonList(value: unknown): value is JsonList {
  return typeof value === 'object' && value !== null && 'jsonItems' in value && typeof value.jsonItems === 'function';
}
