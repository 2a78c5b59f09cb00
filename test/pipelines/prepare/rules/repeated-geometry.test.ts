/** Repeated geometries: which are equal, which are not, and that a million are checked without trouble. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkGeometries } from '../../../../pipelines/prepare/geometry/checks.ts';
import { shapesOf } from '../../../../pipelines/prepare/match-keys.ts';
import { REPEATED_GEOMETRY } from '../../../../pipelines/prepare/rules/repeated-geometry.ts';
import { CRSS } from '../../../../schemas/crs.ts';
import type { JsonObject } from '../../../../schemas/json.ts';
import { objectsOf } from '../../../../schemas/model/objects.ts';

function shapes(document: JsonObject) {
  return shapesOf(checkGeometries(objectsOf(document), CRSS['28992'], undefined).checkable, '28992');
}

/** For each root, the ids that its geometries repeat. */
function repeats(roots: readonly JsonObject[]): readonly (readonly string[])[] {
  const seen = new Map<number, string>();
  return roots.map((root) => shapes(root).flatMap(([key, object]) => {
    const id = objectsOf(root)[object]!.id!;
    const other = seen.get(key);
    if (other === undefined) seen.set(key, id);
    return other === undefined || other === id ? [] : [other];
  }));
}

/** The key of a line with these coordinates. */
function keyOf(numbers: Float64Array): number {
  const shape = { type: 'LineString', dimension: 2, pathEnds: Uint32Array.of(numbers.length / 2), partEnds: Uint32Array.of(1) } as const;
  const [object] = objectsOf({ entityType: 'KwetsbaarGebouw', id: 'a', bronhoudercode: 'AB12' });
  return shapesOf([{ object: object!, index: 0, vertices: { shape, numbers, mixed: false } }], '28992')[0]![0];
}

test('the example: the finding on the second of two equal buildings names the first', () => {
  expect(repeats(REPEATED_GEOMETRY.example.wrong as JsonObject[])).toEqual([[], ['g1']]);
  expect(repeats(REPEATED_GEOMETRY.example.right as JsonObject[])).toEqual([[], []]);
});

describe('not the same', () => {
  const [first] = REPEATED_GEOMETRY.example.wrong as [JsonObject];
  test.each<[string, JsonObject]>([
    ['another type', { ...first, id: 'g2', entityType: 'KwetsbareLocatie' }],
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

test('equal positions have one key; a change of one bit of any number gives another', () => {
  const numbers = fc.array(fc.tuple(fc.double({ noNaN: true }), fc.double({ noNaN: true })), { minLength: 1, maxLength: 20 });
  fc.assert(fc.property(numbers, fc.nat(), fc.nat(63), (positions, at, bit) => {
    const values = positions.flat();
    const one = Float64Array.from(values);
    const key = keyOf(one);
    expect(Number.isSafeInteger(key)).toBe(true);
    expect(keyOf(Float64Array.from([7, ...values]).subarray(1))).toBe(key);
    const words = new Uint32Array(one.buffer);
    const word = (at % values.length) * 2 + (bit >> 5);
    words[word] = words[word]! ^ (1 << (bit & 31));
    expect(keyOf(one)).not.toBe(key);
  }));
});

test('a ring is the same from every position on, both ways; its holes count', () => {
  const keysOf = (...rings: readonly (readonly (readonly number[])[])[]): readonly number[] =>
    shapes({ entityType: 'KwetsbaarGebouw', id: 'a', geometrie: { type: 'Polygon', coordinates: rings } }).map(([key]) => key);
  const corners = [[155_000, 463_000], [155_010, 463_000], [155_010, 463_010], [155_000, 463_009]];
  const from = (at: number, all = corners): number[][] => [...all.slice(at), ...all.slice(0, at), all[at]!];
  const hole = [[155_004, 463_004], [155_004, 463_006], [155_006, 463_006], [155_004, 463_004]];
  const key = keysOf(from(0));
  for (const at of [1, 2, 3]) expect([keysOf(from(at)), keysOf(from(at, corners.toReversed()))]).toEqual([key, key]);
  expect(keysOf(from(0), hole)).not.toEqual(key);
});

test('100,000 buildings on a grid have 100,000 keys', () => {
  const square = new Float64Array(10);
  const keys = Array.from({ length: 100_000 }, (_, index) => {
    const [x, y] = [100_000 + (index % 1000) * 20, 400_000 + Math.floor(index / 1000) * 20];
    square.set([x, y, x + 10, y, x + 10, y + 10, x, y + 10, x, y]);
    return keyOf(square);
  });
  expect(new Set(keys).size).toBe(100_000);
});
