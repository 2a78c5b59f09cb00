/** Mode scheduled (design 5.7): nothing takes effect until a batch is called for, and then what was handed in before the call. */
import { expect, test, vi } from 'vitest';
import { callBatch, isCalled } from '../../../pipelines/state/called.ts';
import { newestPrefix, newestSeq, unsettledUpTo } from '../../../pipelines/state/batches.ts';
import { release } from '../../../pipelines/state/ruling.ts';
import { Bench, temporaryFolder } from './register-bench.ts';
import { building, prepareSmall } from './small-roots.ts';

const scheduled = (data = temporaryFolder(), publisher?: Bench['publisher']): Bench => new Bench(data, publisher, 'scheduled');
const clockOf = (bench: Bench) => (): Date => new Date(bench.nowUs / 1000);
const call = (bench: Bench): void => callBatch(bench.data, newestSeq(bench.db), clockOf(bench));

test('what is handed in waits unprepared until a batch is called for, and what comes after the call waits for the next', async () => {
  const bench = scheduled();
  bench.prepare = vi.fn<typeof prepareSmall>(prepareSmall);
  const before = [bench.submit([building('b1')]), bench.submit([building('b2')], { holder: 'CD34' }), bench.submit([building('b1', { populatie: 2 })])];
  await bench.conductor.drain();
  expect([before.map((uuid) => bench.outcome(uuid).state), bench.conductor.hasWork]).toEqual([['pending', 'pending', 'pending'], false]);
  expect(bench.prepare).not.toHaveBeenCalled();
  call(bench);
  const after = bench.submit([building('b1', { populatie: 3 })]);
  expect([before[0]!, after].map((uuid) => isCalled(bench.db, uuid))).toEqual([true, false]);
  await bench.conductor.drain();
  expect(before.map((uuid) => bench.outcome(uuid).state)).toEqual(['settled', 'settled', 'settled']);
  expect([bench.outcome(after).state, unsettledUpTo(bench.db, newestSeq(bench.db) - 1)]).toEqual(['pending', false]);
  call(bench);
  await bench.conductor.drain();
  expect(bench.outcome(after)).toMatchObject({ state: 'settled', roots: [{ id: 'b1' }] });
});

test('a call that was cut off goes on after a start, and no further', async () => {
  const first = scheduled();
  const one = first.submit([building('b1')]);
  call(first);
  const other = first.submit([building('b2')]);
  first.close();
  const second = scheduled(first.data, first.publisher);
  await second.conductor.drain();
  expect([second.outcome(one).state, second.outcome(other).state]).toEqual(['settled', 'pending']);
});

test('a call for what is called for already changes nothing; in mode direct nobody waits for one', async () => {
  const bench = scheduled();
  bench.submit([building('b1')]);
  for (let times = 0; times < 3; times += 1) call(bench);
  await bench.conductor.drain();
  expect(newestPrefix(bench.db)).toMatchObject({ batch: 1, decision: 1 });
  const left = bench.submit([building('b2')]);
  bench.close();
  const direct = new Bench(bench.data, bench.publisher);
  await direct.conductor.drain();
  expect(direct.outcome(left).state).toBe('settled');
});

test('what was parked and is released has its effect at once: its batch was called for', async () => {
  const bench = scheduled();
  Object.assign(bench.drift, { shareMax: 0, rootsMin: 1 });
  bench.submit([building('b1')]);
  const parked = bench.submit([], { full: ['KwetsbaarGebouw'] });
  call(bench);
  await bench.conductor.drain();
  expect(bench.outcome(parked).state).toBe('parked');
  await release(bench.data, parked, clockOf(bench));
  await bench.conductor.drain();
  expect(bench.outcome(parked).state).toBe('settled');
});

test('more of one holder than are looked at together: all that was called for, and no more', async () => {
  const bench = scheduled();
  const uuids = Array.from({ length: 300 }, (_, n) => bench.submit([building(`b${n}`)]));
  callBatch(bench.data, 290, clockOf(bench));
  await bench.conductor.drain();
  expect(uuids.map((uuid) => bench.outcome(uuid).state).lastIndexOf('settled')).toBe(289);
  call(bench);
  await bench.conductor.drain();
  expect(bench.outcome(uuids[299]!).state).toBe('settled');
});
