/**
 * Mask: what a condition is of each row of one page, in the three values of SQL: a void value makes a comparison unknown,
 * and so its denial. A row is selected when it is YES.
 */
export const NO = 0;
export const UNKNOWN = 1;
export const YES = 2;

/** Per row. */
export type Mask = Uint8Array;

export function maskOf(count: number, value: typeof NO | typeof UNKNOWN | typeof YES): Mask {
  return new Uint8Array(count).fill(value);
}

/** Writes `one and other` into `one`. */
export function andInto(one: Mask, other: Mask): void {
  for (let row = 0; row < one.length; row += 1) if (other[row]! < one[row]!) one[row] = other[row]!;
}

/** Writes `one or other` into `one`. */
export function orInto(one: Mask, other: Mask): void {
  for (let row = 0; row < one.length; row += 1) if (other[row]! > one[row]!) one[row] = other[row]!;
}

/** Writes the denial into the mask itself. */
export function denied(mask: Mask): Mask {
  for (let row = 0; row < mask.length; row += 1) mask[row] = YES - mask[row]!;
  return mask;
}

export function isEmpty(mask: Mask): boolean {
  return !mask.includes(YES);
}
