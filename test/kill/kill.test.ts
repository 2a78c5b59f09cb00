/**
 * 200 random `kill -9` under four writers: every acknowledged write is there once, no refused one is, the head
 * resolves and verifies, and no start needs repair by hand. The seed is printed; EV_SEED and EV_KILLS repeat a run.
 */
import { expect, test } from 'vitest';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { expectSound } from './expect-sound.ts';
import { runKills } from './kills.ts';

test('200 random kill -9 under four writers lose nothing and double nothing', { timeout: 1_800_000 }, async () => {
  const data = temporaryFolder();
  const kills = Number(process.env['EV_KILLS'] ?? 200);
  const seed = Number(process.env['EV_SEED'] ?? Date.now() % 1_000_000);
  const log = await runKills({ data, kills, seed });
  console.info(`kills ${kills}, seed ${seed}: ${log.tried.size} tried, ${log.acknowledged.size} acknowledged, `
    + `${log.refused.size} refused, ${log.early} killed before the desk was open`);
  expect(log.failures).toEqual([]);
  expect(log.acknowledged.size).toBeGreaterThan(kills);
  await expectSound(data, log);
});
