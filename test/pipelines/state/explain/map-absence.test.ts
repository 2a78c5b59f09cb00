/** Why an object has nothing to draw, by its own fields and those of the objects around it. */
import { expect, test } from 'vitest';
import { hiddenReason, withoutShape } from '../../../../pipelines/state/explain/map-absence.ts';
import type { JsonObject } from '../../../../schemas/json.ts';
import { objectsOf } from '../../../../schemas/model/objects.ts';

const POINT = { type: 'Point', coordinates: [1, 2] };

/** A location with one reference and, in it, one contour. */
function location({ reference = {}, contour = {}, root = {} }: Partial<Record<'reference' | 'contour' | 'root', JsonObject>>): JsonObject {
  const inner = { entityType: 'PRContour', id: 'c', ...contour };
  const mill = { entityType: 'Windturbine', id: 'r', resulteertIn: [inner], ...reference };
  return {
    entityType: 'LocatieActiviteit', id: 'l', geometrie: POINT, ...root,
    voertUit: [{ entityType: 'Windturbine_TeBerekenenAfstandVergunningplicht', id: 'a', heeft: [mill] }],
  };
}

function reasonOf(id: string, document: JsonObject): string | null {
  const objects = objectsOf(document);
  return withoutShape(objects.find((object) => object.id === id)!, objects)?.en ?? null;
}

test.each([
  ['l', {}, null], ['a', {}, 'it has no geometry'], ['r', {}, 'it has no geometry'], ['r', { reference: { geometrie: POINT } }, null],
  ['c', {}, 'it has neither geometry nor distance'],
  ['c', { contour: { afstandOfGeometrie: { afstand: 0 } } }, 'a distance (afstand) of 0 makes no area'],
  ['c', { contour: { afstandOfGeometrie: { afstand: 5 } } }, 'none of the objects that its distance'],
  ['c', { contour: { afstandOfGeometrie: { afstand: 5 } }, reference: { geometrie: POINT } }, null],
  ['c', { contour: { afstandOfGeometrie: { geometrie: POINT } } }, null],
] as const)('%s with %j: %s', (id, parts, reason) => {
  const found = reasonOf(id, location(parts));
  if (reason === null) expect(found).toBeNull();
  else expect(found).toContain(reason);
});

test('a pipeline system is drawn as the lines of its pipelines', () => {
  const system = (reference: JsonObject): JsonObject => ({
    entityType: 'BuisleidingStelsel', id: 's', voertUit: [{ entityType: 'Buisleiding', id: 'a', heeft: [{ entityType: 'BuisleidingReferentie', id: 'r', ...reference }] }],
  });
  expect(reasonOf('s', system({}))).toContain('no BuisleidingReferentie of it has a geometry');
  expect(reasonOf('s', system({ geometrie: { type: 'LineString', coordinates: [[1, 2], [3, 4]] } }))).toBeNull();
});

test('a hidden object names the object of its document that hides it', () => {
  const reason = (id: string, document: JsonObject): string => {
    const objects = objectsOf(document);
    return hiddenReason(objects.find((object) => object.id === id)!, objects).en;
  };
  const secretPart = location({ reference: { informatieGeheim: true } });
  expect(reason('l', secretPart)).toContain('r in the same document is secret');
  expect(reason('r', secretPart)).toContain('it is secret');
  expect(reason('l', location({}))).toContain('another version of this document, or an object that it must link to, is not public');
});
