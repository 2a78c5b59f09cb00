/**
 * Line crossings: whether the lines of a filter cross or touch each other so often that comparing takes too long. JSTS makes a node of
 * each crossing, for every row again, so a line of 4 KiB could block the thread for a minute.
 *
 * Not here: self-intersecting polygons, which are invalid (filter-geometry.ts).
 */
import type { QueryGeometry } from '../../publisher/read/series-query.ts';
import { LIMITS } from '../../schemas/limits.ts';

interface Segment {
  /** Number of its path. Consecutive segments of a path have consecutive numbers. */
  readonly path: number;
  readonly number: number;
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly low: readonly [number, number];
  readonly high: readonly [number, number];
}

/** Whether more pairs of segments meet than the limit. Consecutive segments of a line do not count. */
export function crossTooOften(geometries: readonly QueryGeometry[]): boolean {
  const segments = geometries.flatMap(segmentsOf).sort((one, other) => one.low[0] - other.low[0]);
  let meetings = 0;
  for (const [index, one] of segments.entries()) {
    for (let at = index + 1; at < segments.length && segments[at]!.low[0] <= one.high[0]; at += 1) {
      const other = segments[at]!;
      if (other.low[1] <= one.high[1] && other.high[1] >= one.low[1] && meet(one, other)) meetings += 1;
      if (meetings > LIMITS.filterIntersectionsMax) return true;
    }
  }
  return false;
}

function segmentsOf({ shape: { type, pathEnds }, numbers }: QueryGeometry): readonly Segment[] {
  if (type.endsWith('Point')) return [];
  const segments: Segment[] = [];
  for (const [path, end] of pathEnds.entries()) {
    for (let at = path === 0 ? 1 : pathEnds[path - 1]! + 1; at < end; at += 1) {
      const [x0, y0, x1, y1] = [numbers[at * 2 - 2]!, numbers[at * 2 - 1]!, numbers[at * 2]!, numbers[at * 2 + 1]!];
      segments.push({
        path, number: at, from: [x0, y0], to: [x1, y1],
        low: [Math.min(x0, x1), Math.min(y0, y1)], high: [Math.max(x0, x1), Math.max(y0, y1)],
      });
    }
  }
  return segments;
}

function meet(one: Segment, other: Segment): boolean {
  if (one.path === other.path && Math.abs(one.number - other.number) === 1) return false;
  return side(one, other.from) * side(one, other.to) <= 0 && side(other, one.from) * side(other, one.to) <= 0;
}

/** Returns the side of the segment: above 0 left, below 0 right. */
function side({ from, to }: Segment, [x, y]: readonly [number, number]): number {
  return Math.sign((to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]));
}
