/**
 * Exact box: a closed box whose relation to points and segments in units of 1e-8 (publisher/format/decimal.ts) is decided without error.
 * Its edges are doubles that stand for the decimals of their shortest texts.
 *
 * How: comparisons along one axis are comparisons of integers. The side of a segment on which a corner lies is computed in doubles. When
 * the result is smaller than its possible error, it is computed again in integers of any length.
 * Not here: geometry bytes (exact.ts).
 */
import type { Box } from '../../../schemas/geometry.ts';
import { floorDivide, shortestDecimal, UNIT_DECIMALS, UNITS_PER_ONE } from '../../format/decimal.ts';

/** Beyond every coordinate that can be published; edges further out give the same answer. */
const EDGE_ABS_MAX = 1e8;
/** A difference of products has six roundings (near edge, two differences, product, difference). */
const ERROR = 8 * 2 ** -53;
/** Covers the error of edges near 0, where doubles lose digits. */
const TINY = 1e-300;

/** Index of an edge in a Box. */
type Edge0 = 0 | 2;
type Edge1 = 1 | 3;

/** A segment in units. */
export interface Segment {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

export class ExactBox {
  readonly box: Box;
  /** Smallest and largest whole number of units inside, per axis; low may exceed high in a box thinner than a unit. */
  readonly #low0: number;
  readonly #low1: number;
  readonly #high0: number;
  readonly #high1: number;
  /** Largest whole number of units not beyond the lower left corner. */
  readonly #corner0: number;
  readonly #corner1: number;
  /** The edges in units, each with a relative error of at most 2 · 2^-53. */
  readonly #near: Box;
  /** The edges in units · scale, exact. */
  readonly #edges: readonly bigint[];
  readonly #scale: bigint;

  /** Edges must be numbers; infinite ones are allowed. */
  constructor(box: Box) {
    this.box = [box[0], box[1], box[2], box[3]];
    const clamped = box.map((edge) => Math.max(-EDGE_ABS_MAX, Math.min(EDGE_ABS_MAX, edge)));
    const decimals = clamped.map(shortestDecimal);
    const most = Math.max(UNIT_DECIMALS, ...decimals.map((edge) => edge.decimals));
    this.#scale = 10n ** BigInt(most - UNIT_DECIMALS);
    this.#edges = decimals.map((edge) => edge.mantissa * 10n ** BigInt(most - edge.decimals));
    const [near0 = 0, near1 = 0, near2 = 0, near3 = 0] = clamped.map((edge) => edge * UNITS_PER_ONE);
    this.#near = [near0, near1, near2, near3];
    [this.#corner0, this.#corner1] = [this.#floor(0), this.#floor(1)];
    [this.#low0, this.#low1] = [this.#ceil(0), this.#ceil(1)];
    [this.#high0, this.#high1] = [this.#floor(2), this.#floor(3)];
  }

  /** Returns whether the segment, ends included, has a point in the box. */
  meets(segment: Segment): boolean {
    const { x1, y1, x2, y2 } = segment;
    if (Math.max(x1, x2) < this.#low0 || Math.min(x1, x2) > this.#high0) return false;
    if (Math.max(y1, y2) < this.#low1 || Math.min(y1, y2) > this.#high1) return false;
    if (this.#holds(x1, y1) || this.#holds(x2, y2)) return true;
    // Their ranges overlap, so only the segment's own line can separate them: the outermost corners decide.
    const rising = x2 >= x1 === y2 >= y1;
    const left = this.#side(segment, 0, rising ? 3 : 1);
    const right = this.#side(segment, 2, rising ? 1 : 3);
    return !(left > 0 && right > 0) && !(left < 0 && right < 0);
  }

  /**
   * Returns whether the ray from the lower left corner in the direction of axis 0 crosses the segment. The corner is not on the segment.
   * When two segments share a vertex on the ray, both or neither count if they turn back there, and one if they continue. The number of
   * crossings of a ring is therefore odd when the corner is inside.
   */
  rayCrosses(segment: Segment): boolean {
    const { x1, y1, x2, y2 } = segment;
    if (!this.rayPasses(y1, y2)) return false;
    if (x1 <= this.#corner0 && x2 <= this.#corner0) return false;
    if (x1 > this.#corner0 && x2 > this.#corner0) return true;
    return this.#side(segment, 0, 1) > 0 === y2 > y1;
  }

  /** Returns whether a path from height `y1` to `y2`, all to the right of the corner, crosses the ray an odd number of times. */
  rayPasses(y1: number, y2: number): boolean {
    return y1 > this.#corner1 !== y2 > this.#corner1;
  }

  #holds(x: number, y: number): boolean {
    return x >= this.#low0 && x <= this.#high0 && y >= this.#low1 && y <= this.#high1;
  }

  /** Returns a positive number when the corner lies left of the segment, a negative one when right, 0 when on its line. */
  #side({ x1, y1, x2, y2 }: Segment, edge0: Edge0, edge1: Edge1): number {
    const [dx, dy] = [x2 - x1, y2 - y1];
    const [near0, near1] = [this.#near[edge0], this.#near[edge1]];
    const difference = dx * (near1 - y1) - dy * (near0 - x1);
    const reach0 = Math.abs(near0) + Math.abs(x1) + TINY;
    const reach1 = Math.abs(near1) + Math.abs(y1) + TINY;
    const errorMax = ERROR * (Math.abs(dx) * reach1 + Math.abs(dy) * reach0);
    if (Math.abs(difference) > errorMax) return difference;
    return this.#exactSide({ x1, y1, x2, y2 }, edge0, edge1);
  }

  #exactSide({ x1, y1, x2, y2 }: Segment, edge0: Edge0, edge1: Edge1): number {
    const [startX, startY] = [BigInt(x1), BigInt(y1)];
    const difference = (BigInt(x2) - startX) * (this.#edge(edge1) - startY * this.#scale)
      - (BigInt(y2) - startY) * (this.#edge(edge0) - startX * this.#scale);
    return difference > 0n ? 1 : difference < 0n ? -1 : 0;
  }

  #edge(index: number): bigint {
    return this.#edges[index] ?? 0n;
  }

  #floor(index: number): number {
    return Number(floorDivide(this.#edge(index), this.#scale));
  }

  #ceil(index: number): number {
    return -Number(floorDivide(-this.#edge(index), this.#scale));
  }
}
