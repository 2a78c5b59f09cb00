/**
 * Repair: the smallest move of a few positions that makes a rounded geometry valid again.
 *
 * Rounding breaks a geometry where two of its lines or positions are nearer than a unit of the last decimal. Moving one or two positions
 * by a unit or two restores it. Where JSTS finds a defect, the candidates are the positions beside it and the ends of the lines through
 * it. Each is tried at all locations within MOVE_MAX units, the nearest first; then pairs of them. Defects elsewhere are repaired next.
 * Invariants:
 * - The result is a function of shape and positions alone.
 * - No position moves by more than MOVE_MAX units; the first and last position of a ring move together.
 * - The work is bounded by BUDGET_VERTICES, however hostile a geometry is.
 *
 * Not here: which positions are rounded (pipelines/coordinates/published-positions.ts), whether a repair is allowed.
 */
import type { FlatGeometry } from '../../schemas/geometry.ts';
import { defectOf, type GeometryDefect } from './explain.ts';
import { isSurelyValid } from './proof.ts';
import { hasRings, pathStart } from './vertices.ts';

/** Units of the last decimal that a position may move. */
export const MOVE_MAX = 2;

/** Maximum number of vertices in all tried geometries together. */
const BUDGET_VERTICES = 60_000;
const ROUNDS_MAX = 16;
/** Positions tried at a defect, alone and in pairs. */
const TRIED_MAX = 8;
const PAIRED_MAX = 4;
/** Units around a defect within which a position belongs to it, and a line passes through it. */
const BESIDE = 3;
const THROUGH = 1.5;

/** Moves in units, the smallest first. */
const MOVES: readonly Move[] = [-2, -1, 0, 1, 2].flatMap((dx) => [-2, -1, 0, 1, 2].map((dy): Move => [dx, dy]))
  .filter((move) => sizeOf(move) > 0 && sizeOf(move) <= MOVE_MAX ** 2)
  .sort((a, b) => sizeOf(a) - sizeOf(b) || a[0] - b[0] || a[1] - b[1]);

type Move = readonly [number, number];

function sizeOf([dx, dy]: Move): number {
  return dx * dx + dy * dy;
}

/** Positions in whole units of the last decimal, two numbers each. */
export interface RoundedGeometry {
  readonly shape: FlatGeometry;
  readonly units: Float64Array;
  /** Units per unit of the CRS. */
  readonly perOne: number;
}

/** Returns the published numbers of rounded positions: each the double nearest to its decimal. */
export function numbersOf({ units, perOne }: Pick<RoundedGeometry, 'units' | 'perOne'>): Float64Array {
  return units.map((unit) => unit / perOne);
}

/** Returns why a rounded geometry is not valid; undefined when it is valid, `undecided` when it is too large or too crowded to judge. */
export function roundedDefect({ shape, units, perOne }: RoundedGeometry): GeometryDefect | 'undecided' | undefined {
  const vertices = { shape, numbers: numbersOf({ units, perOne }), mixed: false };
  return isSurelyValid(vertices) ? undefined : defectOf(vertices);
}

/** Returns the units of a geometry with this defect after the smallest move that makes it valid; undefined when no move does. */
export function repaired(geometry: RoundedGeometry, defect: GeometryDefect): Float64Array | undefined {
  return new Repair(geometry).run(defect);
}

/** Positions that move together, by their indexes in the geometry, and how far they have moved. */
interface Node {
  readonly at: readonly number[];
  moved: Move;
}

interface Step {
  readonly node: Node;
  readonly to: Move;
}

class Repair {
  readonly #geometry: RoundedGeometry;
  readonly #start: Float64Array;
  readonly #units: Float64Array;
  readonly #nodes: readonly Node[];
  #budget = BUDGET_VERTICES;

  constructor(geometry: RoundedGeometry) {
    this.#start = geometry.units;
    this.#units = geometry.units.slice();
    this.#geometry = { ...geometry, units: this.#units };
    this.#nodes = nodesOf(geometry.shape);
  }

  run(first: GeometryDefect): Float64Array | undefined {
    let defect: GeometryDefect | undefined = first;
    for (let round = 0; round < ROUNDS_MAX && defect !== undefined; round++) {
      const next = this.#repair(defect);
      if (next === 'none') return undefined;
      defect = next;
    }
    return defect === undefined ? this.#units : undefined;
  }

  /** Makes the moves that repair a defect. Returns the next defect, or `none` when no move repairs this one. */
  #repair({ location }: GeometryDefect): GeometryDefect | undefined | 'none' {
    if (location === undefined) return 'none';
    const at: Move = [location[0]! * this.#geometry.perOne, location[1]! * this.#geometry.perOne];
    const nodes = this.#nodesAt(at);
    const single = this.#first(nodes.flatMap((node) => stepsOf(node).map((step) => [step])), at);
    return single === 'none' ? this.#first(pairsOf(nodes.slice(0, PAIRED_MAX)), at) : single;
  }

