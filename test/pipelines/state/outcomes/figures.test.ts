/** Figures for metrics: each state is counted as the lists of submissions have it, whatever was decided, parked, set aside and ruled. */
import { expect, test } from 'vitest';
import { submissionFigures } from '../../../../pipelines/state/outcomes/figures.ts';
import { STANDINGS } from '../../../../pipelines/state/outcomes/outcomes.ts';
import { refuse, release } from '../../../../pipelines/state/outcomes/ruling.ts';
import { SUBMISSION_STATES } from '../../../../schemas/submission.ts';
import { Bench, START_US } from '../register-bench.ts';
import { building, prepareSmall } from '../small-roots.ts';

/** Every state, as each submission has it. */
function statesOf(bench: Bench): Record<string, number> {
  const none = Object.fromEntries(SUBMISSION_STATES.map((state) => [state, 0]));
  const rows = bench.db.prepare(`SELECT state, count(*) AS count FROM ${STANDINGS} GROUP BY state`).all() as unknown as { state: string; count: number }[];
  return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
}

function expectSame(bench: Bench): void {
  expect(submissionFigures(bench.db).states).toEqual(statesOf(bench));
}

test('an empty register has none in any state, and no first submission', () => {
  const bench = new Bench();
  expectSame(bench);
  expect(submissionFigures(bench.db)).toMatchObject({ firstReceived: null, depth: { pending: 0, oldest: null } });
});

test('each state is counted as the submissions have it, at every point of their way', async () => {
  const bench = new Bench();
  const clock = (): Date => new Date(bench.nowUs / 1_000);
  Object.assign(bench.drift, { shareMax: 0.2, rootsMin: 10 });
  await bench.deliver(Array.from({ length: 40 }, (_, n) => building(`b${n}`)));
  expectSame(bench);
  const parked = [0, 1].map((n) => bench.submit([building(`new-${n}`)], { full: ['KwetsbaarGebouw'] }));
  bench.submit([building('behind')]);
  expectSame(bench);
  await bench.conductor.drain();
  expectSame(bench);
  expect(statesOf(bench)).toMatchObject({ parked: 1, pending: 2 });
  bench.prepare = (job) => (job.method === 'LEVERING' ? Promise.reject(new Error('a thread ended')) : prepareSmall(job));
  const aside: string[] = [];
  for (const id of ['x', 'y', 'z']) aside.push((await bench.deliver([building(id)], { holder: 'CD34' })).receipt.uuid);
  bench.prepare = prepareSmall;
  expectSame(bench);
  refuse(bench.data, { uuid: parked[0]!, reason: 'Half a file' }, clock);
  refuse(bench.data, { uuid: aside[0]!, reason: 'Half a file' }, clock);
  await release(bench.data, aside[1]!, clock);
  expectSame(bench);
  await bench.conductor.drain();
  expectSame(bench);
  expect(statesOf(bench)).toMatchObject({ aside: 1, retried: 1, refused: 2, parked: 1 });
  await release(bench.data, parked[1]!, clock);
  await bench.conductor.drain();
  expectSame(bench);
  expect(submissionFigures(bench.db).firstReceived).toBe((START_US + 1_000_000) / 1_000);
});

test('what is decided and not published yet is pending', async () => {
  const bench = new Bench();
  await bench.deliver([building('a')]);
  bench.publisher.fail = new Error('the disk is full');
  bench.submit([building('b')]);
  await bench.conductor.drain().catch(() => undefined);
  expect(statesOf(bench)).toMatchObject({ settled: 1, pending: 1 });
  expectSame(bench);
});
