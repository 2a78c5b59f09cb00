/**
 * Near: where on the map an object of a root lies, for findings that have no place of their own.
 * The first position of its geometry; else that of what it is part of; else of any part of the root. Never throws.
 */
import type { Crs } from '../../schemas/crs.ts';
import type { Place } from '../../schemas/finding.ts';
import { isObject, own } from '../../schemas/json.ts';
import type { Json } from '../../schemas/json.ts';
import type { ModelObject } from '../../schemas/objects.ts';
import { geometryOf } from '../../schemas/objects.ts';

/** Positions of MultiPolygons lie deepest: four arrays down. */
const DEPTH_MAX = 4;

/** Finds the place of each object of a root; undefined when nothing in the root has a position. */
export function nearFinder(objects: readonly ModelObject[], crs: Crs): (object: ModelObject | undefined) => Place | undefined {
  let anywhere: readonly number[] | undefined | null = null;
  return (object) => {
    let coordinates: readonly number[] | undefined;
    for (let at = object; at !== undefined && coordinates === undefined; at = at.parent) coordinates = firstPosition(at);
    if (coordinates === undefined) {
      // Sought once: a root may have very many parts, and a finding in each.
      if (anywhere === null) anywhere = firstOf(objects);
      coordinates = anywhere;
    }
    return coordinates === undefined ? undefined : { crs: crs.uri, coordinates };
  };
}

function firstOf(objects: readonly ModelObject[]): readonly number[] | undefined {
  for (const object of objects) {
    const coordinates = firstPosition(object);
    if (coordinates !== undefined) return coordinates;
  }
  return undefined;
}

function firstPosition(object: ModelObject): readonly number[] | undefined {
  const geometry = geometryOf(object)?.value;
  let value: Json | undefined = isObject(geometry) ? own(geometry, 'coordinates') : undefined;
  for (let depth = 0; depth < DEPTH_MAX && Array.isArray(value); depth++) {
    const [x, y] = value as readonly Json[];
    if (typeof x === 'number' && typeof y === 'number') return [x, y];
    value = x;
  }
  return undefined;
}
