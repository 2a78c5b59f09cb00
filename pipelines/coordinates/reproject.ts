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
import { CRSS, PUBLISHED_CRSS, type CrsCode, type PublishedCrs } from '../../schemas/crs.ts';
import type { Geometry } from '../../schemas/geometry.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { NESTING_FIELDS } from '../../schemas/names.ts';
import type { ProjectedGeometry } from '../../publisher/write/input.ts';
import { flatten } from './flatten.ts';
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
  const visit = (object: JsonObject): void => {
    const geometry = geometryOf(object);
    if (geometry !== undefined && typeof object['id'] === 'string') {
      geometries.set(object['id'], projectGeometry(geometry, crs, grids));
    }
    for (const field of NESTING_FIELDS) {
      const nested = object[field];
      if (Array.isArray(nested)) nested.filter(isObject).forEach(visit);
    }
  };
  visit(document);
  return geometries;
}

/** One geometry in every published CRS, 2 numbers a vertex, unrounded. Throws as `reproject` does. */
export function projectGeometry(geometry: Geometry, crs: CrsCode, grids: Grids): ProjectedGeometry {
  const { shape, coordinates } = flatten(geometry);
  const delivered = shape.dimension === 3 ? withoutHeights(coordinates) : coordinates;
  const source = CRSS[CRSS[crs].horizontal];
  const etrf2000 = toEtrf2000(delivered, source.code, { grids });
  const inCrs = (target: PublishedCrs): Float64Array =>
    CRSS[target].sameBytesAs === source.sameBytesAs ? delivered : fromEtrf2000(etrf2000, target, { grids });
  const numbers = Object.fromEntries(PUBLISHED_CRSS.map((target) => [target, inCrs(target)]));
  return { shape: { ...shape, dimension: 2 }, coordinates: numbers as Record<PublishedCrs, Float64Array> };
}

/**
 * `geometrie` of a location, reference or vulnerable object; the geometry of a contour that is not an
 * `afstand`.
 */
function geometryOf(object: JsonObject): Geometry | undefined {
  const choice = object['afstandOfGeometrie'];
  return asGeometry(object['geometrie']) ?? asGeometry(isObject(choice) ? choice['geometrie'] : undefined);
}

/** The document has passed its schema: what has coordinates here is one of the model's geometries. */
function asGeometry(value: Json | undefined): Geometry | undefined {
  return isObject(value) && Array.isArray(value['coordinates']) ? (value as unknown as Geometry) : undefined;
}
