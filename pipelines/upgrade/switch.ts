/**
 * Switch: the new databases and editions replace the old ones, which are moved to a folder of their own. Each step can be repeated after a
 * crash, and only files of the upgrade are removed.
 */
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { syncFolder } from '../../publisher/durable-file.ts';
import { Fault } from '../../schemas/fault.ts';
import { foldersOf, UPGRADE_JOURNAL } from '../state/database/database.ts';
import { dropUpgrade } from './journal.ts';

/** Suffixes of the file names of a database: none, and those of SQLite. */
export const DATABASE_ENDINGS = ['', '-wal', '-shm', '-journal'] as const;

/** Whether the switch has moved a file yet; `aside`: name of the folder for the old files. */
export function isBegun(data: string, aside: string): boolean {
  const kept = join(data, aside);
  return existsSync(kept) && readdirSync(kept).length > 0;
}

/** Moves the old files aside and the new ones into the data folder. Returns the folder with the old files. */
export function switchOver(data: string, aside: string): string {
  const folders = foldersOf(data);
  const kept = join(data, aside);
  requireClosed(folders.upgrade);
  mkdirSync(kept, { recursive: true });
  const databases = [folders.undivided, folders.inbox, folders.register, folders.runs];
  const files = databases.flatMap((path) => DATABASE_ENDINGS.map((ending) => `${basename(path)}${ending}`));
  for (const name of [...files, basename(folders.editions)]) {
    // A file whose old version is aside already is the new one, or an empty folder that a lock made.
    const isOld = existsSync(join(data, name)) && !existsSync(join(kept, name)) && !isPlaced(data, name);
    if (isOld) renameSync(join(data, name), join(kept, name));
  }
  syncFolder(kept);
  syncFolder(data);
  for (const name of namesOfNew(data)) renameSync(join(folders.upgrade, name), join(data, name));
  syncFolder(data);
  dropUpgrade(data);
  syncFolder(data);
  return kept;
}

/** Throws a Fault when a database has a log beside it, because it is not complete without the log. */
function requireClosed(upgrade: string): void {
  const logs = readdirSync(upgrade).filter((name) => name.endsWith('-wal'));
  if (logs.length === 0) return;
  throw new Fault('a database of the upgrade is open still', {
    step: 'Upgrade:Switch', path: join(upgrade, logs[0]!), hint: 'End the process that reads it, and run `ev upgrade` again.',
  });
}

/** Whether the new file or folder of this name was moved from the folder `upgrade`. */
function isPlaced(data: string, name: string): boolean {
  const main = name.replace(/-(?:wal|shm|journal)$/, '');
  return !existsSync(join(foldersOf(data).upgrade, main)) && main !== basename(foldersOf(data).undivided);
}

/** Names of the databases and editions in `upgrade`; locks and empty folders stay there. */
function namesOfNew(data: string): readonly string[] {
  const { upgrade, editions, inbox, register, runs } = foldersOf(data);
  const wanted = [editions, inbox, register, runs].map((path) => basename(path));
  return readdirSync(upgrade).filter((name) => wanted.includes(name) && name !== UPGRADE_JOURNAL);
}
