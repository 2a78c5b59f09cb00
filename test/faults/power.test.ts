/**
 * Power cuts under four writers, on file systems of their own (fault test D4). A control run in which nothing is synced must lose what was
 * acknowledged: else these tests could not see a loss.
 */
import { readdirSync, readFileSync } from 'node:fs';
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
  const before = (pid: number): void => {
    halt(pid);
    disk.cut();
  };
  return runKills({ data: join(disk.path, 'data'), kills, seed: SEED, before, after: () => disk.again(), under });
}

/**
 * Stops a process where it is, as a power cut does, and returns when no call of it is under way. While a file system is being shut down,
 * fsync of ext4 may return 0 for what the shutdown has just thrown away (it does not look whether the journal was aborted): a machine
 * without power would not hear that, and nobody would hear of it.
 */
function halt(pid: number): void {
  process.kill(pid, 'SIGSTOP');
  const tasks = `/proc/${pid}/task`;
  const isStill = (task: string): boolean => /^State:\s+[TXZ]/m.test(readFileSync(join(tasks, task, 'status'), 'utf8'));
  while (!readdirSync(tasks).every(isStill));
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
