/**
 * Flawed: proves of the polygons that are wrong in the most common ways that they are not valid, so that neither DuckDB
 * need be asked nor, where the reason is all that is wanted, explain.ts.
 *
 * As in ring.ts each decision is certain or not made: a proof means that DuckDB calls the geometry invalid, and its
 * reason is the one that explain.ts gives. Not here: where it goes wrong (explain.ts).
 */
import type { Vertices } from '../../schemas/check/flatten.ts';
import { HOLE_OUTSIDE, SELF_INTERSECTION } from './reasons.ts';
import type { Reason } from './reasons.ts';
import { isSimpleRing, RING_VERTICES_MAX, side } from './ring.ts';
import { boxOf } from './vertices.ts';

/** That a geometry is not valid; without a reason when that must be sought. */
export interface Flaw {
  readonly reason: Reason | undefined;
}

/** The flaw of a geometry, its rings closed; undefined when none is certain. */
export function flawOf(vertices: Vertices): Flaw | undefined {
  const { numbers, shape: { type, dimension, pathEnds } } = vertices;
  if (type !== 'Polygon' || dimension !== 2) return undefined;
  const [end, next] = pathEnds;
  if (next !== undefined) return pathEnds.length === 2 ? holeOutside(vertices, end!) : undefined;
  if (end! > RING_VERTICES_MAX) return undefined;
  if (crossesItself(numbers, end! - 1)) return { reason: SELF_INTERSECTION };
  return turnsBack(numbers, end! - 1) ? { reason: undefined } : undefined;
}

/** A ring with one hole, both simple, of which the boxes have nothing in common. */
function holeOutside(vertices: Vertices, end: number): Flaw | undefined {
  const { numbers } = vertices;
  const count = numbers.length / 2;
  if (!isSimpleRing(numbers.subarray(0, 2 * end), end) || !isSimpleRing(numbers.subarray(2 * end), count - end)) return undefined;
  const [one, other] = [boxOf(vertices, 0, end), boxOf(vertices, end, count)];
  const areApart = one[2] < other[0] || other[2] < one[0] || one[3] < other[1] || other[3] < one[1];
  return areApart ? { reason: HOLE_OUTSIDE } : undefined;
}

/** Whether two of the segments certainly cross in their midst. */
function crossesItself(ring: Float64Array, segments: number): boolean {
  for (let i = 0; i < segments; i++) {
    for (let j = i + 2; j < segments; j++) {
      if (side(ring, i, i + 1, j) * side(ring, i, i + 1, j + 1) < 0 && side(ring, j, j + 1, i) * side(ring, j, j + 1, i + 1) < 0) {
        return true;
      }
    }
  }
  return false;
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
