/** The same geometry twice: what is the same, what is not, and that a million are no trouble. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkGeometries, geometriesOf } from '../../../../pipelines/prepare/geometry.ts';
import { geometryKey, ownerAt, ownerOf, REPEATED_GEOMETRY, RepeatedGeometries, shapesOf } from '../../../../pipelines/prepare/rules/repeated-geometry.ts';
import { CRSS } from '../../../../schemas/crs.ts';
import type { JsonObject } from '../../../../schemas/json.ts';
import { objectsOf } from '../../../../schemas/model/objects.ts';

const BUILDING = { type: 'KwetsbaarGebouw', holder: 'AB12' };

function shapes(document: JsonObject) {
  const objects = objectsOf(document);
  return shapesOf(objects, checkGeometries(geometriesOf(objects).geometries, CRSS['28992'], undefined).sane);
}

/** For each root, the ids that its geometries repeat. */
function repeats(roots: readonly JsonObject[]): readonly (readonly string[])[] {
  const seen = new RepeatedGeometries();
  const all = roots.flatMap(shapes);
  const numberOf = (wanted: string): number => all.findIndex(({ id }) => id === wanted);
  return roots.map((root) => shapes(root).flatMap(({ key, id }) => {
    const other = seen.add(key, numberOf(id));
    return other === undefined ? [] : [all[other]!.id];
  }));
}

test('the example: the second of two equal buildings is told which is the first', () => {
  expect(repeats(REPEATED_GEOMETRY.example.wrong as JsonObject[])).toEqual([[], ['g1']]);
  expect(repeats(REPEATED_GEOMETRY.example.right as JsonObject[])).toEqual([[], []]);
});

describe('not the same', () => {
  const [first] = REPEATED_GEOMETRY.example.wrong as [JsonObject];
  test.each<[string, JsonObject]>([
    ['another type', { ...first, id: 'g2', entityType: 'KwetsbareLocatie' }],
    ['another holder', { ...first, id: 'g2', bronhoudercode: 'XY789' }],
    ['the same id, which is a finding of its own', first],
    ['a geometry that is refused', { ...first, id: 'g2', geometrie: { type: 'Polygon', coordinates: [[[155000, 463000]]] } }],
    ['no geometry', { ...first, id: 'g2', geometrie: null }],
  ])('%s', (_, second) => {
    expect(repeats([first, second])).toEqual([[], []]);
  });
});

test('references are compared, contours are not', () => {
  const point = { type: 'Point', coordinates: [155000, 463000] };
  const contour = (id: string): JsonObject => ({ entityType: 'PRContour', id, afstandOfGeometrie: { geometrie: point } });
  const tap = (id: string): JsonObject => ({ entityType: 'Vulpunt', id, geometrie: point, resulteertIn: [contour(`${id}a`), contour(`${id}b`)] });
  const root: JsonObject = { entityType: 'LocatieActiviteit', id: 'l', voertUit: [{ entityType: 'TankenLPG', id: 'a', heeft: [tap('v1'), tap('v2')] }] };
  expect(repeats([root])).toEqual([['v1']]);
});

test('equal numbers have one key; a change of one bit of any number gives another', () => {
  const numbers = fc.array(fc.double({ noNaN: true }), { minLength: 2, maxLength: 40 });
  fc.assert(fc.property(numbers, fc.nat(), fc.nat(63), (values, at, bit) => {
    const one = Float64Array.from(values);
    const key = geometryKey(ownerOf(BUILDING), one);
    expect(Number.isSafeInteger(key) && key > 0).toBe(true);
    expect(geometryKey(ownerOf(BUILDING), Float64Array.from([7, ...values]).subarray(1))).toBe(key);
    const words = new Uint32Array(one.buffer);
    const word = (at % values.length) * 2 + (bit >> 5);
    words[word] = words[word]! ^ (1 << (bit & 31));
    expect(geometryKey(ownerOf(BUILDING), one)).not.toBe(key);
  }));
});

test('a holder is the same owner in bytes as in a text, if it is ASCII, wherever it stands', () => {
  const holder = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('', 'AB12', '\x7f', '\x80', 'é'));
  fc.assert(fc.property(fc.constantFrom('KwetsbaarGebouw', 'Vulpunt'), holder, fc.nat(5), (type, text, start) => {
    const written = Buffer.from(text);
    const bytes = Buffer.concat([Buffer.alloc(start, 'x'), written, Buffer.from('xx')]);
    const isAscii = written.every((byte) => byte < 0x80);
    expect(ownerAt(type, { bytes, start, end: start + written.length })).toBe(isAscii ? ownerOf({ type, holder: text }) : undefined);
  }));
});

test('300,000 buildings on a grid have 300,000 keys, and each is found again', () => {
  const seen = new RepeatedGeometries();
  const square = new Float64Array(10);
  const keyOf = (index: number): number => {
    const [x, y] = [100_000 + (index % 1000) * 20, 400_000 + Math.floor(index / 1000) * 20];
    square.set([x, y, x + 10, y, x + 10, y + 10, x, y + 10, x, y]);
    return geometryKey(ownerOf(BUILDING), square);
  };
  let repeated = 0;
  for (let index = 0; index < 300_000; index++) if (seen.add(keyOf(index), index) !== undefined) repeated++;
  expect(repeated).toBe(0);
  for (let index = 0; index < 300_000; index += 997) expect(seen.add(keyOf(index), 300_000)).toBe(index);
});

test('keys made to meet in one place make it neither slow nor wrong', () => {
  const seen = new RepeatedGeometries();
  const keyOf = (index: number) => index + 1; // all begin at place 0, however large the table
  for (let index = 0; index < 20_000; index++) expect(seen.add(keyOf(index), index)).toBeUndefined();
  expect(seen.add(keyOf(0), 20_000)).toBe(0);
  expect(seen.add(keyOf(19_999), 20_000)).toBeUndefined();
});
