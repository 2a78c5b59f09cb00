/**
 * Last sound backup: the newest on record whose inventory still lies in its folder. A folder on a disk that does not respond holds up
 * neither a request nor the next look: while one look has not ended, no other begins.
 * Not here: what is sound (backup.ts), the record (state/runs/sound-backups.ts), reading a backup again (stored.ts).
 */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../../schemas/fault.ts';
import type { SoundBackup } from '../state/runs/sound-backups.ts';
import { INVENTORY } from './layout.ts';

const WAIT_MS_MAX = 2_000;

/** Returns a search through backups, newest first, for the first that is still there. It rejects with a Fault when the disk does not respond. */
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

/** Whether something lies at a path. Where only another user may look, as after a backup by root, the record is believed. */
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
