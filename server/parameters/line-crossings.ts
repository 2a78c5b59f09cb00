/**
 * Line crossings: whether the lines of a filter cross or touch each other so often, or lie so close together, that judging and comparing
 * them takes too long. JSTS makes a node of each crossing, for every row again, and judges pairs of segments one by one, so a line or a
 * polygon of 4 KiB could block the thread for a minute.
 */
import type { QueryGeometry } from '../../publisher/read/series-query.ts';
import { LIMITS } from '../../schemas/limits.ts';

interface Segment {
  readonly path: Path;
  /** Consecutive segments of a path have consecutive numbers, from 0. */
  readonly number: number;
  readonly from: Position;
  readonly to: Position;
  readonly low: Position;
  readonly high: Position;
}

type Position = readonly [number, number];

/** The positions of a line or a ring, without repetitions. */
type Path = readonly Position[];

/**
 * Returns the limit that is exceeded by the pairs of segments that meet, or by those that are compared because they overlap along the first
 * axis; undefined: neither. Consecutive segments of a line or a ring do not count.
 */
export function limitExceeded(geometries: readonly QueryGeometry[]): 'filterIntersectionsMax' | 'filterComparisonsMax' | undefined {
  const segments = geometries.flatMap(pathsOf).flatMap(segmentsOf).sort((one, other) => one.low[0] - other.low[0]);
  let [meetings, comparisons] = [0, 0];
  for (const [index, one] of segments.entries()) {
    for (let at = index + 1; at < segments.length && segments[at]!.low[0] <= one.high[0]; at += 1) {
      const other = segments[at]!;
      comparisons += 1;
      if (comparisons > LIMITS.filterComparisonsMax) return 'filterComparisonsMax';
      if (other.low[1] <= one.high[1] && other.high[1] >= one.low[1] && meet(one, other)) meetings += 1;
      if (meetings > LIMITS.filterIntersectionsMax) return 'filterIntersectionsMax';
    }
  }
  return undefined;
}

function pathsOf({ shape: { type, pathEnds }, numbers }: QueryGeometry): readonly Path[] {
  if (type.endsWith('Point')) return [];
  return Array.from(pathEnds, (end, path) => {
    const positions: Position[] = [];
    for (let at = path === 0 ? 0 : pathEnds[path - 1]!; at < end; at += 1) {
      const position = [numbers[at * 2]!, numbers[at * 2 + 1]!] as const;
      const last = positions.at(-1);
      if (last === undefined || !areEqual(last, position)) positions.push(position);
    }
    return positions;
  });
}

function areEqual([x0, y0]: Position, [x1, y1]: Position): boolean {
  return x0 === x1 && y0 === y1;
}

function segmentsOf(path: Path): readonly Segment[] {
  return path.slice(1).map((to, number) => {
    const from = path[number]!;
    return {
      path, number, from, to,
      low: [Math.min(from[0], to[0]), Math.min(from[1], to[1])], high: [Math.max(from[0], to[0]), Math.max(from[1], to[1])],
    };
  });
}

function meet(one: Segment, other: Segment): boolean {
  if (one.path === other.path && areConsecutive(one, other)) return false;
  return side(one, other.from) * side(one, other.to) <= 0 && side(other, one.from) * side(other, one.to) <= 0;
}

/** Whether one segment of a path begins where the other ends; the first of a ring where the last ends. */
function areConsecutive({ path, number: one }: Segment, { number: other }: Segment): boolean {
  const between = Math.abs(one - other);
  return between === 1 || (between === path.length - 2 && areEqual(path[0]!, path.at(-1)!));
}

/** Returns the side of the segment: above 0 left, below 0 right. */
function side({ from, to }: Segment, [x, y]: Position): number {
  return Math.sign((to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]));
}
