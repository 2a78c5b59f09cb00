/** Large deliveries: what they take does not grow with them. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkerInThread } from '../../pipelines/prepare/check/index.ts';
import { lazySpatial } from '../../pipelines/prepare/geometry/index.ts';
import { prepare } from '../../pipelines/prepare/prepare.ts';
import { building, NOW, RD } from '../pipelines/prepare/deliveries.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

test('a 200 MB file is read whole with bounded memory', async () => {
  const path = join(temporaryFolder(), 'groot.ndjson');
  const count = 2_000;
  const filler = 'x'.repeat(100_000);
  const file = await open(path, 'w');
  for (let i = 0; i < count; i++) await file.write(`${JSON.stringify(building(i, { comment: [filler] }))}\n`);
  const { size } = await file.stat();
  await file.close();
  expect(size).toBeGreaterThan(190e6);
  let accepted = 0;
  let peak = 0;
  const report = await prepare({ path }, { source: 'groot.ndjson', crs: RD, model: null, strict: false, now: NOW }, {
    checker: checkerInThread(lazySpatial(() => Promise.reject(new Error('nothing is in doubt')), 1)),
    sink: () => { accepted++; if (accepted % 50 === 0) peak = Math.max(peak, process.memoryUsage().arrayBuffers); },
  });
  expect([accepted, report.counts.errors]).toEqual([count, 0]);
  expect(peak).toBeLessThan(100e6);
});
