/** Backup folder: a folder outside the data folder that has nothing but backups. */
import { mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { Fault, faultOfSystem } from '../../schemas/fault.ts';
import { isForBackups } from './layout.ts';

/**
 * Returns the real path of the folder, made if absent. Its parent must exist, so that an unmounted disk is noticed. Throws a Fault when
 * the folder is inside the data folder, or has other files.
 */
export function backupFolderFor(data: string, folder: string): string {
  const place = join(real(dirname(resolve(folder))), basename(resolve(folder)));
  requireOutside(data, place);
  mkdirSync(place, { recursive: true });
  const found = realpathSync(place);
  requireOutside(data, found);
  if (isForBackups(found)) return found;
  throw new Fault('this folder holds something else than backups', {
    step: 'Backup:Make', path: folder, expected: 'an empty folder, or one with backups', hint: 'Name a folder in it that is not there yet: it is made.',
  });
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    throw faultOfSystem(cause, 'the folder is not there', {
      step: 'Backup:Make', path, hint: 'Is its disk mounted? Only the last folder of a path is made.',
    });
  }
}

function requireOutside(data: string, place: string): void {
  const way = relative(real(data), place);
  if (way === '..' || way.startsWith('../')) return;
  throw new Fault('a backup in the data folder would be lost with it', {
    step: 'Backup:Make', path: place, expected: `a folder outside ${data}, best on another disk`,
  });
}
