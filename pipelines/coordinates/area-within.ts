/**
 * Area within a distance: all that lies within some metres of one of some geometries in RD, as one polygon or several. In the plane of
 * RD, where the distances of the model are measured.
 *
 * Invariants:
 *  - Before rounding, no place within the distance is left out: each chord of an arc stays outside the circle that it stands for.
 *  - The result is a function of the geometries and the distance.
 * Loads JSTS: who needs this seldom loads it when it does (reproject.ts).
 */
import GeometryFactory from 'jsts/org/locationtech/jts/geom/GeometryFactory.js';
import GeoJSONReader from 'jsts/org/locationtech/jts/io/GeoJSONReader.js';
import GeoJSONWriter from 'jsts/org/locationtech/jts/io/GeoJSONWriter.js';
import BufferOp from 'jsts/org/locationtech/jts/operation/buffer/BufferOp.js';
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
  const reader = new GeoJSONReader(FACTORY);
  const shapes = geometries.map((geometry) => reader.read(toGeoJson(geometry)) as unknown);
  const isOfPoints = geometries.every(({ shape: { type } }) => type === 'Point' || type === 'MultiPoint');
  const around = BufferOp.bufferOp(
    FACTORY.createGeometryCollection(shapes), metres / Math.cos(HALF_CHORD), isOfPoints ? ROUND_A_POINT : ROUND_A_CORNER,
  );
  return flatten(new GeoJSONWriter().write(around) as Geometry)!;
}

const FACTORY = new GeometryFactory();
