/**
 * Flawed: proves of the polygons that are wrong in the most common ways that they are not valid, why, and where, so that
 * neither DuckDB nor explain.ts need be asked.
 *
 * As in ring.ts each decision is certain or not made: a flaw means that DuckDB calls the geometry invalid too, and that
 * explain.ts gives the same reason. Its place is the one that explain.ts gives if the ring has one flaw; of several the
 * first along the ring is named, and a crossing before a spike, where JSTS has an order of its own.
 */
import type { Vertices } from '../../schemas/check/flatten.ts';
import type { Crs } from '../../schemas/crs.ts';
import { invalidRemark } from './geometry.ts';
import type { PlacedGeometry } from './geometry.ts';
import { HOLE_OUTSIDE, roundedPlace, SELF_INTERSECTION } from './reasons.ts';
import type { Reason } from './reasons.ts';
import type { Remark } from './remark.ts';
import { areApart, isSimpleRing, isSurelyValid, RING_VERTICES_MAX, side } from './ring.ts';
import { boxOf } from './vertices.ts';

/** Why a geometry is not valid, and where. */
export interface Flaw extends Reason {
  readonly place: readonly number[];
}

/** The flaw of a geometry, its rings closed; undefined when none is certain. */
export function flawOf(vertices: Vertices): Flaw | undefined {
  const { numbers, shape: { type, dimension, pathEnds } } = vertices;
  if (type !== 'Polygon' || dimension !== 2) return undefined;
  const [end, next] = pathEnds;
  if (next !== undefined) return pathEnds.length === 2 ? holeOutside(vertices, end!) : undefined;
  if (end! > RING_VERTICES_MAX) return undefined;
  const place = crossing(numbers, end! - 1) ?? spike(numbers, end! - 1);
  return place === undefined ? undefined : { ...SELF_INTERSECTION, place };
}

/** What is not valid of some geometries, in their order; undefined when that is not certain of each. */
export function invalidRemarks(geometries: readonly PlacedGeometry[], crs: Crs): readonly Remark[] | undefined {
  const remarks: Remark[] = [];
  for (const geometry of geometries) {
    if (isSurelyValid(geometry.vertices)) continue;
    const flaw = flawOf(geometry.vertices);
    if (flaw === undefined) return undefined;
    remarks.push(invalidRemark(geometry, flaw, crs));
  }
  return remarks;
}

/** A ring with one hole, both simple, of which the boxes have nothing in common: its first position is outside already. */
function holeOutside(vertices: Vertices, end: number): Flaw | undefined {
  const { numbers } = vertices;
  const count = numbers.length / 2;
  if (!isSimpleRing(numbers.subarray(0, 2 * end), end) || !isSimpleRing(numbers.subarray(2 * end), count - end)) return undefined;
  const [one, other] = [boxOf(vertices, 0, end), boxOf(vertices, end, count)];
  const haveNothing = one[2] < other[0] || other[2] < one[0] || one[3] < other[1] || other[3] < one[1];
  if (!haveNothing) return undefined;
  return { ...HOLE_OUTSIDE, place: roundedPlace(numbers[2 * end]!, numbers[2 * end + 1]!) };
}

/** Where two segments certainly cross in their midst; the first such along the ring. */
function crossing(ring: Float64Array, segments: number): readonly number[] | undefined {
  for (let i = 0; i < segments; i++) {
    for (let j = i + 2; j < (i === 0 ? segments - 1 : segments); j++) {
      const place = !areApart(ring, i, j) && cross(ring, i, j) ? placeOfCrossing(ring, i, j) : undefined;
      if (place !== undefined) return place;
    }
  }
  return undefined;
}

function cross(ring: Float64Array, i: number, j: number): boolean {
  return side(ring, i, i + 1, j) * side(ring, i, i + 1, j + 1) < 0
    && side(ring, j, j + 1, i) * side(ring, j, j + 1, i + 1) < 0;
}

/**
 * Where two segments cross, by the arithmetic of JTS to the last digit: from the midst of what their boxes have in
 * common, in homogeneous coordinates. Undefined when that leads out of those boxes.
 */
function placeOfCrossing(ring: Float64Array, i: number, j: number): readonly number[] | undefined {
  const [left, right] = inCommon(ring, i, j);
  const [bottom, top] = inCommon(ring.subarray(1), i, j);
  const midX = (left + right) / 2;
  const midY = (bottom + top) / 2;
  const lineFrom = (at: number): readonly [number, number, number] => {
    const [x1, y1] = [ring[2 * at]! - midX, ring[2 * at + 1]! - midY];
    const [x2, y2] = [ring[2 * at + 2]! - midX, ring[2 * at + 3]! - midY];
    return [y1 - y2, x2 - x1, x1 * y2 - x2 * y1];
  };
  const [px, py, pw] = lineFrom(i);
  const [qx, qy, qw] = lineFrom(j);
  const w = px * qy - qx * py;
  const x = (py * qw - qy * pw) / w + midX;
  const y = (qx * pw - px * qw) / w + midY;
  return x >= left && x <= right && y >= bottom && y <= top ? roundedPlace(x, y) : undefined;
}

/** What two segments have in common along an axis, the first of each two numbers being of that axis. */
function inCommon(ring: Float64Array, i: number, j: number): readonly [number, number] {
  const [a, b, c, d] = [ring[2 * i]!, ring[2 * i + 2]!, ring[2 * j]!, ring[2 * j + 2]!];
  return [Math.max(Math.min(a, b), Math.min(c, d)), Math.min(Math.max(a, b), Math.max(c, d))];
}

/**
 * Where the ring goes back over the segment that it came by, and has more than that: of the two ends the one with the
 * least x, then y. The area lies on both sides there, and JSTS looks at the ends in that order.
 */
function spike(ring: Float64Array, segments: number): readonly number[] | undefined {
  let moves = 0;
  let place: readonly number[] | undefined;
  for (let i = 0; i < segments; i++) {
    const [x, y, tipX, tipY] = [ring[2 * i]!, ring[2 * i + 1]!, ring[2 * i + 2]!, ring[2 * i + 3]!];
    if (x === tipX && y === tipY) continue;
    moves++;
    const after = i + 2 > segments ? 1 : i + 2;
    const returns = x === ring[2 * after] && y === ring[2 * after + 1];
    if (returns) place ??= x < tipX || (x === tipX && y < tipY) ? roundedPlace(x, y) : roundedPlace(tipX, tipY);
  }
  return moves > 2 ? place : undefined;
}
