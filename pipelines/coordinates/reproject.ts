/**
 * Reproject: every geometry of one root document in every published CRS, with the areas of contours that are given as a distance and the
 * lines of pipeline systems. It runs between decide and publish.
 *
 * Invariants:
 *  - Each vertex goes to ETRF2000 once; all other CRSs come from there.
 *  - In the CRS of the delivery (and one that shares its numbers) the numbers are the delivered ones, never a round trip, except where a
 *    repair moved a position (published-positions.ts).
 *  - Delivered heights come beside the positions (projected-heights.ts). Areas of contours have none.
 * Not here: the area of a contour that is given as a distance (contour-areas.ts), lines of a pipeline system (pipeline-lines.ts), checks
 * (pipelines/prepare), repairs (published-positions.ts), rounding and ring direction (publisher/format).
 * Rules: IR-crs-1, IR-crs-4
 */
import type { CrsCode } from '../../schemas/crs.ts';
import { Fault } from '../../schemas/fault.ts';
import { flatten } from '../../schemas/check/flatten.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { geometryOf, objectsOf } from '../../schemas/model/objects.ts';
import type { ProjectedGeometry } from '../../publisher/write/input.ts';
import { contourAreas } from './contour-areas.ts';
import { pipelineLines } from './pipeline-lines.ts';
import { projectedHeights } from './projected-heights.ts';
import { positionsAtEpoch, type ProjectionContext } from './published-positions.ts';

/**
 * The geometries of a valid 4.0.0 root document and its nested objects, by object id. An object without a geometry has no entry.
 * `crs` is that of the delivery. Throws a Fault for positions without a result (far outside the area of the CRS) and for ITRF2014, in
 * which nothing can be delivered (schemas/crs.ts).
 */
export function reproject(
  document: JsonObject, crs: CrsCode, context: ProjectionContext,
): ReadonlyMap<string, ProjectedGeometry> {
  const geometries = new Map<string, ProjectedGeometry>();
  const objects = objectsOf(document);
  for (const object of objects) {
    const geometry = geometryOf(object);
    if (geometry !== undefined && object.id !== undefined) {
      geometries.set(object.id, projectGeometry(geometry.value, crs, context));
    }
  }
  for (const [id, area] of contourAreas(objects, geometries, context)) geometries.set(id, area);
  for (const [id, lines] of pipelineLines(objects, geometries)) geometries.set(id, lines);
  return geometries;
}

/** One geometry in every CRS of an edition. Throws as `reproject` does. */
export function projectGeometry(geometry: Json, crs: CrsCode, context: ProjectionContext): ProjectedGeometry {
  const vertices = flatten(geometry);
  if (vertices === undefined || vertices.mixed) {
    throw new Fault('a geometry is not built as its type asks', {
      step: 'Coordinates:Project', hint: 'This is a defect of the checks: it should have been refused.',
    });
  }
  const { shape, coordinates } = positionsAtEpoch(vertices, crs, context);
  if (vertices.shape.dimension === 2) return { shape, coordinates };
  const heights = projectedHeights({ vertices, crs, etrs89: coordinates['4258'] }, context);
  return { shape, coordinates, ...heights === undefined ? {} : { heights } };
}
