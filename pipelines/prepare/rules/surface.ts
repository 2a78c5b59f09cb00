/** Surface: geometries with an area, of which a size or an inside can be asked. */
import { isObject, own, type Json } from '../../../schemas/json.ts';

export function isSurface(geometry: Json | undefined): boolean {
  const type = isObject(geometry) ? own(geometry, 'type') : undefined;
  return type === 'Polygon' || type === 'MultiPolygon';
}
