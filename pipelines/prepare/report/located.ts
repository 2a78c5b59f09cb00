/**
 * Located: the findings of a report numbered in reading order, each with where it lies on the map in RD and CRS84.
 *
 * A finding without a place of its own lies where its object begins (`near`). Positions outside the area of their
 * CRS, such as RD numbers read as degrees, lie nowhere: a wrong number must not look like a place.
 */
import { CRSS, isInBox, parseCrsUri, type CrsCode } from '../../../schemas/crs.ts';
import type { Finding, GeoLocation } from '../../../schemas/finding.ts';
import { loadGrids } from '../../coordinates/grids.ts';
import { transform, type TransformContext } from '../../coordinates/transform.ts';
import type { Group } from './groups.ts';

export interface Located {
  /** From 1, the same in every form of the report. */
  readonly number: number;
  readonly finding: Finding;
  /** x, y in metres (EPSG:28992); longitude, latitude in degrees (CRS84). */
  readonly rd?: readonly [number, number];
  readonly crs84?: readonly [number, number];
}

export interface LocatedGroup extends Omit<Group, 'findings'> {
  readonly located: readonly Located[];
}

/** Numbers and locates the findings of all groups. */
export function locate(groups: readonly Group[]): readonly LocatedGroup[] {
  let number = 0;
  const context = contextOnDemand();
  return groups.map(({ findings, ...group }) => ({
    ...group,
    located: findings.map((finding) => ({ number: ++number, finding, ...positionsOf(finding, context) })),
  }));
}

function positionsOf({ place, near }: Finding, context: () => TransformContext): Pick<Located, 'rd' | 'crs84'> {
  const shown = place ?? near;
  if (shown === undefined) return {};
  const rd = inCrs(shown, '28992', context);
  const crs84 = inCrs(shown, 'CRS84', context);
  return rd === undefined || crs84 === undefined ? {} : { rd, crs84 };
}

/** The first two numbers of a place in another CRS; undefined where there is no answer. */
function inCrs(place: GeoLocation, to: CrsCode, context: () => TransformContext): readonly [number, number] | undefined {
  const delivered = parseCrsUri(place.crs);
  const [first, second] = place.coordinates;
  if (delivered === undefined || first === undefined || second === undefined) return undefined;
  if (!isInBox(delivered.area, first, second)) return undefined;
  if (delivered.horizontal === to) return [first, second];
  try {
    const [a, b] = transform(Float64Array.of(first, second), { from: CRSS[delivered.horizontal].code, to }, context());
    return a === undefined || b === undefined ? undefined : [a, b];
  } catch {
    return undefined; // at the edge of the grids: no answer is no place
  }
}

/** Most reports need no transformation, and the grids take a moment to unpack. */
function contextOnDemand(): () => TransformContext {
  let context: TransformContext | undefined;
  return () => (context ??= { grids: loadGrids() });
}
