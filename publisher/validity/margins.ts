/**
 * Margins: how far a geometry can move between its delivered and its published positions, in every published CRS.
 *
 * Rounding moves a position. A segment also bends, because a line that is straight in one CRS is curved in another: the middle of 200 m by
 * 1.3 mm, of 2 km by 13 cm, four times as much at twice the length.
 * Invariants:
 * - Each number is an upper bound for the area in which objects may lie (schemas/crs.ts). A unit of a CRS counts for the fewest metres
 *   that it has anywhere in that area.
 * - The bends of 20,000 segments of each length, drawn over the area, in every pair of CRSs are within these bounds
 *   (test/publisher/validity/margins.test.ts).
 */
import type { Crs } from '../../schemas/crs.ts';

export interface Margins {
  /** Metres in a unit of the first axis, and of the second. */
  readonly perFirst: number;
  readonly perSecond: number;
  /** Metres that a position moves when it is rounded. */
  readonly shift: number;
}

/** No margin: nothing moves. */
export const EXACT: Margins = { perFirst: 1, perSecond: 1, shift: 0 };

/** Half a millimetre along both axes, half a unit of 1e-8 degree along both, and the error of a transformation. */
const SHIFT = 0.0008;

/** Metres in a degree of longitude at 56 N, in a degree of latitude at 50 N, and in a metre of Web Mercator at 56 N, rounded down. */
const LONGITUDE = 62_000;
const LATITUDE = 111_200;
const MERCATOR = 0.555;

/** Returns the margins of a geometry that is delivered in a CRS. */
export function marginsOf({ axes, derivation }: Crs): Margins {
  if (derivation === 'web-mercator') return IN_MERCATOR;
  return axes[0] === 'lon' ? LON_LAT : axes[0] === 'lat' ? LAT_LON : METRES;
}

const METRES: Margins = { perFirst: 1, perSecond: 1, shift: SHIFT };
const LON_LAT: Margins = { perFirst: LONGITUDE, perSecond: LATITUDE, shift: SHIFT };
const LAT_LON: Margins = { perFirst: LATITUDE, perSecond: LONGITUDE, shift: SHIFT };
const IN_MERCATOR: Margins = { perFirst: MERCATOR, perSecond: MERCATOR, shift: SHIFT };

/** Returns the metres by which the middle of a segment of this length (metres) can bend aside. */
export function bendOf(length: number, { shift }: Margins): number {
  return shift === 0 ? 0 : length * (1e-6 + length * 5e-8);
}

/** Returns the metres that a position can move relative to another at this distance (metres), apart from a common rotation and scale. */
export function swayOf(distance: number, { shift }: Margins): number {
  return shift === 0 ? 0 : shift + distance * (4e-6 + distance * 2.2e-7);
}
