import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CRSS, DELIVERY_CRSS, PUBLISHED_CRSS, type CrsCode } from '../../../schemas/crs.ts';
import { Fault } from '../../../schemas/fault.ts';
import type { Geometry } from '../../../schemas/geometry.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import { gridsOfThread } from '../../../pipelines/coordinates/grids.ts';
import { projectGeometry, reproject } from '../../../pipelines/coordinates/reproject.ts';
import { transform } from '../../../pipelines/coordinates/transform.ts';

const between = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

const grids = gridsOfThread();

const point = (x: number, y: number): JsonObject => ({ type: 'Point', coordinates: [x, y] });
const square = (x: number, y: number): JsonObject =>
  ({ type: 'Polygon', coordinates: [[[x, y], [x + 10, y], [x + 10, y + 10], [x, y + 10], [x, y]]] });

const LOCATION: JsonObject = {
  entityType: 'LocatieActiviteit', id: 'loc', geometrie: square(155_000, 463_000),
  voertUit: [{
    entityType: 'OpslagtankVloeistof', id: 'act', locatieEVActiviteit: { href: '#loc' },
    heeft: [
      {
        entityType: 'Vulpunt', id: 'ref', geometrie: point(155_005, 463_005), heeft: { href: '#act' },
        resulteertIn: [
          {
            entityType: 'BrandAandachtsgebied', id: 'vlak',
            afstandOfGeometrie: { geometrie: square(154_990, 462_990) },
          },
          { entityType: 'BrandAandachtsgebied', id: 'afstand', afstandOfGeometrie: { afstand: 30 } },
        ],
      },
      {
        entityType: 'Vulpunt', id: 'leeg', geometrie: point(155_006, 463_006), heeft: { href: '#act' },
        resulteertIn: { waarde: null, geenWaardeReden: 'nietVanToepassing' },
      },
    ],
  }],
};

describe('one document', () => {
  const found = reproject(LOCATION, '28992', { grids });

  test('every object with a geometry or a distance has an entry by its id; links and voids have none', () => {
    expect([...found.keys()].toSorted()).toEqual(['afstand', 'leeg', 'loc', 'ref', 'vlak']);
    expect([...found].filter(([, { isDerived }]) => isDerived).map(([id]) => id)).toEqual(['afstand']);
    expect(found.get('vlak')!.shape).toMatchObject({ type: 'Polygon', dimension: 2 });
  });

  test('IR-crs-4: each vertex is transformed by RDNAPTRANS2018, in every published CRS, in order', () => {
    for (const { shape, coordinates } of found.values()) {
      for (const crs of PUBLISHED_CRSS) {
        expect(coordinates[crs]).toHaveLength(2 * shape.pathEnds.at(-1)!);
        const expected = transform(coordinates['28992'], { from: '28992', to: crs }, { grids });
        expect([...coordinates[crs]]).toEqual([...expected]);
      }
    }
    const [lon, lat] = found.get('loc')!.coordinates.CRS84;
    expect(lat).toBeCloseTo(52.155172887, 8);
    expect(lon).toBeCloseTo(5.387203650, 8);
  });

  test('a root without geometry, and one without nested objects', () => {
    expect(reproject({ entityType: 'BuisleidingStelsel', id: 'b', voertUit: [] }, '28992', { grids }).size).toBe(0);
    const building = { entityType: 'KwetsbaarGebouw', id: 'k', geometrie: square(1e5, 4e5) };
    expect([...reproject(building, '28992', { grids }).keys()]).toEqual(['k']);
  });
});

describe('the numbers of the delivered CRS are the delivered numbers, never a round trip', () => {
  const served: Partial<Record<CrsCode, (typeof PUBLISHED_CRSS)[number]>> = {
    CRS84: 'CRS84', CRS84h: 'CRS84', 28992: '28992', 7415: '28992', 3857: '3857',
    4258: '4258', 9067: '4258', 4937: '4258', 7931: '4258',
  };

  test.each(DELIVERY_CRSS)('%s, with heights and without', (crs) => {
    const [min0, min1, max0, max1] = CRSS[crs].area;
    const first = between(min0, max0);
    const second = between(min1, max1);
    // Positions that become equal when rounded are repaired, because they are not a line.
    const line = fc.array(fc.tuple(first, second), { minLength: 2, maxLength: 20 })
      .filter((positions) => positions.some(([x]) => Math.abs(x - positions[0]![0]) > (max0 - min0) / 1e6));
    fc.assert(fc.property(line, fc.constantFrom([], [12.3]), (positions, height) => {
      const geometry: Geometry = { type: 'LineString', coordinates: positions.map((p) => [...p, ...height]) };
      const { shape, coordinates } = projectGeometry(geometry, crs, { grids });
      expect(shape.dimension).toBe(2);
      expect([...coordinates[served[crs]!]]).toEqual(positions.flat());
      for (const target of PUBLISHED_CRSS) {
        expect(coordinates[target]).toHaveLength(2 * positions.length);
        expect(coordinates[target].every(Number.isFinite)).toBe(true);
      }
    }), { numRuns: 50 });
  });

  test('9067 and 4258, and RD with and without NAP, publish the same numbers', () => {
    const line: Geometry = { type: 'LineString', coordinates: [[52.1, 5.1], [52.2, 5.2]] };
    expect(projectGeometry(line, '9067', { grids })).toEqual(projectGeometry(line, '4258', { grids }));
    const flat = projectGeometry({ type: 'Point', coordinates: [155_000, 463_000] }, '28992', { grids });
    expect(projectGeometry({ type: 'Point', coordinates: [155_000, 463_000, 3] }, '7415', { grids })).toMatchObject(flat);
  });
});

