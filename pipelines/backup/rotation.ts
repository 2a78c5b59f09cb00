/**
 * Rotation: keeps the newest backups of a folder and removes the others. A backup loses its name first, so that a crash leaves no half
 * backup; then the shared files that no backup needs are removed. No shared file is removed while an inventory cannot be read.
 *
 * Invariants:
 *  - A backup counts only when it has as much as each before it: a register that lost data removes no good backup.
 *  - Nothing is removed while the data folder is not sound.
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Sound } from '../../publisher/sound.ts';
import { syncFolder } from '../../publisher/durable-file.ts';
import { Fault } from '../../schemas/fault.ts';
import { readInventory, type Inventory } from './inventory.ts';
import { isPartial, namesIn, partialName, sharedFile, sharedFolder } from './layout.ts';

/** Counts of the register in a backup, which only grow. */
export type RegisterCounts = Pick<Inventory, 'name' | 'decision' | 'submission'>;

/** Returns the first backup with a higher count than this one; null: none has. */
export function richerThan(folder: string, { name, decision, submission }: RegisterCounts): RegisterCounts | null {
  const others = countsIn(folder).filter((other) => other.name !== name);
  return others.find((other) => other.decision > decision || other.submission > submission) ?? null;
}

/** Returns the message that an earlier backup has more than this one. */
export function poorerNotice({ decision, submission }: RegisterCounts, richer: RegisterCounts): string {
  return `${richer.name} holds ${richer.decision} decisions and ${richer.submission} submissions, this one ${decision} and ${submission}: it is kept `
    + 'beside and counts for nothing, so that no older backup is removed for it. Is this the data folder that was meant? When it was restored '
    + 'from an older copy by intention, move the backups that hold more aside.';
}

/** Returns the counts of the register in each backup, oldest first. Backups whose inventory cannot be read are left out. */
function countsIn(folder: string): readonly RegisterCounts[] {
  return namesIn(folder).flatMap((name) => {
    try {
      return [readInventory(folder, name)];
    } catch (error) {
      if (error instanceof Fault) return [];
      throw error;
    }
  });
}

/** Removes the remains of interrupted backups, except whole shared files, which the next backup uses. */
export function removePartial(folder: string, sound: Sound): void {
  if (sound.fault() !== null) return;
  for (const place of [folder, sharedFolder(folder)]) {
    for (const name of existsSync(place) ? readdirSync(place) : []) {
      if (isPartial(name)) rmSync(join(place, name), { recursive: true });
    }
  }
}

/** Removes the backups before the newest `keep` that count. Returns their names. Throws a Fault when a kept backup is damaged. */
export function removeOld(folder: string, { keep, sound }: { readonly keep: number; readonly sound: Sound }): readonly string[] {
  const names = namesIn(folder);
  const first = countedIn(folder).at(-keep);
  const old = first === undefined ? [] : names.slice(0, names.indexOf(first));
  sound.require();
  for (const name of old) {
    renameSync(join(folder, name), join(folder, partialName(name)));
    syncFolder(folder);
    rmSync(join(folder, partialName(name)), { recursive: true });
  }
  removeUnused(folder, names.slice(old.length));
  return old;
}

/** Names of the backups that have as much as each before them, oldest first. */
function countedIn(folder: string): readonly string[] {
  const most = { decision: 0, submission: 0 };
  return countsIn(folder).flatMap(({ name, decision, submission }) => {
    if (decision < most.decision || submission < most.submission) return [];
    Object.assign(most, { decision, submission });
    return [name];
  });
}

function removeUnused(folder: string, kept: readonly string[]): void {
  const used = new Set(kept.flatMap((name) => readInventory(folder, name).files.map(({ sha256 }) => sha256)));
  for (const name of readdirSync(sharedFolder(folder))) {
    if (!used.has(name)) rmSync(sharedFile(folder, name));
  }
  syncFolder(sharedFolder(folder));
}
