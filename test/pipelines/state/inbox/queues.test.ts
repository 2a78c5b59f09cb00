/** Which submissions are prepared at a time: none waits for another holder's, and none is suspected for a neighbour's sake. */
import { expect, test } from 'vitest';
import { dueOf, type Slot } from '../../../../pipelines/state/inbox/queues.ts';
import { LIMITS } from '../../../../schemas/limits.ts';

function slot(seq: number, holder: string, more: Partial<Slot> & { readonly bytes?: number } = {}): Slot {
  const { bytes = 1, ...state } = more;
  const submission = { seq, holder, bytes } as Slot['submission'];
  return { submission, state: 'waiting', crashes: 0, isSuspect: false, aside: null, currentDoc: undefined, parent: undefined, ...state };
}

const large = { bytes: LIMITS.inlinePayloadBytesMax + 1 };
const seqs = (slots: readonly Slot[]): readonly number[] => dueOf(slots).map(({ submission }) => submission.seq);

test('the first of each holder comes before the second of any, however many one has', () => {
  const many = Array.from({ length: 200 }, (_, n) => slot(n, 'AB12'));
  const due = seqs([...many, slot(900, 'CD34'), slot(901, 'CD34')]);
  expect(due.slice(0, 5)).toEqual([0, 900, 1, 901, 2]);
  expect(due).toHaveLength(64);
});

test('of one holder one large delivery at a time, beside small ones and those of others, eight in all', () => {
  const running = { ...large, state: 'running' as const };
  expect(seqs([slot(1, 'AB12', running), slot(2, 'AB12', large), slot(3, 'AB12'), slot(4, 'CD34', large)])).toEqual([4, 3]);
  expect(seqs(Array.from({ length: 12 }, (_, n) => slot(n, `holder ${n}`, large)))).toHaveLength(8);
});

test('a suspect waits until nothing is prepared, and then nothing is prepared beside it', () => {
  const suspect = slot(1, 'AB12', { isSuspect: true });
  expect(seqs([suspect, slot(2, 'CD34', { state: 'running' }), slot(3, 'EF56')])).toEqual([]);
  expect(seqs([suspect, slot(3, 'EF56')])).toEqual([1]);
  expect(seqs([slot(1, 'AB12', { isSuspect: true, state: 'running' }), slot(3, 'EF56')])).toEqual([]);
});
