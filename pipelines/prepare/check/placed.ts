/** Placed: maps findings with pointers in a 4.0.0 document to findings with pointers in the delivery. */
import type { Crs } from '../../../schemas/crs.ts';
import type { Finding, GeoLocation } from '../../../schemas/finding.ts';
import { objectFinder, positionOf, type ModelObject } from '../../../schemas/model/objects.ts';
import { shownId } from '../../../schemas/shown-values.ts';
import type { Opened } from './open.ts';

type Placing = Pick<Opened, 'root' | 'objects' | 'crs'>;

/** Findings with pointers in the delivery, their objects, and the locations of these on the map. */
export function placed(findings: readonly Finding[], opened: Placing): readonly Finding[] {
  return findings.length === 0 ? findings : findings.map(placer(opened, objectFinder(opened.objects)));
}

/** Returns the mapping of one finding; `objectAt` finds the object of a pointer. */
export function placer({ root, objects, crs }: Placing, objectAt: ReturnType<typeof objectFinder>): (finding: Finding) => Finding {
  const nearAt = nearFinder(objects, crs);
  const rootId = objects[0]?.id === undefined ? undefined : shownId(objects[0].id);
  return (finding) => {
    const object = objectAt(finding.pointer);
    const near = finding.place === undefined ? nearAt(object) : undefined;
    return {
      ...finding, pointer: root.inFile(finding.pointer),
      ...(object?.id === undefined ? {} : { objectId: shownId(object.id) }), ...(rootId === undefined ? {} : { rootId }),
      ...(object?.kind === undefined ? {} : { objectType: object.type }), ...(near === undefined ? {} : { near }),
    };
  };
}

/**
 * Finds a map location for findings without one: the first position of the object's geometry, else of its nearest ancestor with one, else
 * of any object of the root. Undefined when the root has no position.
 */
export function nearFinder(objects: readonly ModelObject[], crs: Crs): (object: ModelObject | undefined) => GeoLocation | undefined {
  // Searched once: a root may have very many nested objects, each with a finding.
  let anywhere: { readonly coordinates: readonly number[] | undefined } | undefined;
  return (object) => {
    let coordinates: readonly number[] | undefined;
    for (let at = object; at !== undefined && coordinates === undefined; at = at.parent) coordinates = positionOf(at);
    if (coordinates === undefined) {
      anywhere ??= { coordinates: objects.map(positionOf).find((position) => position !== undefined) };
      ({ coordinates } = anywhere);
    }
    return coordinates === undefined ? undefined : { crs: crs.uri, coordinates };
  };
}
