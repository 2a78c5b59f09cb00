/**
 * Last sound backup: the newest recorded backup whose inventory is still in its folder. A disk that does not respond delays no request,
 * and no second search begins while one has not ended.
 * Not here: when a backup is sound (backup.ts), the record (state/runs/sound-backups.ts), verifying a backup (stored-backups.ts).
 */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../../schemas/fault.ts';
import type { SoundBackup } from '../state/runs/sound-backups.ts';
import { INVENTORY } from './layout.ts';

const WAIT_MS_MAX = 2_000;

/** Returns a search for the first backup that is still there, newest first. It rejects with a Fault when the disk does not respond. */
export function lastSoundBackup(
  exists: (path: string) => Promise<boolean> = isThere,
): (backups: readonly SoundBackup[]) => Promise<SoundBackup | null> {
  let underWay: Promise<SoundBackup | null> | null = null;
  return async (backups) => {
    underWay ??= firstThere(backups, exists).finally(() => { underWay = null; });
    const late = sleep(WAIT_MS_MAX, undefined, { ref: false }).then(() => {
      throw new Fault('the folder of backups does not respond', { step: 'Backup:Look', path: backups[0]?.folder ?? '', hint: 'Look after its disk.' });
    });
    return await Promise.race([underWay, late]);
  };
}

async function firstThere(backups: readonly SoundBackup[], exists: (path: string) => Promise<boolean>): Promise<SoundBackup | null> {
  for (const backup of backups) {
    if (await exists(join(backup.folder, backup.name, INVENTORY))) return backup;
  }
  return null;
}

/** Whether a path exists. Without permission to look, as after a backup by root, the record is believed. */
async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    if (code === 'EACCES') return true;
    throw error;
  }
}
