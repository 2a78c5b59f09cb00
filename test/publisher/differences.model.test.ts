/** Differences between two editions, against a comparison of all their features. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { numbersOf } from '../../publisher/read/heads.ts';
import type { Edition, Editions, DifferenceQuery } from '../../publisher/read/types.ts';
import { SERIES } from '../../schemas/names.ts';
import { drawn } from '../runs.ts';
import { EVERY_SERIES, followed, differencesBetween, stateOf, type State } from './difference-walk.ts';
import { events, withFolder } from './histories.ts';
import { KeptStore } from './kept.ts';

const pairs = fc.array(fc.tuple(fc.nat(99), fc.nat(99)), { minLength: 3, maxLength: 8 });

test('differences of any two editions, in both directions and after a repack, are those of all their features', async () => {
  await fc.assert(fc.asyncProperty(fc.array(events, { minLength: 2, maxLength: 30 }), pairs, fc.integer({ min: 1, max: 9 }), async (list, chosen, limit) => {
    await withFolder(async (folder) => {
      const kept = new KeptStore(folder, list);
      for (const _ of list) kept.publish();
      const editions = openEditions(folder, 'public');
      const all = [null, ...numbersOf(kept.of, 'heads').map((head) => editions.firstFrom(head)!.edition)];
      for (const [one, other] of chosen) {
        const [before, after] = [all[one % all.length]!, all[other % all.length]!];
        await expectDifferences(editions, { before, after }, limit);
        await expectDifferences(editions, { before: after, after: before }, limit);
      }
      editions.close();
      kept.repack(1);
      const repacked = openEditions(folder, 'public');
      const last = repacked.current()!.edition;
      const first = repacked.firstFrom(1)!.edition;
      await expectDifferences(repacked, { before: first, after: last }, limit);
      expect(await differencesBetween(repacked, { before: last, after: last }, EVERYTHING, limit)).toEqual([]);
      repacked.close();
    });
  }), { numRuns: drawn(40, 8), endOnFailure: process.env['SHRINK'] === undefined });
});

const EVERYTHING: DifferenceQuery = { series: EVERY_SERIES, box: null, words: [] };

async function expectDifferences(
  editions: Editions, pair: { readonly before: Edition | null; readonly after: Edition | null }, limit: number,
): Promise<void> {
  const found = await differencesBetween(editions, pair, EVERYTHING, limit);
  const [old, now] = [stateOf(pair.before), stateOf(pair.after)];
  expect(found.map(({ kind, position }) => `${kind} ${position.series}/${position.id}`).sort()).toEqual(wanted(old, now));
  expect(followed(old, found)).toEqual(now);
  const counts = await editions.countDifferences(pair, EVERYTHING);
  const sums = Object.fromEntries(SERIES.map((series) => {
    const own = found.filter(({ position }) => position.series === series);
    const of = (kind: string): number => own.filter((one) => one.kind === kind).length;
    return [series, { added: of('added'), changed: of('changed'), ended: of('ended') }];
  }));
  expect(Object.fromEntries(counts)).toEqual(sums);
}

function wanted(old: State, now: State): string[] {
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((id) => {
    const [before, after] = [old.get(id), now.get(id)];
    if (before === after) return [];
    return [`${before === undefined ? 'added' : after === undefined ? 'ended' : 'changed'} ${id}`];
  }).sort();
}
