/**
 * Proof: shows of most geometries that they are valid by the OGC rules, so that DuckDB need be asked about the others only.
 *
 * Valid is a point; a line that is not all one position; a polygon whose rings meet neither themselves nor each other, with
 * its holes inside and not in one another; and such polygons of which none lies in another.
 * Each decision is the sign of a determinant whose rounding error is bounded (Shewchuk 1997, "Adaptive precision
 * floating-point arithmetic", the first filter); where the bound does not decide, nothing is proven. So true is certain,
 * and false means only that it is in doubt.
 * Invariant: the work is bounded by COMPARISONS_PER_SEGMENT and RINGS_MAX, however hostile a geometry is.
 */
import { unreachable } from '../../../schemas/fault.ts';
import { overlap, type Box } from '../../../schemas/geometry.ts';
import type { Vertices } from '../../../schemas/check/flatten.ts';
import { boxOf, pathStart } from './vertices.ts';

/** The segments of a map meet few others along x; those of a drawing made to hurt meet all. */
const COMPARISONS_PER_SEGMENT = 256;
/** Pairs of rings are compared one by one. */
const RINGS_MAX = 256;
/** So few segments are compared quicker than sorted. */
const UNSORTED_MAX = 48;

const EPSILON = 2 ** -53;
const BOUND = (3 + 16 * EPSILON) * EPSILON;

/** Whether a geometry, its rings closed, is certainly valid. */
export function isSurelyValid(vertices: Vertices): boolean {
  const { numbers, shape: { type, dimension, pathEnds } } = vertices;
  switch (type) {
    case 'Point': case 'MultiPoint': return true;
    case 'LineString': case 'MultiLineString':
      return pathEnds.every((end, path) => moves(numbers, dimension * pathStart(vertices, path), { end: dimension * end, dimension }));
    case 'Polygon': case 'MultiPolygon':
      if (dimension === 2 && pathEnds.length === 1 && goesRoundOnce(numbers)) return true;
      return dimension === 2 && pathEnds.length <= RINGS_MAX && areRingsApart(vertices) && areWellNested(vertices);
    default: return unreachable(type);
  }
}

/** Whether a path has two positions that differ. */
function moves(numbers: Float64Array, start: number, { end, dimension }: { end: number; dimension: number }): boolean {
  for (let at = start + dimension; at < end; at += dimension) {
    if (numbers[at] !== numbers[start] || numbers[at + 1] !== numbers[start + 1]) return true;
  }
  return false;
}

/**
 * Whether a ring goes round the middle of its positions once, always the same way: then it does not meet itself. So do most
 * buildings and areas, and to know it takes one look at each segment.
 */
function goesRoundOnce(numbers: Float64Array): boolean {
  const count = numbers.length / 2 - 1;
  if (count < 3) return false;
  let [x, y] = [0, 0];
  for (let at = 0; at < count; at++) {
    x += numbers[2 * at]!;
    y += numbers[2 * at + 1]!;
  }
  [x, y] = [x / count, y / count];
  const way = sign(numbers[0]!, numbers[1]!, numbers[2]!, numbers[3]!, x, y);
  if (way === 0) return false;
  let rises = 0;
  for (let at = 0; at < count; at++) {
    if (sign(numbers[2 * at]!, numbers[2 * at + 1]!, numbers[2 * at + 2]!, numbers[2 * at + 3]!, x, y) !== way) return false;
    if (numbers[2 * at + 1]! <= y && numbers[2 * at + 3]! > y) rises++;
  }
  return rises === 1;
}

/** Segments of rings: the position where each starts, the one where the next of its ring starts, its extent along x. */
interface Segments {
  readonly starts: Uint32Array;
  readonly nexts: Uint32Array;
  readonly lows: Float64Array;
  readonly highs: Float64Array;
}

/** Memory for the segments of one geometry at a time: most have a few, and to get memory for each takes longer than its proof. */
let memory = segmentsMemory(256);

function segmentsMemory(count: number): Segments {
  return {
    starts: new Uint32Array(count), nexts: new Uint32Array(count), lows: new Float64Array(count), highs: new Float64Array(count),
  };
}

/** Whether no ring meets itself or another, but for neighbours in their common position. */
function areRingsApart(vertices: Vertices): boolean {
  const { numbers, shape: { pathEnds } } = vertices;
  const count = numbers.length / 2 - pathEnds.length;
  if (count > memory.starts.length) memory = segmentsMemory(2 * count);
  const { starts, nexts, lows, highs } = memory;
  let filled = 0;
  for (let path = 0; path < pathEnds.length; path++) {
    const [first, last] = [pathStart(vertices, path), pathEnds[path]! - 1];
    if (last - first < 3) return false;
    for (let at = first; at < last; at++) {
      const next = at + 1 === last ? first : at + 1;
      if (!bends(numbers, at, next)) return false;
      const [from, to] = [numbers[2 * at]!, numbers[2 * at + 2]!];
      starts[filled] = at;
      nexts[filled] = next;
      lows[filled] = Math.min(from, to);
      highs[filled++] = Math.max(from, to);
    }
  }
  return areSegmentsApart(numbers, count, memory);
}

