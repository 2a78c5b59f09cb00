/** A short run of the kill test, for every `npm test`; the long one is test/kill/. */
import { expect, test } from 'vitest';
import { expectSound } from '../kill/expect-sound.ts';
import { runKills } from '../kill/kills.ts';
import { temporaryFolder } from './state/register-bench.ts';

test('a few kill -9 under four writers lose nothing and double nothing', async () => {
  const data = temporaryFolder();
  const seed = Date.now() % 1_000_000;
  const log = await runKills({ data, kills: 8, seed });
  console.info(`kills 8, seed ${seed}: ${log.acknowledged.size} acknowledged, ${log.refused.size} refused`);
  expect(log.failures).toEqual([]);
  await expectSound(data, log);
});
