import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  COORDINATE_ABS_MAX, DecimalReader, DecimalWriter, roundHalfUp, type Decimals,
} from '../../publisher/format/decimal.ts';
import { RUN_SEGMENTS } from '../../publisher/format/geometry-text.ts';
import type { Geometry } from '../../schemas/geometry.ts';
import { GRIDS, mapPositions, onGrid, print, stepGeometries } from './geometry-samples.ts';

const DECIMALS: readonly Decimals[] = [3, 8];

function text(value: number, decimals: Decimals): string {
  const target = Buffer.alloc(20, '#');
  const writer = new DecimalWriter(target, decimals);
  writer.decimal(roundHalfUp(value, decimals));
  return target.toString('latin1', 0, writer.at);
}

/** Half up on the decimal text, by whole numbers. */
function naiveText(value: number, decimals: Decimals): string {
  const [digits = '', exponent = '0'] = value.toString().split('e');
  const [whole = '', fraction = ''] = digits.split('.');
  const one = 10n ** BigInt(Math.max(0, fraction.length - Number(exponent)));
  const doubled = 2n * BigInt(whole + fraction) * 10n ** BigInt(decimals) + one;
  const remainder = ((doubled % (2n * one)) + 2n * one) % (2n * one);
  const scaled = (doubled - remainder) / (2n * one);
  return String(Number(scaled) / 10 ** decimals).includes('e')
    ? (Number(scaled) / 10 ** decimals).toFixed(decimals).replace(/0+$/, '')
    : String(Number(scaled) / 10 ** decimals);
}

const values = fc.oneof(
  fc.double({ min: -COORDINATE_ABS_MAX, max: COORDINATE_ABS_MAX, noNaN: true }),
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -1e-7, max: 1e-7, noNaN: true }),
  fc.integer({ min: -9_000_000, max: 9_000_000 }),
  // Halves as a holder writes them: 131072.0005, 5.123456785.
  fc.integer({ min: -3_000_000_000, max: 3_000_000_000 }).map((count) => Number(`${count}5e-4`)),
  fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }).map((count) => Number(`${count}5e-9`)),
);

describe('IR-CRS-4: published decimals', () => {
  test.each<[number, Decimals, string]>([
    [0.0015, 3, '0.002'], [0.0014, 3, '0.001'], [1.0005, 3, '1.001'], [131_072.0005, 3, '131072.001'],
    [-0.0015, 3, '-0.001'], [-0.0016, 3, '-0.002'], [-0.0004, 3, '0'], [-0, 3, '0'], [5.1, 3, '5.1'],
    [100, 3, '100'], [9.9999, 3, '10'],
    [0.05, 8, '0.05'], [1e-8, 8, '0.00000001'], [5e-9, 8, '0.00000001'], [4.9e-9, 8, '0'],
    [-5e-9, 8, '0'], [5.123456785, 8, '5.12345679'], [20_037_508.3425, 3, '20037508.343'], [5e-324, 8, '0'],
    [COORDINATE_ABS_MAX, 8, '90000000'], [-89_999_999.99999999, 8, '-89999999.99999999'],
  ])('%d with %d decimals is %s', (value, decimals, expected) => {
    expect(text(value, decimals)).toBe(expected);
  });

  test.each(DECIMALS)('are rounded half up on the number as written, %d decimals', (decimals) => {
    fc.assert(fc.property(values, (value) => {
      expect(text(value, decimals)).toBe(naiveText(value, decimals));
    }), { numRuns: 10_000 });
  });

  test.each(DECIMALS)('are read back as the same number of units, %d decimals', (decimals) => {
    fc.assert(fc.property(values, (value) => {
      const reader = new DecimalReader(Buffer.from(`,${text(value, decimals)}]`), 0);
      expect(reader.after(44)).toBe(roundHalfUp(value, decimals) * (decimals === 3 ? 100_000 : 1) + 0);
      expect(reader.at).toBe(text(value, decimals).length + 1);
    }), { numRuns: 5_000 });
  });

  test.each([Number.NaN, Infinity, -Infinity, 90_000_000.1, -1e300])('%d cannot be published', (value) => {
    expect(() => roundHalfUp(value, 3)).toThrow('Geometry:Print failed');
  });
});

function round(geometry: Geometry, decimals: Decimals): Geometry {
  return mapPositions(geometry, (position) => position.map((number) => Number(naiveText(number, decimals))));
}

function flatPositions(geometry: Geometry): number[][] {
  const list: number[][] = [];
  mapPositions(geometry, (position) => (list.push([...position]), position));
  return list;
}

