import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flatten } from '../../../pipelines/coordinates/flatten.ts';
import type { FlatGeometry, Geometry, Position } from '../../../schemas/geometry.ts';

/** Back to GeoJSON, by the words of schemas/geometry.ts. */
function unflatten({ type, dimension, pathEnds, partEnds }: FlatGeometry, coordinates: Float64Array): unknown {
  const cut = <T>(list: readonly T[], ends: Uint32Array): T[][] =>
    [...ends].map((end, index) => list.slice(ends[index - 1] ?? 0, end));
  const vertices = Array.from({ length: coordinates.length / dimension }, (_, vertex) =>
    Array.from(coordinates.subarray(vertex * dimension, (vertex + 1) * dimension)));
  const paths = cut(vertices, pathEnds);
  switch (type) {
    case 'Point': return { type, coordinates: vertices[0] };
    case 'LineString': case 'MultiPoint': return { type, coordinates: paths[0] };
    case 'Polygon': case 'MultiLineString': return { type, coordinates: paths };
    default: return { type, coordinates: cut(paths, partEnds) };
  }
}

const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
const geometries: fc.Arbitrary<Geometry> = fc.constantFrom(2, 3).chain((dimension) => {
  const position: fc.Arbitrary<Position> = fc.array(numbers, { minLength: dimension, maxLength: dimension });
  const some = <T>(item: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(item, { minLength: 1, maxLength: 5 });
  return fc.oneof(
    position.map((coordinates): Geometry => ({ type: 'Point', coordinates })),
    fc.tuple(fc.constantFrom('LineString', 'MultiPoint'), some(position))
      .map(([type, coordinates]): Geometry => ({ type, coordinates })),
    fc.tuple(fc.constantFrom('Polygon', 'MultiLineString'), some(some(position)))
      .map(([type, coordinates]): Geometry => ({ type, coordinates })),
    some(some(some(position))).map((coordinates): Geometry => ({ type: 'MultiPolygon', coordinates })),
  );
});

describe('flatten', () => {
  test('keeps shape, order and numbers of every geometry type, in 2 and 3 dimensions', () => {
    fc.assert(fc.property(geometries, (geometry) => {
      const { shape, coordinates } = flatten(geometry);
      expect(unflatten(shape, coordinates)).toEqual(geometry);
    }));
  });

  test('a type without parts has one part and, as a point, one path', () => {
    expect(flatten({ type: 'MultiPoint', coordinates: [[1, 2], [3, 4]] }).shape)
      .toEqual({ type: 'MultiPoint', dimension: 2, pathEnds: Uint32Array.of(2), partEnds: Uint32Array.of(1) });
    expect(flatten({ type: 'MultiLineString', coordinates: [[[1, 2, 3]], [[3, 4, 5]]] }).shape)
      .toMatchObject({ dimension: 3, pathEnds: Uint32Array.of(1, 2), partEnds: Uint32Array.of(2) });
  });

  test.each<Geometry>([
    { type: 'Point', coordinates: [] },
    { type: 'Point', coordinates: [1] },
    { type: 'Point', coordinates: [1, 2, 3, 4] },
    { type: 'LineString', coordinates: [[1, 2], [1, 2, 3]] },
    { type: 'LineString', coordinates: [[1, 2, 3], [1, 2]] },
    { type: 'MultiPoint', coordinates: [] },
    { type: 'Polygon', coordinates: [[[1, 2]], []] },
    { type: 'MultiPolygon', coordinates: [[[[1, 2]]], []] },
  ])('refuses what the checks before should have refused: %j', (geometry) => {
    expect(() => flatten(geometry)).toThrow(RangeError);
  });

  test('a geometry of 100,000 vertices in 10,000 paths is no problem', () => {
    const ring = Array.from({ length: 10 }, (_, vertex) => [vertex, vertex]);
    const rings = Array.from({ length: 10_000 }, () => ring);
    const { shape, coordinates } = flatten({ type: 'Polygon', coordinates: rings });
    expect([shape.pathEnds.at(-1), coordinates.length]).toEqual([100_000, 200_000]);
  });
});
