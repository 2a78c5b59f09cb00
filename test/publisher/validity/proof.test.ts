/** Proof of validity: DuckDB calls valid what is proven, and most of what it calls valid is proven. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSurelyValid } from '../../../publisher/validity/proof.ts';
import type { Spatial } from '../../../pipelines/prepare/geometry/spatial.ts';
import { flatten } from '../../../schemas/check/flatten.ts';
import type { Vertices } from '../../../schemas/check/flatten.ts';
import type { Json } from '../../../schemas/json.ts';
import { spatialForTests } from '../../pipelines/prepare/spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => spatial.close());

type Position = readonly [number, number];

const closed = (ring: readonly Position[]): readonly Position[] => [...ring, ring[0]!];
const geometry = (type: string, coordinates: unknown): Vertices => flatten({ type, coordinates: coordinates as Json })!;
const rectangle = (x: number, y: number, width: number, height: number): readonly Position[] =>
  closed([[x, y], [x + width, y], [x + width, y + height], [x, y + height]]);
/** A ring around a place, its positions at these distances from it. */
const star = (x: number, y: number, distances: readonly number[]): readonly Position[] => closed(distances.map((distance, index): Position => {
  const angle = (2 * Math.PI * index) / distances.length;
  return [x + distance * Math.cos(angle), y + distance * Math.sin(angle)];
}));

const small = fc.integer({ min: 0, max: 12 });
const ring = fc.oneof(
  fc.array(fc.tuple(small, small), { minLength: 3, maxLength: 7 }).map((positions) => closed(positions)),
  fc.tuple(small, small, fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 3, maxLength: 60 })).map(([x, y, distances]) => star(x, y, distances)),
  fc.tuple(small, small, small, small).map(([x, y, width, height]) => rectangle(x, y, width + 1, height + 1)),
);
const polygon = fc.array(ring, { minLength: 1, maxLength: 3 });
const any = fc.oneof(
  polygon.map((rings) => geometry('Polygon', rings)),
  fc.array(polygon, { minLength: 1, maxLength: 4 }).map((parts) => geometry('MultiPolygon', parts)),
  fc.array(fc.tuple(small, small), { minLength: 2, maxLength: 4 }).map((positions) => geometry('LineString', positions)),
);

async function expectSound(geometries: readonly Vertices[]): Promise<{ valid: number; proven: number }> {
  const invalid = new Set(await spatial.invalid(geometries));
  const proven = [...geometries.keys()].filter((index) => isSurelyValid(geometries[index]!));
  expect(proven.filter((index) => invalid.has(index)).map((index) => geometries[index])).toEqual([]);
  return { valid: geometries.length - invalid.size, proven: proven.length };
}

test('nothing that is not valid is proven, however rings lie to each other', async () => {
  const drawn = fc.sample(any, { numRuns: 6_000, seed: 7 });
  const { valid, proven } = await expectSound(drawn);
  expect(valid).toBeLessThan(drawn.length * 0.8);
  expect(proven).toBeGreaterThan(valid * 0.6);
});

const wave = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => 100 + 10 * Math.sin(index));
test.each<[string, Vertices]>([
  ['a building with two courtyards', geometry('Polygon', [rectangle(0, 0, 40, 20), rectangle(5, 5, 10, 10), rectangle(20, 5, 10, 10)])],
  ['a shore of 2,000 positions', geometry('Polygon', [star(0, 0, wave(2_000))])],
  ['one with an island of 500 in it', geometry('Polygon', [star(0, 0, wave(2_000)), star(0, 0, wave(500).map((distance) => distance / 3))])],
  ['an area of 60 parts', geometry('MultiPolygon', Array.from({ length: 60 }, (_, index) => [rectangle(20 * (index % 8), 20 * Math.floor(index / 8), 10, 10)]))],
  ['parts around each other\'s corners', geometry('MultiPolygon', [[star(0, 0, [10, 3, 10, 3, 10, 3, 10, 3])], [rectangle(5, 5, 3, 3)]])],
])('%s is proven', async (_, vertices) => {
  expect(isSurelyValid(vertices)).toBe(true);
  await expectSound([vertices]);
});

test.each<[string, Vertices]>([
  ['a hole outside', geometry('Polygon', [rectangle(0, 0, 10, 10), rectangle(20, 0, 5, 5)])],
  ['a hole in a hole', geometry('Polygon', [rectangle(0, 0, 40, 40), rectangle(5, 5, 20, 20), rectangle(10, 10, 5, 5)])],
  ['a hole that is the shell', geometry('Polygon', [rectangle(0, 0, 10, 10), rectangle(0, 0, 10, 10)])],
  ['a hole around the shell', geometry('Polygon', [rectangle(5, 5, 2, 2), rectangle(0, 0, 20, 20)])],
  ['a part in a part', geometry('MultiPolygon', [[rectangle(0, 0, 10, 10)], [rectangle(2, 2, 2, 2)]])],
  ['a part in a part, the inner first', geometry('MultiPolygon', [[rectangle(2, 2, 2, 2)], [rectangle(0, 0, 10, 10)]])],
  ['a ring of one line', geometry('Polygon', [closed([[0, 0], [5, 0], [10, 0]])])],
  ['a line that is one position', geometry('LineString', [[1, 1], [1, 1]])],
  ['a crossing among 2,000 segments', geometry('Polygon', [star(0, 0, wave(2_000).with(1_000, -500))])],
])('%s is not', async (_, vertices) => {
  expect(isSurelyValid(vertices)).toBe(false);
  expect(await spatial.invalid([vertices])).toEqual([0]);
});

test('a zigzag of which every segment meets all others along x is left in doubt, whether it is valid or not', () => {
  const across = Array.from({ length: 4_000 }, (_, index): Position => (index % 2 === 0 ? [index * 1e-3, index] : [1e4 + index * 1e-3, index]));
  expect(isSurelyValid(geometry('Polygon', [closed([...across, [2e4, 4_000], [2e4, -1]])]))).toBe(false);
});
