/** Flaws that are proven: each is one by DuckDB too, and its reason and its place are those that JSTS gives. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Vertices } from '../../../schemas/check/flatten.ts';
import { explain } from '../../../pipelines/prepare/explain.ts';
import { flawOf } from '../../../pipelines/prepare/flawed.ts';
import type { Spatial } from '../../../pipelines/prepare/spatial.ts';
import { spatialForTests } from './spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => spatial.close());

type Ring = readonly (readonly [number, number])[];

function polygon(rings: readonly Ring[]): Vertices {
  const closed = rings.map((ring) => [...ring, ring[0]!]);
  let end = 0;
  return {
    shape: {
      type: 'Polygon', dimension: 2, partEnds: Uint32Array.of(closed.length),
      pathEnds: Uint32Array.from(closed, ({ length }) => end += length),
    },
    numbers: Float64Array.from(closed.flat(2)), mixed: false,
  };
}

/** Metres, some of them with millimetres. */
const coordinate = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5_000 }).map((whole) => whole / 1_000));
const ring = fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 8 });
const aside = ring.map((positions) => positions.map(([x, y]) => [x + 4, y] as const));
const polygons = fc.sample(fc.tuple(ring, fc.option(fc.oneof(ring, aside), { nil: undefined })), { numRuns: 6_000, seed: 7 })
  .map(([shell, hole]) => polygon(hole === undefined ? [shell] : [shell, hole]));

test('what is called flawed is invalid by DuckDB', async () => {
  const invalid = new Set(await spatial.invalid(polygons));
  expect(polygons.filter((vertices, index) => flawOf(vertices) !== undefined && !invalid.has(index))).toEqual([]);
});

test('a reason that is given is the one that explains the geometry', () => {
  const reasons = polygons.map((vertices) => flawOf(vertices)?.reason?.rule);
  expect(polygons.filter((vertices, index) => reasons[index] !== undefined && explain(vertices).rule !== reasons[index])).toEqual([]);
  expect(Object.fromEntries([...Map.groupBy(reasons, String)].map(([rule, of]) => [rule, of.length > 50]))).toEqual({
    'undefined': true, 'geometrie.zelfdoorsnijding': true, 'geometrie.gat-buiten-vlak': true,
  });
});

/** In metres, as of RD and as of Web Mercator, and in degrees. */
const systems: readonly ((at: number) => number)[] = [(at) => 155_000.25 + 17.3 * at, (at) => 6_800_000 + at / 3, (at) => 5 + at / 7_000];
const elsewhere = polygons.flatMap((vertices) => systems.map((move) => ({ ...vertices, numbers: vertices.numbers.map(move) })));

test('a place that is given is the one that explains the geometry, to the last digit', () => {
  const places = elsewhere.map((vertices) => flawOf(vertices)?.place);
  const known = elsewhere.filter((_, index) => places[index] !== undefined);
  expect(known.map((vertices) => explain(vertices).place)).toEqual(places.filter((place) => place !== undefined));
  expect(new Set(known.map((vertices) => flawOf(vertices)!.reason!.rule)).size).toBe(2);
  expect(known.length).toBeGreaterThan(1_000);
});
