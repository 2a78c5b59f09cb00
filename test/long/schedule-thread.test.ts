/** A schedule beside a server that died, and is told to stop just when it is started again. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { startRestartingSchedule } from '../../pipelines/schedule/schedule-thread.ts';
import { DRIFT_LIMIT } from '../../pipelines/state/decide/drift.ts';
import { takeScheduleLock } from '../../pipelines/state/folder/lock.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { NIGHTLY } from '../pipelines/schedule/scheduled.ts';

/** Threads in the order in which they were started, and what was done when the second was. */
async function diesAndStops(atSecond: (data: string) => void): Promise<{ readonly alive: ReadonlySet<Worker>; readonly started: number }> {
  const data = temporaryFolder();
  const path = join(data, 'pipelines.json');
  writeFileSync(path, JSON.stringify({ pipelines: [NIGHTLY] }));
  const started: Worker[] = [];
  const alive = new Set<Worker>();
  const again = Promise.withResolvers<void>();
  const note = (worker: Worker): void => {
    started.push(worker);
    alive.add(worker);
    worker.on('exit', () => { alive.delete(worker); });
    if (started.length === 2) again.resolve();
  };
  process.on('worker', note);
  onTestFinished(() => { process.off('worker', note); });
  const kept = await startRestartingSchedule({ data, path, cacheFolder: data, retention: { allDays: 7 }, drift: DRIFT_LIMIT, print: () => {} }, { restartMs: 10 });
  await started[0]!.terminate();
  await again.promise;
  atSecond(data);
  await kept.stop();
  return { alive, started: started.length };
}

test('ends when it has started', async () => {
  const { alive, started } = await diesAndStops(() => {});
  expect([alive.size, started]).toEqual([0, 2]);
});

test('ends too when it cannot start', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => { unhandled.push(error); };
  process.on('unhandledRejection', note);
  onTestFinished(() => { process.off('unhandledRejection', note); });
  const { alive } = await diesAndStops((data) => { onTestFinished(takeScheduleLock(data)); });
  await new Promise((resolve) => { setTimeout(resolve, 50); });
  expect([alive.size, unhandled]).toEqual([0, []]);
});
