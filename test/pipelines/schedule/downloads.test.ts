/** The step that makes downloads: of the active edition, once. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Pipeline } from '../../../pipelines/schedule/pipelines-file.ts';
import { foldersOf } from '../../../pipelines/state/database/database.ts';
import { allDownloads } from '../../../publisher/format/downloads.ts';
import { openStore } from '../../../publisher/store.ts';
import { publish } from '../../../publisher/write/publish.ts';
import { SOUND } from '../../always-sound.ts';
import { buildingRoot, createAll, day, request } from '../../publisher/registry.ts';
import { Bench } from '../state/register-bench.ts';
import { building } from '../state/small-roots.ts';
import { scheduled } from './scheduled.ts';

const MAKING: Pipeline = { name: 'making', cron: '0 4 * * *', missed: 'once', steps: [{ step: 'downloads', forms: ['csv', 'ndjson'] }] };

test('OPEN-downloads: the step makes those of the active edition, and finds them there the next time', async () => {
  const place = scheduled('2026-11-20T12:00:00Z');
  expect(await place.run(MAKING)).toMatchObject({ state: 'done', steps: [{ name: 'downloads', findings: {} }] });
  await new Bench(place.data).deliver([building('b1')]);
  expect(await place.run(MAKING)).toMatchObject({ state: 'done', steps: [{ findings: {} }] });
  const changes = createAll([buildingRoot('b1', { x: 100_000, y: 400_000, name: 'b1' })]);
  publish(request(changes, { moment: day(10) }), openStore(foldersOf(place.data).editions, SOUND), new Date(day(10)));
  const run = await place.run(MAKING);
  expect(run).toMatchObject({ state: 'done', steps: [{ name: 'downloads', findings: { 'files made': 4 } }] });
  expect(await place.run(MAKING)).toMatchObject({ state: 'done', steps: [{ findings: {} }] });
  expect(existsSync(allDownloads({ folder: foldersOf(place.data).editions, audience: 'public' }))).toBe(true);
});
