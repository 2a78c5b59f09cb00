/**
 * Orientation: sets the direction of rings to RFC 7946, outer rings counter-clockwise, holes clockwise, as seen with east to the right and
 * north up.
 *
 * The direction is decided once, on the published decimals of RD, whose axes point east and north. The order of the vertices is therefore
 * the same in every CRS, also where the first axis is the latitude. A ring keeps its first vertex. A ring without area is left as it is.
 */
import { perCrs, type PerCrs } from '../../schemas/crs.ts';
import type { FlatGeometry } from '../../schemas/geometry.ts';
import { roundHalfUp } from './decimal.ts';

/** The vertices of one geometry in every CRS with two axes of an edition, 2 numbers a vertex; in 9000 only with an epoch. */
export interface ProjectedCoordinates extends PerCrs<Float64Array> {
  readonly 9000?: Float64Array;
}

/** The heights of the vertices of one geometry, in metres: above NAP, above the ellipsoid, and that of ITRF2014 with an epoch. */
export interface ProjectedHeights {
  readonly nap: Float64Array;
  readonly ellipsoidal: Float64Array;
  readonly itrf2014?: Float64Array;
}

/** Returns the same coordinates with reversed rings where needed, alike in every CRS; `coordinates` itself when no ring needs it. */
export function orient(shape: FlatGeometry, coordinates: ProjectedCoordinates): ProjectedCoordinates {
  const wrong = ringsToReverse(shape, coordinates['28992']);
  if (wrong.length === 0) return coordinates;
  const mended = (numbers: Float64Array): Float64Array => withReversed(numbers, wrong, 2);
  const itrf2014 = coordinates['9000'];
  return { ...perCrs((crs) => mended(coordinates[crs])), ...itrf2014 === undefined ? {} : { 9000: mended(itrf2014) } };
}

/** Returns heights in the order in which `orient` puts the vertices with these coordinates. */
export function orientHeights(shape: FlatGeometry, { 28992: rd }: ProjectedCoordinates, heights: ProjectedHeights): ProjectedHeights {
  const wrong = ringsToReverse(shape, rd);
  if (wrong.length === 0) return heights;
  const mended = (numbers: Float64Array): Float64Array => withReversed(numbers, wrong, 1);
  const { nap, ellipsoidal, itrf2014 } = heights;
  return { nap: mended(nap), ellipsoidal: mended(ellipsoidal), ...itrf2014 === undefined ? {} : { itrf2014: mended(itrf2014) } };
}

function withReversed(numbers: Float64Array, rings: readonly Ring[], perVertex: 1 | 2): Float64Array {
  const copy = numbers.slice();
  for (const ring of rings) reverse(copy, ring, perVertex);
  return copy;
}

/** Vertices [start, end). */
interface Ring {
  readonly start: number;
  readonly end: number;
}

function ringsToReverse(shape: FlatGeometry, rd: Float64Array): readonly Ring[] {
  if (shape.type !== 'Polygon' && shape.type !== 'MultiPolygon') return [];
  const outer = new Set<number>([0, ...shape.partEnds]);
  const wrong: Ring[] = [];
  shape.pathEnds.forEach((end, path) => {
    const ring = { start: shape.pathEnds[path - 1] ?? 0, end };
    const direction = directionOf(rd, ring);
    if (direction !== 0 && direction > 0 !== outer.has(path)) wrong.push(ring);
  });
  return wrong;
}

function reverse(numbers: Float64Array, { start, end }: Ring, perVertex: 1 | 2): void {
  for (let low = start, high = end - 1; low < high; low += 1, high -= 1) {
    for (let axis = 0; axis < perVertex; axis += 1) {
      const kept = numbers[low * perVertex + axis] ?? 0;
      numbers[low * perVertex + axis] = numbers[high * perVertex + axis] ?? 0;
      numbers[high * perVertex + axis] = kept;
    }
  }
}

/** Returns a positive number when the ring runs counter-clockwise, a negative one when clockwise, 0 without area. Exact. */
function directionOf(rd: Float64Array, { start, end }: Ring): number {
  // In millimetres from the first vertex.
  const points = new Float64Array(2 * (end - start));
  const first = [roundHalfUp(at(rd, 2 * start), 3), roundHalfUp(at(rd, 2 * start + 1), 3)] as const;
  for (let index = 0; index < points.length; index += 1) {
    points[index] = roundHalfUp(at(rd, 2 * start + index), 3) - first[(index & 1) as 0 | 1];
  }
  let area = 0;
  let magnitude = 0;
  for (let index = 3; index < points.length; index += 2) {
    const forward = at(points, index - 3) * at(points, index);
    const backward = at(points, index - 1) * at(points, index - 2);
    area += forward - backward;
    magnitude += Math.abs(forward) + Math.abs(backward);
  }
  // Each product, difference and sum has an error of at most 2^-53 of the magnitude.
  if (Math.abs(area) > magnitude * points.length * 2 ** -52) return area;
  return exactDirection(points);
}

function exactDirection(points: Float64Array): number {
  let area = 0n;
  for (let index = 3; index < points.length; index += 2) {
    area += BigInt(at(points, index - 3)) * BigInt(at(points, index));
    area -= BigInt(at(points, index - 1)) * BigInt(at(points, index - 2));
  }
  return area > 0n ? 1 : area < 0n ? -1 : 0;
}

function at(points: Float64Array, index: number): number {
  return points[index] ?? 0;
}
