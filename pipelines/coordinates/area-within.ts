/**
 * Area within a distance: all that lies within some metres of one of some geometries in RD, as one polygon or several. In the plane of
 * RD, where the distances of the model are measured.
 *
 * Invariants:
 *  - Before rounding, no place within the distance is left out: each chord of an arc stays outside the circle that it stands for.
 *  - The result is a function of the geometries and the distance. It takes seconds at most: an outline that would take longer is
 *    made coarser first (coarser.ts), by as little as is needed, and its distance longer by as much.
 * Loads JSTS: who needs this seldom loads it when it does (reproject.ts).
 */
import GeometryFactory from 'jsts/org/locationtech/jts/geom/GeometryFactory.js';
import GeoJSONReader from 'jsts/org/locationtech/jts/io/GeoJSONReader.js';
import GeoJSONWriter from 'jsts/org/locationtech/jts/io/GeoJSONWriter.js';
import BufferOp from 'jsts/org/locationtech/jts/operation/buffer/BufferOp.js';
import { buffering, BUFFERING_MAX, coarser, filled, pathsOf } from './coarser.ts';
import { flatten, type Vertices } from '../../schemas/check/flatten.ts';
import type { Geometry } from '../../schemas/geometry.ts';
import { toGeoJson } from '../../publisher/validity/vertices.ts';

/** Half the angle of the longest chord: 16 chords in a quarter of a circle. */
const HALF_CHORD = Math.PI / 64;
const ROUND_A_POINT = 16;
/** JSTS rounds the number of chords in a part of a circle, and makes one chord of 1.5 times the asked angle: of 24 in a quarter that is one of 16. */
const ROUND_A_CORNER = 24;

/** The area within `metres` (more than 0) of any of these geometries in RD, which are two-dimensional and at least one. */
export function areaWithin(metres: number, geometries: readonly Vertices[]): Vertices {
  const paths = geometries.flatMap(pathsOf);
  if (buffering(paths, metres) <= BUFFERING_MAX) return around(geometries.map(toGeoJson), metres);
  for (let tolerance = metres / 100; ; tolerance *= 2) {
    const coarse = coarser(paths, tolerance);
    if (buffering(coarse, metres + tolerance) > BUFFERING_MAX) continue;
    const lines = coarse.map((path): Geometry => (
      path.length === 1 ? { type: 'Point', coordinates: path[0]! } : { type: 'LineString', coordinates: path }
    ));
    return filled(around(lines, metres + tolerance), geometries);
  }
}

function around(geometries: readonly Geometry[], metres: number): Vertices {
  const reader = new GeoJSONReader(FACTORY);
  const shapes = geometries.map((geometry) => reader.read(geometry) as unknown);
  const isOfPoints = geometries.every(({ type }) => type === 'Point' || type === 'MultiPoint');
  const area = BufferOp.bufferOp(
    FACTORY.createGeometryCollection(shapes), metres / Math.cos(HALF_CHORD), isOfPoints ? ROUND_A_POINT : ROUND_A_CORNER,
  );
  return flatten(new GeoJSONWriter().write(area) as Geometry)!;
}

const FACTORY = new GeometryFactory();
