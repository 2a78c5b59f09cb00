import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import proj4 from 'proj4';
import { describe, expect, test } from 'vitest';
import { shiftDatum } from '../../../pipelines/coordinates/datum.ts';
import {
  PACKED_GRIDS, addCorrection, geoidHeight, gridsOfThread, removeCorrection,
} from '../../../pipelines/coordinates/grids.ts';
import { unpackGrids } from '../../../pipelines/coordinates/packed-grids.ts';
import { project, unproject } from '../../../pipelines/coordinates/rd-projection.ts';
import { TO_BESSEL, etrf2000ToRd, rdToEtrf2000 } from '../../../pipelines/coordinates/rdnaptrans.ts';
import { describeWithShared } from '../../shared-data.ts';
import { plainToEtrs89, plainToRd } from './plain-rdnaptrans.ts';

const between = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

const grids = gridsOfThread();

/** Official tolerances: degrees for latitude and longitude, metres for h, x, y and NAP. */
const DEGREES_OFF = 1e-8;
const METRES_OFF = 0.001;

/** Official points: id, ETRS89 latitude, longitude, h, RD x, y, NAP; NaN where the official file prints `*`. */
const GOLDEN = [
  [30010000, 51.728601274, 4.712120126, 301.7981, 108360.8790, 415757.2745, 258.0057],
  [30010009, 53.184783369, 5.816489592, 203.4425, 183697.1899, 577653.4349, 162.1973],
  [30010029, 50.367382747, 5.940075089, 157.6317, 194341.9220, 264252.3985, 110.0625],
  [30010411, 52.499186633, 4.991600232, 248.7576, 128136.2209, 501349.7122, 206.0314],
  [30010066, 51.480145290, 3.681236541, -1.8691, 36499.2877, 389286.2694, -46.2092],
  [30017822, 54.581412036, 3.500851123, 42.8364, 32997.1608, 734651.8126, 1.1001],
  [30017820, 48.994004342, 4.043687335, 160.9653, 56619.1199, 112184.9344, Number.NaN],
] as const;

/** The largest difference in each of the three numbers; NaN differs from nothing but a number. */
function worst(found: Float64Array, expected: Float64Array): readonly [number, number, number] {
  const off: [number, number, number] = [0, 0, 0];
  for (const [at, value] of expected.entries()) {
    const gap = Number.isNaN(value) && Number.isNaN(found[at]) ? 0 : Math.abs(found[at]! - value);
    if (!(gap <= off[at % 3]!)) off[at % 3] = gap;
  }
  return off;
}

type Off = readonly [number, number, number];

function bothWays(etrs: Float64Array, rd: Float64Array): { toRd: Off; toEtrs: Off } {
  const [asRd, asEtrs] = [etrs.slice(), rd.slice()];
  etrf2000ToRd(asRd, 3, grids);
  rdToEtrf2000(asEtrs, 3, grids);
  return { toRd: worst(asRd, rd), toEtrs: worst(asEtrs, etrs) };
}

describe.each(GOLDEN)('IR-crs-4: official point %i', (_, lat, lon, h, x, y, nap) => {
  test('both ways, heights included', () => {
    const height = Number.isNaN(nap) ? Number.NaN : h;
    const { toRd, toEtrs } = bothWays(Float64Array.of(lat, lon, height), Float64Array.of(x, y, nap));
    expect(Math.max(...toRd)).toBeLessThan(METRES_OFF);
    expect(Math.max(toEtrs[0], toEtrs[1])).toBeLessThan(DEGREES_OFF);
    expect(toEtrs[2]).toBeLessThan(METRES_OFF);
  });
});

