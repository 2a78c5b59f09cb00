/** Merged: what a PATCH makes of the current document, in which CRS, and what is no patch. */
import { expect, test } from 'vitest';
import { objectOfFeature } from '../../../pipelines/requests/feature-body.ts';
import { merged } from '../../../pipelines/requests/merged.ts';
import { CRSS, type CrsCode } from '../../../schemas/crs.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { location } from '../state/small-roots.ts';

const HELD: JsonObject = { ...location('l1', ['m1']), geometrie: { type: 'Point', coordinates: [1, 2] } };
const { voertUit: _, ...ALONE } = HELD;
const POINT = { type: 'Point', coordinates: [5, 52] };

function made(patch: Json | Buffer, { held = HELD, crs = '28992', target = '/locatie-activiteiten/l1' }: { held?: JsonObject; crs?: CrsCode; target?: string } = {}) {
  const bytes = Buffer.isBuffer(patch) ? patch : Buffer.from(JSON.stringify(patch));
  const result = merged(bytes, { doc: 1, crs: '28992', body: JSON.stringify(held) }, { method: 'PATCH', target, crs: CRSS[crs].uri });
  return 'bytes' in result ? [result.crs, JSON.parse(result.bytes.toString()) as JsonObject] as const : result.findings.map(({ rule }) => rule);
}

test('what is not in the patch stays, and the document keeps its CRS when no geometry comes', () => {
  expect(made({ bedrijfsnaam: 'Nieuw' }, { crs: 'CRS84' })).toEqual([CRSS['28992'].uri, { ...HELD, bedrijfsnaam: 'Nieuw' }]);
});

test('geometry in another CRS is refused beside geometry that stays; when none stays, the document is in that CRS', () => {
  expect(made({ geometrie: POINT }, { crs: 'CRS84' })).toEqual(['verzoek.crs-gemengd']);
  expect(made({ geometrie: POINT })).toEqual([CRSS['28992'].uri, { ...HELD, geometrie: POINT }]);
  expect(made({ geometrie: POINT }, { crs: 'CRS84', held: ALONE })).toEqual([CRSS.CRS84.uri, { ...ALONE, geometrie: POINT }]);
  expect(made({ geometrie: POINT, voertUit: HELD['voertUit']! }, { crs: 'CRS84' })[0]).toBe(CRSS.CRS84.uri);
  expect(made({ voertUit: HELD['voertUit']! }, { crs: 'CRS84' })).toEqual(['verzoek.crs-gemengd']);
});

test('a patch of a feature is one of its document; what is no member of a Feature, or no object, is no patch', () => {
  const target = '/collections/locatie-activiteiten/items/l1';
  const feature = { type: 'Feature', id: 'l1', geometry: POINT, properties: { bedrijfsnaam: null } };
  const { bedrijfsnaam: __, ...rest } = HELD;
  expect(made(feature, { target })).toEqual([CRSS['28992'].uri, { ...rest, geometrie: POINT }]);
  for (const patch of [{ bedrijfsnaam: 'x' }, { properties: [] }, [], null]) expect(made(patch, { target })).toEqual(['verzoek.patch-vorm']);
  expect(made('x')).toEqual(['verzoek.patch-vorm']);
});

test('a null that a GIS writes outside or inside the properties of a Feature is no id and no second geometry', () => {
  const target = '/collections/locatie-activiteiten/items/l1';
  expect(made({ type: 'Feature', id: null, geometry: POINT, properties: {} }, { target })).toEqual([CRSS['28992'].uri, { ...HELD, geometrie: POINT }]);
  const { id: __, geometrie: ___, ...rest } = HELD;
  const outside = { type: 'Feature', id: 'l1', geometry: POINT, properties: { ...rest, id: null, geometrie: null } };
  expect(objectOfFeature(outside)).toEqual({ object: { ...HELD, geometrie: POINT }, findings: [] });
  expect(objectOfFeature({ ...outside, id: null, properties: { ...rest, id: 'l1' } })).toEqual({ object: { ...HELD, geometrie: POINT }, findings: [] });
});

test('a patch is strict JSON', () => {
  expect(made(Buffer.from('{"a":1,"a":2}'))).toEqual(['json.dubbele-sleutel']);
  expect(made(Buffer.from('{"a":'))).toHaveLength(1);
});

test('a Feature with the same moments in another text keeps them as they were delivered, also beside a change', () => {
  const held = { ...HELD, beginGeldigheid: '2024-01-01T00:00:00', eindGeldigheid: '2024-07-01T00:00:00.5' };
  const target = '/collections/locatie-activiteiten/items/l1';
  const feature = (properties: JsonObject): Json => ({ type: 'Feature', id: 'l1', properties });
  const moments = { beginGeldigheid: '2023-12-31T23:00:00.000Z', eindGeldigheid: '2024-06-30T22:00:00.5Z' };
  expect(made(feature({ ...moments, bedrijfsnaam: 'Nieuw' }), { held, target })).toEqual([CRSS['28992'].uri, { ...held, bedrijfsnaam: 'Nieuw' }]);
  expect(made(feature({ beginGeldigheid: '2023-12-31T23:00:01Z' }), { held, target })[1]).toMatchObject({ beginGeldigheid: '2023-12-31T23:00:01Z' });
  expect(made({ beginGeldigheid: moments.eindGeldigheid }, { held })[1], 'a document is as it is sent').toMatchObject({ beginGeldigheid: moments.eindGeldigheid });
  const put = merged(Buffer.from(JSON.stringify(feature({ ...held, ...moments }))), { doc: 1, crs: '28992', body: JSON.stringify(held) }, { method: 'PUT', target, crs: CRSS['28992'].uri });
  expect('bytes' in put && JSON.parse(put.bytes.toString())).toEqual(feature(held));
});
