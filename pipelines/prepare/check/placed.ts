/** Placed: findings about places in a document of model 4.0.0, as findings about places in the delivery. */
import type { Crs } from '../../../schemas/crs.ts';
import type { Finding, GeoLocation } from '../../../schemas/finding.ts';
import { objectFinder, positionOf, type ModelObject } from '../../../schemas/model/objects.ts';
import { shownId } from '../../../schemas/shown-values.ts';
import type { Opened } from './open.ts';

type Placing = Pick<Opened, 'root' | 'objects' | 'crs'>;

/** The same findings with pointers into the delivery, the objects they are in, and where these lie. */
export function placed(findings: readonly Finding[], opened: Placing): readonly Finding[] {
  return findings.length === 0 ? findings : findings.map(placer(opened, objectFinder(opened.objects)));
}

/** Does the same with one finding; `objectAt` finds the object of a place. */
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
 * Finds where on the map each object of a root lies, for findings that have no place of their own: the first position of its
 * geometry; else that of what it is part of; else of any part of the root. Undefined when nothing in the root has a position.
 */
export function nearFinder(objects: readonly ModelObject[], crs: Crs): (object: ModelObject | undefined) => GeoLocation | undefined {
  // Sought once: a root may have very many parts, and a finding in each.
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
