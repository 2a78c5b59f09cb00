/**
 * RDNAPTRANS2018, variant 1: RD and NAP from ETRS89 (realised as ETRF2000) and back, many positions at a time.
 *
 * Positions lie one after another, `stride` numbers each, and are replaced: x, y[, NAP height] in metres in RD; latitude, longitude in
 * degrees[, ellipsoidal height in metres] in ETRS89.
 * Invariants:
 *  - The height does not influence x, y, latitude and longitude: the procedure fixes it (43 m on GRS80, 0 m on Bessel).
 *  - The two datum shifts are not each other's inverse: a round trip is exact to 0.1 mm in the Netherlands, 0.2 mm at the far corners of
 *    the grid.
 *  - Outside the grids the correction is 0 and the height is NaN. NaN in gives NaN out, and nothing throws;
 *    transform.ts refuses NaN.
 * Not here: other CRSs (transform.ts). Implements the RDNAPTRANS2018 procedure; not certified.
 * Rules: IR-crs-4
 */
import { BESSEL, GRS80, shiftDatum, type DatumShift, type Shift, type Triple } from './datum.ts';
import { addCorrection, geoidHeight, removeCorrection, type Grids } from './grids.ts';
import { project, unproject } from './rd-projection.ts';

const BLOCK_POSITIONS = 1024;

/** Datum shift from ETRS89 to pseudo-Bessel. */
export const TO_BESSEL: DatumShift = {
  from: GRS80,
  to: BESSEL,
  height: 43,
  shift: sevenParameters([-565.7346, -50.4058, -465.2895], [-1.91513e-6, 1.60365e-6, -9.09546e-6], -4.07242e-6),
};

/** Datum shift from pseudo-Bessel to ETRS89. */
export const TO_GRS80: DatumShift = {
  from: BESSEL,
  to: GRS80,
  height: 0,
  shift: sevenParameters([565.7381, 50.4018, 465.2904], [1.91514e-6, -1.60363e-6, 9.09546e-6], 4.07244e-6),
};

/** The shift of seven parameters (metres, radians, scale difference), with the exact coordinate-frame rotation. */
function sevenParameters(move: Triple, [alpha, beta, gamma]: Triple, delta: number): Shift {
  const [sinA, sinB, sinG] = [Math.sin(alpha), Math.sin(beta), Math.sin(gamma)];
  const [cosA, cosB, cosG] = [Math.cos(alpha), Math.cos(beta), Math.cos(gamma)];
  const row = (x: number, y: number, z: number): Triple => [(1 + delta) * x, (1 + delta) * y, (1 + delta) * z];
  return {
    move,
    rows: [
      row(cosG * cosB, cosG * sinB * sinA + sinG * cosA, -cosG * sinB * cosA + sinG * sinA),
      row(-sinG * cosB, -sinG * sinB * sinA + cosG * cosA, sinG * sinB * cosA + cosG * sinA),
      row(sinB, -cosB * sinA, cosB * cosA),
    ],
  };
}

/** Replaces ETRF2000 latitude, longitude (degrees)[, h] with RD x, y[, NAP]; a height outside the grid becomes NaN. */
export function etrf2000ToRd(positions: Float64Array, stride: 2 | 3, grids: Grids): void {
  for (const block of blocks(positions, stride)) {
    if (stride === 3) addGeoid(block, -1, grids);
    shiftDatum(block, stride, TO_BESSEL);
    removeCorrection(block, stride, grids);
    project(block, stride);
  }
}

/** Replaces RD x, y[, NAP] with ETRF2000 latitude, longitude (degrees)[, h]; a height outside the grid becomes NaN. */
export function rdToEtrf2000(positions: Float64Array, stride: 2 | 3, grids: Grids): void {
  for (const block of blocks(positions, stride)) {
    unproject(block, stride);
    addCorrection(block, stride, grids);
    shiftDatum(block, stride, TO_GRS80);
    if (stride === 3) addGeoid(block, 1, grids);
  }
}

/** Views of a thousand positions, so that all steps of a view stay in the processor's cache: a fifth faster. */
function* blocks(positions: Float64Array, stride: 2 | 3): Generator<Float64Array> {
  const size = BLOCK_POSITIONS * stride;
  for (let start = 0; start < positions.length; start += size) yield positions.subarray(start, start + size);
}

/** Adds the geoid height, or subtracts it, at ETRS89 positions. */
function addGeoid(positions: Float64Array, sign: 1 | -1, grids: Grids): void {
  for (let at = 0; at + 3 <= positions.length; at += 3) {
    positions[at + 2]! += sign * geoidHeight(grids, positions[at]!, positions[at + 1]!);
  }
}
