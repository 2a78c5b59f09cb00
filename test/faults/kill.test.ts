/**
 * Random `kill -9` under four writers (fault test D1): every acknowledged write is there once, no refused one is, the head resolves and
 * verifies, and no start needs repair by hand. The seed is printed; EV_SEED and EV_KILLS repeat a run.
 */
import { expect, test } from 'vitest';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { expectSound } from './expect-sound.ts';
import { runKills } from './kills.ts';
import { tally } from './tally.ts';

const KILLS = Number(process.env['EV_KILLS'] ?? (process.env['EV_FAULTS'] === 'full' ? 1_000 : 150));

test(`D1: ${KILLS} random kill -9 under four writers lose nothing and double nothing`, async () => {
  const data = temporaryFolder();
  const seed = Number(process.env['EV_SEED'] ?? Date.now() % 1_000_000);
  const log = await runKills({ data, kills: KILLS, seed });
  console.info(`kills ${KILLS}, seed ${seed}: ${log.tried.size} tried, ${log.acknowledged.size} acknowledged, `
    + `${log.refused.size} refused, ${log.early} killed before the desk was open`);
  expect(log.failures).toEqual([]);
  expect(log.acknowledged.size).toBeGreaterThan(KILLS);
  await expectSound(data, log);
  tally({ faults: KILLS, acknowledged: log.acknowledged.size, lost: 0, doubled: 0 });
  for (const recoverySeconds of log.startSeconds) tally({ recoverySeconds });
});
