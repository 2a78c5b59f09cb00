/**
 * Keep: which backups of a folder stay: the newest. A backup that is removed loses its name first, so that what is left of it by a crash is
 * no backup; then go the shared files that none needs. While the inventory of one cannot be read, no shared file goes.
 *
 * Invariants:
 *  - A backup counts only when it holds as much as each before it: a register that lost something pushes no good backup out.
 *  - Nothing is removed while the data folder is not sound.
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Sound } from '../../publisher/sound.ts';
import { syncFolder } from '../../publisher/durable-file.ts';
import { Fault } from '../../schemas/fault.ts';
import { readInventory, type Inventory } from './inventory.ts';
import { isPartial, namesIn, partialName, sharedFile, sharedFolder } from './layout.ts';

/** Counts of a register that only grow, as a backup holds them. */
export type Extent = Pick<Inventory, 'name' | 'decision' | 'submission'>;

/** The first backup that holds more of the register than this one in one of the counts; null: none does. */
export function richerThan(folder: string, { name, decision, submission }: Extent): Extent | null {
  const others = extentsIn(folder).filter((other) => other.name !== name);
  return others.find((other) => other.decision > decision || other.submission > submission) ?? null;
}

/** Says that an earlier backup holds more than this one, and what follows from it. */
export function poorerNotice({ decision, submission }: Extent, richer: Extent): string {
  return `${richer.name} holds ${richer.decision} decisions and ${richer.submission} submissions, this one ${decision} and ${submission}: it is kept `
    + 'beside and counts for nothing, so that no older backup is removed for it. Is this the data folder that was meant? When it was restored '
    + 'from an older copy by intention, move the backups that hold more aside.';
}

/** Oldest first, but for backups whose inventory cannot be read. */
function extentsIn(folder: string): readonly Extent[] {
  return namesIn(folder).flatMap((name) => {
    try {
      return [readInventory(folder, name)];
    } catch (error) {
      if (error instanceof Fault) return [];
      throw error;
    }
  });
}

/** Removes what backups that were cut off left behind, but for whole shared files: the next one uses these. */
export function removePartial(folder: string, sound: Sound): void {
  if (sound.fault() !== null) return;
  for (const place of [folder, sharedFolder(folder)]) {
    for (const name of existsSync(place) ? readdirSync(place) : []) {
      if (isPartial(name)) rmSync(join(place, name), { recursive: true });
    }
  }
}

/** Removes the backups before the newest that count, `keep` of them; their names. Throws a Fault when one that stays is damaged. */
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

/** Names of the backups that hold as much as each before them, oldest first. */
function countedIn(folder: string): readonly string[] {
  const most = { decision: 0, submission: 0 };
  return extentsIn(folder).flatMap(({ name, decision, submission }) => {
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
