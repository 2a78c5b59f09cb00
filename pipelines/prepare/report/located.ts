/**
 * Located: numbers the findings of a report in reading order, and adds their map positions in RD and CRS84.
 *
 * A finding without a location of its own gets the first position of its object (`near`). Positions outside the area of their CRS, such as
 * RD numbers read as degrees, get no location, because a wrong number must not look like one.
 */
import { CRSS, isInBox, parseCrsUri, type CrsCode } from '../../../schemas/crs.ts';
import type { Finding, FindingPosition, GeoLocation } from '../../../schemas/finding.ts';
import { gridsOfThread } from '../../coordinates/grids.ts';
import { transform, type TransformContext } from '../../coordinates/transform.ts';
import type { Group } from './groups.ts';

export interface Located {
  /** Number from 1, equal in every form of the report. */
  readonly number: number;
  readonly finding: Finding;
  /** Position: x, y in metres (EPSG:28992); longitude, latitude in degrees (CRS84). */
  readonly rd?: readonly [number, number];
  readonly crs84?: readonly [number, number];
}

export interface LocatedGroup extends Omit<Group, 'findings'> {
  readonly located: readonly Located[];
}

/** Positions on a map at most. */
const POSITIONS_MAX = 1_000;

/** Returns the positions in RD of the first findings that have one. */
export function findingPositions(findings: readonly Finding[]): readonly FindingPosition[] {
  const context = contextOnDemand();
  const found: FindingPosition[] = [];
  for (const [at, { place, near }] of findings.entries()) {
    const shown = place ?? near;
    const rd = shown === undefined ? undefined : inCrs(shown, '28992', context);
    if (rd !== undefined) found.push({ at, rd });
    if (found.length === POSITIONS_MAX) break;
  }
  return found;
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

/** The first two coordinates of a location in another CRS; undefined without a result. */
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
    return undefined; // At the edge of the grids there is no result.
  }
}

/** Loads the grids on demand: most reports need no transformation, and unpacking takes time. */
function contextOnDemand(): () => TransformContext {
  let context: TransformContext | undefined;
  return () => (context ??= { grids: gridsOfThread() });
}
