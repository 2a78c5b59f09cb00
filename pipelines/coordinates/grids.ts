/**
 * Grids: the official RDNAPTRANS2018 correction grid and the NLGEO2018 quasi-geoid, from our packed file.
 *
 * Invariants:
 *  - Never a fallback: a file that is missing, or differs from the pinned one, is a Fault. Without the grids RD would be up to 0.24 m off,
 *    unnoticed.
 *  - `correction` is addressed by the real Bessel position, `geoid` by the ETRS89 position.
 *  - Outside 50-56 N, 2-8 E the correction is 0, as the procedure says, and there is no geoid height (NaN).
 * Not here: the packed form (packed-grids.ts).    Source and licence: data/reference/rdnaptrans2018.md
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../schemas/fault.ts';
import { CORRECTION_UNIT_DEGREES, GEOID_UNIT_METRES, LATTICE, NODES, unpackGrids } from './packed-grids.ts';

export interface Grids {
  /**
   * Latitude and longitude correction in 1e-9 degree, alternating, for each node; small enough to stay in a fast cache.
   */
  readonly correction: Int16Array;
  /** Height of the quasi-geoid above GRS80 in metres, for each node. */
  readonly geoid: Float32Array;
  /** SHA-256 (hex) of the packed file, which an edition's configuration records. */
  readonly sha256: string;
}

export const PACKED_GRIDS = join(import.meta.dirname, '../../data/reference/rdnaptrans2018.grids.br');
const PINNED_SHA256 = '00c4cb10e3687e08333bd63c049630373b10aa9e346abf3b5f140f8bf956c842';
const HINT = 'Take data/reference/rdnaptrans2018.grids.br from the release again.';

/** Tolerance for official points on the edge, which the datum shift puts just outside it. */
const EDGE_DEGREES = 1e-8;

/** The documented threshold is 1e-9 degree; ten times tighter still ends within three rounds. */
const THRESHOLD_DEGREES = 1e-10;
const ROUNDS_MAX = 8;

/** Reads, checks and unpacks the grids in about 20 ms. Throws a Fault when the file is not the official one. */
export function loadGrids(path: string = PACKED_GRIDS): Grids {
  const packed = read(path);
  const sha256 = createHash('sha256').update(packed).digest('hex');
  if (sha256 !== PINNED_SHA256) {
    throw new Fault('the packed grids are damaged', {
      step: 'Grids:Load', path, expected: `sha256 ${PINNED_SHA256}`, actual: sha256, hint: HINT,
    });
  }
  const { latitude, longitude, geoid } = unpackGrids(packed);
  const correction = new Int16Array(2 * NODES);
  for (let node = 0; node < NODES; node++) {
    correction[2 * node] = latitude[node]!;
    correction[2 * node + 1] = longitude[node]!;
  }
  return { correction, geoid: Float32Array.from(geoid, (value) => value * GEOID_UNIT_METRES), sha256 };
}

/** The official grids, read once in each thread, when the first geometry needs them. */
export function gridsOfThread(): Grids {
  return (loaded ??= loadGrids());
}

let loaded: Grids | undefined;

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new Fault('the packed grids cannot be read', { step: 'Grids:Load', path, hint: HINT, cause });
  }
}

/** Turns real Bessel positions (degrees) into pseudo-Bessel ones, in place, by adding the correction. */
export function addCorrection(positions: Float64Array, stride: 2 | 3, { correction }: Grids): void {
  for (let at = 0; at + stride <= positions.length; at += stride) {
    lookUp(correction, positions[at]!, positions[at + 1]!);
    positions[at]! += found[0]!;
    positions[at + 1]! += found[1]!;
  }
}

/**
 * Turns pseudo-Bessel positions (degrees) into real ones, in place, by subtracting the correction. The grid is addressed by the result, so
 * this iterates. The correction is nearly level, so two or three rounds are enough.
 */
export function removeCorrection(positions: Float64Array, stride: 2 | 3, { correction }: Grids): void {
  for (let at = 0; at + stride <= positions.length; at += stride) {
    const latitude = positions[at]!;
    const longitude = positions[at + 1]!;
    let moved = Infinity;
    let northward = 0;
    let eastward = 0;
    for (let round = 0; round < ROUNDS_MAX && moved > THRESHOLD_DEGREES; round++) {
      lookUp(correction, latitude - northward, longitude - eastward);
      moved = Math.abs(found[0]! - northward) + Math.abs(found[1]! - eastward);
      northward = found[0]!;
      eastward = found[1]!;
    }
    positions[at] = latitude - northward;
    positions[at + 1] = longitude - eastward;
  }
}

/** The result of `lookUp`, written in place so that loops over millions of positions allocate nothing. */
const found = new Float64Array(2);

/** Interpolates the correction (latitude, longitude, degrees) at a real Bessel position bilinearly; 0 outside the grid. */
function lookUp(correction: Int16Array, latitude: number, longitude: number): void {
  const u = (latitude - LATTICE.south) * LATTICE.rowsPerDegree;
  const v = (longitude - LATTICE.west) * LATTICE.columnsPerDegree;
  if (!(u >= 0 && u <= LATTICE.rows - 1 && v >= 0 && v <= LATTICE.columns - 1)) {
    found[0] = 0;
    found[1] = 0;
    return;
  }
  const row = Math.min(u | 0, LATTICE.rows - 2);
  const column = Math.min(v | 0, LATTICE.columns - 2);
  const north = u - row;
  const east = v - column;
  const southWest = 2 * (row * LATTICE.columns + column);
  const northWest = southWest + 2 * LATTICE.columns;
  const ne = north * east;
  const nw = north - ne;
  const se = east - ne;
  const sw = 1 - north - se;
  found[0] = CORRECTION_UNIT_DEGREES * (sw * correction[southWest]! + se * correction[southWest + 2]!
    + nw * correction[northWest]! + ne * correction[northWest + 2]!);
  found[1] = CORRECTION_UNIT_DEGREES * (sw * correction[southWest + 1]! + se * correction[southWest + 3]!
    + nw * correction[northWest + 1]! + ne * correction[northWest + 3]!);
}

/** Height of the quasi-geoid above GRS80 (m) at an ETRS89 position in degrees; NaN outside the grid. */
export function geoidHeight({ geoid }: Grids, latitude: number, longitude: number): number {
  const edge = EDGE_DEGREES * LATTICE.rowsPerDegree;
  const u = (latitude - LATTICE.south) * LATTICE.rowsPerDegree;
  const v = (longitude - LATTICE.west) * LATTICE.columnsPerDegree;
  const inside = u >= -edge && u <= LATTICE.rows - 1 + edge && v >= -edge && v <= LATTICE.columns - 1 + edge;
  if (!inside) return Number.NaN;
  const row = Math.max(0, Math.min(Math.floor(u), LATTICE.rows - 2));
  const column = Math.max(0, Math.min(Math.floor(v), LATTICE.columns - 2));
  const north = u - row;
  const east = v - column;
  const southWest = row * LATTICE.columns + column;
  const northWest = southWest + LATTICE.columns;
  return (1 - north) * ((1 - east) * geoid[southWest]! + east * geoid[southWest + 1]!)
    + north * ((1 - east) * geoid[northWest]! + east * geoid[northWest + 1]!);
}
