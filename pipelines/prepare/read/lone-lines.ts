/** Lone lines: what one line of a delivery is that has one JSON text a line, when it is more or less than an object. */
import type { FileLocation } from '../../../schemas/finding.ts';
import { CLOSE_ARRAY, CLOSE_OBJECT, COMMA, OPEN_OBJECT } from '../../strict-json/index.ts';
import { BACKTICK, firstOf, HASH, lastOf, SLASH } from './bytes.ts';
import type { Collected } from './collecting.ts';
import type { RawRecord } from './raw-record.ts';

export type LineKind = 'record' | 'comment' | 'fence' | 'object-begins' | 'list-ends';

/** What a line is by the first byte in it; `fence`: it may end a code block of Markdown. */
export function lineKindOf(bytes: Buffer): LineKind {
  const first = firstOf(bytes);
  const byte = bytes[first];
  if (byte === SLASH || byte === HASH) return 'comment';
  if (byte === BACKTICK) return 'fence';
  const isAlone = first === lastOf(bytes);
  if (isAlone && byte === OPEN_OBJECT) return 'object-begins';
  return isAlone && byte === CLOSE_ARRAY ? 'list-ends' : 'record';
}

/**
 * The record on a line, its pointer that of the line from 0, undefined for one with nothing on it but a comma, perhaps; and where a
 * comma stands behind the object, which is no part of the record.
 */
export function recordOfLine(
  { bytes, isTooLarge, ...place }: Collected,
): { readonly record: RawRecord | undefined; readonly comma: FileLocation | undefined } {
  const record = { kind: 'root', pointer: `/${place.line - 1}`, ...place } as const;
  const last = lastOf(bytes);
  const before = bytes[last] === COMMA ? lastOf(bytes.subarray(0, last)) : last;
  const hasComma = before < last && (before < 0 || bytes[before] === CLOSE_OBJECT);
  const comma = hasComma ? { line: place.line, column: place.column + last } : undefined;
  const object = hasComma ? bytes.subarray(0, last) : bytes;
  if (isTooLarge) return { record: { ...record, bytes: bytes.subarray(0, 0), fault: 'te-groot' }, comma };
  return { record: lastOf(object) >= 0 ? { ...record, bytes: object } : undefined, comma };
}
