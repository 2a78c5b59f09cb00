/** Where an object lies that a finding without a place of its own is about. */
import { expect, test } from 'vitest';
import { nearFinder } from '../../../../pipelines/prepare/check/placed.ts';
import { CRSS } from '../../../../schemas/crs.ts';
import type { JsonObject } from '../../../../schemas/json.ts';
import { objectsOf } from '../../../../schemas/model/objects.ts';
import { example } from '../deliveries.ts';

/** Type of each object and where it is shown. */
function shown(document: JsonObject): Readonly<Record<string, readonly number[] | undefined>> {
  const objects = objectsOf(document);
  const near = nearFinder(objects, CRSS['28992']);
  return Object.fromEntries(objects.map((object) => [object.type, near(object)?.coordinates]));
}

test('at the first position of its own geometry, else of what it is part of', () => {
  const places = shown(example('propaantank-texel.json'));
  expect(places['LocatieActiviteit']).toEqual([116340.579, 567206.529]);
  expect(places['OpslagtankPropaanPropeen_VasteAfstandGeenVergunningplicht']).toEqual([116340.579, 567206.529]);
  expect(places['OpslagReferentie']).toEqual([116391, 567205.5]);
  expect(places['PRContour']).toEqual([116391, 567205.5]);
});

test('a root without geometry lies where its first part does; where nothing has a position, nowhere', () => {
  const system = example('buisleiding-europoort-moerdijk.json');
  const places = shown(system);
  expect(places['BuisleidingReferentie']).toBeDefined();
  expect(places['BuisleidingStelsel']).toBeDefined();
  expect(shown({ entityType: 'KwetsbaarGebouw', geometrie: { type: 'Polygon', coordinates: [[['a']]] } })).toEqual({ KwetsbaarGebouw: undefined });
  expect(shown({ entityType: 'KwetsbaarGebouw' })).toEqual({ KwetsbaarGebouw: undefined });
});
