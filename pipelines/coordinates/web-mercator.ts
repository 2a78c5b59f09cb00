/**
 * Web Mercator (EPSG:3857): the spherical formula on ETRF2000 latitude and longitude.
 *
 * ETRS89 counts as WGS 84: the null transformation that the national CRS guide recommends, accurate to some 2 m. Positions lie one after
 * another, two numbers each, and are replaced. The result is finite everywhere, also at the poles.
 */
import { DEGREES, GRS80, RADIANS } from './datum.ts';

const RADIUS = GRS80.a;

/** Replaces latitude and longitude (degrees) with x and y (metres). */
export function toWebMercator(positions: Float64Array): void {
  for (let at = 0; at + 2 <= positions.length; at += 2) {
    const latitude = positions[at]! * RADIANS;
    positions[at] = RADIUS * (positions[at + 1]! * RADIANS);
    // asinh(tan phi) = ln tan(pi/4 + phi/2), without loss of precision near the equator.
    positions[at + 1] = RADIUS * Math.asinh(Math.tan(latitude));
  }
}

/** Replaces x and y (metres) with latitude and longitude (degrees). */
export function fromWebMercator(positions: Float64Array): void {
  for (let at = 0; at + 2 <= positions.length; at += 2) {
    const x = positions[at]!;
    positions[at] = Math.atan(Math.sinh(positions[at + 1]! / RADIUS)) * DEGREES;
    positions[at + 1] = (x / RADIUS) * DEGREES;
  }
}
