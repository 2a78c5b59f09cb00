/**
 * Rough RD: transforms a position from any CRS of a delivery to RD (EPSG:28992), to about a metre on land and some metres at sea. Only for
 * rules on distances of kilometres; pipelines/coordinates has the exact transformation.
 *
 * Source: the polynomials of Schreutelkamp and Strang van Hees (Geodesia, 2001) around Amersfoort.
 */
import { isInBox, type Crs } from '../../../schemas/crs.ts';
import { unreachable } from '../../../schemas/fault.ts';

/** Radius of the sphere of EPSG:3857, metres. */
const RADIUS = 6_378_137;

/** The position in RD, in metres; undefined outside the area of the CRS. */
export function roughRd(crs: Crs, first: number, second: number): readonly [x: number, y: number] | undefined {
  if (!isInBox(crs.area, first, second)) return undefined;
  switch (crs.derivation) {
    case 'rd': return [first, second];
    case 'swap': return fromDegrees(second, first);
    case 'identity': case 'itrf2014': return fromDegrees(first, second);
    case 'web-mercator': return fromMercator(first, second);
    default: return unreachable(crs.derivation);
  }
}

function fromMercator(x: number, y: number): readonly [number, number] {
  const latitude = 2 * Math.atan(Math.exp(y / RADIUS)) - Math.PI / 2;
  return fromDegrees(latitude * (180 / Math.PI), (x / RADIUS) * (180 / Math.PI));
}

function fromDegrees(latitude: number, longitude: number): readonly [number, number] {
  const p = 0.36 * (latitude - 52.155_174_40);
  const q = 0.36 * (longitude - 5.387_206_21);
  const p2 = p * p;
  const q2 = q * q;
  const x = 155_000 + q * (190_094.945 - 11_832.228 * p - 114.221 * p2 - 2.340 * p2 * p)
    + q2 * q * (-32.391 - 0.608 * p + 0.148 * p2) - 0.705 * p - 0.008 * q2;
  const y = 463_000 + p * (309_056.544 + 73.077 * p + 59.788 * p2)
    + q2 * (3_638.893 - 157.984 * p - 6.439 * p2 + 0.092 * q2 - 0.054 * p * q2) + 0.433 * q - 0.032 * p * q;
  return [x, y];
}
