/**
 * Simplify: simplifies a jagged outline, so that its buffer is made in bounded time. The arcs of near corners all cross each other, so
 * that a star of 10,000 corners would take minutes.
 *
 * Invariant: no point of an outline is further from the simplified one than the tolerance, nor the other way round.
 */
import { hasRings, pathStart } from '../../publisher/validity/vertices.ts';
import type { Vertices } from '../../schemas/check/flatten.ts';
import { overlap, type Box, type Position } from '../../schemas/geometry.ts';

/** The positions of a line or ring, or the one of a point. */
export type Path = readonly Position[];

/** Comparisons that JSTS makes in some seconds. */
export const BUFFER_COST_MAX = 3e8;

/** Chords in a whole circle around a position. */
const CIRCLE = 96;

export function pathsOf(vertices: Vertices): readonly Path[] {
  const { numbers, shape: { type, pathEnds } } = vertices;
  const at = (index: number): Position => [numbers[index * 2]!, numbers[index * 2 + 1]!];
  const paths = Array.from(pathEnds, (end, path) => {
    const start = pathStart(vertices, path);
    return Array.from({ length: end - start }, (_, index) => at(start + index));
  });
  return type === 'MultiPoint' ? paths.flat().map((position) => [position]) : paths;
}

/** Estimated number of comparisons for a buffer: pairs of chords within reach of each other. */
export function bufferCost(paths: readonly Path[], metres: number): number {
  const boxes: Box[] = [];
  let chords = 0;
  for (const path of paths) {
    chords += CIRCLE;
    for (let index = 0; index < Math.max(1, path.length - 1); index += 1) {
      boxes.push(boxOf(path[index]!, path[index + 1] ?? path[index]!, metres));
      chords += 1 + CIRCLE * turnAt(path, index) / (2 * Math.PI);
    }
  }
  if (chords ** 2 <= BUFFER_COST_MAX) return 0;
  const stride = Math.max(1, Math.floor(boxes.length / SAMPLES));
  let [met, asked] = [0, 0];
  for (let at = 0; at < boxes.length; at += stride) {
    asked += boxes.length;
    for (const box of boxes) if (overlap(boxes[at]!, box)) met += 1;
  }
  return met / asked * chords ** 2;
}

/** Lines that are compared with all others for the estimate. */
const SAMPLES = 64;

function boxOf([ax, ay]: Position, [bx, by]: Position, reach: number): Box {
  return [Math.min(ax!, bx!) - reach, Math.min(ay!, by!) - reach, Math.max(ax!, bx!) + reach, Math.max(ay!, by!) + reach];
}

/** How far a path turns at a position, from 0 to pi. */
function turnAt(path: Path, index: number): number {
  const [before, here, after] = [path[index - 1], path[index]!, path[index + 1]];
  if (before === undefined || after === undefined) return 0;
  const turn = Math.abs(Math.atan2(after[1]! - here[1]!, after[0]! - here[0]!) - Math.atan2(here[1]! - before[1]!, here[0]! - before[0]!));
  return Math.min(turn, 2 * Math.PI - turn);
}

/** The paths with their positions snapped to a grid, each line between two grid points once. */
export function simplified(paths: readonly Path[], tolerance: number): readonly Path[] {
  const step = tolerance * Math.SQRT2;
  const seen = new Set<string>();
  const isNew = (name: string): boolean => !seen.has(name) && seen.add(name).size > 0;
  return paths.flatMap((path) => {
    const parts: Position[][] = [];
    let part: Position[] = [];
    for (const position of path) {
      const here = position.map((number) => Math.round(number / step) * step);
      const before = part.at(-1);
      if (before !== undefined && before[0] === here[0] && before[1] === here[1]) continue;
      if (before !== undefined && !isNew([before.join(), here.join()].sort().join(' '))) {
        parts.push(part);
        part = [];
      }
      part.push(here);
    }
    return [...parts, part].filter((each) => each.length > 1 || isNew(each.join()));
  });
}

/** An area around outlines, without the holes that are inside the geometries. */
export function filled(area: Vertices, geometries: readonly Vertices[]): Vertices {
  const surfaces = geometries.filter(({ shape: { type } }) => hasRings(type));
  const { numbers, shape } = area;
  const outer = new Set<number>([0, ...shape.partEnds]);
  const kept = Array.from(shape.pathEnds, (_, path) => path).filter((path) => {
    const start = pathStart(area, path) * 2;
    return outer.has(path) || !surfaces.some((surface) => isInside(surface, numbers[start]!, numbers[start + 1]!));
  });
  const rings = kept.map((path) => numbers.subarray(pathStart(area, path) * 2, shape.pathEnds[path]! * 2));
  let end = 0;
  return {
    ...area, numbers: Float64Array.from(rings.flatMap((ring) => [...ring])),
    shape: {
      ...shape, pathEnds: Uint32Array.from(rings, (ring) => end += ring.length / 2),
      partEnds: shape.partEnds.map((last) => kept.filter((path) => path < last).length),
    },
  };
}

/** Whether a point on no ring is inside a surface: a line to the east crosses the rings an odd number of times. */
function isInside(surface: Vertices, x: number, y: number): boolean {
  let inside = false;
  for (const path of pathsOf(surface)) {
    for (let at = 1; at < path.length; at += 1) {
      const [[ax, ay], [bx, by]] = [path[at - 1]!, path[at]!];
      if (ay! > y !== by! > y && x < ax! + (y - ay!) / (by! - ay!) * (bx! - ax!)) inside = !inside;
    }
  }
  return inside;
}
