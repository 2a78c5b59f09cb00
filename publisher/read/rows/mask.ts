/**
 * Mask: the result of a condition for each row of one page, in the three values of SQL. A void value makes a comparison and its negation
 * unknown. A row is selected when its value is YES. The values are chosen such that `and` and `or` work on their bits.
 */
export const NO = 0b00;
export const UNKNOWN = 0b01;
export const YES = 0b11;

/** One value per row. */
export type Mask = Uint8Array;

export function maskOf(count: number, value: typeof NO | typeof UNKNOWN | typeof YES): Mask {
  return new Uint8Array(count).fill(value);
}

/** Writes `one and other` into `one`. */
export function andInto(one: Mask, other: Mask): void {
  for (let row = 0; row < one.length; row += 1) one[row]! &= other[row]!;
}

/** Writes `one or other` into `one`. */
export function orInto(one: Mask, other: Mask): void {
  for (let row = 0; row < one.length; row += 1) one[row]! |= other[row]!;
}

/** Negates the mask in place. */
export function denied(mask: Mask): Mask {
  for (let row = 0; row < mask.length; row += 1) if (mask[row] !== UNKNOWN) mask[row] = YES - mask[row]!;
  return mask;
}

/** Writes the numbers of the rows that are YES, counted from `before`, into `rows` from `at` on, and returns their end. */
export function putRows(mask: Mask, before: number, { rows, at }: { readonly rows: Uint32Array; readonly at: number }): number {
  let end = at;
  for (let row = 0; row < mask.length; row += 1) {
    // Without a branch, because the selected rows are unpredictable.
    rows[end] = before + row;
    end += mask[row]! >> 1;
  }
  return end;
}

export function isEmpty(mask: Mask): boolean {
  return !mask.includes(YES);
}
