import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flatten } from '../../schemas/check/flatten.ts';
import type { FlatGeometry, Geometry, Position } from '../../schemas/geometry.ts';
import { geometryMistakes } from '../../schemas/check/geometry-structure.ts';
import type { Json } from '../../schemas/json.ts';

/** Converts back to GeoJSON, by the description in schemas/geometry.ts. */
function unflatten({ type, dimension, pathEnds, partEnds }: FlatGeometry, numbers: Float64Array): unknown {
  const cut = <T>(list: readonly T[], ends: Uint32Array): T[][] =>
    [...ends].map((end, index) => list.slice(ends[index - 1] ?? 0, end));
  const vertices = Array.from({ length: numbers.length / dimension }, (_, vertex) =>
    Array.from(numbers.subarray(vertex * dimension, (vertex + 1) * dimension)));
  const paths = cut(vertices, pathEnds);
  switch (type) {
    case 'Point': return { type, coordinates: vertices[0] };
    case 'LineString': case 'MultiPoint': return { type, coordinates: paths[0] };
    case 'Polygon': case 'MultiLineString': return { type, coordinates: paths };
    default: return { type, coordinates: cut(paths, partEnds) };
  }
}

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const geometries: fc.Arbitrary<Geometry> = fc.constantFrom(2, 3).chain((dimension) => {
  const position: fc.Arbitrary<Position> = fc.array(finite, { minLength: dimension, maxLength: dimension });
  const some = <T>(item: fc.Arbitrary<T>, minLength = 1): fc.Arbitrary<T[]> => fc.array(item, { minLength, maxLength: 6 });
  return fc.oneof(
    position.map((coordinates): Geometry => ({ type: 'Point', coordinates })),
    some(position).map((coordinates): Geometry => ({ type: 'MultiPoint', coordinates })),
    some(position, 2).map((coordinates): Geometry => ({ type: 'LineString', coordinates })),
    some(some(position, 2)).map((coordinates): Geometry => ({ type: 'MultiLineString', coordinates })),
    some(some(position, 4)).map((coordinates): Geometry => ({ type: 'Polygon', coordinates })),
    some(some(some(position, 4))).map((coordinates): Geometry => ({ type: 'MultiPolygon', coordinates })),
  );
});

describe('flatten', () => {
  test('keeps shape, order and numbers of every geometry type, in 2 and 3 dimensions', () => {
    fc.assert(fc.property(geometries, (geometry) => {
      const { shape, numbers, mixed } = flatten(geometry)!;
      expect(unflatten(shape, numbers)).toEqual(geometry);
      expect(mixed).toBe(false);
    }));
  });

  test('a type without parts has one part and, as a point, one path', () => {
    expect(flatten({ type: 'MultiPoint', coordinates: [[1, 2], [3, 4]] })!.shape)
      .toEqual({ type: 'MultiPoint', dimension: 2, pathEnds: Uint32Array.of(2), partEnds: Uint32Array.of(1) });
    const lines = [[[1, 2, 3], [3, 4, 5]], [[3, 4, 5], [6, 7, 8]]];
    expect(flatten({ type: 'MultiLineString', coordinates: lines })!.shape)
      .toMatchObject({ dimension: 3, pathEnds: Uint32Array.of(2, 4), partEnds: Uint32Array.of(2) });
  });

  test('positions of 2 and of 3 numbers together are mixed, and absent heights are NaN', () => {
    const { shape, numbers, mixed } = flatten({ type: 'LineString', coordinates: [[1, 2], [1, 2, 3]] })!;
    expect([shape.dimension, mixed, [...numbers]]).toEqual([3, true, [1, 2, Number.NaN, 1, 2, 3]]);
  });

  test.each<Json>([
    null, 5, [], {}, { type: 'Point' }, { type: 'constructor', coordinates: [1, 2] },
    { type: 'GeometryCollection', geometries: [] },
    { type: 'Point', coordinates: [] },
    { type: 'Point', coordinates: [1] },
    { type: 'Point', coordinates: [1, 2, 3, 4] },
    { type: 'Point', coordinates: [1, '2'] },
    { type: 'LineString', coordinates: [[1, 2]] },
    { type: 'LineString', coordinates: { 0: [1, 2], length: 2 } },
    { type: 'MultiPoint', coordinates: [] },
    { type: 'Polygon', coordinates: [[[1, 2]], []] },
    { type: 'MultiPolygon', coordinates: [[[[1, 2], [3, 4], [5, 6], [1, 2]]], []] },
  ])('a malformed geometry has no flat form, and the structure check reports it: %j', (geometry) => {
    expect(flatten(geometry)).toBeUndefined();
    expect(geometryMistakes(geometry, 'PuntLijnVlakMulti').length).toBeGreaterThan(0);
  });

  test('a geometry of 100,000 vertices in 10,000 paths is flattened', () => {
    const ring = Array.from({ length: 10 }, (_, vertex) => [vertex, vertex]);
    const rings = Array.from({ length: 10_000 }, () => ring);
    const { shape, numbers } = flatten({ type: 'Polygon', coordinates: rings })!;
    expect([shape.pathEnds.at(-1), numbers.length]).toEqual([100_000, 200_000]);
  });
});
