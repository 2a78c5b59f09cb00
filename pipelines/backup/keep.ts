/**
 * Keep: which backups of a folder stay: the newest. A backup that is removed loses its name first, so that what is left of it by a crash is
 * no backup; then go the shared files that none needs. While the inventory of one cannot be read, no shared file goes.
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '../../publisher/store.ts';
import { readInventory } from './inventory.ts';
import { isPartial, namesIn, partialName, sharedFile, sharedFolder } from './layout.ts';

/** Removes what backups that were cut off left behind, but for whole shared files: the next one uses these. */
export function removePartial(folder: string): void {
  for (const place of [folder, sharedFolder(folder)]) {
    for (const name of existsSync(place) ? readdirSync(place) : []) {
      if (isPartial(name)) rmSync(join(place, name), { recursive: true });
    }
  }
}

/** Removes all but the newest backups, `keep` of them; their names. Throws a Fault when one that stays is damaged. */
export function removeOld(folder: string, keep: number): readonly string[] {
  const names = namesIn(folder);
  const old = names.slice(0, -keep);
  for (const name of old) {
    renameSync(join(folder, name), join(folder, partialName(name)));
    syncFolder(folder);
    rmSync(join(folder, partialName(name)), { recursive: true });
  }
  removeUnused(folder, names.slice(-keep));
  return old;
}

function removeUnused(folder: string, kept: readonly string[]): void {
  const used = new Set(kept.flatMap((name) => readInventory(folder, name).files.map(({ sha256 }) => sha256)));
  for (const name of readdirSync(sharedFolder(folder))) {
    if (!used.has(name)) rmSync(sharedFile(folder, name));
  }
  syncFolder(sharedFolder(folder));
}
