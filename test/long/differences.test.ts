/** A client that follows only differences, over a thousand editions of a random history. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { numbersOf } from '../../publisher/read/heads.ts';
import type { Edition } from '../../publisher/read/types.ts';
import { differencesBetween, EVERY_SERIES, followed, stateOf, type State } from '../publisher/difference-walk.ts';
import { events, withFolder } from '../publisher/histories.ts';
import { KeptStore } from '../publisher/kept.ts';

const EDITIONS = 1_000;
const SEED = 20_261_126;

test('a client that follows only differences has each of 1,000 editions, in single steps and in leaps', async () => {
  const [history] = fc.sample(fc.array(events, { minLength: EDITIONS + 300, maxLength: EDITIONS + 300, size: 'max' }), { numRuns: 1, seed: SEED });
  await withFolder(async (folder) => {
    const kept = new KeptStore(folder, history!);
    for (const [at] of history!.entries()) {
      if (kept.editions.length < EDITIONS) kept.publish();
      if (at % 100 === 99) kept.repack();
    }
    const editions = openEditions(folder, 'public');
    const numbers = numbersOf(kept.of, 'heads');
    expect(numbers.length).toBeGreaterThanOrEqual(EDITIONS);
    const query = { series: EVERY_SERIES, box: null, words: [] };
    let [step, leap]: [State, State] = [new Map(), new Map()];
    let [last, leapt]: [Edition | null, Edition | null] = [null, null];
    for (const [at, number] of numbers.entries()) {
      const { edition } = editions.firstFrom(number)!;
      step = followed(step, await differencesBetween(editions, { before: last, after: edition }, query, 1 + at % 5));
      last = edition;
      expect(step).toEqual(stateOf(edition));
      if (at % 37 !== 0) continue;
      leap = followed(leap, await differencesBetween(editions, { before: leapt, after: edition }, query, 100));
      leapt = edition;
      expect(leap).toEqual(step);
    }
    editions.close();
  });
});