describe('IR-crs-4: the steps of the procedure, on the published trace of point 30010000', () => {
  const position = Float64Array.of(51.728601274, 4.712120126);

  test('datum shift: pseudo-Bessel', () => {
    shiftDatum(position, 2, TO_BESSEL);
    expect(position[0]).toBeCloseTo(51.7295383292, 9);
    expect(position[1]).toBeCloseTo(4.7124586935, 9);
  });

  test('correction: real Bessel, and back', () => {
    removeCorrection(position, 2, grids);
    expect(position[0]).toBeCloseTo(51.7295380259, 9);
    expect(position[1]).toBeCloseTo(4.7124590891, 9);
    const pseudo = position.slice();
    addCorrection(pseudo, 2, grids);
    expect((pseudo[0]! - position[0]!) * 1e7).toBeCloseTo(3.0331, 3);
    expect((pseudo[1]! - position[1]!) * 1e7).toBeCloseTo(-3.9554, 3);
  });

  test('projection and geoid', () => {
    project(position, 2);
    expect(position[0]).toBeCloseTo(108360.87902, 4);
    expect(position[1]).toBeCloseTo(415757.27457, 4);
    expect(geoidHeight(grids, 51.728601274, 4.712120126)).toBeCloseTo(43.792435, 5);
  });
});

test('Amersfoort, and the corner of the old map', () => {
  const positions = Float64Array.of(155_000, 463_000, 0, 0, 400_000, 43);
  rdToEtrf2000(positions, 3, grids);
  const expected = [52.155172887, 5.387203650, 43.277165, 51.567530013, 3.151389188, 87.264775];
  expected.forEach((value, at) => expect(positions[at]).toBeCloseTo(value, at % 3 === 2 ? 5 : 8));
});

describe('closed forms against the plain procedure with its iterations', () => {
  const whole = unpackGrids(readFileSync(PACKED_GRIDS));
  const near = fc.tuple(between(49, 57), between(1, 9));
  const far = fc.tuple(between(20, 75), between(-40, 60));

  test('to RD: 1e-6 m on and around the grid, 1e-4 m over Europe', () => {
    for (const [arbitrary, metres] of [[near, 1e-6], [far, 1e-4]] as const) {
      fc.assert(fc.property(arbitrary, ([lat, lon]) => {
        const position = Float64Array.of(lat, lon);
        etrf2000ToRd(position, 2, grids);
        const [x, y] = plainToRd(whole, [lat, lon]);
        expect(Math.hypot(position[0]! - x, position[1]! - y)).toBeLessThan(metres);
      }), { numRuns: 2_000 });
    }
  });

  test('to ETRS89: 1e-11 degree on and around the grid, 1e-10 over Europe', () => {
    const around = fc.tuple(between(-150_000, 400_000), between(100_000, 1_000_000));
    const europe = fc.tuple(between(-2e6, 2e6), between(-1.5e6, 3e6));
    for (const [somewhere, degrees] of [[around, 1e-11], [europe, 1e-10]] as const) {
      fc.assert(fc.property(somewhere, ([x, y]) => {
        const position = Float64Array.of(x, y);
        rdToEtrf2000(position, 2, grids);
        const [lat, lon] = plainToEtrs89(whole, [x, y]);
        expect(Math.hypot(position[0]! - lat, position[1]! - lon)).toBeLessThan(degrees);
      }), { numRuns: 2_000 });
    }
  });
});

describe('proj4 agrees on the projection step (stereographic on Bessel, no datum shift)', () => {
  const sterea = proj4('+proj=longlat +ellps=bessel +no_defs', '+proj=sterea +lat_0=52.156160555555556 '
    + '+lon_0=5.387638888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel +units=m +no_defs');
  const bessel = fc.tuple(between(45, 60), between(-5, 15));

  test('both ways', () => {
    fc.assert(fc.property(bessel, ([lat, lon]) => {
      const position = Float64Array.of(lat, lon, 1);
      project(position, 3);
      const [x, y] = sterea.forward([lon, lat]);
      expect(Math.hypot(position[0]! - x, position[1]! - y)).toBeLessThan(1e-4);
      unproject(position, 3);
      expect(Math.hypot(position[0]! - lat, position[1]! - lon)).toBeLessThan(1e-10);
      expect(position[2]).toBe(1);
    }), { numRuns: 1_000 });
  });
});

