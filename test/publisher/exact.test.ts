import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExactBox } from '../../publisher/read/rows/exact-box.ts';
import { intersectsBox } from '../../publisher/read/rows/exact.ts';
import type { Box } from '../../schemas/geometry.ts';
import type { Geometry } from '../../schemas/geometry.ts';
import { naiveIntersects } from '../naive-intersects.ts';
import { drawn } from '../runs.ts';
import { GRIDS, onGrid, place, print, stepBoxes, stepGeometries } from './geometry-samples.ts';

const SQUARE_WITH_HOLE: Geometry = {
  type: 'Polygon',
  coordinates: [[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]], [[3, 3], [3, 6], [6, 6], [6, 3], [3, 3]]],
};

function isIn(geometry: Geometry, box: Box): boolean {
  return intersectsBox(print(geometry, 3).bytes, box);
}

describe('a box answer is exact on the published decimals', () => {
  test.each<[string, Box, boolean]>([
    ['inside the polygon', [1, 1, 2, 2], true],
    ['around the polygon', [-1, -1, 10, 10], true],
    ['inside the hole', [4, 4, 5, 5], false],
    ['a point in the hole', [4, 4, 4, 4], false],
    ['the hole itself', [3, 3, 6, 6], true],
    ['touching an edge of the hole from inside', [4, 4, 6, 5], true],
    ['touching a corner of the hole', [6, 6, 6, 6], true],
    ['touching the outside', [9, 9, 12, 12], true],
    ['just beside the outside', [9.0001, 9, 12, 12], false],
    ['a line across', [-5, 5, 20, 5], true],
    ['a line of no width in the hole', [3.5, 5, 5.5, 5], false],
    ['upside down', [2, 2, 1, 1], false],
    ['not a number', [Number.NaN, 0, 1, 1], false],
    ['everything', [-Infinity, -Infinity, Infinity, Infinity], true],
    ['right of everything', [1e300, -1e300, Infinity, 1e300], false],
    ['ending just left of the edge', [-1, 1, -5e-324, 2], false],
    ['starting just right of the edge', [5e-324, 5e-324, 1e-320, 1e-320], true],
  ])('a square with a hole and a box %s', (_, box, expected) => {
    expect(isIn(SQUARE_WITH_HOLE, box)).toBe(expected);
  });

  test('edges are meant as decimals: 0.1 + 0.2 is a little right of 0.3', () => {
    expect(isIn({ type: 'Point', coordinates: [0.3, 0] }, [0.1 + 0.2, 0, 1, 1])).toBe(false);
    expect(isIn({ type: 'Point', coordinates: [0.3, 0] }, [0.3, 0, 1, 1])).toBe(true);
  });

  // 101 and 1 times the smallest double: as decimals the point lies on the line, as doubles beside it.
  test('edges next to 0, where doubles have few digits, are decimals too', () => {
    const { bytes } = print({ type: 'LineString', coordinates: [[0, 0], [0.000001, 0.00000001]] }, 8);
    expect(intersectsBox(bytes, [5e-322, 5e-324, 5e-322, 5e-324])).toBe(true);
    expect(intersectsBox(bytes, [4.9e-322, 5e-324, 4.9e-322, 5e-324])).toBe(false);
  });

  test('the rounded geometry counts, not the delivered one', () => {
    expect(isIn({ type: 'Point', coordinates: [0.0015, 0] }, [0.002, 0, 1, 1])).toBe(true);
    expect(isIn({ type: 'Point', coordinates: [0.0014, 0] }, [0.0011, 0, 1, 1])).toBe(false);
  });

  test('bytes that are no printed geometry are refused', () => {
    const texts = ['', '{}', '{"type":"Polygon"}', '{"type":"GeometryCollection","geometries":[]}',
      ...['[1]', '[]', '[1e3,2]'].map((coordinates) => `{"type":"Point","coordinates":${coordinates}}`)];
    for (const text of texts) {
      expect(() => intersectsBox(Buffer.from(text), [0, 0, 1, 1])).toThrow();
    }
  });

  test.each(GRIDS)('equal to the naive computation: $name', (grid) => {
    let intersecting = 0;
    let asked = 0;
    const someBoxes = fc.array(stepBoxes, { minLength: 5, maxLength: 5 });
    fc.assert(fc.property(stepGeometries, someBoxes, (steps, boxes) => {
      const { bytes } = print(onGrid(steps, grid), grid.decimals);
      const text = bytes.toString();
      for (const [a, b, c, d] of boxes) {
        const box: Box = [place(grid, 0, a), place(grid, 1, b), place(grid, 0, c), place(grid, 1, d)];
        const expected = naiveIntersects(text, box);
        asked += 1;
        if (expected) intersecting += 1;
        expect(intersectsBox(bytes, box)).toBe(expected);
      }
    }), { numRuns: drawn(1_000) });
    expect(asked).toBeGreaterThanOrEqual(drawn(5_000));
    expect(intersecting).toBeGreaterThan(asked / 10);
    expect(intersecting).toBeLessThan(asked * 0.95);
  });
});

