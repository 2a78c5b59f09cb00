/**
 * Flawed: proves of the polygons that are wrong in the most common ways that they are not valid, so that neither DuckDB
 * need be asked nor, where the reason and the place are plain, explain.ts.
 *
 * As in ring.ts each decision is certain or not made: a proof means that DuckDB calls the geometry invalid, its reason
 * is the one that explain.ts gives, and so is its place.
 */
import type { Vertices } from '../../schemas/check/flatten.ts';
import { HOLE_OUTSIDE, roundedPlace, SELF_INTERSECTION } from './reasons.ts';
import type { Reason } from './reasons.ts';
import { areApart, isSimpleRing, RING_VERTICES_MAX, side } from './ring.ts';
import { boxOf } from './vertices.ts';

/** That a geometry is not valid; without a reason, or a place, when that must be sought. */
export interface Flaw {
  readonly reason: Reason | undefined;
  readonly place: readonly number[] | undefined;
}

/** The flaw of a geometry, its rings closed; undefined when none is certain. */
export function flawOf(vertices: Vertices): Flaw | undefined {
  const { numbers, shape: { type, dimension, pathEnds } } = vertices;
  if (type !== 'Polygon' || dimension !== 2) return undefined;
  const [end, next] = pathEnds;
  if (next !== undefined) return pathEnds.length === 2 ? holeOutside(vertices, end!) : undefined;
  if (end! > RING_VERTICES_MAX) return undefined;
  const segments = end! - 1;
  return crossing(numbers, segments) ?? (turnsBack(numbers, segments) ? { reason: undefined, place: undefined } : undefined);
}

/** A ring with one hole, both simple, of which the boxes have nothing in common: its first position is outside already. */
function holeOutside(vertices: Vertices, end: number): Flaw | undefined {
  const { numbers } = vertices;
  const count = numbers.length / 2;
  if (!isSimpleRing(numbers.subarray(0, 2 * end), end) || !isSimpleRing(numbers.subarray(2 * end), count - end)) return undefined;
  const [one, other] = [boxOf(vertices, 0, end), boxOf(vertices, end, count)];
  const haveNothing = one[2] < other[0] || other[2] < one[0] || one[3] < other[1] || other[3] < one[1];
  if (!haveNothing) return undefined;
  return { reason: HOLE_OUTSIDE, place: roundedPlace(numbers[2 * end]!, numbers[2 * end + 1]!) };
}

/** Two segments that certainly cross in their midst; their place if they are the only ones that meet. */
function crossing(ring: Float64Array, segments: number): Flaw | undefined {
  let found: readonly [number, number] | undefined;
  let isOnly = true;
  for (let i = 0; i < segments; i++) {
    for (let j = i + 2; j < (i === 0 ? segments - 1 : segments); j++) {
      if (areApart(ring, i, j)) continue;
      if (found !== undefined || !cross(ring, i, j)) isOnly = false;
      else found = [i, j];
    }
  }
  if (found === undefined) return undefined;
  return { reason: SELF_INTERSECTION, place: isOnly ? placeOfCrossing(ring, ...found) : undefined };
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

/** Whether the ring somewhere goes back to the position that it came from. */
function turnsBack(ring: Float64Array, segments: number): boolean {
  for (let i = 0; i < segments; i++) {
    const after = i + 2 > segments ? 1 : i + 2;
    const returns = ring[2 * i] === ring[2 * after] && ring[2 * i + 1] === ring[2 * after + 1];
    if (returns && (ring[2 * i] !== ring[2 * i + 2] || ring[2 * i + 1] !== ring[2 * i + 3])) return true;
  }
  return false;
}
