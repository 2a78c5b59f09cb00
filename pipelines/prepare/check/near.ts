/**
 * Near: where on the map an object of a root lies, for findings that have no place of their own.
 * The first position of its geometry; else that of what it is part of; else of any part of the root. Never throws.
 */
import type { Crs } from '../../../schemas/crs.ts';
import type { Place } from '../../../schemas/finding.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';
import { positionOf } from '../../../schemas/model/objects.ts';

/** Finds the place of each object of a root; undefined when nothing in the root has a position. */
export function nearFinder(objects: readonly ModelObject[], crs: Crs): (object: ModelObject | undefined) => Place | undefined {
  let anywhere: readonly number[] | undefined | null = null;
  return (object) => {
    let coordinates: readonly number[] | undefined;
    for (let at = object; at !== undefined && coordinates === undefined; at = at.parent) coordinates = positionOf(at);
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
    const coordinates = positionOf(object);
    if (coordinates !== undefined) return coordinates;
  }
  return undefined;
}
