import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orient, type ProjectedCoordinates } from '../../publisher/format/orientation.ts';
import { flatten } from '../../schemas/check/flatten.ts';
import type { FlatGeometry, Geometry } from '../../schemas/geometry.ts';

/**
 * RD as given; the other CRSs hold numbers of their own, so that a wrong swap shows. 4258 has its axes the other way.
 */
function project(geometry: Geometry): { shape: FlatGeometry; coordinates: ProjectedCoordinates } {
  const { shape, numbers: rd } = flatten(geometry)!;
  const swapped = rd.map((_, index) => (rd[index ^ 1] ?? 0) + 0.25);
  const [crs84, mercator] = [rd.map((number) => number + 0.5), rd.map((number) => -number)];
  return { shape, coordinates: { 28992: rd, CRS84: crs84, 4258: swapped, 3857: mercator } };
}

function oriented(geometry: Geometry): readonly number[] {
  const { shape, coordinates } = project(geometry);
  return [...orient(shape, coordinates)['28992']];
}

const COUNTER_CLOCKWISE = [[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]];
const CLOCKWISE = COUNTER_CLOCKWISE.toReversed();
const SMALL = COUNTER_CLOCKWISE.map(([x = 0, y = 0]) => [1 + x / 9, 1 + y / 9]);
const SMALL_CLOCKWISE = SMALL.toReversed();

describe('rings are published as RFC 7946 wants them', () => {
  const good: Geometry = { type: 'Polygon', coordinates: [COUNTER_CLOCKWISE, SMALL_CLOCKWISE] };

  test('a good polygon, a line and a point stay as they are', () => {
    const geometries: Geometry[] = [good, { type: 'Point', coordinates: [1, 2] },
      { type: 'LineString', coordinates: CLOCKWISE }, { type: 'MultiLineString', coordinates: [CLOCKWISE] }];
    for (const geometry of geometries) {
      const { shape, coordinates } = project(geometry);
      expect(orient(shape, coordinates)).toBe(coordinates);
    }
  });

  test('each ring is mended by itself and keeps its first vertex', () => {
    const expected = flatten(good)!.numbers;
    for (const outer of [COUNTER_CLOCKWISE, CLOCKWISE]) {
      for (const hole of [SMALL, SMALL_CLOCKWISE]) {
        expect(oriented({ type: 'Polygon', coordinates: [outer, hole] })).toEqual([...expected]);
        expect(oriented({ type: 'MultiPolygon', coordinates: [[outer], [outer, hole]] }))
          .toEqual([...COUNTER_CLOCKWISE.flat(), ...expected]);
      }
    }
  });

  test('the order of vertices is the same in every CRS, and the input is not touched', () => {
    const { shape, coordinates } = project({ type: 'Polygon', coordinates: [CLOCKWISE, SMALL] });
    const before = structuredClone(coordinates);
    const mended = orient(shape, coordinates);
    expect(coordinates).toEqual(before);
    expect(mended).toEqual(project(good).coordinates);
  });

  test('a ring without area stays', () => {
    const flat = [[0, 0], [9, 9], [3, 3], [0, 0]];
    expect(oriented({ type: 'Polygon', coordinates: [flat] })).toEqual(flat.flat());
  });

  // Two edges of over 100 km and an area of at most 1 mm²: doubles cannot tell its sign.
  test('the thinnest slivers are mended exactly', () => {
    const start = fc.tuple(fc.nat(9_999), fc.nat(9_999));
    const length = fc.integer({ min: 100_000_000, max: 149_000_000 });
    fc.assert(fc.property(start, length, fc.integer({ min: -2, max: 2 }), ([x, y], a, off) => {
      const b = a - off;
      const ring = [[x, y], [x + a, y + b], [x + 2 * a + 1, y + 2 * b + 1], [x, y]];
      const metres = ring.map((position) => position.map((number) => number / 1_000));
      // Twice the area is a·(2b + 1) - b·(2a + 1) = off.
      const expected = off < 0 ? metres.toReversed() : metres;
      expect(oriented({ type: 'Polygon', coordinates: [metres] })).toEqual(expected.flat());
    }), { numRuns: 1_000 });
  });
});
