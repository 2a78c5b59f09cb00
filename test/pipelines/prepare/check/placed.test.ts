/** The map location of findings without one of their own. */
import { expect, test } from 'vitest';
import { nearFinder } from '../../../../pipelines/prepare/check/placed.ts';
import { CRSS } from '../../../../schemas/crs.ts';
import type { JsonObject } from '../../../../schemas/json.ts';
import { objectsOf } from '../../../../schemas/model/objects.ts';
import { example } from '../deliveries.ts';

/** The map location of each object, by type. */
function shown(document: JsonObject): Readonly<Record<string, readonly number[] | undefined>> {
  const objects = objectsOf(document);
  const near = nearFinder(objects, CRSS['28992']);
  return Object.fromEntries(objects.map((object) => [object.type, near(object)?.coordinates]));
}

test('is the first position of the object’s geometry, else of its nearest ancestor’s', () => {
  const places = shown(example('propaantank-texel.json'));
  expect(places['LocatieActiviteit']).toEqual([116340.579, 567206.529]);
  expect(places['OpslagtankPropaanPropeen_VasteAfstandGeenVergunningplicht']).toEqual([116340.579, 567206.529]);
  expect(places['OpslagReferentie']).toEqual([116391, 567205.5]);
  expect(places['PRContour']).toEqual([116391, 567205.5]);
});

test('is the first position in the root, for a root without geometry; undefined when there is none', () => {
  const system = example('buisleiding-europoort-moerdijk.json');
  const places = shown(system);
  expect(places['BuisleidingReferentie']).toBeDefined();
  expect(places['BuisleidingStelsel']).toBeDefined();
  expect(shown({ entityType: 'KwetsbaarGebouw', geometrie: { type: 'Polygon', coordinates: [[['a']]] } })).toEqual({ KwetsbaarGebouw: undefined });
  expect(shown({ entityType: 'KwetsbaarGebouw' })).toEqual({ KwetsbaarGebouw: undefined });
});
