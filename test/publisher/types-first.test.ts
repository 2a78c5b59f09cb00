/** Lists that begin with the first row of each type of geometry: any page of one, of now or a moment, of all or a kind, in order and in chunks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import type { SeriesQuery } from '../../publisher/read/series-query.ts';
import type { Editions, Series } from '../../publisher/read/types.ts';
import { openStore } from '../../publisher/store.ts';
import { publish } from '../../publisher/write/publish.ts';
import type { Geometry } from '../../schemas/geometry.ts';
import { SOUND } from '../always-sound.ts';
import { modelRows } from './model.ts';
import { expectNaive, KINDS } from './naive-answer.ts';
import { building, createAll, day, request, square, state } from './registry.ts';

const BUILDINGS = 1_200;
const NOW = 100;

/** Nearly all are squares; the first of another type stands pages further on, and in the past elsewhere than now. */
function shapeOf(n: number, { x, y }: { x: number; y: number }): Geometry {
  if (n % 397 === 300) return { type: 'Point', coordinates: [x, y] };
  if (n % 353 === 260) return { type: 'LineString', coordinates: [[x, y], [x + 5, y + 5]] };
  const ring = square(x, y, 20).coordinates as [];
  return n % 211 === 150 ? { type: 'MultiPolygon', coordinates: [ring] } : square(x, y, 20);
}

const roots = Array.from({ length: BUILDINGS }, (_, n) => {
  const id = `gebouw-${n}`;
  const corner = { x: 100_000 + n % 40 * 300, y: 440_000 + Math.floor(n / 40) * 300 };
  const made = building(id, { ...corner, size: 20, name: `name ${n % 3}` });
  const geometrie = shapeOf(n, corner);
  const version = { ...made, geometries: { [id]: geometrie }, document: { ...made.document, geometrie } };
  return state('KwetsbaarGebouw', id, n % 3 === 0 ? [{ ...version, until: 50 }, { ...made, from: 50 }] : [version]);
});
const rows = modelRows(roots);

let folder: string;
let editions: Editions;
let series: Series;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ev-types-'));
  publish(request(createAll(roots), { moment: day(NOW) }), openStore(folder, SOUND), new Date(day(NOW)));
  editions = openEditions(folder, 'public');
  series = editions.current()!.edition.series.get('kwetsbare-gebouwen')!;
});
afterAll(() => {
  editions.close();
  rmSync(folder, { recursive: true });
});

const ALL: SeriesQuery = {
  crs: '28992', at: null, during: null, box: null, filter: null, words: [], order: [], typesFirst: true, position: 0, limit: 10,
};

test.each([null, day(20)])('the first features have every type at %s', async (at) => {
  const { slices } = await series.answer({ ...ALL, at });
  const types = (JSON.parse(`[${Buffer.concat(slices).toString()}]`) as { geometry: Geometry }[]).map(({ geometry }) => geometry.type);
  expect(new Set(types.slice(0, 4))).toEqual(new Set(['Point', 'LineString', 'Polygon', 'MultiPolygon']));
});

test('100 random pages hold what the whole list holds there', async () => {
  const questions = fc.record({
    at: fc.constantFrom(null, day(20), day(120)),
    filter: fc.oneof(
      fc.constant(null), fc.constantFrom(...KINDS).map((of) => ({ kind: 'geometryKind' as const, of })),
      fc.constant({ kind: 'compare' as const, field: 'bronhouder', relation: '=' as const, value: 'name 1' }),
    ),
    position: fc.oneof(fc.nat(12), fc.nat(BUILDINGS + 5)), limit: fc.constantFrom(1, 3, 10, 600, 10_000),
  });
  for (const part of fc.sample(questions, 100)) await expectNaive(series, { question: { ...ALL, ...part }, rows, moment: day(NOW) });
});
