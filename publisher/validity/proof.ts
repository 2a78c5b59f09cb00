/**
 * Proof: proves most geometries valid by the OGC rules, exactly or with a margin, so that only the others need DuckDB.
 *
 * Valid geometries are: a point; a line with two different positions; a polygon whose rings do not meet themselves or each other, with its
 * holes inside it and not in one another; and several such polygons of which none lies in another.
 * Each decision is the sign of a determinant whose rounding error is bounded (Shewchuk 1997, "Adaptive precision floating-point
 * arithmetic", the first filter). Where the bound does not decide, nothing is proven. True is therefore certain, and false means only that
 * the answer is in doubt.
 * With a margin, every segment stays clear of all other segments by more than both can move while their geometry is transformed and
 * rounded (margins.ts). No order or side can change then, so the geometry stays valid in every CRS.
 * Invariants:
 * - The work is bounded by COMPARISONS_PER_SEGMENT and RINGS_MAX, however hostile a geometry is.
 * - Heights play no part.
 */
import { unreachable } from '../../schemas/fault.ts';
import { overlap, type Box } from '../../schemas/geometry.ts';
import type { Crs } from '../../schemas/crs.ts';
import type { Vertices } from '../../schemas/check/flatten.ts';
import { bendOf, EXACT, marginsOf, swayOf, type Margins } from './margins.ts';
import { boxOf, flat, pathStart } from './vertices.ts';

/** A segment of a map overlaps few others along x; a segment of a hostile drawing overlaps all. */
const COMPARISONS_PER_SEGMENT = 256;
/** Maximum number of rings of a geometry: the time grows with its square, because each pair of rings is compared. */
const RINGS_MAX = 256;
/** Up to this number, comparing all segments is quicker than sorting them. */
const UNSORTED_MAX = 48;

const EPSILON = 2 ** -53;
const BOUND = (3 + 16 * EPSILON) * EPSILON;

/** Returns whether a geometry, its rings closed, is certainly valid. */
export function isSurelyValid(vertices: Vertices): boolean {
  return isProven(vertices, EXACT);
}

/** Returns whether a geometry in this CRS, its rings closed, is certainly valid, and stays so when published in any CRS. */
export function isSurelyValidPublished(vertices: Vertices, crs: Crs): boolean {
  return isProven(vertices, marginsOf(crs));
}

function isProven(vertices: Vertices, margins: Margins): boolean {
  switch (vertices.shape.type) {
    case 'Point': case 'MultiPoint': return true;
    case 'LineString': case 'MultiLineString': return doPathsMove(vertices, margins);
    case 'Polygon': case 'MultiPolygon': return isPolygonProven(flat(vertices), margins);
    default: return unreachable(vertices.shape.type);
  }
}

function isPolygonProven(vertices: Vertices, margins: Margins): boolean {
  const { numbers, shape: { pathEnds } } = vertices;
  if (pathEnds.length === 1 && goesRoundOnce(numbers, margins)) return true;
  return pathEnds.length <= RINGS_MAX && areRingsApart(vertices, margins) && areWellNested(vertices);
}

/** Returns whether each path has a position that differs from its first. */
function doPathsMove(vertices: Vertices, { perFirst, perSecond, shift }: Margins): boolean {
  const { numbers, shape: { dimension, pathEnds } } = vertices;
  const [first, second] = [2 * shift / perFirst, 2 * shift / perSecond];
  return pathEnds.every((until, path) => {
    const start = dimension * pathStart(vertices, path);
    for (let at = start + dimension; at < dimension * until; at += dimension) {
      if (Math.abs(numbers[at]! - numbers[start]!) > first || Math.abs(numbers[at + 1]! - numbers[start + 1]!) > second) return true;
    }
    return false;
  });
}

/**
 * Returns whether a ring turns once around the middle of its positions, always in one direction. Such a ring does not meet itself. Most
 * buildings and areas pass this test, which takes one look at each segment.
 */
