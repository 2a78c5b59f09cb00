/**
 * Byte range: the part of a file that a request asks for (RFC 9110, 14.1.2 and 13.1.5).
 *
 * A header that is malformed, in another unit or of several ranges counts as absent: the whole file is always a right answer.
 */
/** The first and the last byte. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The values of Range and If-Range. */
export interface RangeHeaders {
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
}

/** One range: from a byte, up to a byte, or of the last bytes. */
const ONE_RANGE = /^bytes=[ \t]*(?:(\d{1,15})-(\d{1,15})?|-(\d{1,15}))[ \t]*$/i;

/** Returns the range, null for the whole file, or `beyond` when no byte of the range is in the file. `tag`: its ETag. */
export function rangeOf(
  { range, ifRange }: RangeHeaders, { bytes, tag }: { readonly bytes: number; readonly tag: string },
): ByteRange | null | 'beyond' {
  if (range === undefined || ifRange !== undefined && ifRange.trim() !== tag) return null;
  const [, first, last, suffix] = ONE_RANGE.exec(range) ?? [];
  if (suffix !== undefined) return Number(suffix) === 0 ? 'beyond' : { start: Math.max(0, bytes - Number(suffix)), end: bytes - 1 };
  if (first === undefined || last !== undefined && Number(last) < Number(first)) return null;
  if (Number(first) >= bytes) return 'beyond';
  return { start: Number(first), end: Math.min(Number(last ?? bytes), bytes - 1) };
}
