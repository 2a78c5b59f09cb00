/**
 * Power cuts under four writers, on file systems of their own (research: fault test D4). A control run in which nothing is synced
 * must lose what was acknowledged: else these tests could not see a loss.
 */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { expectSound } from './expect-sound.ts';
import { runKills, type Kills } from './kills.ts';
import { mountDisk, type Mount } from './mount.ts';
import { tally } from './tally.ts';

const CUTS = process.env['EV_FAULTS'] === 'full' ? 25 : 6;
const SEED = Number(process.env['EV_SEED'] ?? Date.now() % 1_000_000);

/** Lives on the disk that each end in a cut, and what was acknowledged in them. */
function cutsOn(disk: Mount, { kills, under }: Pick<Kills, 'kills' | 'under'>) {
  return runKills({ data: join(disk.path, 'data'), kills, seed: SEED, before: () => disk.cut(), after: () => disk.again(), under });
}

test.each(['ext4', 'xfs'] as const)('D4: %s: cuts lose nothing that was acknowledged', async (kind) => {
  const disk = mountDisk(kind);
  onTestFinished(() => disk.remove());
  const log = await cutsOn(disk, { kills: CUTS });
  console.info(`${kind}, seed ${SEED}: ${CUTS} cuts, ${log.tried.size} tried, ${log.acknowledged.size} acknowledged`);
  expect(log.acknowledged.size).toBeGreaterThan(0);
  await expectSound(join(disk.path, 'data'), log);
  tally({ faults: CUTS, acknowledged: log.acknowledged.size });
});

test.each(['ext4', 'xfs'] as const)('D4: %s: without syncing the same cuts do lose it', async (kind) => {
  const disk = mountDisk(kind);
  onTestFinished(() => disk.remove());
  const log = await cutsOn(disk, { kills: 3, under: 'eatmydata' });
  expect(log.acknowledged.size).toBeGreaterThan(0);
  await expect(expectSound(join(disk.path, 'data'), log)).rejects.toThrow();
});