function goesRoundOnce(numbers: Float64Array, margins: Margins): boolean {
  const count = numbers.length / 2 - 1;
  if (count < 3) return false;
  let [x, y, minX, minY, maxX, maxY] = [0, 0, Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < count; at++) {
    const [px, py] = [numbers[2 * at]!, numbers[2 * at + 1]!];
    x += px;
    y += py;
    if (px < minX) minX = px;
    if (px > maxX) maxX = px;
    if (py < minY) minY = py;
    if (py > maxY) maxY = py;
  }
  [x, y] = [x / count, y / count];
  const spare = spareArea(maxX - minX, maxY - minY, margins);
  const way = sign(numbers[0]!, numbers[1]!, numbers[2]!, numbers[3]!, x, y, spare);
  if (way === 0) return false;
  let rises = 0;
  for (let at = 0; at < count; at++) {
    if (sign(numbers[2 * at]!, numbers[2 * at + 1]!, numbers[2 * at + 2]!, numbers[2 * at + 3]!, x, y, spare) !== way) return false;
    if (numbers[2 * at + 1]! <= y && numbers[2 * at + 3]! > y) rises++;
  }
  return rises === 1;
}

/**
 * Returns an upper bound of the change of an orientation determinant, in units of the axes, when the ends of a segment and a position, all
 * in a box of this size, move within the margins.
 */
function spareArea(width: number, height: number, margins: Margins): number {
  if (margins === EXACT) return 0;
  const { perFirst, perSecond } = margins;
  const radius = Math.sqrt((width * perFirst) ** 2 + (height * perSecond) ** 2);
  const sway = swayOf(radius, margins);
  return (2 * radius + sway) * sway / (perFirst * perSecond);
}

/**
 * Segments of rings: the position where each starts, the position where the next of its ring starts, how far it can move (metres), and its
 * extent along x with that margin.
 */
interface Segments {
  readonly starts: Uint32Array;
  readonly nexts: Uint32Array;
  readonly moves: Float64Array;
  readonly lows: Float64Array;
  readonly highs: Float64Array;
}

/** Memory shared by all geometries, one at a time: most have a few segments, and allocating takes longer than their proof. */
let memory = segmentsMemory(256);

function segmentsMemory(count: number): Segments {
  return {
    starts: new Uint32Array(count), nexts: new Uint32Array(count), moves: new Float64Array(count),
    lows: new Float64Array(count), highs: new Float64Array(count),
  };
}

/** Returns whether no ring meets itself or another, except that neighbours share a position. */
function areRingsApart(vertices: Vertices, margins: Margins): boolean {
  const { numbers, shape: { pathEnds } } = vertices;
  const { perFirst, shift } = margins;
  const count = numbers.length / 2 - pathEnds.length;
  if (count > memory.starts.length) memory = segmentsMemory(2 * count);
  const { starts, nexts, moves, lows, highs } = memory;
  let filled = 0;
  for (let path = 0; path < pathEnds.length; path++) {
    const [first, last] = [pathStart(vertices, path), pathEnds[path]! - 1];
    if (last - first < 3) return false;
    for (let at = first; at < last; at++) {
      const next = at + 1 === last ? first : at + 1;
      if (!bends(numbers, { at, next }, margins)) return false;
      const [from, to] = [numbers[2 * at]!, numbers[2 * at + 2]!];
      const move = margins === EXACT ? 0 : shift + bendOf(lengthOf(numbers, at, margins), margins);
      starts[filled] = at;
      nexts[filled] = next;
      moves[filled] = move;
      lows[filled] = Math.min(from, to) - move / perFirst;
      highs[filled++] = Math.max(from, to) + move / perFirst;
    }
  }
  return areSegmentsApart(numbers, { count, margins }, memory);
}

/** Returns the metres from a position to the next. */
function lengthOf(numbers: Float64Array, at: number, { perFirst, perSecond }: Margins): number {
  const dx = (numbers[2 * at + 2]! - numbers[2 * at]!) * perFirst;
  const dy = (numbers[2 * at + 3]! - numbers[2 * at + 1]!) * perSecond;
  return Math.sqrt(dx * dx + dy * dy);
}

