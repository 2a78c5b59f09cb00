/**
 * Box answers equal a naive exact computation on the published decimals: 10,000 random boxes in RD and CRS84 over points, lines, polygons
 * with holes and multi-geometries, many boxes with their sides on vertices.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import type { SeriesQuery } from '../../publisher/read/series-query.ts';
import type { Editions, Series } from '../../publisher/read/types.ts';
import { openStore } from '../../publisher/store.ts';
import type { RootState } from '../../publisher/write/input.ts';
import { publish } from '../../publisher/write/publish.ts';
import type { PublishedCrs } from '../../schemas/crs.ts';
import type { Geometry } from '../../schemas/geometry.ts';
import type { Box } from '../../schemas/geometry.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { RD_GRID } from '../../server/parameters/cel.ts';
import { naiveIntersects } from '../naive-intersects.ts';
import { walk } from './model.ts';
import { base, createAll, day, request, square, state } from './registry.ts';
import { SOUND } from '../always-sound.ts';
import { drawn } from '../runs.ts';

interface Known {
  readonly id: string;
  readonly text: string;
  readonly numbers: readonly number[];
  readonly box: Box;
}

let folder = '';
let editions: Editions;
let series: Series;
const known = new Map<PublishedCrs, readonly Known[]>();
/** Ids of features without geometry, in publication order. */
let unplaced: readonly string[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ev-boxes-'));
  publish(request(createAll(roots()), { moment: day(1) }), openStore(folder, SOUND), new Date(0));
  editions = openEditions(folder, 'public');
  series = editions.current()!.edition.series.get('kwetsbare-locaties')!;
  for (const crs of ['28992', 'CRS84'] as const) known.set(crs, walk(series, crs, 50).flatMap(knownOf));
  unplaced = walk(series, '28992', 50).filter(({ geometry }) => geometry === null).map(({ id }) => id as string);
});
afterAll(() => {
  editions.close();
  rmSync(folder, { recursive: true });
});

/** Seeded; crowded around a few places, so that boxes meet many at once. */
function roots(): RootState[] {
  let seed = 42;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return ((seed >>> 8) / 2 ** 24) * below;
  };
  const places = Array.from({ length: 12 }, () => [20_000 + random(200_000), 320_000 + random(250_000)] as const);
  return Array.from({ length: 260 }, (_, number) => {
    const [px, py] = places[number % places.length]!;
    const [x, y] = [round(px + random(400)), round(py + random(400))];
    const id = `v${number}`;
    const geometry = shapeOf(number, { x, y, random });
    return state('KwetsbareLocatie', id, [{
      from: 0, until: null, document: base('KwetsbareLocatie', id), geometries: geometry === null ? {} : { [id]: geometry },
    }]);
  });
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function shapeOf(number: number, { x, y, random }: { x: number; y: number; random: (below: number) => number }): Geometry | null {
  const size = 1 + random(90);
  const line = (vertices: number): [number, number][] => Array.from({ length: vertices }, () => [round(x + random(size)), round(y + random(size))]);
  const holed = (at: number): [number, number][][] => {
    const ring = (left: number, side: number): [number, number][] => (square(round(x + at + left), round(y + left), round(side)).coordinates as [number, number][][])[0]!;
    return [ring(0, size), ring(size / 4, size / 2).reverse()];
  };
  switch (number % 9) {
    case 0: return { type: 'Point', coordinates: [x, y] };
    case 1: return { type: 'MultiPoint', coordinates: line(3) };
    case 2: return { type: 'LineString', coordinates: line(2 + Math.floor(random(4))) };
    case 3: return { type: 'MultiLineString', coordinates: [line(2), line(3)] };
    case 4: return { type: 'Polygon', coordinates: holed(0) };
    case 5: return { type: 'MultiPolygon', coordinates: [holed(0), holed(size * 1.5)] };
    case 6: return { type: 'LineString', coordinates: line(66 + Math.floor(random(80))) };
    case 7: return { type: 'Polygon', coordinates: [circle(x, y, { radius: size, vertices: 66 })] };
    default: return number % 2 === 0 ? null : square(x, y, round(size));
  }
}

