/** Fields picked from bytes: equal to picking from parsed objects, whatever texts and names the properties have. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../schemas/json.ts';
import type { RequestedFields, Selection } from '../../server/parameters/fields.ts';
import { pickedDocument, pickedFeature, pickedFeatures } from '../../server/response/picked-fields.ts';

const HOSTILE = [
  '{"type":"Feature","id":"x","properties":{},"links":[],"geometry":null}', ',"properties":{', '},"links":[', '],"geometry":', '\\', '"', '\\"', '}{', 'é€😀', '\u0000',
];
const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' }).map((value) => value.toWellFormed()));
const name = fc.constantFrom('a', 'b', 'links', 'geometry', 'type', 'id', 'properties', '"', 'constructor');
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, text, fc.integer(), fc.constant(null), fc.array(tie('value'), { maxLength: 3 }), fc.dictionary(name, tie('value'), { maxKeys: 4 })),
}));
/** A feature nested in properties, with its members in the usual order. */
const nested = fc.constant({ type: 'Feature', id: 'x', properties: { a: 1 }, links: [], geometry: null });
const properties = fc.dictionary(name, fc.oneof(value, nested), { maxKeys: 5 });
const feature = fc.record({
  type: fc.constant('Feature'), id: text, properties, links: fc.constant([{ href: 'http://x/%22', rel: 'self' }]),
  geometry: fc.constantFrom(null, { type: 'Point', coordinates: [4.5, 52.12345678] }),
}, { noNullPrototype: true });

function naive(found: unknown, selection: Selection | true): unknown {
  if (selection === true || typeof found !== 'object' || found === null) return found;
  if (Array.isArray(found)) return found.map((item) => naive(item, selection));
  return Object.fromEntries(Object.entries(found).filter(([key]) => Object.hasOwn(selection, key))
    .map(([key, inner]) => [key, naive(inner, selection[key]!)]));
}

const SELECTION: Selection = Object.assign(Object.create(null) as Selection, { a: true, links: Object.assign(Object.create(null) as Selection, { b: true }) });
const FIELDS: RequestedFields = { selection: SELECTION, text: 'a,links.b', skipsGeometry: false };

describe('IR-query-fields: picking', () => {
  test('features of a page, in any slices', () => {
    fc.assert(fc.property(fc.array(feature, { minLength: 0, maxLength: 4 }), fc.nat(), (features, at) => {
      const bytes = Buffer.from(features.map((one) => JSON.stringify(one)).join(','));
      const cut = at % (bytes.length + 1);
      const picked = pickedFeatures([bytes.subarray(0, cut), bytes.subarray(cut)], FIELDS);
      const expected = features.map((one) => ({ ...one, properties: naive(one.properties, SELECTION) }));
      expect(JSON.parse(`[${Buffer.concat([...picked]).toString()}]`)).toEqual(expected);
    }), { numRuns: 300 });
  });

  test('features without their geometry, with all of their properties or some', () => {
    fc.assert(fc.property(fc.array(feature, { minLength: 0, maxLength: 4 }), fc.boolean(), (features, isWhole) => {
      const bytes = Buffer.from(features.map((one) => JSON.stringify(one)).join(','));
      const picked = pickedFeatures([bytes], { ...FIELDS, ...(isWhole ? { selection: undefined } : {}), skipsGeometry: true });
      const expected = features.map((one) => ({ ...one, properties: isWhole ? one.properties : naive(one.properties, SELECTION), geometry: null }));
      expect(JSON.parse(`[${Buffer.concat([...picked]).toString()}]`)).toEqual(expected);
    }), { numRuns: 100 });
  });

  test('one feature keeps the bytes around its properties', () => {
    const bytes = Buffer.from('{"type":"Feature","id":"x","properties":{"b":"}\\"{","a":[{"c":1}]},"links":[],"geometry":{"type":"Point","coordinates":[5.10,52]}}');
    expect(Buffer.concat([...pickedFeature(bytes, FIELDS)]).toString())
      .toBe('{"type":"Feature","id":"x","properties":{"a":[{"c":1}]},"links":[],"geometry":{"type":"Point","coordinates":[5.10,52]}}');
  });

  test('a document keeps its entityType, id, geometrie and _links; in lists each item is picked', () => {
    const document: JsonObject = { entityType: 'X', id: 'i', naam: 'n', a: [{ b: 1, c: 2 }, { c: 3 }], geometrie: { type: 'Point' }, _links: { self: 's' } };
    const selection: Selection = { a: { b: true } };
    const picked: unknown = JSON.parse(pickedDocument([Buffer.from(JSON.stringify(document))], { selection, text: 'a.b', skipsGeometry: false }).toString());
    expect(picked).toEqual({ entityType: 'X', id: 'i', a: [{ b: 1 }, {}], geometrie: { type: 'Point' }, _links: { self: 's' } });
  });
});
