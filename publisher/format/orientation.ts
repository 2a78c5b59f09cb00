/**
 * Orientation: mends the direction of rings to RFC 7946, outer rings counter-clockwise, holes clockwise, as seen with
 * east to the right and north up.
 *
 * Decided in one place, on the published decimals of RD, whose axes lie like that; so the order of the vertices is the
 * same in every CRS, also in those whose first axis is the latitude. A ring keeps its first vertex. A ring without area
 * stays as it is.
 */
import type { FlatGeometry } from '../../schemas/geometry.ts';
import type { PublishedCrs } from '../../schemas/crs.ts';
import { roundHalfUp } from './decimal.ts';

/** The vertices of one geometry in every published CRS, 2 numbers a vertex. */
export type ProjectedCoordinates = Readonly<Record<PublishedCrs, Float64Array>>;

/** The same coordinates with mended rings, in every CRS alike; `coordinates` itself when nothing needs mending. */
export function orient(shape: FlatGeometry, coordinates: ProjectedCoordinates): ProjectedCoordinates {
  if (shape.type !== 'Polygon' && shape.type !== 'MultiPolygon') return coordinates;
  const wrong = ringsToReverse(shape, coordinates['28992']);
  if (wrong.length === 0) return coordinates;
  const mended = (numbers: Float64Array): Float64Array => {
    const copy = numbers.slice();
    for (const ring of wrong) reverse(copy, ring);
    return copy;
  };
  return {
    CRS84: mended(coordinates.CRS84), 28992: mended(coordinates['28992']),
    4258: mended(coordinates['4258']), 3857: mended(coordinates['3857']),
  };
}

/** Vertices [start, end). */
interface Ring {
  readonly start: number;
  readonly end: number;
}

function ringsToReverse(shape: FlatGeometry, rd: Float64Array): readonly Ring[] {
  const outer = new Set<number>([0, ...shape.partEnds]);
  const wrong: Ring[] = [];
  shape.pathEnds.forEach((end, path) => {
    const ring = { start: shape.pathEnds[path - 1] ?? 0, end };
    const direction = directionOf(rd, ring);
    if (direction !== 0 && direction > 0 !== outer.has(path)) wrong.push(ring);
  });
  return wrong;
}

function reverse(numbers: Float64Array, { start, end }: Ring): void {
  for (let low = start, high = end - 1; low < high; low += 1, high -= 1) {
    for (const axis of [0, 1]) {
      const kept = numbers[low * 2 + axis] ?? 0;
      numbers[low * 2 + axis] = numbers[high * 2 + axis] ?? 0;
      numbers[high * 2 + axis] = kept;
    }
  }
}

/** Positive when the ring runs counter-clockwise, negative when clockwise, 0 without area; on published decimals, exact. */
function directionOf(rd: Float64Array, ring: Ring): number {
  let area = 0;
  let magnitude = 0;
  for (const [x1, y1, x2, y2] of edges(rd, ring)) {
    area += x1 * y2 - x2 * y1;
    magnitude += Math.abs(x1 * y2) + Math.abs(x2 * y1);
  }
  // Each of the additions and products errs by less than 2^-52 of the magnitude.
  if (Math.abs(area) > magnitude * (ring.end - ring.start) * 2 ** -52) return area;
  let exact = 0n;
  for (const [x1, y1, x2, y2] of edges(rd, ring)) exact += BigInt(x1) * BigInt(y2) - BigInt(x2) * BigInt(y1);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}

/** The edges in millimetres from the ring's first vertex: [x1, y1, x2, y2]. */
function* edges(rd: Float64Array, { start, end }: Ring): Generator<readonly [number, number, number, number]> {
  const millimetres = (vertex: number, axis: 0 | 1): number => roundHalfUp(rd[vertex * 2 + axis] ?? Number.NaN, 3);
  const [x0, y0] = [millimetres(start, 0), millimetres(start, 1)];
  let [x1, y1] = [0, 0];
  for (let vertex = start + 1; vertex < end; vertex += 1) {
    const [x2, y2] = [millimetres(vertex, 0) - x0, millimetres(vertex, 1) - y0];
    yield [x1, y1, x2, y2];
    [x1, y1] = [x2, y2];
  }
}
