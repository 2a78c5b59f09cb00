/** Sorting as far as a page goes: pages of a list in any order, of one moment or another, are those of the whole list sorted plainly. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import type { OrderBy, SeriesQuery } from '../../publisher/read/series-query.ts';
import type { Editions, Series } from '../../publisher/read/types.ts';
import { openStore } from '../../publisher/store.ts';
import { publish } from '../../publisher/write/publish.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { modelRows } from './model.ts';
import { naiveAnswer } from './naive-answer.ts';
import { building, createAll, day, request, state, type VersionInput } from './registry.ts';
import { SOUND } from '../always-sound.ts';

const BUILDINGS = 1_600;
const NOW = 100;
const VOID = { waarde: null, geenWaardeReden: 'waardeOnbekend' };
/** Some next to each other, some that a Float32 or a step of the scale cannot tell apart, one far off. */
const NUMBERS = [0, -0.5, 1, 2, 3, 3.0000000000000004, 1e15, -1e15, 1999, 16_777_217, 16_777_216, VOID];
/** Some that begin alike for longer than a bucket looks, some beyond UTF-16's order. */
const TEXTS = ['name', 'name 1', 'name 10', 'name 2', 'namelijk', 'namelijk anders', '\u{1f600}', '\uffee', 'é', VOID];
const PAGE = 37;

/** Every other one has an earlier version, with other values; some ended. */
const roots = Array.from({ length: BUILDINGS }, (_, n) => {
  const id = `gebouw-${n * 7_919 % BUILDINGS}`;
  const version = (at: number): VersionInput => {
    const made = building(id, { x: 100_000 + n % 40 * 300 + at, y: 440_000 + Math.floor(n / 40) * 300, size: 20, name: 'x' });
    const document: JsonObject = { ...made.document, populatie: NUMBERS[(n + at) * 31 % NUMBERS.length]!, bronhouder: TEXTS[(n * 3 + at) % TEXTS.length]! };
    return { ...made, document };
  };
  if (n % 2 === 0) return state('KwetsbaarGebouw', id, [version(0)]);
  return state('KwetsbaarGebouw', id, [{ ...version(1), until: 50 }, { ...version(0), from: 50, until: n % 10 === 1 ? 70 : null }]);
});
const rows = modelRows(roots);

let folder: string;
let editions: Editions;
let series: Series;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ev-sort-'));
  publish(request(createAll(roots), { moment: day(NOW) }), openStore(folder, SOUND), new Date(day(NOW)));
  editions = openEditions(folder, 'public');
  series = editions.current()!.edition.series.get('kwetsbare-gebouwen')!;
});
afterAll(() => {
  editions.close();
  rmSync(folder, { recursive: true });
});

const by = (...fields: readonly string[]): readonly OrderBy[] => fields.map((field) => ({ field: field.replace('-', ''), descending: field.startsWith('-') }));

async function idsOf(question: SeriesQuery): Promise<{ readonly ids: readonly string[]; readonly count: number; readonly next: number | null }> {
  const { slices, numberMatched, next } = await series.answer(question);
  const features = JSON.parse(`[${Buffer.concat(slices).toString()}]`) as { id: string; properties: { beginGeldigheid: string } }[];
  return { ids: features.map(({ id, properties }) => `${id} ${properties.beginGeldigheid}`), count: numberMatched, next };
}

describe.each([
  { when: 'now', at: null }, { when: 'a day in the past', at: day(20) }, { when: 'the day of a change', at: day(50) },
])('of $when', ({ at }) => {
  test.each([
    { order: by() }, { order: by('populatie') }, { order: by('-populatie') }, { order: by('bronhouder') }, { order: by('-bronhouder', 'populatie') },
    { order: by('id') }, { order: by('-id') }, { order: by('entityType', '-populatie', 'id') }, { order: by('beginGeldigheid', 'bronhouder') }, { order: by('geen.veld', '-id') },
  ])('pages by $order, the last first and each twice', async ({ order }) => {
    const question: SeriesQuery = {
      crs: '28992', at, during: null, box: null, filter: { kind: 'not', of: { kind: 'compare', field: 'id', relation: '=', value: 'gebouw-7' } }, words: [], order, position: 0, limit: PAGE,
    };
    const expected = naiveAnswer(rows, question, day(NOW));
    expect(expected.length).toBeGreaterThan(1_000);
    for (let position = Math.floor(expected.length / PAGE) * PAGE; position >= 0; position -= PAGE) {
      for (let time = 0; time < 2; time += 1) {
        const next = position + PAGE < expected.length ? position + PAGE : null;
        expect(await idsOf({ ...question, position })).toEqual({ ids: expected.slice(position, position + PAGE), count: expected.length, next });
      }
    }
    expect(await idsOf({ ...question, limit: 5_000 })).toEqual({ ids: expected, count: expected.length, next: null });
    expect(await idsOf({ ...question, position: expected.length + 5 })).toEqual({ ids: [], count: expected.length, next: null });
  });
});

test('who asks for the same list at once, and for other pages of it, waits for one sorting and gets what is right', async () => {
  const question: SeriesQuery = { crs: '28992', at: day(20), during: null, box: null, filter: null, words: [], order: by('entityType', '-populatie'), position: 0, limit: 100 };
  const expected = naiveAnswer(rows, question, day(NOW));
  const found = await Promise.all(Array.from({ length: 12 }, (_, n) => idsOf({ ...question, position: n * 90 })));
  for (const [n, { ids }] of found.entries()) expect(ids).toEqual(expected.slice(n * 90, n * 90 + 100));
});
