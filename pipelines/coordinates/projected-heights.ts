/**
 * Projected heights: the heights of a geometry above NAP, above the ellipsoid, and in ITRF2014 with an epoch.
 *
 * Invariants:
 *  - Heights of the kind that was delivered are the delivered numbers. The other kind differs by the height of the quasi-geoid
 *    (NLGEO2018) at the ETRS89 position, as RDNAPTRANS2018 says.
 *  - A geometry outside the geoid grid, or with a height outside the range, has no heights at all: never an approximation. New deliveries
 *    with such heights are refused (pipelines/prepare/geometry/heights.ts).
 * Rules: IR-crs-4
 */
import { HEIGHT_DECIMALS } from '../../publisher/format/geometry-text.ts';
import { roundHalfUp } from '../../publisher/format/decimal.ts';
import type { ProjectedHeights } from '../../publisher/format/orientation.ts';
import type { Vertices } from '../../schemas/check/flatten.ts';
import { CRSS, HEIGHT_RANGE, type CrsCode } from '../../schemas/crs.ts';
import { geoidHeight } from './grids.ts';
import type { ProjectionContext } from './published-positions.ts';
import { fromEtrf2000 } from './transform.ts';

/** Delivered vertices, and their published latitudes and longitudes, unrounded. */
export interface VerticesWithHeights {
  readonly vertices: Vertices;
  readonly crs: CrsCode;
  readonly etrs89: Float64Array;
}

/** Returns the heights of delivered vertices; undefined when one of them has none that can be published. */
export function projectedHeights(
  { vertices, crs, etrs89 }: VerticesWithHeights, { grids, epoch }: ProjectionContext,
): ProjectedHeights | undefined {
  const delivered = heightsOf(vertices);
  if (!delivered.every(isInHeightRange)) return undefined;
  const geoid = delivered.map((_, index) => geoidHeight(grids, etrs89[2 * index]!, etrs89[2 * index + 1]!));
  if (!geoid.every(Number.isFinite)) return undefined;
  const isNap = CRSS[crs].axes[2] === 'H';
  const nap = isNap ? delivered : delivered.map((height, index) => height - geoid[index]!);
  const ellipsoidal = isNap ? delivered.map((height, index) => height + geoid[index]!) : delivered;
  if (epoch === undefined) return { nap, ellipsoidal };
  const positions = new Float64Array(3 * ellipsoidal.length);
  for (const [index, height] of ellipsoidal.entries()) positions.set([etrs89[2 * index]!, etrs89[2 * index + 1]!, height], 3 * index);
  return { nap, ellipsoidal, itrf2014: thirds(fromEtrf2000(positions, '7912', { grids, epoch })) };
}

/** The heights as published: each is the double nearest to its decimal. */
export function publishedHeights(heights: Float64Array): Float64Array {
  return heights.map((height) => roundHalfUp(height, HEIGHT_DECIMALS) / 10 ** HEIGHT_DECIMALS);
}

/** Whether a delivered height can be one; NaN cannot. */
export function isInHeightRange(height: number): boolean {
  return height >= HEIGHT_RANGE.min && height <= HEIGHT_RANGE.max;
}

/** Returns the delivered heights of vertices with three numbers each. */
export function heightsOf({ numbers }: Vertices): Float64Array {
  return thirds(numbers);
}

function thirds(numbers: Float64Array): Float64Array {
  return Float64Array.from({ length: numbers.length / 3 }, (_, index) => numbers[3 * index + 2]!);
}
