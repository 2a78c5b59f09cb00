/**
 * Picked fields: features or documents with only the requested fields. Only this file parses properties, and only those of the requested
 * page. Ids, links and geometries keep the bytes of the edition (feature-parts.ts).
 */
import type { DocumentBytes } from '../../publisher/read/types.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import type { RequestedFields, Selection } from '../parameters/fields.ts';
import { featureParts, linksOf, propertiesOf, type ByteRange } from './feature-parts.ts';

export const NO_GEOMETRY = Buffer.from(',"geometry":null}');

/** Picks fields of features that are separated by commas. The slices are parsed in one call, so pass one chunk at most. */
export function pickedFeatures(slices: readonly Buffer[], { selection, skipsGeometry }: RequestedFields): readonly Buffer[] {
  const bytes = slices.length === 1 ? slices[0]! : Buffer.concat([...slices]);
  const picked: Buffer[] = [];
  for (const parts of featureParts(bytes)) {
    const { start, properties, end } = parts;
    if (start > 0) picked.push(COMMA);
    picked.push(bytes.subarray(start, properties.from), pickedText(bytes, properties, selection));
    if (skipsGeometry) picked.push(linksOf(bytes, parts), NO_GEOMETRY);
    else picked.push(bytes.subarray(properties.until, end));
  }
  return picked;
}

const COMMA = Buffer.from(',');

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

/** Returns properties with the selected fields only. */
export function pickedText(bytes: Buffer, { from, until }: ByteRange, selection: Selection | undefined): Buffer {
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
