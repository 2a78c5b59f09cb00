/**
 * Ring: proves of the geometries that are most common that they are valid by the OGC rules, so that DuckDB need
 * judge only the others: a point, a line that is not all one position, a polygon of one ring that meets itself nowhere,
 * and some of these whose boxes have nothing in common.
 *
 * Each decision is the sign of a determinant whose rounding error is bounded (Shewchuk 1997, "Adaptive precision
 * floating-point arithmetic", the first filter); where the bound does not decide, nothing is proven and DuckDB
 * judges. So true is certain, and false means only: look with care.
 */

import { unreachable } from '../../schemas/fault.ts';
import type { Vertices } from '../../schemas/check/flatten.ts';
import { boxOf, pathStart } from './vertices.ts';

/** Beyond this the pairs of segments are too many to compare here. */
export const RING_VERTICES_MAX = 128;
const PARTS_MAX = 16;

const EPSILON = 2 ** -53;
const BOUND = (3 + 16 * EPSILON) * EPSILON;

/** Whether a geometry, its rings closed, is certainly valid. */
export function isSurelyValid(vertices: Vertices): boolean {
  const { numbers, shape: { type, dimension, pathEnds } } = vertices;
  switch (type) {
    case 'Point': case 'MultiPoint': return true;
    case 'LineString': case 'MultiLineString':
      return pathEnds.every((end, path) => moves(numbers, dimension * pathStart(vertices, path), { end: dimension * end, dimension }));
    case 'Polygon': return dimension === 2 && pathEnds.length === 1 && isSimpleRing(numbers, numbers.length / 2);
    case 'MultiPolygon': return dimension === 2 && areRingsApart(vertices);
    default: return unreachable(type);
  }
}

/** Whether every part is one simple ring, and the boxes of the parts have nothing in common. */
function areRingsApart(vertices: Vertices): boolean {
  const { numbers, shape: { pathEnds, partEnds } } = vertices;
  if (partEnds.length !== pathEnds.length || pathEnds.length > PARTS_MAX) return false;
  const rings = Array.from(pathEnds, (end, path) => [pathStart(vertices, path), end] as const);
  if (!rings.every(([from, until]) => isSimpleRing(numbers.subarray(2 * from, 2 * until), until - from))) return false;
  const boxes = rings.map(([from, until]) => boxOf(vertices, from, until));
  return boxes.every((one, index) => boxes.slice(index + 1).every((other) =>
    one[2] < other[0] || other[2] < one[0] || one[3] < other[1] || other[3] < one[1]));
}

/** Whether a path has two positions that differ. */
function moves(numbers: Float64Array, start: number, { end, dimension }: { end: number; dimension: number }): boolean {
  for (let at = start + dimension; at < end; at += dimension) {
    if (numbers[at] !== numbers[start] || numbers[at + 1] !== numbers[start + 1]) return true;
  }
  return false;
}

/** Whether the first `count` positions (x, y) of `ring`, the last equal to the first, are certain to be a simple ring. */
export function isSimpleRing(ring: Float64Array, count: number): boolean {
  const segments = count - 1;
  if (segments < 3 || count > RING_VERTICES_MAX) return false;
  let [turns, reversals, heading] = [0, 0, 0];
  for (let i = 0; i < segments; i++) {
    const turn = side(ring, i, i + 1, i + 2 > segments ? 1 : i + 2);
    if (turn === 0 && !goesOn(ring, i, i + 2 > segments ? 1 : i + 2)) return false;
    turns += turn;
    const from = ring[2 * i]!;
    const to = ring[2 * i + 2]!;
    low[i] = from < to ? from : to;
    high[i] = from < to ? to : from;
    if (from === to) continue;
    const towards = from < to ? 1 : -1;
    if (towards === -heading) reversals++;
    heading = towards;
  }
  // What turns one way at every corner, and round once, as it goes forth and back along x once, is convex.
  const isConvex = (turns === segments || turns === -segments) && reversals <= 2;
  return isConvex || areAllApart(ring, segments);
}

/** Whether no two segments that are not neighbours have anything in common; for certain. */
function areAllApart(ring: Float64Array, segments: number): boolean {
  for (let i = 0; i < segments; i++) {
    const lowest = low[i]!;
    const highest = high[i]!;
    const last = i === 0 ? segments - 1 : segments;
    for (let j = i + 2; j < last; j++) {
      if (low[j]! <= highest && high[j]! >= lowest && !areApart(ring, i, j)) return false;
    }
  }
  return true;
}

/** Extents along x of the segments of the ring at hand. */
const low = new Float64Array(RING_VERTICES_MAX);
const high = new Float64Array(RING_VERTICES_MAX);

/** Whether the segments from `a` to the next position and from there to `c`, perhaps on one line, do not lie over each other. */
function goesOn(ring: Float64Array, a: number, c: number): boolean {
  const x = ring[2 * a + 2]!;
  const y = ring[2 * a + 3]!;
  const ahead = (x - ring[2 * a]!) * (ring[2 * c]! - x);
  const aside = (y - ring[2 * a + 1]!) * (ring[2 * c + 1]! - y);
  return ahead + aside > 0 && ahead >= 0 && aside >= 0;
}

/** Whether the segments from i and from j certainly have nothing in common; nobody looks whether they meet along x. */
export function areApart(ring: Float64Array, i: number, j: number): boolean {
  const ay = ring[2 * i + 1]!;
  const by = ring[2 * i + 3]!;
  const cy = ring[2 * j + 1]!;
  const dy = ring[2 * j + 3]!;
  if (ay < cy && ay < dy && by < cy && by < dy) return true;
  if (ay > cy && ay > dy && by > cy && by > dy) return true;
  return side(ring, i, i + 1, j) * side(ring, i, i + 1, j + 1) > 0
    || side(ring, j, j + 1, i) * side(ring, j, j + 1, i + 1) > 0;
}

/** On which side of the line a-b position c lies: 1, -1, or 0 when that is not certain. */
export function side(ring: Float64Array, a: number, b: number, c: number): number {
  const cx = ring[2 * c]!;
  const cy = ring[2 * c + 1]!;
  const left = (ring[2 * a]! - cx) * (ring[2 * b + 1]! - cy);
  const right = (ring[2 * a + 1]! - cy) * (ring[2 * b]! - cx);
  const determinant = left - right;
  const bound = BOUND * (Math.abs(left) + Math.abs(right));
  return determinant > bound ? 1 : determinant < -bound ? -1 : 0;
}
