import * as fc from 'fast-check';
import proj4 from 'proj4';
import { describe, expect, test } from 'vitest';
import { CRSS, isInBox, type CrsCode } from '../../../schemas/crs.ts';
import { Fault } from '../../../schemas/fault.ts';
import { gridsOfThread } from '../../../pipelines/coordinates/grids.ts';
import { transform } from '../../../pipelines/coordinates/transform.ts';

const between = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

const grids = gridsOfThread();
const context = { grids, epoch: 2025 };
const CODES = Object.keys(CRSS) as CrsCode[];
const PAIRS = CODES.flatMap((from) => CODES.map((to) => [from, to] as const));
const ANSWERED = PAIRS.filter(([from, to]) => CRSS[from].dimension >= CRSS[to].dimension);
const REFUSED = PAIRS.filter(([from, to]) => CRSS[from].dimension < CRSS[to].dimension);

/** A position in the Netherlands: ETRF2000 latitude and longitude, ellipsoidal height. */
const place = fc.tuple(between(50.7, 53.6), between(3.2, 7.2),
  between(-10, 300));

/** The position in a CRS, from its 3D ETRF2000 numbers. */
function at(crs: CrsCode, [lat, lon, h]: readonly [number, number, number]): Float64Array {
  return CRSS[crs].dimension === 3
    ? transform(Float64Array.of(lat, lon, h), { from: '7931', to: crs }, context)
    : transform(Float64Array.of(lat, lon), { from: '9067', to: crs }, context);
}

/** Distance in metres or degrees for the first two numbers, and in metres for the third. */
function expectClose(found: Float64Array, expected: Float64Array, crs: CrsCode): void {
  expect(found).toHaveLength(expected.length);
  const tolerance = CRSS[crs].decimals === 3 ? 3e-4 : 3e-9;
  expect(Math.hypot(found[0]! - expected[0]!, found[1]! - expected[1]!), crs).toBeLessThan(tolerance);
  if (expected.length === 3) expect(Math.abs(found[2]! - expected[2]!), crs).toBeLessThan(1e-6);
}

describe.each(ANSWERED)('IR-crs-4: %s to %s', (from, to) => {
  test('numbers are in the axis order of each CRS, and any round trip returns to the position', () => {
    fc.assert(fc.property(place, (where) => {
      const source = at(from, where);
      const untouched = source.slice();
      const found = transform(source, { from, to }, context);
      expect([...source]).toEqual([...untouched]);
      expect(isInBox(CRSS[to].area, found[0]!, found[1]!)).toBe(true);
      expectClose(found, at(to, where), to);
      if (CRSS[from].dimension !== CRSS[to].dimension) return;
      expectClose(transform(found, { from: to, to: from }, context), source, from);
    }), { numRuns: 20 });
  });
});

test.each(REFUSED)('2D to 3D is refused: %s to %s', (from, to) => {
  expect(() => transform(at(from, [52, 5, 0]), { from, to }, context)).toThrow(Fault);
});

describe('equal numbers, and swapped numbers', () => {
  const TWINS = [['4258', '9067'], ['9067', '4258'], ['4937', '7931'], ['7931', '4937'], ['7912', '7912']] as const;
  test.each(TWINS)(
    'IR-crs-3: %s to %s changes no bit', (from, to) => {
      fc.assert(fc.property(place, (where) => {
        const source = at(from, where);
        expect([...transform(source, { from, to }, { grids })]).toEqual([...source]);
      }));
    });

  test('CRS84 equals ETRS89 with longitude first, to the bit', () => {
    fc.assert(fc.property(place, ([lat, lon, h]) => {
      const flat = transform(Float64Array.of(lat, lon), { from: '4258', to: 'CRS84' }, { grids });
      expect([...flat]).toEqual([lon, lat]);
      const upright = transform(Float64Array.of(lon, lat, h), { from: 'CRS84h', to: '4937' }, { grids });
      expect([...upright]).toEqual([lat, lon, h]);
    }));
  });

  test('dropping heights keeps the other numbers, to the bit', () => {
    const found = transform(Float64Array.of(1, 2, 3, 4, 5, 6), { from: '7415', to: '28992' }, { grids });
    expect([...found]).toEqual([1, 2, 4, 5]);
  });
});

describe('3857', () => {
  test('proj4 agrees', () => {
    const mercator = proj4('EPSG:4326', 'EPSG:3857');
    fc.assert(fc.property(between(-85, 85), between(-180, 180), (lat, lon) => {
      const found = transform(Float64Array.of(lat, lon), { from: '4258', to: '3857' }, { grids });
      const [x, y] = mercator.forward([lon, lat]);
      expect(Math.hypot(found[0]! - x, found[1]! - y)).toBeLessThan(1e-6);
      const back = transform(found, { from: '3857', to: '4258' }, { grids });
      expect(Math.hypot(back[0]! - lat, back[1]! - lon)).toBeLessThan(1e-12);
    }), { numRuns: 1_000 });
  });

  test('the poles have finite numbers', () => {
    const found = transform(Float64Array.of(0, 90, 0, -90), { from: 'CRS84', to: '3857' }, { grids });
    expect(found.every(Number.isFinite)).toBe(true);
  });
});

