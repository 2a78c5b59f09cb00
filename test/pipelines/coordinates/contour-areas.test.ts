/** The area of a contour that is given as a distance surrounds its references, and has every point within the distance. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areaWithin } from '../../../pipelines/coordinates/area-within.ts';
import { gridsOfThread } from '../../../pipelines/coordinates/grids.ts';
import { publishedNumbers } from '../../../pipelines/coordinates/published-positions.ts';
import { reproject } from '../../../pipelines/coordinates/reproject.ts';
import { defectOf } from '../../../publisher/validity/explain.ts';
import type { ProjectedGeometry } from '../../../publisher/write/input.ts';
import { flatten } from '../../../schemas/check/flatten.ts';
import { CRSS, PUBLISHED_CRSS } from '../../../schemas/crs.ts';
import type { Geometry } from '../../../schemas/geometry.ts';
import type { JsonObject } from '../../../schemas/json.ts';

const grids = gridsOfThread();

interface ReferenceWith {
  readonly id: string;
  readonly x?: number;
  readonly contours?: readonly JsonObject[];
}

const reference = ({ id, x, contours = [] }: ReferenceWith): JsonObject => ({
  entityType: 'Vulpunt', id, ...(x === undefined ? {} : { geometrie: { type: 'Point', coordinates: [x, 463_000] } }), resulteertIn: contours,
});
const contour = (id: string, afstand: number, hoortBij: readonly string[]): JsonObject => (
  { entityType: 'PRContour', id, hoortBij: hoortBij.map((href) => ({ href })), afstandOfGeometrie: { afstand } }
);
const location = (...references: readonly JsonObject[]): JsonObject => (
  { entityType: 'LocatieActiviteit', id: 'loc', voertUit: [{ entityType: 'TankenLPG', id: 'act', heeft: references }] }
);

/** West, south, east and north of a geometry in RD. */
function edgesOf({ coordinates }: ProjectedGeometry): readonly number[] {
  const numbers = [...publishedNumbers(coordinates['28992'], '28992')];
  const [xs, ys] = [numbers.filter((_, at) => at % 2 === 0), numbers.filter((_, at) => at % 2 === 1)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

describe('OPEN-contour-area: a contour that is given as a distance is the area within that distance of its references', () => {
  test('surrounds the reference that nests the contour, also when the contour names none', () => {
    for (const named of [['#a'], [], ['https://x.example/v1/vulpunten/a']]) {
      const area = reproject(location(reference({ id: 'a', x: 155_000, contours: [contour('c', 100, named)] })), '28992', { grids }).get('c')!;
      const [west, south, east, north] = edgesOf(area);
      for (const [edge, wanted] of [[west, 154_900], [south, 462_900], [east, 155_100], [north, 463_100]]) {
        expect(Math.abs(edge! - wanted!)).toBeLessThan(0.13);
      }
      expect(area).toMatchObject({ isDerived: true, shape: { type: 'Polygon' } });
      expect(area.coordinates['28992']).toHaveLength(65 * 2);
    }
  });

  test('surrounds the other references of the root that the contour names, as one area or several', () => {
    const near = reproject(location(reference({ id: 'a', x: 155_000, contours: [contour('c', 100, ['#a', '#b'])] }), reference({ id: 'b', x: 155_150 })), '28992', { grids });
    expect(edgesOf(near.get('c')!)[2]).toBeGreaterThanOrEqual(155_250);
    expect(near.get('c')!.shape).toMatchObject({ type: 'Polygon' });
    const far = reproject(location(reference({ id: 'a', x: 155_000, contours: [contour('c', 100, ['#a', '#b'])] }), reference({ id: 'b', x: 156_000 })), '28992', { grids });
    expect(far.get('c')!.shape).toMatchObject({ type: 'MultiPolygon' });
  });

  test.each([1e-300, 1e-9, 0.0001, 0.0005])('a distance of %s metres becomes the smallest that the published decimals show', (metres) => {
    const around = (afstand: number): ProjectedGeometry => (
      reproject(location(reference({ id: 'a', x: 155_000.123, contours: [contour('c', afstand, [])] })), '28992', { grids }).get('c')!
    );
    const area = around(metres);
    expect(area).toEqual(around(0.01));
    for (const crs of PUBLISHED_CRSS) {
      expect(defectOf({ shape: area.shape, numbers: publishedNumbers(area.coordinates[crs], crs), mixed: false })).toBeUndefined();
    }
  });

  test('is absent at distance 0, without a geometry of a reference, for a reference elsewhere, or for other objects', () => {
    const without = location(
      reference({ id: 'a', x: 155_000, contours: [contour('nul', 0, ['#a'])] }), reference({ id: 'leeg', contours: [contour('c', 10, ['#leeg', '#elders', '#act', '#c'])] }),
    );
    expect([...reproject(without, '28992', { grids }).keys()]).toEqual(['a']);
  });

  test('is equal in every CRS of the delivery, because a distance is in metres', () => {
    const [lon, lat] = reproject(location(reference({ id: 'a', x: 155_000 })), '28992', { grids }).get('a')!.coordinates.CRS84;
    const point: JsonObject = { type: 'Point', coordinates: [lon!, lat!] };
    const inDegrees = location({ ...reference({ id: 'a', contours: [contour('c', 100, ['#a'])] }), geometrie: point });
    const inRd = location(reference({ id: 'a', x: 155_000, contours: [contour('c', 100, ['#a'])] }));
    const [one, other] = [reproject(inDegrees, 'CRS84', { grids }).get('c')!, reproject(inRd, '28992', { grids }).get('c')!];
    for (const [at, number] of one.coordinates['28992'].entries()) expect(Math.abs(number - other.coordinates['28992'][at]!)).toBeLessThan(0.001);
  });
});

const offset = fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true }));
const distance = fc.constantFrom(0.01, 0.05, 0.3, 1, 7.5, 50, 333.33, 1_500, 9_999.99);

