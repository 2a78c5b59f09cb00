/**
 * Restore: makes a data folder from a backup, whole or not at all. It is built beside its target under another name, with the lock of a
 * data folder in use. Every file is compared with the inventory, and read back. Then the folder gets its modes and its name.
 *
 * Tokens that a replaced data folder revoked are revoked, and other differences are reported (replaced-folder.ts). No file of the replaced
 * folder is removed. When it has the name of the target, it is moved aside.
 */
import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { syncFolder } from '../../publisher/durable-file.ts';
import { setOwnership, type Ownership } from '../../publisher/ownership.ts';
import { Fault, faultOfSystem } from '../../schemas/fault.ts';
import { foldersOf, makeFolders } from '../state/database/database.ts';
import { takeLock } from '../state/folder/lock.ts';
import { KEYS_FILE } from '../state/access/keys.ts';
import { SUBSCRIPTIONS_FILE } from '../subscriptions/subscriptions-file.ts';
import { TOKENS_FILE } from '../state/access/tokens.ts';
import { copyFile, requireSame } from './copy.ts';
import type { BackedFile, Inventory } from './inventory.ts';
import { compareWithReplaced, type Differences } from './replaced-folder.ts';
import { inventoryOf, listed, newerThan, pathOf, unreadable, whileRead, type ListedBackup, type NamedBackup } from './stored-backups.ts';

export interface RestoreOptions extends NamedBackup {
  /** Target: absent, empty, or the same as `replaces`. */
  readonly data: string;
  /** The data folder that the new one replaces; null: none. */
  readonly replaces?: string | null;
  readonly clock: () => Date;
}

export interface Restored extends ListedBackup {
  /** Number of newer backups in that folder, whose later content this data folder lacks. */
  readonly newer: number;
  /** Differences from the replaced folder; null: no folder was replaced. */
  readonly differences: Differences | null;
  /** Path to which the replaced folder was moved; null: it was not moved. */
  readonly aside: string | null;
}

/**
 * Restores a backup. Throws a Fault and leaves nothing when the backup is absent or damaged, when the target is not empty, or when a
 * server works on the folder to move aside.
 */
export async function restore({ folder, name, data, replaces = null, clock, onProgress = () => {} }: RestoreOptions): Promise<Restored> {
  const target = resolve(data);
  const replaced = replaces === null ? null : existing(resolve(replaces));
  if (replaced !== target) requireEmpty(target);
  return await whileRead(folder, async () => {
    const inventory = inventoryOf(folder, name);
    const { differences, aside } = await build(target, { folder, inventory, replaced, clock, onProgress });
    return { ...listed(inventory), newer: newerThan(folder, inventory.name), differences, aside };
  });
}

interface BuildOptions {
  readonly folder: string;
  readonly inventory: Inventory;
  readonly replaced: string | null;
  readonly clock: () => Date;
  readonly onProgress: NonNullable<NamedBackup['onProgress']>;
}

async function build(target: string, options: BuildOptions): Promise<Pick<Restored, 'differences' | 'aside'>> {
  const { inventory, replaced, clock } = options;
  const partial = `${target}.restoring`;
  const release = claim(partial);
  try {
    await fill(partial, options);
    const differences = replaced === null ? null : compareWithReplaced(replaced, { data: partial, now: clock() });
    own(partial, inventory);
    const aside = place(partial, { target, isReplaced: replaced === target });
    return { differences, aside };
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw notMade(error, target);
  } finally {
    release();
  }
}

async function fill(partial: string, { folder, inventory: { name, files }, onProgress }: BuildOptions): Promise<void> {
  const folders = new Set<string>();
  for (const [done, file] of files.entries()) {
    onProgress({ done, total: files.length });
    const source = pathOf(folder, name, file);
    const copy = join(partial, file.path);
    const sum = await copyFile(source, copy).catch((error: unknown) => {
      throw isOfReading(error, source) ? unreadable(error, source) : error;
    });
    requireSame(source, file, sum);
    restoreOwnership(copy, file.ownership, 'file');
    for (let above = dirname(copy); above.startsWith(partial); above = dirname(above)) folders.add(above);
  }
  for (const made of folders) syncFolder(made);
}