describe('heights', () => {
  const published = (geometry: Geometry, crs: CrsCode) => projectGeometry(geometry, crs, { grids });

  test('heights in the delivered kind are the delivered numbers, in the other kind those by the geoid', () => {
    const heights = fc.double({ min: -10_000, max: 10_000, noNaN: true });
    const positions = fc.array(fc.tuple(fc.double({ min: 20_000, max: 270_000, noNaN: true }), fc.double({ min: 310_000, max: 610_000, noNaN: true }), heights), { minLength: 1, maxLength: 9 });
    fc.assert(fc.property(positions, fc.constantFrom('7415', '4937', 'CRS84h'), (list, crs) => {
      const inRd = Float64Array.from(list.flat());
      const numbers = crs === '7415' ? inRd : transform(inRd, { from: '7415', to: crs }, { grids });
      const coordinates = list.map((_, at) => [...numbers.subarray(3 * at, 3 * at + 3)]);
      const { nap, ellipsoidal } = published({ type: 'MultiPoint', coordinates }, crs).heights ?? { nap: new Float64Array(), ellipsoidal: new Float64Array() };
      if (coordinates.some(([, , height]) => Math.abs(height!) > 10_000)) return;
      expect([...(crs === '7415' ? nap : ellipsoidal)]).toEqual(coordinates.map(([, , height]) => height));
      const official = transform(numbers, { from: crs, to: crs === '7415' ? '4937' : '7415' }, { grids });
      for (const [at, height] of (crs === '7415' ? ellipsoidal : nap).entries()) expect(Math.abs(height - official[3 * at + 2]!)).toBeLessThan(1e-6);
    }), { numRuns: 100 });
  });

  test('a geometry without heights, outside the geoid grid, or with an impossible height has none', () => {
    expect(published({ type: 'Point', coordinates: [155_000, 463_000] }, '28992').heights).toBeUndefined();
    expect(published({ type: 'MultiPoint', coordinates: [[155_000, 463_000, 1], [-80_000, 225_000, 3]] }, '7415').heights).toBeUndefined();
    expect(published({ type: 'MultiPoint', coordinates: [[155_000, 463_000, 1], [155_001, 463_000, 1e6]] }, '7415').heights).toBeUndefined();
  });

  test('a pipeline system has heights when all its pipelines have, and the area of a contour has none', () => {
    const line = (id: string, height: readonly number[]) => (
      { entityType: 'BuisleidingReferentie', id, geometrie: { type: 'LineString', coordinates: [[1e5, 4e5, ...height], [1.1e5, 4e5, ...height]] } }
    );
    const system = (...heights: readonly (readonly number[])[]) => ({
      entityType: 'BuisleidingStelsel', id: 's', voertUit: [{ entityType: 'BuisleidingActiviteit', id: 'a', heeft: heights.map((height, at) => line(`l${at}`, height)) }],
    }) as unknown as JsonObject;
    expect([...reproject(system([1], [2]), '7415', { grids }).get('s')!.heights!.nap]).toEqual([1, 1, 2, 2]);
    expect(reproject(system([1], []), '7415', { grids }).get('s')?.heights).toBeUndefined();
  });
});

test('nothing can be delivered in ITRF2014, and numbers that are not finite never reach an edition', () => {
  const somewhere: Geometry = { type: 'Point', coordinates: [52, 5] };
  expect(() => projectGeometry(somewhere, '9000', { grids })).toThrow(/epoch/);
  expect(() => projectGeometry({ type: 'Point', coordinates: [Number.NaN, 5] }, '28992', { grids })).toThrow(Fault);
});

test('every type of geometry keeps its parts, paths and order', () => {
  const ring = [[1e5, 4e5], [1.1e5, 4e5], [1e5, 4.1e5], [1e5, 4e5]];
  const geometry: Geometry = { type: 'MultiPolygon', coordinates: [[ring, ring], [ring]] };
  const { shape, coordinates } = projectGeometry(geometry, '28992', { grids });
  expect([...shape.pathEnds]).toEqual([4, 8, 12]);
  expect([...shape.partEnds]).toEqual([2, 3]);
  expect([...coordinates['28992']]).toEqual([...ring, ...ring, ...ring].flat());
});
