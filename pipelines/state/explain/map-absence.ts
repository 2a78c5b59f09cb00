/**
 * Map absence: the first reason why an object is not on the public map, in one sentence; null when it is there.
 * Not here: where the object stands (account.ts), which submission refused or holds it (attempts.ts).
 */
import type { Text } from '../../../schemas/finding.ts';
import { isObject, own } from '../../../schemas/json.ts';
import { distanceIn, geometryOf, type ModelObject } from '../../../schemas/model/objects.ts';
import { linesOf } from '../../../schemas/names.ts';
import { shownId } from '../../../schemas/shown-values.ts';
import { referencesOf } from '../../coordinates/contour-areas.ts';

/** Why an object is hidden: the object of its root that hides it, and in which version. */
export function hiddenReason(own: ModelObject, objects: readonly ModelObject[]): Text {
  const secret = objects.find(({ data }) => data['informatieGeheim'] === true);
  if (secret?.id !== undefined && secret.id !== own.id) {
    return {
      nl: `Het staat niet op de kaart: ${shownId(secret.id)} in hetzelfde document is geheim (informatieGeheim).`,
      en: `It is not on the map: ${shownId(secret.id)} in the same document is secret (informatieGeheim).`,
    };
  }
  if (secret !== undefined) return { nl: 'Het staat niet op de kaart: het is geheim (informatieGeheim).', en: 'It is not on the map: it is secret (informatieGeheim).' };
  return {
    nl: 'Het staat niet op de kaart: een andere versie van dit document, of een object waarnaar het moet verwijzen, is niet openbaar.',
    en: 'It is not on the map: another version of this document, or an object that it must link to, is not public.',
  };
}

/** Returns why a current, public object has nothing to draw; null when it has. */
export function withoutShape(object: ModelObject, objects: readonly ModelObject[]): Text | null {
  if (hasGeometry(object)) return null;
  const lines = linesOf(object.type);
  if (lines !== undefined) {
    return objects.some((one) => one.type === lines && hasGeometry(one)) ? null : {
      nl: `Het staat niet op de kaart: geen ${lines} ervan heeft een geometrie.`, en: `It is not on the map: no ${lines} of it has a geometry.`,
    };
  }
  if (object.kind !== 'contour') {
    return { nl: 'Het staat niet op de kaart: het heeft geen geometrie.', en: 'It is not on the map: it has no geometry.' };
  }
  const distance = distanceIn(object.data);
  if (distance === undefined) {
    return { nl: 'Het staat niet op de kaart: het heeft geen geometrie en geen afstand.', en: 'It is not on the map: it has neither geometry nor distance (afstand).' };
  }
  if (distance === 0) {
    return { nl: 'Het staat niet op de kaart: een afstand van 0 maakt geen gebied.', en: 'It is not on the map: a distance (afstand) of 0 makes no area.' };
  }
  const near = new Set(referencesOf(object, objects));
  return objects.some((one) => near.has(one.id ?? '') && hasGeometry(one)) ? null : {
    nl: 'Het staat niet op de kaart: geen van de objecten waar de afstand bij hoort heeft een geometrie.',
    en: 'It is not on the map: none of the objects that its distance (afstand) belongs to has a geometry.',
  };
}

function hasGeometry(object: ModelObject): boolean {
  const geometry = geometryOf(object)?.value;
  return isObject(geometry) && own(geometry, 'coordinates') !== undefined;
}
