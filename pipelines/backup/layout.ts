/**
 * Layout of a folder of backups. Each backup is a folder of its own, named by its moment, with its inventory, the databases and the small
 * files; what never changes (packs, payloads) lies once for all backups in `files/`, named by its SHA-256.
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
/** What a file system of its own has at its root. */
const NOT_OURS = ['lost+found'];

/** Where files lie that backups share. */
export function sharedFolder(folder: string): string {
  return join(folder, 'files');
}

export function sharedFile(folder: string, sha256: string): string {
  return join(sharedFolder(folder), sha256);
}

/** What a backup or a shared file is called until it is whole, and a backup while it is removed. */
export function partialName(name: string): string {
  return `${TEMPORARY_PREFIX}${name}`;
}

/** A partial name that is free in a folder: what was cut off may still lie there. */
export function freePartial(folder: string, name: string): string {
  for (let number = 1; ; number += 1) {
    const path = join(folder, partialName(`${name}-${number}`));
    if (!existsSync(path)) return path;
  }
}

export function isPartial(name: string): boolean {
  return name.startsWith(TEMPORARY_PREFIX);
}

/** Names sort as moments do. */
export function nameOf(moment: Date): string {
  return moment.toISOString().replaceAll(/[-:]/g, '');
}

/** The moment that a name tells. */
export function momentOfName(name: string): Date {
  return new Date(name.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)/, '$1-$2-$3:$4:'));
}

/** Names of the whole backups in a folder, oldest first. */
export function namesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => /^\d{8}T\d{6}\.\d{3}Z$/.test(name)).sort();
}

/** Whether backups may be made here: the folder is empty, or holds backups already. */
export function isForBackups(folder: string): boolean {
  return existsSync(join(folder, LOCK)) || readdirSync(folder).every((name) => NOT_OURS.includes(name));
}

/** Keeps others from making a backup here, until what it returns is called. Throws a Fault when one is being made or read. */
export function lockForMaking(folder: string): () => void {
  return takeAlone(join(folder, LOCK), () => inUse(folder));
}

/** Keeps backups from being made and removed here, until what it returns is called. Throws a Fault when one is being made. */
export function lockForReading(folder: string): () => void {
  return shareLock(join(folder, LOCK), { busy: () => inUse(folder) });
}

function inUse(folder: string): Fault {
  return new Fault('another process is making or reading a backup here', {
    step: 'Backup:Lock', path: join(folder, LOCK), hint: 'Wait until it ends, then try again.',
  });
}