function naiveBox(positions: readonly (readonly number[])[]): number[] {
  const [xs, ys] = [positions.map(([x = 0]) => x), positions.map(([, y = 0]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

const TRIANGLE = [[0, 0], [9, 0], [0, 9], [0, 0]];

describe('printed geometry', () => {
  test.each(GRIDS)('is the JSON of the rounded geometry, with its box: $name', (grid) => {
    fc.assert(fc.property(stepGeometries, fc.double({ min: -1, max: 1, noNaN: true }), (steps, shift) => {
      const geometry = mapPositions(onGrid(steps, grid), (position) =>
        position.map((number) => number + shift));
      const rounded = round(geometry, grid.decimals);
      const { bytes, box } = print(geometry, grid.decimals);
      expect(JSON.parse(bytes.toString())).toEqual(rounded);
      expect(bytes.toString()).not.toMatch(/[eE ]\d|-0[,\]]|\.\d*0[,\]]/);
      expect(box).toEqual(naiveBox(flatPositions(rounded)));
    }), { numRuns: 500 });
  });

  test.each<[Geometry, boolean]>([
    [{ type: 'Point', coordinates: [1, 2] }, true],
    [{ type: 'LineString', coordinates: [[1, 2], [3, 4]] }, true],
    [{ type: 'Polygon', coordinates: [TRIANGLE, [[1, 1], [1, 2], [2, 1], [1, 1]]] }, true],
    [{ type: 'MultiPoint', coordinates: [[1, 2]] }, true],
    [{ type: 'MultiPoint', coordinates: [[1, 2], [3, 4]] }, false],
    [{ type: 'MultiLineString', coordinates: [[[1, 2], [3, 4]]] }, true],
    [{ type: 'MultiLineString', coordinates: [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] }, false],
    [{ type: 'MultiPolygon', coordinates: [[TRIANGLE]] }, true],
    [{ type: 'MultiPolygon', coordinates: [[TRIANGLE], [TRIANGLE]] }, false],
  ])('knows whether it is one part: %j', (geometry, connected) => {
    const printed = print(geometry, 3);
    expect(printed.bytes.toString()).toBe(JSON.stringify(geometry));
    expect(printed).toMatchObject({ connected, runs: [] });
  });

  // The space for small geometries is used again: bytes already handed out must stay.
  test('keeps its own bytes', () => {
    const first = print({ type: 'Point', coordinates: [1, 2] }, 3).bytes;
    print({ type: 'Point', coordinates: [3, 4] }, 3);
    expect(first.toString()).toBe('{"type":"Point","coordinates":[1,2]}');
  });

  test('fits when every number is as long as it can be, in any number of vertices', () => {
    const ring = Array.from({ length: 4 }, () => [-89_999_999.99999999, -89_999_999.99999999]);
    for (const count of [1, 256, 257, 1_250]) {
      const geometry: Geometry = { type: 'MultiPolygon', coordinates: Array.from({ length: count }, () => [ring]) };
      expect(JSON.parse(print(geometry, 8).bytes.toString())).toEqual(geometry);
    }
  });
});

describe('vertex runs', () => {
  const paths = fc.array(fc.integer({ min: 4, max: 3 * RUN_SEGMENTS + 2 }), { minLength: 1, maxLength: 4 });
  const geometries = fc.tuple(paths, fc.constantFrom('LineString', 'MultiPoint', 'Polygon', 'MultiPolygon'))
    .map(([lengths, type]): Geometry => {
      const list = lengths.map((length, path) =>
        Array.from({ length }, (_, vertex) => [vertex * 7 % 13, path * 100 + vertex]));
      if (type === 'Polygon') return { type, coordinates: list };
      if (type === 'MultiPolygon') return { type, coordinates: [list, list] };
      return { type, coordinates: list[0] ?? [] };
    });

  test('hold every segment and vertex once, in order, with their bytes and box', () => {
    fc.assert(fc.property(geometries, (geometry) => {
      const { bytes, runs } = print(geometry, 3);
      const all = flatPositions(geometry);
      expect(runs.length > 0).toBe(all.length > RUN_SEGMENTS);
      if (runs.length === 0) return;
      const joined: { path: number; part: number; positions: number[][] }[] = [];
      for (const { path, part, start, end, box } of runs) {
        const positions = JSON.parse(`[${bytes.toString('latin1', start, end)}]`) as number[][];
        expect(positions.length).toBeLessThanOrEqual(RUN_SEGMENTS + 1);
        expect(box).toEqual(naiveBox(positions));
        const before = joined.at(-1);
        if (before?.path !== path) {
          joined.push({ path, part, positions });
        } else {
          expect(positions[0]).toEqual(before.positions.at(-1));
          before.positions.push(...positions.slice(1));
        }
      }
      expect(joined.flatMap(({ positions }) => positions)).toEqual(all);
      expect(joined.map(({ path }) => path)).toEqual(joined.map((_, index) => index));
      const needed = joined.map(({ positions }) => Math.max(1, Math.ceil((positions.length - 1) / RUN_SEGMENTS)));
      expect(runs).toHaveLength(needed.reduce((sum, count) => sum + count, 0));
      const perPart = geometry.type === 'MultiPolygon' ? geometry.coordinates[0]?.length ?? 0 : Infinity;
      expect(joined.map(({ part }) => part)).toEqual(joined.map((_, index) => Math.floor(index / perPart)));
    }), { numRuns: 300 });
  });
});