test('the published area is valid in every CRS, whatever the distance and the line', () => {
  fc.assert(fc.property(fc.array(offset, { minLength: 1, maxLength: 6 }), distance, (offsets, metres) => {
    const positions = offsets.map(([x, y]) => [155_000 + x * metres * 3, 463_000 + y * metres * 3]);
    const geometry: Geometry = positions.length === 1 ? { type: 'Point', coordinates: positions[0]! } : { type: 'LineString', coordinates: positions };
    const document = location({ ...reference({ id: 'a', contours: [contour('c', metres, ['#a'])] }), geometrie: geometry });
    const { shape, coordinates } = reproject(document, '28992', { grids }).get('c')!;
    for (const crs of PUBLISHED_CRSS) {
      expect(defectOf({ shape, numbers: publishedNumbers(coordinates[crs], crs), mixed: false }), CRSS[crs].name).toBeUndefined();
    }
  }), { numRuns: 50, seed: 32 });
});

test('no point within the distance of a bent line lies outside, not at the bends either', () => {
  const turn = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true });
  fc.assert(fc.property(turn, fc.double({ min: 0, max: 1, noNaN: true }), (angle, share) => {
    const end = [200 + 200 * Math.cos(angle), 200 * Math.sin(angle)];
    const { shape, numbers } = areaWithin(100, [flatten({ type: 'LineString', coordinates: [[0, 0], [200, 0], end] })!]);
    const direction = share * 2 * Math.PI;
    const [x, y] = [200 + 99.9999 * Math.cos(direction), 99.9999 * Math.sin(direction)];
    expect(isInside(numbers, shape.pathEnds, x, y)).toBe(true);
  }), { numRuns: 200, seed: 32 });
});

test('a jagged surface that is simplified first keeps its inside, without holes, and gives an equal area each time', () => {
  const ring = Array.from({ length: 2_000 }, (_, at): [number, number] => {
    const [angle, radius] = [at / 2_000 * 2 * Math.PI, 500 + at * 7_919 % 20];
    return [155_000 + radius * Math.cos(angle), 463_000 + radius * Math.sin(angle)];
  });
  const jagged = flatten({ type: 'Polygon', coordinates: [[...ring, ring[0]!]] })!;
  const area = areaWithin(200, [jagged]);
  expect(area.shape.pathEnds).toHaveLength(1);
  for (const place of [[155_000, 463_000], ring[0]!, ring[1]!] as const) {
    expect(isInside(area.numbers, area.shape.pathEnds, place[0], place[1])).toBe(true);
  }
  expect(areaWithin(200, [jagged])).toEqual(area);
});

/** Whether a point lies in a polygon: a line to the east crosses its rings an odd number of times. */
function isInside(numbers: Float64Array, ends: Uint32Array, x: number, y: number): boolean {
  let inside = false;
  for (const [path, end] of ends.entries()) {
    for (let at = (ends[path - 1] ?? 0) + 1; at < end; at += 1) {
      const [ax, ay, bx, by] = [numbers[at * 2 - 2]!, numbers[at * 2 - 1]!, numbers[at * 2]!, numbers[at * 2 + 1]!];
      if (ay > y !== by > y && x < ax + (y - ay) / (by - ay) * (bx - ax)) inside = !inside;
    }
  }
  return inside;
}
