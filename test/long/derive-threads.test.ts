/** Derive threads: whoever derives the rows of an edition, they are the same; what a thread throws is thrown here. */
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { generate } from '../generate/generate.ts';
import { loadGrids } from '../../pipelines/coordinates/grids.ts';
import { reproject } from '../../pipelines/coordinates/reproject.ts';
import { provideSpatial } from '../../pipelines/prepare/spatial-extension.ts';
import { newestPrefix } from '../../pipelines/state/inbox/batches.ts';
import { openExistingState } from '../../pipelines/state/database/database.ts';
import { changesBetween, type Between } from '../../pipelines/state/register/snapshot.ts';
import { submit } from '../../pipelines/state/outcomes/submit.ts';
import { rowsOfThreads } from '../../pipelines/workers/derive-threads.ts';
import { runBatch } from '../../pipelines/conductor/run-batch.ts';
import { rowsOf } from '../../publisher/write/derive.ts';
import type { RowChange } from '../../publisher/write/input.ts';
import { CRSS } from '../../schemas/crs.ts';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { CACHE_FOLDER } from '../pipelines/prepare/spatial-for-tests.ts';

const BASE = 'http://127.0.0.1:8080/v1';
const clock = (): Date => new Date();
let data: string;
let between: Between;

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'ev-derive-'));
  const chunks: Buffer[] = [];
  await generate({ objects: 3_000, seed: 3, write: (chunk) => { chunks.push(chunk); } });
  const path = join(data, 'levering.ndjson');
  writeFileSync(path, Buffer.concat(chunks));
  const input = { holder: 'AB12', method: 'LEVERING', target: 'levering', crs: CRSS['28992'].uri, mediaType: 'application/json', ifMatch: null } as const;
  await submit(data, { input, payload: { path } }, clock);
  const spatialPath = await provideSpatial({ cacheFolder: CACHE_FOLDER, log: () => {} });
  await runBatch({ data, baseUrl: BASE, spatialPath, threads: 2, clock, onEvent: () => {} });
  const db = openExistingState(data);
  const { decision, moment } = newestPrefix(db);
  db.close();
  between = { parent: null, next: { decision, moment } };
});

const named = ({ isRemoval, row: { target, order: { key, id, begin }, record } }: RowChange): string =>
  [isRemoval, target, key, id, begin, record.toString('base64')].join(' ');

test.each([1, 2, 3])('%d of them derive the rows that are derived here', (threads) => {
  const db = openExistingState(data);
  const grids = loadGrids();
  const changes = changesBetween(db, between, (document, crs) => reproject(document, crs, { grids }));
  const here = [...rowsOf(changes, { moment: between.next.moment, baseUrl: BASE })(null)].map(named).sort();
  db.close();
  expect(here.length).toBe(3_000);
  expect([...rowsOfThreads({ data, between, baseUrl: BASE }, threads)].map(named).sort()).toEqual(here);
});

test('a reader that takes only the first rows ends the threads', () => {
  for (const { isRemoval } of rowsOfThreads({ data, between, baseUrl: BASE }, 2)) {
    expect(isRemoval).toBe(false);
    break;
  }
});

test('a register that is not there is the fault of each thread, thrown here', () => {
  const job = { data: join(data, 'nergens'), between, baseUrl: BASE };
  expect(() => [...rowsOfThreads(job, 2)]).toThrow('there is no register in this folder');
});
