/** Mode scheduled: nothing takes effect until a batch is called for, and then what was handed in before the call. */
import { describe, expect, test, vi } from 'vitest';
import type { Prepare } from '../../../../pipelines/prepare/preparation-job.ts';
import { newestPrefix, newestSeq, unsettledUpTo } from '../../../../pipelines/state/inbox/batches.ts';
import { callBatch, isCalled } from '../../../../pipelines/state/inbox/called.ts';
import { release } from '../../../../pipelines/state/outcomes/ruling.ts';
import { Bench, momentOf, temporaryFolder } from '../register-bench.ts';
import { building, prepareSmall } from '../small-roots.ts';

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

describe('one edition shows all that a batch was called for', () => {
  const HOLDERS = ['AB12', 'CD34', 'EF56', 'GH78', 'IJ90', 'KL12'];
  const sixOf = (bench: Bench): readonly string[] => HOLDERS.map((holder) => bench.submit([building(`b${holder}`, { holder })], { holder, target: `${holder}.json` }));
  const statesOf = (bench: Bench, uuids: readonly string[]): readonly string[] => uuids.map((uuid) => bench.outcome(uuid).state);
  /** Decisions that each edition stands for, without that of the empty register. */
  const editionsOf = ({ publisher }: Bench): readonly number[] => publisher.requests.map(({ between }) => between.next.decision).filter((decision) => decision > 0);

  /** Preparation that waits for `release` with what was handed in under these names. */
  function holdBack(bench: Bench, ...targets: readonly string[]): { readonly begun: Promise<void>; readonly release: () => void } {
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const prepare: Prepare = async (job) => {
      if (targets.includes(job.target)) {
        begun.resolve();
        await released.promise;
      }
      return await prepareSmall(job);
    };
    bench.prepare = prepare;
    return { begun: begun.promise, release: () => released.resolve() };
  }

  test('preparation of one of six takes long', async () => {
    const bench = scheduled();
    const uuids = sixOf(bench);
    const { begun, release: prepared } = holdBack(bench, 'CD34.json');
    call(bench);
    const work = bench.conductor.drain();
    await begun;
    // Rounds of the conductor in which the other five are prepared.
    await new Promise((resolve) => { setTimeout(resolve, 300); });
    expect([editionsOf(bench), new Set(statesOf(bench, uuids))]).toEqual([[], new Set(['pending'])]);
    prepared();
    await work;
    expect([editionsOf(bench), new Set(statesOf(bench, uuids))]).toEqual([[6], new Set(['settled'])]);
  });

  test('a conductor that runs does the same', async () => {
    const bench = scheduled();
    const uuids = sixOf(bench);
    const { begun, release: prepared } = holdBack(bench, 'KL12.json');
    call(bench);
    const work = bench.conductor.run();
    await begun;
    await new Promise((resolve) => { setTimeout(resolve, 300); });
    prepared();
    await expect.poll(() => new Set(statesOf(bench, uuids)), { timeout: 30_000 }).toEqual(new Set(['settled']));
    bench.conductor.stop();
    await work;
    expect(editionsOf(bench)).toEqual([6]);
  });

  test('more of one holder than are looked at together', async () => {
    const bench = scheduled();
    for (let n = 0; n < 300; n += 1) bench.submit([building(`b${n}`)]);
    bench.submit([building('c1', { holder: 'CD34' })], { holder: 'CD34' });
    call(bench);
    await bench.conductor.drain();
    expect(bench.events.filter(({ kind }) => kind === 'Batch:Decide').length).toBeGreaterThan(1);
    expect(editionsOf(bench)).toEqual([301]);
  });

  test('a process that ends while a batch is decided in part leaves that to the next', async () => {
    const first = scheduled();
    for (let n = 0; n < 300; n += 1) first.submit([building(`b${n}`)]);
    call(first);
    first.onEvent = ({ kind }) => { if (kind === 'Batch:Decide') first.conductor.stop(); };
    await first.conductor.drain();
    expect([newestPrefix(first.db).decision, editionsOf(first)]).toEqual([256, []]);
    first.close();
    const second = scheduled(first.data, first.publisher);
    await second.conductor.drain();
    expect(editionsOf(second)).toEqual([300]);
  });

  test('a call that comes meanwhile is the next batch, for which the first does not wait', async () => {
    const bench = scheduled();
    const { begun, release: prepared } = holdBack(bench, 'CD34.json');
    const uuids = sixOf(bench);
    call(bench);
    const work = bench.conductor.drain();
    await begun;
    const later = Promise.withResolvers<void>();
    const { prepare } = bench;
    bench.prepare = async (job) => {
      if (job.target === 'later.json') await later.promise;
      return await prepare(job);
    };
    const after = bench.submit([building('later')], { target: 'later.json' });
    call(bench);
    prepared();
    await expect.poll(() => new Set(statesOf(bench, uuids)), { timeout: 30_000 }).toEqual(new Set(['settled']));
    expect([editionsOf(bench), bench.outcome(after).state]).toEqual([[6], 'pending']);
    later.resolve();
    await work;
    expect([editionsOf(bench), bench.outcome(after).state]).toEqual([[6, 7], 'settled']);
  });

  test('what is parked, and what waits for that, is waited for by no other', async () => {
    const bench = scheduled();
    Object.assign(bench.drift, { shareMax: 0, rootsMin: 1 });
    bench.submit([building('b1')]);
    const parked = bench.submit([], { full: ['KwetsbaarGebouw'] });
    const behind = bench.submit([building('b2')]);
    const other = bench.submit([building('c1', { holder: 'CD34' })], { holder: 'CD34' });
    call(bench);
    await bench.conductor.drain();
    expect([editionsOf(bench), statesOf(bench, [parked, behind, other])]).toEqual([[2], ['parked', 'pending', 'settled']]);
    await release(bench.data, parked, clockOf(bench));
    await bench.conductor.drain();
    expect([editionsOf(bench), statesOf(bench, [parked, behind])]).toEqual([[2, 4], ['settled', 'settled']]);
  });

  test('a submission whose preparation crashes twice is set aside in it', async () => {
    const bench = scheduled();
    const uuids = [...sixOf(bench), bench.submit(Buffer.from('crash'))];
    call(bench);
    await bench.conductor.drain();
    expect([editionsOf(bench), statesOf(bench, uuids).at(-1)]).toEqual([[7], 'aside']);
  });

  test('writes of one holder to one object, each checked against what the one before left', async () => {
    const bench = scheduled();
    const uuids = [1, 2, 3].map((populatie) => bench.submit([building('b1', { populatie })], { method: 'PUT', target: '/kwetsbare-gebouwen/b1' }));
    sixOf(bench);
    call(bench);
    await bench.conductor.drain();
    expect([editionsOf(bench), new Set(statesOf(bench, uuids))]).toEqual([[9], new Set(['settled'])]);
  });

  test('a validity that begins while a batch is prepared is published at its moment', async () => {
    const bench = scheduled();
    bench.submit([building('b1', { from: '2026-01-01T01:00:00Z' })]);
    call(bench);
    await bench.conductor.drain();
    const { begun, release: prepared } = holdBack(bench, 'CD34.json');
    sixOf(bench);
    call(bench);
    const work = bench.conductor.drain();
    await begun;
    bench.nowUs += 3_600_000_000;
    const isPublished = (): boolean => bench.publisher.requests.some(({ moment }) => moment === momentOf('2026-01-01T01:00:00Z'));
    await expect.poll(isPublished, { timeout: 30_000 }).toBe(true);
    prepared();
    await work;
    expect(editionsOf(bench)).toEqual([1, 1, 7]);
  });
});