function circle(x: number, y: number, { radius, vertices }: { radius: number; vertices: number }): [number, number][] {
  const at = (step: number): [number, number] => {
    const angle = (2 * Math.PI * (step % vertices)) / vertices;
    return [round(x + radius * Math.cos(angle)), round(y + radius * Math.sin(angle))];
  };
  return Array.from({ length: vertices + 1 }, (_, step) => at(step));
}

function knownOf(feature: JsonObject): Known[] {
  const { geometry, id } = feature;
  if (!isObject(geometry)) return [];
  const numbers = (geometry['coordinates'] as Json[]).flat(4) as number[];
  const axis = (parity: number): number[] => numbers.filter((_, index) => index % 2 === parity);
  const box: Box = [Math.min(...axis(0)), Math.min(...axis(1)), Math.max(...axis(0)), Math.max(...axis(1))];
  return [{ id: id as string, text: JSON.stringify(geometry), numbers, box }];
}

/** Ids in publication order: those that the box meets (plainly apart, plainly inside, or by the naive computation), then those without geometry. */
function expected(crs: PublishedCrs, box: Box): string[] {
  return [...placedIn(crs, box), ...unplaced];
}

function placedIn(crs: PublishedCrs, box: Box): string[] {
  return known.get(crs)!.filter((one) => {
    const isApart = one.box[0] > box[2] || one.box[2] < box[0] || one.box[1] > box[3] || one.box[3] < box[1];
    const isInside = one.box[0] >= box[0] && one.box[2] <= box[2] && one.box[1] >= box[1] && one.box[3] <= box[3];
    return !isApart && (isInside || naiveIntersects(one.text, box));
  }).map(({ id }) => id);
}

/** A side through a vertex, or beside it by the last decimal or by a random step. */
const sides = fc.record({
  feature: fc.nat(10_000), vertices: fc.tuple(fc.nat(10_000), fc.nat(10_000)),
  steps: fc.tuple(...Array.from({ length: 4 }, () => fc.constantFrom(0, 0, 0, 1, -1, 7_919, -7_919, 61_001, -61_001, 500_009))),
});

