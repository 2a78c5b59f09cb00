/** Search: the binary search for sorted columns of an edition. */

/** Returns how many of the first `length` entries come before: `isBefore` must hold for the first ones and for none of the rest. */
export function countBefore(length: number, isBefore: (index: number) => boolean): number {
  let below = 0;
  let above = length;
  while (below < above) {
    const middle = (below + above) >> 1;
    if (isBefore(middle)) below = middle + 1; else above = middle;
  }
  return below;
}