/** Whether the segment from `at` and the next one, from `next`, have only their common position in common; for certain. */
function bends(numbers: Float64Array, at: number, next: number): boolean {
  return side(numbers, at, at + 1, next + 1) !== 0 || goesOn(numbers, at, next + 1);
}

/** Whether the segments from `a` to the next position and from there to `c`, perhaps on one line, do not lie over each other. */
function goesOn(numbers: Float64Array, a: number, c: number): boolean {
  const x = numbers[2 * a + 2]!;
  const y = numbers[2 * a + 3]!;
  const ahead = (x - numbers[2 * a]!) * (numbers[2 * c]! - x);
  const aside = (y - numbers[2 * a + 1]!) * (numbers[2 * c + 1]! - y);
  return ahead + aside > 0 && ahead >= 0 && aside >= 0;
}

/** Compares each segment with those that it meets along x, neighbours left out. */
function areSegmentsApart(numbers: Float64Array, count: number, { starts, nexts, lows, highs }: Segments): boolean {
  const isSorted = count > UNSORTED_MAX;
  const order = isSorted ? Uint32Array.from({ length: count }, (_, index) => index).sort((a, b) => lows[a]! - lows[b]!) : undefined;
  let budget = count * COMPARISONS_PER_SEGMENT;
  for (let one = 0; one < count; one++) {
    const i = order === undefined ? one : order[one]!;
    const [low, high, start, next] = [lows[i]!, highs[i]!, starts[i]!, nexts[i]!];
    for (let other = one + 1; other < count; other++) {
      const j = order === undefined ? other : order[other]!;
      if (lows[j]! > high) {
        if (isSorted) break;
        continue;
      }
      if (--budget < 0) return false;
      if (highs[j]! < low || starts[j] === next || nexts[j] === start) continue;
      if (!areApart(numbers, start, starts[j]!)) return false;
    }
  }
  return true;
}

/** Whether the segments from i and from j certainly have nothing in common; they may meet along x. */
function areApart(numbers: Float64Array, i: number, j: number): boolean {
  const ay = numbers[2 * i + 1]!;
  const by = numbers[2 * i + 3]!;
  const cy = numbers[2 * j + 1]!;
  const dy = numbers[2 * j + 3]!;
  if (ay < cy && ay < dy && by < cy && by < dy) return true;
  if (ay > cy && ay > dy && by > cy && by > dy) return true;
  return side(numbers, i, i + 1, j) * side(numbers, i, i + 1, j + 1) > 0
    || side(numbers, j, j + 1, i) * side(numbers, j, j + 1, i + 1) > 0;
}

/** On which side of the line a-b position c lies: 1, -1, or 0 when that is not certain. */
function side(numbers: Float64Array, a: number, b: number, c: number): number {
  return sign(numbers[2 * a]!, numbers[2 * a + 1]!, numbers[2 * b]!, numbers[2 * b + 1]!, numbers[2 * c]!, numbers[2 * c + 1]!);
}

function sign(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const determinant = left - right;
  const bound = BOUND * (Math.abs(left) + Math.abs(right));
  return determinant > bound ? 1 : determinant < -bound ? -1 : 0;
}

/** A ring by its positions: `from` until `until`, the last equal to the first. */
interface Ring {
  readonly from: number;
  readonly until: number;
  readonly box: Box;
}

/** Whether of rings that do not meet each hole lies in its shell, and no hole or part in another; for certain. */
function areWellNested(vertices: Vertices): boolean {
  const { numbers, shape: { pathEnds, partEnds } } = vertices;
  if (pathEnds.length === 1) return true;
  const rings = Array.from(pathEnds, (until, path): Ring => {
    const from = pathStart(vertices, path);
    return { from, until, box: boxOf(vertices, from, until) };
  });
  const parts = Array.from(partEnds, (end, part) => rings.slice(part === 0 ? 0 : partEnds[part - 1], end));
  const shells = parts.map(([shell]) => shell!);
  return parts.every(([shell, ...holes]) => holes.every((hole) => isInside(numbers, hole, shell!) === true) && areAside(numbers, holes))
    && areAside(numbers, shells);
}

/** Whether none of some rings lies in another. */
function areAside(numbers: Float64Array, rings: readonly Ring[]): boolean {
  return rings.every((one, index) => rings.slice(index + 1).every((other) => !overlap(one.box, other.box)
    || (isInside(numbers, one, other) === false && isInside(numbers, other, one) === false)));
}

/** Whether a ring lies inside one that it does not meet: its first position does. Undefined when that is not certain. */
function isInside(numbers: Float64Array, { from: position }: Ring, { from, until }: Ring): boolean | undefined {
  const y = numbers[2 * position + 1]!;
  let isIn = false;
  for (let at = from; at < until - 1; at++) {
    const goesUp = numbers[2 * at + 1]! <= y && numbers[2 * at + 3]! > y;
    const goesDown = numbers[2 * at + 1]! > y && numbers[2 * at + 3]! <= y;
    if (!goesUp && !goesDown) continue;
    const where = side(numbers, at, at + 1, position);
    if (where === 0) return undefined;
    if ((where === 1) === goesUp) isIn = !isIn;
  }
  return isIn;
}
