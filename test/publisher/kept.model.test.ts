/** Editions over time: whatever is repacked, dropped and rolled back in between, each has its first content, or is gone. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { newestHead, numbersOf } from '../../publisher/read/heads.ts';
import { dayOf } from '../../schemas/time.ts';
import { events, withFolder } from './histories.ts';
import { checkAnswers, KeptStore, neededPacks } from './kept.ts';
import { DAY } from './registry.ts';
import { drawn } from '../runs.ts';

const ALL_DAYS = 2;

const steps = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('publish' as const), hours: fc.constantFrom(0, 0, 3, 11, 30) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('repack' as const), isWhole: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('collect' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('activate' as const), which: fc.nat(99) }) },
);

test('after any repack, retention, collection and roll-back a kept moment gives what it gave; others are gone, with their files', () => {
  fc.assert(fc.property(fc.array(events, { minLength: 8, maxLength: 30 }), fc.array(steps, { minLength: 5, maxLength: 50 }), (list, plan) => {
    withFolder((folder) => {
      const kept = new KeptStore(folder, list);
      kept.publish();
      for (const step of plan) {
        if (step.kind === 'publish') {
          kept.now += step.hours * 3_600_000;
          kept.publish();
        } else if (step.kind === 'repack') kept.repack(step.isWhole ? 1 : undefined);
        else if (step.kind === 'activate') kept.activate(kept.editions[step.which % kept.editions.length]!);
        else {
          kept.collect(ALL_DAYS);
          expect(numbersOf(kept.of, 'packs')).toEqual(neededPacks(kept));
        }
      }
      const there = new Set(kept.editions);
      const before = wanted(kept, there);
      kept.collect(ALL_DAYS);
      const answered = checkAnswers(kept);
      expect([...before].filter((head) => !answered.has(head)), 'kept by the rule, and gone').toEqual([]);
      const editions = new Set(kept.heads.filter(({ head }) => answered.has(head)).map(({ edition }) => edition));
      expect(kept.editions.filter((edition) => !editions.has(edition)), 'there, and in no answer').toEqual([]);
      expect(kept.editions).toContain(newestHead(folder, 'public')!.newest);
    });
  }), { numRuns: drawn(15, 3), endOnFailure: process.env['SHRINK'] === undefined });
});

/** The rule in the plainest way: heads that were active in the last days, and the last there is of each day. */
function wanted({ heads, now }: KeptStore, there: ReadonlySet<number>): ReadonlySet<number> {
  const present = heads.filter(({ edition }) => there.has(edition));
  const lately = heads.filter((_, index) => (heads[index + 1]?.activated ?? Infinity) > now - ALL_DAYS * DAY);
  const lastOfDay = present.filter(({ activated, head }) => (
    !present.some((other) => other.head > head && dayOf(new Date(other.activated)) === dayOf(new Date(activated)))
  ));
  return new Set([...lately, ...lastOfDay].filter(({ edition }) => there.has(edition)).map(({ head }) => head));
}