describe('the side of a segment', () => {
  const doubles = fc.oneof(
    fc.double({ min: -200, max: 200, noNaN: true }),
    fc.integer({ min: -20, max: 20 }).map((count) => count * Number.MIN_VALUE),
    fc.integer({ min: -9, max: 9 }).map((count) => Number(`${count}e-8`)),
    fc.integer({ min: -1_000, max: 1_000 }).map((count) => 3 + count * 2 ** -51),
  );
  const positions = fc.tuple(doubles, doubles);

  // Boxes of no width close to the line of a long segment: all depends on the last bits.
  test('is exact for any double edges, however near', () => {
    fc.assert(fc.property(positions, positions, fc.tuple(doubles, doubles), (start, end, corner) => {
      const { bytes } = print({ type: 'LineString', coordinates: [start, end] }, 8);
      const boxes: Box[] = [[...corner, ...corner], [...corner, 1e9, 1e9], [-1e9, corner[1], corner[0], 1e9]];
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = bytes.toString().match(/-?\d+(\.\d+)?/g)?.map(Number) ?? [];
      const onLine: [number, number] = [(x1 + x2) / 2, (y1 + y2) / 2];
      boxes.push([...onLine, ...onLine], [...onLine, 1e9, onLine[1]]);
      for (const box of boxes) expect(intersectsBox(bytes, box)).toBe(naiveIntersects(bytes.toString(), box));
    }), { numRuns: drawn(4_000) });
  });

  test('a box keeps its own copy of its edges', () => {
    const edges: [number, number, number, number] = [0, 0, 1, 1];
    const box = new ExactBox(edges);
    edges[0] = 9;
    expect(box.box).toEqual([0, 0, 1, 1]);
  });
});

describe('vertex runs', () => {
  /** Rounded outwards to 32 bits, as the edition keeps them. */
  function outwards(box: Box): Box {
    const spread = (value: number, sign: number): number => Math.fround(value + sign * Math.abs(value) * 2 ** -22);
    return [spread(box[0], -1), spread(box[1], -1), spread(box[2], 1), spread(box[3], 1)];
  }

  /** A wavy ring of `count` vertices around a centre, in steps of a grid of 1000 · 1000. */
  function wave(count: number, [x, y]: [number, number], radius: number): [number, number][] {
    const list = Array.from({ length: count }, (_, index): [number, number] => {
      const angle = (index / count) * 2 * Math.PI;
      const reach = radius * (0.7 + 0.3 * Math.cos(angle * 11));
      return [Math.round(x + reach * Math.cos(angle)), Math.round(y + reach * Math.sin(angle))];
    });
    return [...list, list[0] ?? [0, 0]];
  }

  const count = fc.integer({ min: 20, max: 300 });
  const polygons = fc.tuple(count, count, fc.tuple(fc.nat(1_000), fc.nat(1_000)))
    .map(([outer, inner, centre]) => [wave(outer, centre, 400), wave(inner, centre, 150)]);
  const geometries: fc.Arbitrary<Geometry> = fc.oneof(
    polygons.map((coordinates): Geometry => ({ type: 'Polygon', coordinates })),
    fc.array(polygons, { minLength: 2, maxLength: 3 })
      .map((coordinates): Geometry => ({ type: 'MultiPolygon', coordinates })),
    polygons.map((coordinates): Geometry => ({ type: 'MultiLineString', coordinates })),
    polygons.map(([outer = []]): Geometry => ({ type: 'MultiPoint', coordinates: outer })),
    polygons.map(([outer = []]): Geometry => ({ type: 'LineString', coordinates: outer })),
  );
  const low = fc.integer({ min: -500, max: 1_500 });
  const boxes = fc.array(fc.tuple(low, low, fc.nat(60), fc.nat(60)), { minLength: 15, maxLength: 15 });

  test.each(GRIDS)('give the same answer as reading all: $name', (grid) => {
    fc.assert(fc.property(geometries, boxes, (steps, list) => {
      const { bytes, runs } = print(onGrid(steps, grid), grid.decimals);
      const stored = runs.map((run) => ({ ...run, box: outwards(run.box) }));
      for (const [x, y, width, height] of list) {
        const [east, north] = [x + width, y + height];
        const box: Box = [place(grid, 0, x), place(grid, 1, y), place(grid, 0, east), place(grid, 1, north)];
        const expected = naiveIntersects(bytes.toString(), box);
        expect(intersectsBox(bytes, box)).toBe(expected);
        expect(intersectsBox(bytes, box, runs)).toBe(expected);
        expect(intersectsBox(bytes, box, stored)).toBe(expected);
      }
    }), { numRuns: 12 });
  });

  test('only touched runs are read: bytes elsewhere do not matter', () => {
    const ring = wave(640, [0, 0], 1_000);
    const { bytes, runs } = print({ type: 'Polygon', coordinates: [ring] }, 3);
    expect(runs).toHaveLength(10);
    const box: Box = [999, -1, 1_001, 1];
    const touched = runs.filter((run) => run.box[2] >= 999 && run.box[1] <= 1 && run.box[3] >= -1);
    expect(touched.length).toBeLessThan(4);
    const damaged = Buffer.from(bytes);
    for (const run of runs) {
      const first = bytes.indexOf(']', run.start) + 1;
      const last = bytes.lastIndexOf('[', run.end - 1);
      if (!touched.includes(run)) damaged.fill('x', first, last);
    }
    expect(intersectsBox(damaged, box, runs)).toBe(true);
    expect(intersectsBox(damaged, [0, 0, 0, 0], runs)).toBe(true);
    expect(() => intersectsBox(damaged, [0, 0, 0, 0])).toThrow('no comma');
  });
});
