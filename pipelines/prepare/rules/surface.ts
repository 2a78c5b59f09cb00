/** Surface: tells whether a geometry has an area, and so a size and an inside. */
import { isObject, own, type Json } from '../../../schemas/json.ts';

export function isSurface(geometry: Json | undefined): boolean {
  const type = isObject(geometry) ? own(geometry, 'type') : undefined;
  return type === 'Polygon' || type === 'MultiPolygon';
}
