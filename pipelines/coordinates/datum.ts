/**
 * Datum shifts: from latitude and longitude on one ellipsoid to those on another, through geocentric coordinates.
 *
 * Positions lie one after another, `stride` numbers each, latitude and longitude in degrees first; they are replaced.
 * Invariants:
 *  - Geocentric axes are turned about the earth's axis so that the first lies in the meridian of Amersfoort, where all angles are small
 *    and `small-angles.ts` is quick. The result does not depend on the turn.
 *  - New angles are found as differences to the old ones; Bowring's formula, used once, is exact to a nanometre.
 *  - Never throws. Defined everywhere, also on the axis of the earth.
 * Not here: which shifts there are (rdnaptrans.ts, itrf.ts).
 * Source: RDNAPTRANS2018; EPSG methods 1053 and 1132
 */
import { atan2, cos, sin } from './small-angles.ts';

export interface Ellipsoid {
  /** Semi-axes in metres, first and second eccentricity squared. */
  readonly a: number;
  readonly b: number;
  readonly e2: number;
  readonly ep2: number;
}

/** x' = move + rows x: metres, rows without unit. */
export interface Shift {
  readonly move: Triple;
  readonly rows: readonly [Triple, Triple, Triple];
}
export type Triple = readonly [number, number, number];

export interface DatumShift {
  readonly from: Ellipsoid;
  readonly to: Ellipsoid;
  readonly shift: Shift;
  /** Height in metres of every position. Null: the position's third number (0 without one), which is replaced by the new height. */
  readonly height: number | null;
}

export const RADIANS = Math.PI / 180;
export const DEGREES = 180 / Math.PI;
export const GRS80 = ellipsoid(6_378_137, 298.257222101);
export const BESSEL = ellipsoid(6_377_397.155, 299.1528128);

/** Amersfoort, origin of RD, in radians on Bessel. */
export const AMERSFOORT = {
  latitude: (52 + 9 / 60 + 22.178 / 3600) * RADIANS,
  longitude: (5 + 23 / 60 + 15.5 / 3600) * RADIANS,
} as const;
const NORTH_0 = AMERSFOORT.latitude;
const EAST_0 = AMERSFOORT.longitude;
const SIN_0 = Math.sin(AMERSFOORT.latitude);
const COS_0 = Math.cos(AMERSFOORT.latitude);

function ellipsoid(a: number, inverseFlattening: number): Ellipsoid {
  const flattening = 1 / inverseFlattening;
  const e2 = flattening * (2 - flattening);
  return { a, b: a * (1 - flattening), e2, ep2: e2 / (1 - e2) };
}

/** Replaces the first two numbers of each position with the shifted ones; the third only when `height` is null. */
export function shiftDatum(positions: Float64Array, stride: 2 | 3, datumShift: DatumShift): void {
  const { from, to, shift, height } = datumShift;
  const { a: oldA, e2: oldE2 } = from;
  const { a, b, e2, ep2 } = to;
  const { move: [mx, my, mz], rows: [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] } = turned(shift);
  const ownHeight = height === null && stride === 3;
  for (let at = 0; at + stride <= positions.length; at += stride) {
    const latitude = positions[at]!;
    const longitude = positions[at + 1]!;
    const h = ownHeight ? positions[at + 2]! : height ?? 0;
    const north = latitude * RADIANS - NORTH_0;
    const east = longitude * RADIANS - EAST_0;
    const sinNorth = sin(north);
    const cosNorth = cos(north);
    const sinLat = SIN_0 * cosNorth + COS_0 * sinNorth;
    const cosLat = COS_0 * cosNorth - SIN_0 * sinNorth;
    const sinEast = sin(east);
    const cosEast = cos(east);

    const normal = oldA / Math.sqrt(1 - oldE2 * sinLat * sinLat);
    const oldAxial = (normal + h) * cosLat;
    const oldX = oldAxial * cosEast;
    const oldY = oldAxial * sinEast;
    const oldZ = (normal * (1 - oldE2) + h) * sinLat;
    const x = mx + xx * oldX + xy * oldY + xz * oldZ;
    const y = my + yx * oldX + yy * oldY + yz * oldZ;
    const z = mz + zx * oldX + zy * oldY + zz * oldZ;

    // Bowring: the reduced latitude as sine and cosine, then the direction (run, rise) of the normal.
    const axial = Math.sqrt(x * x + y * y);
    const up = a * z;
    const out = b * axial;
    const reduced = 1 / Math.sqrt(up * up + out * out);
    const sinReduced = up * reduced;
    const cosReduced = out * reduced;
    const rise = z + ep2 * b * sinReduced * sinReduced * sinReduced;
    const run = axial - e2 * a * cosReduced * cosReduced * cosReduced;

    positions[at] = latitude + atan2(rise * cosLat - run * sinLat, run * cosLat + rise * sinLat) * DEGREES;
    positions[at + 1] = longitude + atan2(y * cosEast - x * sinEast, x * cosEast + y * sinEast) * DEGREES;
    if (ownHeight) {
      const slope = 1 / Math.sqrt(rise * rise + run * run);
      const sinNew = rise * slope;
      positions[at + 2] = axial * run * slope + z * sinNew - a * Math.sqrt(1 - e2 * sinNew * sinNew);
    }
  }
}

/** The shift between axes that are turned into the meridian of Amersfoort. */
function turned({ move, rows }: Shift): Shift {
  const s = Math.sin(AMERSFOORT.longitude);
  const c = Math.cos(AMERSFOORT.longitude);
  const vector = ([x, y, z]: Triple): Triple => [c * x + s * y, c * y - s * x, z];
  const [first, second, third] = rows.map(vector) as [Triple, Triple, Triple];
  return {
    move: vector(move),
    rows: [
      combine(c, first, s, second),
      combine(c, second, -s, first),
      third,
    ],
  };
}

function combine(p: number, first: Triple, q: number, second: Triple): Triple {
  return [p * first[0] + q * second[0], p * first[1] + q * second[1], p * first[2] + q * second[2]];
}
