/**
 * JTS classes: the classes of JSTS that the program uses, and one geometry factory.
 *
 * Invariant: imported as a module by jts.ts alone, so that JSTS is loaded when it is needed.
 */
import GeometryFactory from 'jsts/org/locationtech/jts/geom/GeometryFactory.js';

export { default as Coordinate } from 'jsts/org/locationtech/jts/geom/Coordinate.js';
export { default as GeoJSONReader } from 'jsts/org/locationtech/jts/io/GeoJSONReader.js';
export { default as GeoJSONWriter } from 'jsts/org/locationtech/jts/io/GeoJSONWriter.js';
export { default as BufferOp } from 'jsts/org/locationtech/jts/operation/buffer/BufferOp.js';
export { default as IndexedFacetDistance } from 'jsts/org/locationtech/jts/operation/distance/IndexedFacetDistance.js';
export { default as RelateOp } from 'jsts/org/locationtech/jts/operation/relate/RelateOp.js';
export { default as IsValidOp } from 'jsts/org/locationtech/jts/operation/valid/IsValidOp.js';

export const factory = new GeometryFactory();
