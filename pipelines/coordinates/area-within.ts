/**
 * Area within a distance: the buffer around geometries in RD, as one polygon or several. Distances are measured in the plane of RD, as in
 * the model.
 *
 * Invariants:
 *  - Before rounding, the area has every point within the distance: each chord of an arc stays outside its circle.
 *  - The result is a function of the geometries and the distance.
 *  - It takes seconds at most: a jagged outline is simplified first (simplify.ts), by as little as is needed. Its distance grows by as
 *    much.
 * Not here: which contours have an area (contour-areas.ts).
 */
import { bufferCost, BUFFER_COST_MAX, filled, pathsOf, simplified } from './simplify.ts';
import { flatten, type Vertices } from '../../schemas/check/flatten.ts';
import type { Geometry } from '../../schemas/geometry.ts';
import { jts } from '../../publisher/jts.ts';
import { toGeoJson } from '../../publisher/validity/vertices.ts';

/** Half the angle of the longest chord: 16 chords in a quarter of a circle. */
const HALF_CHORD = Math.PI / 64;
const ROUND_A_POINT = 16;
/** JSTS may make a chord 1.5 times as long as asked, because it rounds their number: 24 in a quarter give at least 16. */
const ROUND_A_CORNER = 24;

/** The area within `metres` (more than 0) of at least one two-dimensional geometry in RD. */
export function areaWithin(metres: number, geometries: readonly Vertices[]): Vertices {
  const paths = geometries.flatMap(pathsOf);
  if (bufferCost(paths, metres) <= BUFFER_COST_MAX) return around(geometries.map(toGeoJson), metres);
  for (let tolerance = metres / 100; ; tolerance *= 2) {
    const coarse = simplified(paths, tolerance);
    if (bufferCost(coarse, metres + tolerance) > BUFFER_COST_MAX) continue;
    const lines = coarse.map((path): Geometry => (
      path.length === 1 ? { type: 'Point', coordinates: path[0]! } : { type: 'LineString', coordinates: path }
    ));
    return filled(around(lines, metres + tolerance), geometries);
  }
}

function around(geometries: readonly Geometry[], metres: number): Vertices {
  const { factory, BufferOp, GeoJSONReader, GeoJSONWriter } = jts();
  const reader = new GeoJSONReader(factory);
  const shapes = geometries.map((geometry) => reader.read(geometry) as unknown);
  const isOfPoints = geometries.every(({ type }) => type === 'Point' || type === 'MultiPoint');
  const area = BufferOp.bufferOp(
    factory.createGeometryCollection(shapes), metres / Math.cos(HALF_CHORD), isOfPoints ? ROUND_A_POINT : ROUND_A_CORNER,
  );
  return flatten(new GeoJSONWriter().write(area) as Geometry)!;
}