function boxOf(crs: PublishedCrs, { feature, vertices, steps }: { feature: number; vertices: [number, number]; steps: readonly number[] }): Box {
  const all = known.get(crs)!;
  const { numbers } = all[feature % all.length]!;
  const step = crs === 'CRS84' ? 1e-8 : 1e-3;
  const number = (vertex: number, axis: 0 | 1): number => numbers[(vertex % (numbers.length / 2)) * 2 + axis]!;
  const [first, second] = vertices;
  const side = (value: number, index: number): number => Number((value + steps[index]! * step).toFixed(crs === 'CRS84' ? 8 : 3));
  const [a, b, c, d] = [side(number(first, 0), 0), side(number(first, 1), 1), side(number(second, 0), 2), side(number(second, 1), 3)];
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

test.each(['28992', 'CRS84'] as const)('random boxes in %s equal the naive computation', (crs) => {
  let matches = 0;
  fc.assert(fc.property(sides, fc.nat(5), fc.integer({ min: 1, max: 6 }), (given, position, limit) => {
    const box = boxOf(crs, given);
    const wanted = expected(crs, box);
    const range = series.box({ crs, box, boxCrs: crs, position, limit });
    const features = JSON.parse(`[${Buffer.concat(range.slices).toString()}]`) as JsonObject[];
    const returned = wanted.slice(position, position + limit);
    expect(features.map(({ id }) => id)).toEqual(returned);
    const next = position + returned.length;
    expect(range).toMatchObject({
      numberMatched: wanted.length, numberReturned: returned.length, next: next < wanted.length ? next : null,
    });
    matches += wanted.length - unplaced.length;
  }), { numRuns: drawn(5_000, 4), endOnFailure: true });
  expect(matches).toBeGreaterThan(drawn(5_000, 4));
});

test('the CRS of the box and of the answer are independent of each other', () => {
  const box: Box = [0, 300_000, 300_000, 620_000];
  const wanted = series.count;
  const range = series.box({ crs: 'CRS84', box, boxCrs: '28992', position: 0, limit: 1_000 });
  expect(range.numberMatched).toBe(wanted);
  const shown = JSON.parse(`[${Buffer.concat(range.slices).toString()}]`) as JsonObject[];
  expect(shown.flatMap(knownOf).map(({ text }) => text)).toEqual(known.get('CRS84')!.map(({ text }) => text));
});

test('a box in CRS84 that crosses the antimeridian is both of its halves; in RD an inverted box is empty', () => {
  const all = known.get('CRS84')!;
  const middle = all[0]!.box[0];
  const asked = series.box({ crs: 'CRS84', box: [middle, -90, middle - 1e-7, 90], boxCrs: 'CRS84', position: 0, limit: 1 });
  expect(asked.numberMatched).toBe(all.filter(({ box }) => box[2] >= middle || box[0] <= middle - 1e-7).length + unplaced.length);
  expect(series.box({ crs: 'CRS84', box: [300_000, 0, -300_000, 620_000], boxCrs: '28992', position: 0, limit: 1 }).numberMatched).toBe(unplaced.length);
});

test('features without geometry are in every box, and in no filter by a box', async () => {
  expect(unplaced.length).toBe(260 - known.get('28992')!.length);
  expect(unplaced.length).toBeGreaterThan(10);
  const asked: Omit<SeriesQuery, 'box' | 'filter'> = { crs: '28992', at: null, during: null, words: [], order: [], position: 0, limit: 1_000 };
  const ids = async (question: SeriesQuery): Promise<unknown[]> =>
    (JSON.parse(`[${Buffer.concat((await series.answer(question)).slices).toString()}]`) as JsonObject[]).map(({ id }) => id);
  for (const box of [[-1e8, -1e8, 1e8, 1e8], [0, 0, 1, 1], [20_000, 320_000, 120_000, 450_000]] satisfies Box[]) {
    const filter = { kind: 'box', crs: '28992', box } as const;
    const all = expected('28992', box);
    expect(await ids({ ...asked, box: { crs: '28992', box }, filter: null })).toEqual(all);
    expect(await ids({ ...asked, box: { crs: '28992', box }, filter: null, at: day(1) }), 'by columns').toEqual(all);
    expect(await ids({ ...asked, box: null, filter })).toEqual(placedIn('28992', box));
    expect(await ids({ ...asked, box: null, filter: { kind: 'not', of: filter } })).toHaveLength(260 - all.length);
  }
});

test.each([100, 1_000, 20_000, 100_000])('counts in cells of %d metres equal the centres of the published boxes', async (size) => {
  const expected = new Map<string, number>();
  for (const { box } of known.get('28992')!) {
    const corner = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2].map((centre) => Math.floor(centre / size) * size);
    expected.set(corner.join(' '), (expected.get(corner.join(' ')) ?? 0) + 1);
  }
  const { cells, withoutGeometry, numberMatched } = await series.cells(EVERYTHING, { ...RD_GRID, size });
  expect(new Map(cells.map(([x, y, count]) => [`${x} ${y}`, count]))).toEqual(expected);
  expect(withoutGeometry).toBe(unplaced.length);
  expect(numberMatched).toBe(series.count);
  const keys = cells.map(([x, y]) => y * 1e6 + x);
  expect(keys).toEqual(keys.toSorted((one, other) => one - other));
});

test('counts in cells of a box add up to the features that the box selects', async () => {
  const box: Box = [20_000, 320_000, 120_000, 450_000];
  const question = { ...EVERYTHING, box: { crs: '28992' as const, box } };
  const { cells, withoutGeometry, numberMatched } = await series.cells(question, { ...RD_GRID, size: 500 });
  expect(numberMatched).toBe((await series.answer(question)).numberMatched);
  expect(cells.reduce((sum, [, , count]) => sum + count, withoutGeometry)).toBe(numberMatched);
  expect(numberMatched).toBeGreaterThan(withoutGeometry);
});

const EVERYTHING: SeriesQuery = {
  crs: '28992', at: null, during: null, box: null, filter: null, words: [], order: [], position: 0, limit: 0,
};