describe('properties', () => {
  const inside = fc.tuple(between(10_000, 280_000), between(300_000, 620_000));

  test('there and back is within 0.1 mm in the Netherlands, heights exact', () => {
    fc.assert(fc.property(inside, between(-100, 400), ([x, y], height) => {
      const position = Float64Array.of(x, y, height);
      rdToEtrf2000(position, 3, grids);
      etrf2000ToRd(position, 3, grids);
      expect(Math.hypot(position[0]! - x, position[1]! - y)).toBeLessThan(1e-4);
      expect(Math.abs(position[2]! - height)).toBeLessThan(1e-9);
    }), { numRuns: 2_000 });
  });

  test('the height does not influence x and y, and a position does not influence its neighbours', () => {
    const list = fc.array(fc.tuple(inside, between(-100, 400)), { minLength: 1, maxLength: 40 });
    fc.assert(fc.property(list, (places) => {
      const together = Float64Array.from(places.flatMap(([[x, y], height]) => [x, y, height]));
      rdToEtrf2000(together, 3, grids);
      for (const [index, [[x, y]]] of places.entries()) {
        const alone = Float64Array.of(x, y);
        rdToEtrf2000(alone, 2, grids);
        expect([...together.subarray(3 * index, 3 * index + 2)]).toEqual([...alone]);
      }
    }), { numRuns: 200 });
  });

  test('a batch of any length gives the results of single positions', () => {
    const many = Float64Array.from({ length: 5_000 }, (_, at) => (at % 2 === 0 ? 20_000 : 320_000) + at * 50);
    const together = many.slice();
    rdToEtrf2000(together, 2, grids);
    for (const at of [0, 2046, 2048, 4094, 4096, 4998]) {
      const alone = many.slice(at, at + 2);
      rdToEtrf2000(alone, 2, grids);
      expect([...together.subarray(at, at + 2)]).toEqual([...alone]);
    }
  });

  test('NaN in gives NaN out, nothing throws, and neighbours are unchanged', () => {
    const positions = Float64Array.of(Number.NaN, 1, 2, 155_000, 463_000, 0, Infinity, 0, 0);
    rdToEtrf2000(positions, 3, grids);
    expect(positions[0]).toBeNaN();
    expect(positions[3]).toBeCloseTo(52.155172887, 8);
    expect(positions[6]).toBeNaN();
    expect(() => etrf2000ToRd(Float64Array.of(-90, 0, 90, 0, 0, 180), 2, grids)).not.toThrow();
  });
});

describeWithShared('IR-crs-4: the official self-validation points', 'data/rdnap/Z001_ETRS89andRDNAP.txt', (path) => {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const rows = lines.map((line) => line.split('\t').slice(1).map(Number));
  const columns = (from: number, list: readonly number[][]): Float64Array =>
    Float64Array.from(list.flatMap((row) => row.slice(from, from + 3)));
  const inside = rows.filter((row) => !Number.isNaN(row[5]));
  const outside = rows.filter((row) => Number.isNaN(row[5]));

  test('all 7,959 inside the grid: 1e-8 degree and 0.001 m, both ways', () => {
    expect(inside).toHaveLength(7_959);
    const { toRd, toEtrs } = bothWays(columns(0, inside), columns(3, inside));
    for (const off of toRd) expect(off).toBeLessThan(METRES_OFF);
    expect(Math.max(toEtrs[0], toEtrs[1])).toBeLessThan(DEGREES_OFF);
    expect(toEtrs[2]).toBeLessThan(METRES_OFF);
  });

  test('the 2,041 outside: no height, and x and y as published', () => {
    expect(outside).toHaveLength(2_041);
    const found = columns(0, outside);
    etrf2000ToRd(found, 3, grids);
    const [x, y, height] = worst(found, columns(3, outside));
    expect(Math.max(x, y)).toBeLessThan(METRES_OFF);
    expect(height).toBe(0);
  });
});
