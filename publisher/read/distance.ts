/**
 * Distance: the shortest distance in the plane from a point to a GeoJSON geometry, in units of its CRS. It is 0 inside an area.
 *
 * Doubles are exact enough for reading: millimetres in RD. The search within a distance is exact.
 */
import { isObject, type Json } from '../../schemas/json.ts';

type Position = readonly [number, number];

/** Returns the distance; undefined for a value that is no geometry. */
export function distanceTo(point: Position, geometry: Json | undefined): number | undefined {
  if (!isObject(geometry) || !Array.isArray(geometry['coordinates'])) return undefined;
  const { type, coordinates } = geometry as unknown as { readonly type: string; readonly coordinates: never };
  switch (type) {
    case 'Point': return toPath(point, [coordinates]);
    case 'MultiPoint': return nearest(coordinates as readonly Position[], (one) => toPath(point, [one]));
    case 'LineString': return toPath(point, coordinates);
    case 'MultiLineString': return nearest(coordinates as readonly (readonly Position[])[], (line) => toPath(point, line));
    case 'Polygon': return toPolygon(point, coordinates);
    case 'MultiPolygon': return nearest(coordinates as readonly (readonly (readonly Position[])[])[], (polygon) => toPolygon(point, polygon));
    default: return undefined;
  }
}

function nearest<Part>(parts: readonly Part[], distanceOf: (part: Part) => number): number {
  return Math.min(...parts.map(distanceOf));
}

function toPolygon(point: Position, rings: readonly (readonly Position[])[]): number {
  // Even-odd: a point in a hole is inside two rings.
  const isInside = rings.filter((ring) => isInRing(point, ring)).length % 2 === 1;
  return isInside ? 0 : nearest(rings, (ring) => toPath(point, ring));
}

function isInRing([x, y]: Position, ring: readonly Position[]): boolean {
  let inside = false;
  for (let at = 1; at < ring.length; at += 1) {
    const [[x1, y1], [x2, y2]] = [ring[at - 1]!, ring[at]!];
    if ((y1 > y) !== (y2 > y) && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

/** Returns the distance to a line through positions, or to a single position. */
function toPath(point: Position, path: readonly Position[]): number {
  let least = Infinity;
  for (let at = 0; at < path.length; at += 1) least = Math.min(least, toSegment(point, path[Math.max(0, at - 1)]!, path[at]!));
  return least;
}

function toSegment([x, y]: Position, [ax, ay]: Position, [bx, by]: Position): number {
  const [dx, dy] = [bx - ax, by - ay];
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squared));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}
