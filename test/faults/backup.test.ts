/** Backups and restores that a full disk or a kill ends: what was there before is whole, and with room again it works. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeBackup } from '../../pipelines/backup/backup.ts';
import { restore } from '../../pipelines/backup/restore.ts';
import { listBackups, verifyBackup } from '../../pipelines/backup/stored-backups.ts';
import { Fault } from '../../schemas/fault.ts';
import { building } from '../pipelines/state/small-roots.ts';
import { fill } from './disk-full.ts';
import { deliver, newFolder, newestOf, settle } from './life.ts';
import { mountMemory } from './mount.ts';
import { tally } from './tally.ts';

const MIB = 1024 * 1024;

test('D8: a disk that is full ends a backup with a plain fault and keeps those before it, however much room there was', async () => {
  const data = newFolder();
  onTestFinished(() => rmSync(data, { recursive: true }));
  await deliver(data, [building('b1')], { bytes: 2 * MIB });
  await settle(data);
  const disk = mountMemory(24 * MIB);
  onTestFinished(() => disk.remove());
  const folder = join(disk.path, 'backups');
  const backup = () => makeBackup({ data, folder, clock: () => new Date() });
  const { name } = await backup();
  await deliver(data, [building('b2')], { bytes: 2 * MIB });
  await settle(data);

  const rooms = [0, 64, 192, 400, 1_100, 1_500, 2_000].map((kib) => kib * 1024);
  for (const room of rooms) {
    const filler = fill(disk.path, room);
    const error = await backup().then(() => null, (thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Fault);
    expect((error as Fault).message).toMatch(/no space left|the disk is full/i);
    rmSync(filler);
    expect(listBackups(folder).backups).toMatchObject([{ name }]);
    expect((await verifyBackup({ folder, name })).faults).toEqual([]);
  }
  const made = await backup();
  expect([made.decision, made.damages]).toEqual([2, []]);

  const restored = join(disk.path, 'restored');
  const restoring = [0, 8, 64, 2_048].map((kib) => kib * 1024);
  for (const room of restoring) {
    const filler = fill(disk.path, room);
    const error = await restore({ folder, name: null, data: restored, clock: () => new Date() }).then(() => null, (thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Fault);
    expect((error as Fault).message).toMatch(/no space left|the disk is full/i);
    expect((error as Fault).message, 'not the backup, but the new folder').toContain(restored);
    expect(readdirSync(disk.path).filter((one) => one.startsWith('restored'))).toEqual([]);
    rmSync(filler);
  }
  await restore({ folder, name: null, data: restored, clock: () => new Date() });
  expect(newestOf(restored)).toEqual(newestOf(data));
  tally({ faults: rooms.length + restoring.length });
});
