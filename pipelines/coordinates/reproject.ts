/**
 * Reproject: every geometry of one root document in every published CRS. On the arrow decide → publish.
 *
 * Invariants:
 *  - Each vertex goes to ETRF2000 once; all other CRSs come from there.
 *  - In the CRS of the delivery (and one that shares its numbers) the numbers are the delivered ones, never
 *    a round trip.
 *  - All published CRSs are 2D: delivered heights are left out here; the document keeps them.
 * Not here: checks (pipelines/prepare), rounding and ring direction (publisher/format).
 * Rules: IR-crs-1, IR-crs-4
 */
import { CRSS, perCrs, type CrsCode, type PublishedCrs } from '../../schemas/crs.ts';
import { Fault } from '../../schemas/fault.ts';
import { flatten } from '../../schemas/check/flatten.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { geometryOf, objectsOf } from '../../schemas/model/objects.ts';
import type { ProjectedGeometry } from '../../publisher/write/input.ts';
import type { Grids } from './grids.ts';
import { fromEtrf2000, toEtrf2000, withoutHeights } from './transform.ts';

/**
 * The geometries of a valid 4.0.0 root document and the objects nested in it, by object id; an object
 * without a geometry has no entry. `crs` is that of the delivery. Throws a Fault for coordinates that have
 * no answer (positions far outside the area of the CRS) and for ITRF2014, in which nothing can be delivered
 * (schemas/crs.ts).
 */
export function reproject(
  document: JsonObject, crs: CrsCode, grids: Grids,
): ReadonlyMap<string, ProjectedGeometry> {
  const geometries = new Map<string, ProjectedGeometry>();
  for (const object of objectsOf(document)) {
    const geometry = geometryOf(object);
    if (geometry !== undefined && object.id !== undefined) {
      geometries.set(object.id, projectGeometry(geometry.value, crs, grids));
    }
  }
  return geometries;
}

/** One geometry in every published CRS, 2 numbers a vertex, unrounded. Throws as `reproject` does. */
export function projectGeometry(geometry: Json, crs: CrsCode, grids: Grids): ProjectedGeometry {
  const vertices = flatten(geometry);
  if (vertices === undefined || vertices.mixed) {
    throw new Fault('a geometry is not built as its type asks', {
      step: 'Coordinates:Project', hint: 'This is a defect of the checks: it should have been refused.',
    });
  }
  const { shape, numbers } = vertices;
  const delivered = shape.dimension === 3 ? withoutHeights(numbers) : numbers;
  const source = CRSS[CRSS[crs].horizontal];
  const etrf2000 = toEtrf2000(delivered, source.code, { grids });
  const inCrs = (target: PublishedCrs): Float64Array => {
    const { sameBytesAs, derivation } = CRSS[target];
    if (sameBytesAs === source.sameBytesAs) return delivered;
    return derivation === 'identity' ? etrf2000 : fromEtrf2000(etrf2000, target, { grids });
  };
  return { shape: { ...shape, dimension: 2 }, coordinates: perCrs(inCrs) };
}