  /** Makes the smallest step after which the geometry is valid, else the smallest after which only other defects are left. */
  #first(tries: readonly (readonly Step[])[], at: Move): GeometryDefect | undefined | 'none' {
    let helping: { readonly steps: readonly Step[]; readonly next: GeometryDefect } | undefined;
    for (const steps of tries.toSorted((a, b) => lengthOf(a) - lengthOf(b))) {
      this.#budget -= this.#units.length / 2;
      if (this.#budget < 0) break;
      const back = steps.map(({ node }): Step => ({ node, to: node.moved }));
      this.#take(steps);
      const next = roundedDefect(this.#geometry);
      if (next === undefined) return undefined;
      if (next === 'undecided') break;
      if (helping === undefined && this.#isElsewhere(next, steps, at)) helping = { steps, next };
      this.#take(back);
    }
    if (helping === undefined) return 'none';
    this.#take(helping.steps);
    return helping.next;
  }

  #take(steps: readonly Step[]): void {
    for (const { node, to } of steps) {
      for (const index of node.at) {
        this.#units[2 * index] = this.#start[2 * index]! + to[0];
        this.#units[2 * index + 1] = this.#start[2 * index + 1]! + to[1];
      }
      node.moved = to;
    }
  }

  /** Returns whether a defect is unrelated to the previous one and to the moved positions. */
  #isElsewhere({ location }: GeometryDefect, steps: readonly Step[], at: Move): boolean {
    if (location === undefined) return false;
    const [x, y]: Move = [location[0]! * this.#geometry.perOne, location[1]! * this.#geometry.perOne];
    if (Math.hypot(x - at[0], y - at[1]) <= BESIDE) return false;
    const touched = new Set(steps.flatMap(({ node }) => node.at));
    return !this.#segmentsThrough([x, y]).some((from) => touched.has(from) || touched.has(from + 1));
  }

  /** Returns the positions beside a location, the nearest first, then the ends of the lines through it. */
  #nodesAt([x, y]: Move): readonly Node[] {
    const through = new Set(this.#segmentsThrough([x, y]).flatMap((from) => [from, from + 1]));
    const distance = ({ at: [index] }: Node): number => Math.hypot(this.#units[2 * index!]! - x, this.#units[2 * index! + 1]! - y);
    return this.#nodes.map((node) => ({ node, far: distance(node) }))
      .filter(({ node, far }) => far <= BESIDE || node.at.some((index) => through.has(index)))
      .sort((a, b) => a.far - b.far || a.node.at[0]! - b.node.at[0]!)
      .slice(0, TRIED_MAX).map(({ node }) => node);
  }

  /** Returns the positions at which a line through a location starts. */
  #segmentsThrough([x, y]: Move): readonly number[] {
    const { shape } = this.#geometry;
    const units = this.#units;
    const found: number[] = [];
    for (const [path, end] of shape.pathEnds.entries()) {
      for (let at = pathStart({ shape }, path); at + 1 < end; at++) {
        const [ax, ay] = [units[2 * at]!, units[2 * at + 1]!];
        const [dx, dy] = [units[2 * at + 2]! - ax, units[2 * at + 3]! - ay];
        const length = dx * dx + dy * dy;
        const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
        if (Math.hypot(x - ax - along * dx, y - ay - along * dy) <= THROUGH) found.push(at);
      }
    }
    return found;
  }
}

/** Returns the positions of a geometry; the closing position of a ring is joined with its first. */
function nodesOf(shape: FlatGeometry): readonly Node[] {
  const isRing = hasRings(shape.type);
  return Array.from(shape.pathEnds).flatMap((end, path) => {
    const start = pathStart({ shape }, path);
    return Array.from({ length: end - start - (isRing ? 1 : 0) }, (_, step): Node =>
      ({ at: isRing && step === 0 ? [start, end - 1] : [start + step], moved: [0, 0] }));
  });
}

/** Returns the moves that a node may still make from its present position. */
function stepsOf(node: Node): readonly Step[] {
  return MOVES.map(([dx, dy]): Move => [node.moved[0] + dx, node.moved[1] + dy])
    .filter((to) => sizeOf(to) <= MOVE_MAX ** 2).map((to) => ({ node, to }));
}

function pairsOf(nodes: readonly Node[]): readonly (readonly Step[])[] {
  return nodes.flatMap((one, index) => nodes.slice(index + 1).flatMap((other) =>
    stepsOf(one).flatMap((first) => stepsOf(other).map((second) => [first, second]))));
}

function lengthOf(steps: readonly Step[]): number {
  return steps.reduce((sum, { to }) => sum + sizeOf(to), 0);
}
