/**
 * Hilbert: the key by which features that are near each other on the map lie near each other in a series.
 *
 * The key is the distance along a Hilbert curve of order 16 over a square of RD. Its point is the centre of the feature's box in published
 * decimals; a centre outside the square counts as on its edge. Features without geometry come last, because clients judge a collection by
 * its first features. Changing anything here is a new format version.
 */
import type { Box } from '../../schemas/geometry.ts';

/** RD of the square's lower left corner and its side, metres: the mainland and the islands, little sea. */
export const CURVE_ORIGIN = [-7_000, 289_000] as const;
export const CURVE_SIDE = 340_000;
export const CURVE_ORDER = 16;

const CELLS = 2 ** CURVE_ORDER;

/** The key of a feature without geometry, behind all others. The last cell of the curve has the key of the cell before it. */
export const NO_GEOMETRY_KEY = 2 ** 32 - 1;

/** Returns 32 unsigned bits; `rdBox` is [x min, y min, x max, y max] in metres. */
export function curveKey(rdBox: Box): number {
  const x = cellOf((rdBox[0] + rdBox[2]) / 2, CURVE_ORIGIN[0]);
  const y = cellOf((rdBox[1] + rdBox[3]) / 2, CURVE_ORIGIN[1]);
  return Math.min(distance(x, y), NO_GEOMETRY_KEY - 1);
}

function cellOf(metres: number, origin: number): number {
  const cell = Math.floor(((metres - origin) / CURVE_SIDE) * CELLS);
  return Math.min(CELLS - 1, Math.max(0, cell));
}

/** The classic bitwise walk from the largest quadrant to the smallest. */
function distance(x: number, y: number): number {
  let key = 0;
  for (let side = CELLS / 2; side >= 1; side /= 2) {
    const right = (x & side) === 0 ? 0 : 1;
    const upper = (y & side) === 0 ? 0 : 1;
    key += side * side * ((3 * right) ^ upper);
    if (upper === 1) continue;
    if (right === 1) [x, y] = [CELLS - 1 - x, CELLS - 1 - y];
    [x, y] = [y, x];
  }
  return key;
}
