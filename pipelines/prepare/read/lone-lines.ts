/** Lone lines: the kind of a line, in a delivery with one JSON text a line, that is not exactly one object. */
import type { FileLocation } from '../../../schemas/finding.ts';
import { CLOSE_ARRAY, CLOSE_OBJECT, COMMA, OPEN_OBJECT } from '../../strict-json/index.ts';
import { BACKTICK, firstOf, HASH, lastOf, SLASH } from './bytes.ts';
import type { Collected } from './record-bytes.ts';
import type { RawRecord } from './raw-record.ts';

export type LineKind = 'record' | 'comment' | 'fence' | 'object-begins' | 'list-ends';

/** The kind of a line, by its first byte. `fence`: it may end a code block of Markdown. */
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
 * The record on a line, and the location of a comma behind it, which is no part of the record. The pointer is the line number from 0. The
 * record is undefined for a blank line, with or without a comma.
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
