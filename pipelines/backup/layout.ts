/**
 * Layout of a folder of backups. Each backup is a folder named by its moment, with inventory, databases and small files. Files that never
 * change (packs, payloads) are stored once for all backups in `files/`, named by their SHA-256.
 *
 *     20261123T020000.000Z/backup.json, register.db, inbox.db, holders.json, editions/public/heads/…, editions/public/manifests/…
 *     files/<sha256>
 *     backup.lock
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { TEMPORARY_PREFIX } from '../../publisher/format/layout.ts';
import { Fault } from '../../schemas/fault.ts';
import { shareLock, takeAlone } from '../state/folder/lock.ts';

export const INVENTORY = 'backup.json';
const LOCK = 'backup.lock';
/** Entries that a file system has at its root. */
const NOT_OURS = ['lost+found'];

/** Returns the folder of the files that backups share. */
export function sharedFolder(folder: string): string {
  return join(folder, 'files');
}

export function sharedFile(folder: string, sha256: string): string {
  return join(sharedFolder(folder), sha256);
}

/** Returns the name of a backup or shared file until it is whole, and of a backup while it is removed. */
export function partialName(name: string): string {
  return `${TEMPORARY_PREFIX}${name}`;
}

/** Returns an unused partial name in a folder, in which an interrupted backup may have left one. */
export function freePartial(folder: string, name: string): string {
  for (let number = 1; ; number += 1) {
    const path = join(folder, partialName(`${name}-${number}`));
    if (!existsSync(path)) return path;
  }
}

export function isPartial(name: string): boolean {
  return name.startsWith(TEMPORARY_PREFIX);
}

/** Returns the name of a backup. Names sort in order of their moments. */
export function nameOf(moment: Date): string {
  return moment.toISOString().replaceAll(/[-:]/g, '');
}

/** Returns the moment in a name. */
export function momentOfName(name: string): Date {
  return new Date(name.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)/, '$1-$2-$3:$4:'));
}

/** Names of the whole backups in a folder, oldest first. */
export function namesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => /^\d{8}T\d{6}\.\d{3}Z$/.test(name)).sort();
}

/** Whether a folder may have backups: it is empty, or has backups already. */
export function isForBackups(folder: string): boolean {
  return existsSync(join(folder, LOCK)) || readdirSync(folder).every((name) => NOT_OURS.includes(name));
}

/** Locks the folder for making a backup; returns the release. Throws a Fault when a backup is being made or read. */
export function lockForMaking(folder: string): () => void {
  return takeAlone(join(folder, LOCK), () => inUse(folder));
}

/** Locks the folder for reading; returns the release. Throws a Fault when a backup is being made. */
export function lockForReading(folder: string): () => void {
  return shareLock(join(folder, LOCK), { busy: () => inUse(folder) });
}

function inUse(folder: string): Fault {
  return new Fault('another process is making or reading a backup here', {
    step: 'Backup:Lock', path: join(folder, LOCK), hint: 'Wait until it ends, then try again.',
  });
}
