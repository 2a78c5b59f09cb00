/** Random queries over random histories: the response of an edition equals a plain look at every row (naive-answer.ts). */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import type { Filter, SeriesQuery } from '../../publisher/read/series-query.ts';
import type { Series } from '../../publisher/read/types.ts';
import { SERIES } from '../../schemas/names.ts';
import type { Moment } from '../../schemas/time.ts';
import { RD_GRID } from '../../server/parameters/cel.ts';
import { events, publishAt, Register, withFolder } from './histories.ts';
import { modelRows } from './model.ts';
import { expectNaive, KINDS, questionsOf } from './naive-answer.ts';
import { day } from './registry.ts';
import { drawn } from '../runs.ts';

const HISTORIES = Number(process.env['EV_HISTORIES'] ?? drawn(20, 4));
const QUESTIONS = 100;

const questions = questionsOf({
  series: ['kwetsbare-gebouwen', 'kwetsbare-gebouwen', 'kwetsbare-gebouwen', 'kwetsbare-gebouwen', 'locatie-activiteiten', 'ev-activiteiten', 'vulpunten', 'pr-contouren', 'buisleiding-referenties', 'buisleiding-stelsels'],
  values: {
    bronhouder: fc.constantFrom('name 0', 'name 1', 'name 2', 'name', 'x'), populatie: fc.integer({ min: 10, max: 14 }),
    bedrijfsnaam: fc.constantFrom('Tank "BV"', 'Tank'), eigenaar: fc.constantFrom('Gas', 'gas'), id: fc.integer({ min: 0, max: 3_000 }).map((number) => `id-${number}`),
    'identificatie.lokaalID': fc.integer({ min: 0, max: 3_000 }).map((number) => `id-${number}`), bronhoudercode: fc.constantFrom('AB12', 'CD34'),
    beginGeldigheid: fc.integer({ min: -3, max: 45 }).map(day), eindGeldigheid: fc.integer({ min: -3, max: 60 }).map(day), 'afstandOfGeometrie.afstand': fc.constantFrom(12.5, 12, 13),
    entityType: fc.constantFrom('KwetsbaarGebouw', 'TankenLPG'), 'geen.veld': fc.constantFrom('x'),
  },
  often: ['bronhouder', 'bronhouder', 'bronhouder', 'populatie', 'eindGeldigheid'],
  like: ['bronhouder', 'id', 'bedrijfsnaam'].flatMap((name) => ['name%', '%1', 'n_me 2', 'id-1%', '%', 'T%BV"', '\\%'].map((pattern) => [name, pattern] as const)),
  lists: {
    fields: ['gebruiksdoeleindenDetail', 'gebruiksdoeleindenDetail', 'kadastraleAanduiding', 'kvkNummerExploitant', 'balActiviteit.naam'],
    texts: ['school', 'winkel', 'caf\u00e9', 'zorg', 'name 1', 'UTH02D02662G0000', 'x'], scalars: ['bronhouder', 'eigenaar'],
  },
  words: ['name', '1', '*', 'na?e', 'tank', 'b*', 'gas', 'x'],
  moment: fc.integer({ min: -5, max: 90 }).map((number) => (day(0) + number * 43_200_000) as Moment),
});

test('random queries have the rows, the order and the counts of a naive answer', async () => {
  await fc.assert(fc.asyncProperty(
    fc.array(events, { minLength: 5, maxLength: 60 }), fc.nat(25), fc.integer(),
    async (list, later, seed) => {
      const register = new Register(list);
      const end = { prefix: list.length, day: register.prefixes.at(-1)!.day + later };
      const half = { prefix: list.length >> 1, day: register.prefixes[list.length >> 1]!.day };
      await withFolder(async (folder) => {
        publishAt(folder, register, [half, end]);
        const editions = openEditions(folder, 'public');
        const rows = modelRows(register.prefixes.at(-1)!.roots.values());
        for (const { series: name, question } of fc.sample(questions, { numRuns: QUESTIONS, seed })) {
          const series = editions.current()!.edition.series.get(name)!;
          await expectNaive(series, { question, rows: rows.filter((row) => row.series === name), moment: day(end.day) });
          await expectKindsToAddUp(series, question);
          await expectCellsToAddUp(series, question);
        }
        editions.close();
      });
    },
  ), { numRuns: HISTORIES, endOnFailure: process.env['SHRINK'] === undefined });
});

/** Rows of the four kinds of geometry are together the rows of a query, each in one kind. */
async function expectKindsToAddUp(series: Series, question: SeriesQuery): Promise<void> {
  const countOf = async (filter: Filter | null) => (await series.answer({ ...question, filter })).numberMatched;
  const counts = await Promise.all(KINDS.map((of) => (
    countOf({ kind: 'and', of: [{ kind: 'geometryKind', of }, ...question.filter === null ? [] : [question.filter]] })
  )));
  expect(counts.reduce((sum, count) => sum + count)).toBe(await countOf(question.filter));
}

/** Counts in cells are together the rows of a query, those without geometry apart. */
async function expectCellsToAddUp(series: Series, question: SeriesQuery): Promise<void> {
  const { cells, withoutGeometry, numberMatched } = await series.cells(question, { ...RD_GRID, size: 1_000 });
  expect(cells.reduce((sum, [, , count]) => sum + count, withoutGeometry)).toBe(numberMatched);
  expect(numberMatched).toBe((await series.answer(question)).numberMatched);
}

test('a question of any series that is empty has no answer', async () => {
  await withFolder(async (folder) => {
    publishAt(folder, new Register([]), [{ prefix: 0, day: 1 }]);
    const editions = openEditions(folder, 'public');
    const question: SeriesQuery = {
      crs: 'CRS84', at: day(1), during: null, box: null, filter: null, words: ['x'], order: [{ field: 'id', descending: true }], position: 0, limit: 10,
    };
    for (const name of SERIES) {
      expect(await editions.current()!.edition.series.get(name)!.answer(question)).toMatchObject({ numberMatched: 0, numberReturned: 0, next: null });
    }
    editions.close();
  });
});