/** Whether copying failed at reading the backup, not at writing. */
function isOfReading(error: unknown, source: string): boolean {
  const { path, syscall } = error as NodeJS.ErrnoException;
  return path === source || syscall === 'read';
}

const OWNER_ALONE = { file: 0o600, folder: 0o700 } as const;

/** Sets owner and mode. `kept`: those in the backup; undefined in backups of older programs. */
function restoreOwnership(path: string, kept: Ownership | undefined, kind: 'file' | 'folder'): void {
  if (kept === undefined) chmodSync(path, OWNER_ALONE[kind]);
  else setOwnership(path, kept);
}

/** Sets owners and modes, folders last: a mode may forbid writing. Files that are not in the backup get the owner of the data folder. */
function own(partial: string, { files, folders = [] }: Inventory): void {
  const secrets = files.filter(({ path }: BackedFile) => [TOKENS_FILE, KEYS_FILE, SUBSCRIPTIONS_FILE].includes(path));
  for (const { path, ownership } of secrets) restoreOwnership(join(partial, path), ownership, 'file');
  const whole = folders.find(({ path }) => path === '')?.ownership;
  const known = new Set([...files, ...folders].map(({ path }) => path.split('/')[0]));
  for (const entry of readdirSync(partial, { withFileTypes: true })) {
    const kind = entry.isDirectory() ? 'folder' : 'file';
    const ownership = whole === undefined || kind === 'folder' ? whole : { ...whole, mode: 0o600 };
    if (!known.has(entry.name)) restoreOwnership(join(partial, entry.name), ownership, kind);
  }
  for (const { path, ownership } of folders) if (existsSync(join(partial, path))) restoreOwnership(join(partial, path), ownership, 'folder');
}

/** Gives the new folder its name, durably. Returns the path of the folder that was moved aside, or null. */
function place(partial: string, { target, isReplaced }: { readonly target: string; readonly isReplaced: boolean }): string | null {
  const aside = isReplaced ? moveAside(target) : null;
  try {
    renameSync(partial, target);
  } catch (error) {
    if (aside !== null) renameSync(aside, target);
    throw error;
  }
  syncFolder(dirname(target));
  return aside;
}

/** Renames a folder and returns the new path. Throws a Fault when a process works on it. */
function moveAside(data: string): string {
  const lock = takeLock(data);
  try {
    for (let number = 1; ; number += 1) {
      const aside = `${data}.replaced-${number}`;
      if (existsSync(aside)) continue;
      renameSync(data, aside);
      return aside;
    }
  } finally {
    lock.release();
  }
}

/** Makes and locks the folder to build in, readable for its owner only. Removes the remains of an interrupted restore. */
function claim(partial: string): () => void {
  const isNew = !existsSync(partial);
  try {
    makeFolders(partial);
    chmodSync(partial, 0o700);
    const held = takeLock(partial);
    const { lock } = foldersOf(partial);
    for (const name of readdirSync(partial)) {
      if (name !== basename(lock)) rmSync(join(partial, name), { recursive: true });
    }
    makeFolders(partial);
    return () => held.release();
  } catch (error) {
    if (isNew) rmSync(partial, { recursive: true, force: true });
    throw notMade(error, partial);
  }
}

function notMade(error: unknown, path: string): unknown {
  return faultOfSystem(error, 'the data folder cannot be made', {
    step: 'Restore:Write', path, hint: 'Make room there, or check disk and rights; nothing was left there.',
  });
}

function existing(folder: string): string {
  if (existsSync(folder)) return folder;
  throw new Fault('the folder to replace is not there', {
    step: 'Restore:Write', path: folder, hint: 'Leave out --replaces when nothing is left of it; then see which tokens and keys hold: `ev tokens list`, `ev keys list`.',
  });
}

function requireEmpty(data: string): void {
  if (!existsSync(data) || readdirSync(data).length === 0) return;
  throw new Fault('the data folder is not empty', {
    step: 'Restore:Write', path: data, expected: 'a folder that is not there yet, or empty',
    hint: `Choose another; or add --replaces ${data}: that moves it aside, and revokes what was revoked in it.`,
  });
}