describe('ITRF2014', () => {
  const etrf = Float64Array.of(51.56753001291, 3.15138918712, 87.264777);

  test('the row of NSGI at epoch 2000.0', () => {
    const found = transform(etrf, { from: '7931', to: '7912' }, { grids, epoch: 2000 });
    const expected = [51.567532197, 3.151391325, 87.266906];
    expected.forEach((value, axis) => expect(found[axis]).toBeCloseTo(value, axis === 2 ? 5 : 8));
    const back = transform(found, { from: '7912', to: '7931' }, { grids, epoch: 2000 });
    etrf.forEach((value, axis) => expect(Math.abs(back[axis]! - value)).toBeLessThan(axis === 2 ? 1e-8 : 1e-12));
  });

  test.each([[2000, 0.153, 0.243, 0.002], [2010, 0.334, 0.404, 0.010], [2025, 0.604, 0.645, 0.021]])(
    'the shift at Amersfoort in %d: east, north, up', (epoch, east, north, up) => {
      const amersfoort = Float64Array.of(52.155172887, 5.387203650, 43);
      const found = transform(amersfoort, { from: '7931', to: '7912' }, { grids, epoch });
      expect((found[1]! - 5.387203650) * 68_400).toBeCloseTo(east, 2);
      expect((found[0]! - 52.155172887) * 111_270).toBeCloseTo(north, 2);
      expect(found[2]! - 43).toBeCloseTo(up, 3);
    });

  test('is refused without an epoch, in both directions, 2D and 3D', () => {
    for (const [from, to] of [['4258', '9000'], ['9000', '28992'], ['7931', '7912'], ['7912', '7415']] as const) {
      for (const without of [{ grids }, { grids, epoch: Number.NaN }]) {
        expect(() => transform(Float64Array.from(at(from, [52, 5, 0])), { from, to }, without)).toThrow(/epoch/);
      }
    }
  });
});

describe('a missing result is refused, never a number', () => {
  test('heights outside the geoid grid, with the position', () => {
    for (const lat of [49.9, 56.1]) {
      expect(() => transform(Float64Array.of(52, 5, 1, lat, 5, 1), { from: '4937', to: '7415' }, { grids }))
        .toThrow(new RegExp(`position ${lat}, 5, 1 lies outside the geoid grid`));
    }
    const south = Float64Array.of(155_000, 100_000, 1);
    expect(() => transform(south, { from: '7415', to: 'CRS84h' }, { grids })).toThrow(/geoid/);
    expect(transform(south, { from: '7415', to: 'CRS84' }, { grids })).toHaveLength(2);
  });

  test('numbers that are not finite, and a number too few', () => {
    for (const value of [Number.NaN, Infinity, -Infinity]) {
      const position = Float64Array.of(5, value);
      expect(() => transform(position, { from: '28992', to: '4258' }, { grids })).toThrow(Fault);
      expect(() => transform(position, { from: 'CRS84', to: '28992' }, { grids })).toThrow(Fault);
    }
    expect(() => transform(Float64Array.of(1, 2, 3), { from: '28992', to: '4258' }, { grids })).toThrow(/2 numbers/);
  });

  test('an empty list gives an empty list', () => {
    for (const [from, to] of ANSWERED) expect(transform(new Float64Array(0), { from, to }, context)).toHaveLength(0);
  });
});

test('the area of each CRS contains the whole area of the grids, 50-56 N by 2-8 E, and little more', () => {
  const edge = Array.from({ length: 601 }, (_, step) => step / 100).flatMap((step) =>
    [50 + step, 2, 50 + step, 8, 50, 2 + step, 56, 2 + step]);
  for (const crs of CODES.filter((code) => CRSS[code].dimension === 2 && CRSS[code].derivation !== 'itrf2014')) {
    const numbers = transform(Float64Array.from(edge), { from: '9067', to: crs }, { grids });
    const [min0, min1, max0, max1] = CRSS[crs].area;
    const firsts = numbers.filter((_, index) => index % 2 === 0);
    const seconds = numbers.filter((_, index) => index % 2 === 1);
    const slack = CRSS[crs].decimals === 3 ? 4_000 : 0;
    const gaps = [
      Math.min(...firsts) - min0, Math.min(...seconds) - min1, max0 - Math.max(...firsts), max1 - Math.max(...seconds),
    ];
    for (const gap of gaps) expect(gap >= 0 && gap <= slack, `${crs}: ${gap}`).toBe(true);
  }
});

test('every position of the area has finite numbers in every 2D CRS', () => {
  for (const from of CODES.filter((code) => CRSS[code].dimension === 2)) {
    const [min0, min1, max0, max1] = CRSS[from].area;
    const somewhere = fc.tuple(between(min0, max0), between(min1, max1));
    fc.assert(fc.property(somewhere, (position) => {
      for (const to of CODES.filter((code) => CRSS[code].dimension === 2)) {
        const [first, second] = transform(Float64Array.from(position), { from, to }, context);
        expect(isInBox(CRSS[to].extent, first!, second!)).toBe(true);
      }
    }), { numRuns: 100 });
  }
});
