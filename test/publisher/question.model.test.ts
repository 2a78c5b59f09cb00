/** Random questions over random histories: what an edition answers is what a plain look at every row gives (naive-answer.ts). */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openEditions } from '../../publisher/read/editions.ts';
import type { Question } from '../../publisher/read/question.ts';
import { ROOTS, SERIES } from '../../schemas/names.ts';
import { events, publishAt, Register, withFolder } from './histories.ts';
import { modelRows } from './model.ts';
import { naiveAnswer, questions } from './naive-answer.ts';
import { day } from './registry.ts';

const HISTORIES = Number(process.env['EV_HISTORIES'] ?? 20);
const QUESTIONS = 100;
const ROOT_PATHS: ReadonlySet<string> = new Set(Object.values(ROOTS).map(({ path }) => path));

interface FoundFeature {
  readonly id: string;
  readonly properties: { readonly beginGeldigheid: string };
}

test(`${HISTORIES * QUESTIONS} random questions have the rows, the order and the counts of a naive answer`, async () => {
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
          const expected = naiveAnswer(rows.filter((row) => row.series === name), question, day(end.day));
          const found = await series.answer(question);
          const ids = (JSON.parse(`[${Buffer.concat(found.slices).toString()}]`) as FoundFeature[])
            .map(({ id, properties: { beginGeldigheid } }) => `${id} ${beginGeldigheid}`);
          const wanted = expected.slice(question.position, question.position + question.limit);
          expect({ question, ids, matched: found.numberMatched }, name).toEqual({ question, ids: wanted, matched: expected.length });
          if (ROOT_PATHS.has(name)) {
            const documents = await series.documents(question);
            expect((JSON.parse(`[${Buffer.concat(documents.slices).toString()}]`) as { id: string }[]).map(({ id }) => id), name).toEqual(wanted.map((one) => one.split(' ')[0]));
          }
          const behind = question.position + wanted.length;
          expect(found.next).toBe(behind < expected.length && question.limit > 0 ? behind : null);
        }
        editions.close();
      });
    },
  ), { numRuns: HISTORIES, endOnFailure: process.env['SHRINK'] === undefined });
});

test('a question of any series that is empty has no answer', async () => {
  await withFolder(async (folder) => {
    publishAt(folder, new Register([]), [{ prefix: 0, day: 1 }]);
    const editions = openEditions(folder, 'public');
    const question: Question = {
      crs: 'CRS84', at: day(1), during: null, box: null, filter: null, words: ['x'], order: [{ field: 'id', descending: true }], position: 0, limit: 10,
    };
    for (const name of SERIES) {
      expect(await editions.current()!.edition.series.get(name)!.answer(question)).toMatchObject({ numberMatched: 0, numberReturned: 0, next: null });
    }
    editions.close();
  });
});
