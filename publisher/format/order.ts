/**
 * Order: the sort order of rows in a series and of ids in the id index. It is the same in every CRS.
 *
 * Rows: curve key, then id by the bytes of its UTF-8, then begin of validity. Ids: hash, then id, series, begin.
 */
export interface RowOrder {
  /** Position on the curve (hilbert.ts); the highest key when the row has no geometry. */
  readonly key: number;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly begin: number;
}

export function compareRows(left: RowOrder, right: RowOrder): number {
  return left.key - right.key || compareIds(left.id, right.id) || left.begin - right.begin;
}

/** Compares the UTF-8 bytes of two texts. UTF-16 order differs where surrogates meet U+E000 and above. */
export function compareIds(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const difference = codePointRank(left.charCodeAt(at)) - codePointRank(right.charCodeAt(at));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Ranks code units by the code points that they begin: surrogates come last. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x2800 : unit;
}
