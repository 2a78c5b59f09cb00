/**
 * Restore: makes a data folder from a backup, whole or not at all: beside the place where it goes, under a name of its own, locked as a
 * data folder at work is. Every file is held against the inventory, and read back. Then it gets its name.
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { syncFolder } from '../../publisher/store.ts';
import { Fault, faultOfSystem } from '../../schemas/fault.ts';
import { foldersOf, makeFolders } from '../state/database.ts';
import { takeLock } from '../state/lock.ts';
import { copyFile, requireSame } from './copy.ts';
import type { Inventory } from './inventory.ts';
import { inventoryOf, listed, newerThan, placeOf, unreadable, whileRead, type ListedBackup, type NamedBackup } from './stored.ts';

export interface RestoreOptions extends NamedBackup {
  /** Not there yet, or empty. */
  readonly data: string;
}

export interface Restored extends ListedBackup {
  /** Backups in that folder that are newer: what they know, this data folder does not. */
  readonly newer: number;
}

/** Throws a Fault, which leaves nothing, when there is no such backup, when it is damaged, or when the data folder holds something. */
export async function restore({ folder, name, data, onProgress = () => {} }: RestoreOptions): Promise<Restored> {
  const target = resolve(data);
  requireEmpty(target);
  return await whileRead(folder, async () => {
    const inventory = inventoryOf(folder, name);
    await build(target, { folder, inventory, onProgress });
    return { ...listed(inventory), newer: newerThan(folder, inventory.name) };
  });
}

interface Building {
  readonly folder: string;
  readonly inventory: Inventory;
  readonly onProgress: NonNullable<NamedBackup['onProgress']>;
}

async function build(target: string, { folder, inventory: { name, files }, onProgress }: Building): Promise<void> {
  const partial = `${target}.restoring`;
  const release = claim(partial);
  try {
    const folders = new Set<string>();
    for (const [done, file] of files.entries()) {
      onProgress({ done, total: files.length });
      const source = placeOf(folder, name, file);
      const copy = join(partial, file.path);
      requireSame(source, file, await copyFile(source, copy).catch((error: unknown) => { throw unreadable(error, source); }));
      for (let above = dirname(copy); above.startsWith(partial); above = dirname(above)) folders.add(above);
    }
    for (const made of folders) syncFolder(made);
    renameSync(partial, target);
    syncFolder(dirname(target));
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw faultOfSystem(error, 'the data folder cannot be made', {
      step: 'Restore:Write', path: target, hint: 'Make room there, or check disk and rights; nothing was left there.',
    });
  } finally {
    release();
  }
}

/** Makes the folder to build in, empty but for its lock: what a restore left that was cut off is removed. */
function claim(partial: string): () => void {
  makeFolders(partial);
  const held = takeLock(partial);
  const { lock } = foldersOf(partial);
  for (const name of readdirSync(partial)) {
    if (name !== basename(lock)) rmSync(join(partial, name), { recursive: true });
  }
  makeFolders(partial);
  return () => held.release();
}

function requireEmpty(data: string): void {
  if (!existsSync(data) || readdirSync(data).length === 0) return;
  throw new Fault('the data folder is not empty', {
    step: 'Restore:Write', path: data, expected: 'a folder that is not there yet, or empty', hint: 'Choose another, or move this one aside.',
  });
}
