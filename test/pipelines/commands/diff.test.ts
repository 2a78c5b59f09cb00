/** `ev diff`: which ends it compares, and what it says of an end that it cannot compare. Not here: its options (test/long/cli.test.ts). */
import { expect, test } from 'vitest';
import { diffCommand } from '../../../pipelines/commands/diff.ts';
import { NO_PROGRESS } from '../../../pipelines/commands/terminal.ts';
import type { ComparedEnd } from '../../../publisher/read/compared-state.ts';
import { openStore } from '../../../publisher/store.ts';
import { Collector } from '../../../publisher/write/collect.ts';
import { DAY_MS, type Moment } from '../../../schemas/time.ts';
import { SOUND } from '../../always-sound.ts';
import { Upkept } from '../editions/upkept.ts';
import { building } from '../state/small-roots.ts';

interface Answer {
  readonly before: { readonly edition: number };
  readonly after: { readonly edition: number };
  readonly count: number;
  readonly remark?: string;
  readonly differences: readonly { readonly id: string; readonly kind: string }[];
}

/** A register with four editions: an empty one, then one with the building `a`, one with `b` too, and a day later one with a changed `a`. */
async function fourEditions() {
  const kept = new Upkept();
  const first = await kept.deliver(building('a'));
  const second = await kept.deliver(building('b'));
  await kept.pass(DAY_MS);
  const third = await kept.deliver(building('a', { populatie: 9 }));
  const diff = async (a: ComparedEnd, b: ComparedEnd | null): Promise<Answer> => {
    let answer: unknown;
    const terminal = {
      json: true, colour: false, isWatched: false, note: () => {}, log: () => {}, progress: () => NO_PROGRESS, print: () => {},
      printJson: (value: unknown) => { answer = value; },
    };
    await diffCommand({ data: kept.data, a, b, holder: null, types: [], crs: '28992', box: null, limit: 10, now: kept.nowMs as Moment }, terminal);
    return answer as Answer;
  };
  return { kept, diff, moments: [first, second, third] as readonly number[] };
}

const kindsOf = ({ differences }: Answer): readonly string[] => differences.map(({ kind, id }) => `${kind} ${id}`).sort();
const at = (moment: number): ComparedEnd => ({ moment: moment as Moment });
const edition = (number: number): ComparedEnd => ({ number });

test('a number and a moment name the same edition; the newest one is the second end that is left out', async () => {
  const { diff, moments: [first] } = await fourEditions();
  const byNumber = await diff(edition(2), null);
  expect(kindsOf(byNumber)).toEqual(['added b', 'changed a']);
  expect(await diff(at(first!), edition(4))).toEqual(byNumber);
  expect(kindsOf(await diff(at(first! - 1), edition(2)))).toEqual(['added a']);
});

test('equal and reversed ends are compared, and the answer says so', async () => {
  const { diff, moments: [, second] } = await fourEditions();
  const equal = await diff(edition(3), at(second!));
  expect([equal.count, equal.remark]).toEqual([0, 'A and B are the same state: there are no differences.']);
  const reversed = await diff(edition(3), edition(2));
  expect([kindsOf(reversed), reversed.remark]).toEqual([['ended b'], 'A is later than B: this is what was different in the earlier state.']);
});

test('an unknown number and a future moment are refused, with what may be given', async () => {
  const { diff, kept } = await fourEditions();
  await expect(diff(edition(5), null)).rejects.toThrow('no edition has this number, expected 0 (before the first edition) to 4, found 5');
  await expect(diff(edition(1), at(kept.nowMs + 1))).rejects.toThrow('this moment is in the future');
});

test('a dropped edition is refused by number and by moment, with one that is kept and the command that makes it again', async () => {
  const { diff, kept, moments: [first] } = await fourEditions();
  new Collector(openStore(kept.folder, SOUND), 'public').collect(new Date(kept.nowMs + DAY_MS / 2), { allDays: 0 });
  await expect(diff(edition(2), null)).rejects.toThrow(/this edition is no longer kept, expected one that is, such as \d.*, found 2\. `ev editions rebuild --at MOMENT`/);
  await expect(diff(at(first!), null)).rejects.toThrow(/the edition of this moment is no longer kept, expected a moment of one that is, such as 2026-.*`ev editions rebuild/);
  expect((await diff(edition(0), edition(4))).count).toBe(2);
});
