/** Writes that an audience may not see, or that change nothing for it, leave no trace in its folder. */
import { expect, test } from 'vitest';
import { openConductor } from '../../pipelines/conductor/wiring.ts';
import { foldersOf } from '../../pipelines/state/database/database.ts';
import { submit } from '../../pipelines/state/outcomes/submit.ts';
import { newestHead } from '../../publisher/read/heads.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { filesIn } from '../files-in.ts';
import { temporaryFolder } from './state/register-bench.ts';
import { building, payloadOf, prepareSmall } from './state/small-roots.ts';

const START_MS = Date.parse('2026-01-01T00:00:00Z');
const input = { holder: 'AB12', method: 'LEVERING', target: '', crs: null, mediaType: '', ifMatch: null } as const;

test('unchanged, refused and hidden writes write no file; the next visible one has the next number and its own moment', async () => {
  const data = temporaryFolder();
  const { editions } = foldersOf(data);
  let nowMs = START_MS;
  const opened = openConductor({
    threads: 1, data, baseUrl: 'http://127.0.0.1/v1', clock: () => new Date(nowMs), prepare: prepareSmall,
    onEvent: () => {}, onHead: () => Promise.resolve(), onSettled: () => {},
  });
  const deliver = async (...documents: readonly JsonObject[]): Promise<void> => {
    nowMs += 1_000;
    await submit(data, { input, payload: { bytes: payloadOf(...documents) } }, () => new Date(nowMs));
  };
  await deliver(building('b1'));
  await opened.conductor.drain();
  const before = filesIn(editions);
  const first = newestHead(editions, 'public')!;

  await deliver(building('b1'));
  await opened.conductor.drain();
  await deliver(building('b2', { holder: 'CD34' }));
  await opened.conductor.drain();
  await deliver(building('b3', { secret: true, until: '2026-01-01T00:01:00Z' }));
  await opened.conductor.drain();
  await deliver(building('b3', { secret: true, populatie: 2 }));
  await opened.conductor.drain();
  nowMs += 120_000;
  await opened.conductor.drain();
  expect(filesIn(editions)).toEqual(before);

  await deliver(building('b4'));
  const visibleMs = nowMs;
  await deliver(building('b3', { secret: true, populatie: 3 }));
  await opened.conductor.drain();
  expect(newestHead(editions, 'public')).toMatchObject({ head: first.head + 1, newest: first.newest + 1, moment: visibleMs });
  opened.close();
});