/** Returns whether the segment from `at` and the next one, from `next`, certainly share only their common position. */
function bends(numbers: Float64Array, { at, next }: { at: number; next: number }, margins: Margins): boolean {
  if (margins === EXACT) return side(numbers, at, at + 1, next + 1) !== 0 || isForward(numbers, at, next + 1);
  const [one, other] = [lengthOf(numbers, at, margins), lengthOf(numbers, next, margins)];
  const longest = Math.max(one, other);
  const move = 2 * margins.shift + bendOf(longest, margins);
  if (Math.min(one, other) <= move) return false;
  const spare = move * longest / (margins.perFirst * margins.perSecond);
  return isForward(numbers, at, next + 1) || side(numbers, at, at + 1, next + 1, spare) !== 0;
}

/** Returns whether the path from `a` by the next position to `c` does not turn back on either axis, so that its two segments do not overlap. */
function isForward(numbers: Float64Array, a: number, c: number): boolean {
  const x = numbers[2 * a + 2]!;
  const y = numbers[2 * a + 3]!;
  const ahead = (x - numbers[2 * a]!) * (numbers[2 * c]! - x);
  const aside = (y - numbers[2 * a + 1]!) * (numbers[2 * c + 1]! - y);
  return ahead + aside > 0 && ahead >= 0 && aside >= 0;
}

/** Compares each segment with those that overlap it along x, except neighbours. */
function areSegmentsApart(
  numbers: Float64Array, { count, margins }: { count: number; margins: Margins }, { starts, nexts, moves, lows, highs }: Segments,
): boolean {
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
      if (!areApart(numbers, { i: start, j: starts[j]!, by: moves[i]! + moves[j]! }, margins)) return false;
    }
  }
  return true;
}

/** Returns whether the segments from i and from j are certainly apart by more than `by` metres; they may overlap along x. */
function areApart(numbers: Float64Array, { i, j, by }: { i: number; j: number; by: number }, margins: Margins): boolean {
  const ay = numbers[2 * i + 1]!;
  const by0 = numbers[2 * i + 3]!;
  const cy = numbers[2 * j + 1]!;
  const dy = numbers[2 * j + 3]!;
  const gap = by / margins.perSecond;
  if (Math.max(ay, by0) + gap < Math.min(cy, dy) || Math.max(cy, dy) + gap < Math.min(ay, by0)) return true;
  return isAside(numbers, { i, j, by }, margins) || isAside(numbers, { i: j, j: i, by }, margins);
}

/** Returns whether the segment from j certainly lies on one side of the line through the segment from i, more than `by` metres from it. */
function isAside(numbers: Float64Array, { i, j, by }: { i: number; j: number; by: number }, margins: Margins): boolean {
  const spare = by === 0 ? 0 : by * lengthOf(numbers, i, margins) / (margins.perFirst * margins.perSecond);
  return side(numbers, i, i + 1, j, spare) * side(numbers, i, i + 1, j + 1, spare) > 0;
}

/** Returns on which side of the line a-b position c lies: 1, -1, or 0 when uncertain or within `spare`. */
function side(numbers: Float64Array, a: number, b: number, c: number, spare = 0): number {
  return sign(numbers[2 * a]!, numbers[2 * a + 1]!, numbers[2 * b]!, numbers[2 * b + 1]!, numbers[2 * c]!, numbers[2 * c + 1]!, spare);
}

function sign(ax: number, ay: number, bx: number, by: number, cx: number, cy: number, spare: number): number {
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const determinant = left - right;
  const bound = BOUND * (Math.abs(left) + Math.abs(right)) + spare;
  return determinant > bound ? 1 : determinant < -bound ? -1 : 0;
}

/** A ring by its positions: `from` until `until`; the last equals the first. */
interface Ring {
  readonly from: number;
  readonly until: number;
  readonly box: Box;
}

/** Returns whether each hole certainly lies in its shell, and no hole or part in another. The rings do not meet. */
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

/** Returns whether none of these rings lies in another. */
function areAside(numbers: Float64Array, rings: readonly Ring[]): boolean {
  return rings.every((one, index) => rings.slice(index + 1).every((other) => !overlap(one.box, other.box)
    || (isInside(numbers, one, other) === false && isInside(numbers, other, one) === false)));
}

/** Returns whether a ring lies inside another that it does not meet, by its first position. Undefined when uncertain. */
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
