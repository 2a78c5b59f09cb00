/**
 * Picked fields: features or documents with only the requested fields. Only this file parses properties, and only those of the requested
 * page. Ids, links and geometries keep the bytes of the edition.
 *
 * A feature is `{"type":"Feature","id":…,"properties":{…},"links":[…],"geometry":…}` (publisher/FORMAT.md, Block). A holder delivered the
 * properties, so their end is found by counting braces. The publisher printed the rest, so the next feature is found by a search for
 * bytes.
 */
import type { DocumentBytes } from '../../publisher/read/types.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import type { RequestedFields, Selection } from '../parameters/fields.ts';

const FEATURE = Buffer.from('{"type":"Feature","id":');
const PROPERTIES = Buffer.from(',"properties":');
const GEOMETRY = Buffer.from(',"geometry":');
export const NO_GEOMETRY = Buffer.from(',"geometry":null}');

/** Picks fields of features with commas between them, in slices. They are parsed at once: a chunk at most. */
export function pickedFeatures(slices: readonly Buffer[], { selection, skipsGeometry }: RequestedFields): readonly Buffer[] {
  const bytes = slices.length === 1 ? slices[0]! : Buffer.concat([...slices]);
  const picked: Buffer[] = [];
  let start = 0;
  while (start < bytes.length) {
    const { from, until } = propertiesOf(bytes, start);
    const next = bytes.indexOf(FEATURE, until);
    const end = next < 0 ? bytes.length : next;
    picked.push(bytes.subarray(start, from), pickedText(bytes, { from, until }, selection));
    if (skipsGeometry) picked.push(bytes.subarray(until, bytes.lastIndexOf(GEOMETRY, end)), NO_GEOMETRY, next < 0 ? EMPTY : COMMA);
    else picked.push(bytes.subarray(until, end));
    start = end;
  }
  return picked;
}

const [EMPTY, COMMA] = [Buffer.alloc(0), Buffer.from(',')];

/** Picks fields of one feature. `bytes`: up to the end of its links. */
export function pickedFeature(bytes: Buffer, { selection }: RequestedFields): readonly Buffer[] {
  const { from, until } = propertiesOf(bytes, 0);
  return [bytes.subarray(0, from), pickedText(bytes, { from, until }, selection), bytes.subarray(until)];
}

const ALWAYS_IN_DOCUMENT = ['entityType', 'id', 'geometrie', '_links'];

/** Picks fields of one document. */
export function pickedDocument(slices: readonly Buffer[], { selection }: RequestedFields): Buffer {
  const document = JSON.parse(Buffer.concat([...slices]).toString()) as JsonObject;
  return Buffer.from(JSON.stringify(picked(document, inDocument(selection))));
}

/** Picks fields of documents with commas between them. They are parsed at once: a chunk at most. */
export function pickedDocuments({ slices, ends }: DocumentBytes, { selection }: RequestedFields): readonly Buffer[] {
  const bytes = Buffer.concat(slices);
  const wanted = inDocument(selection);
  const texts: string[] = [];
  let start = 0;
  for (const end of ends) {
    texts.push(JSON.stringify(picked(JSON.parse(bytes.toString('utf8', start, end)) as Json, wanted)));
    start = end + 1;
  }
  return [Buffer.from(texts.join(','))];
}

function inDocument(selection: Selection | undefined): Selection | true {
  if (selection === undefined) return true;
  const always = Object.fromEntries(ALWAYS_IN_DOCUMENT.map((name) => [name, true] as const));
  return Object.assign(Object.create(null) as Selection, selection, always);
}

interface ByteRange {
  readonly from: number;
  readonly until: number;
}

/** Returns the byte range of `properties` in the feature at `start`. The search is safe, because quotes in an id are escaped. */
function propertiesOf(bytes: Buffer, start: number): ByteRange {
  const from = bytes.indexOf(PROPERTIES, start) + PROPERTIES.length;
  return { from, until: endOfObject(bytes, from) };
}

const [QUOTE, BACKSLASH, OPEN, CLOSE] = [0x22, 0x5c, 0x7b, 0x7d];

/** Returns the offset after the object that begins at `from`. */
function endOfObject(bytes: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === OPEN) depth += 1;
    else if (byte === CLOSE && --depth === 0) return at + 1;
  }
  throw new Error('an object of the edition does not end');
}

/** Returns the offset of the quote that ends the string at `from`. */
function endOfText(bytes: Buffer, from: number): number {
  for (let at = from + 1; at < bytes.length; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at;
  }
  throw new Error('a text of the edition does not end');
}

function pickedText(bytes: Buffer, { from, until }: ByteRange, selection: Selection | undefined): Buffer {
  if (selection === undefined) return bytes.subarray(from, until);
  return Buffer.from(JSON.stringify(picked(JSON.parse(bytes.toString('utf8', from, until)) as Json, selection)));
}

/** Picks the selected members. Each item of a list gets the same selection; other values stay as they are. */
function picked(value: Json, selection: Selection | true): Json {
  if (selection === true) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => picked(item, selection));
  if (!isObject(value)) return value;
  const members: Record<string, Json> = {};
  for (const [name, member] of Object.entries(value)) {
    const wanted = selection[name];
    if (wanted !== undefined) members[name] = picked(member, wanted);
  }
  return members;
}
