/** Stored backups: lists the backups of a folder, finds their files, and verifies them. */
import { join } from 'node:path';
import { sumOf } from '../../publisher/file-sum.ts';
import { Fault, UsageFault, faultOfSystem } from '../../schemas/fault.ts';
import { requireSame } from './copy.ts';
import { readInventory, type BackedFile, type Inventory } from './inventory.ts';
import { lockForReading, namesIn, sharedFile } from './layout.ts';

/** Summary of a backup. */
export interface ListedBackup extends Omit<Inventory, 'files' | 'folders'> {
  readonly files: number;
  /** Bytes of all its files, shared ones included. */
  readonly bytes: number;
}

export interface FileProgress {
  readonly done: number;
  readonly total: number;
}

export interface NamedBackup {
  /** Folder of backups. */
  readonly folder: string;
  /** Name of the backup; null: the newest. */
  readonly name: string | null;
  readonly onProgress?: (progress: FileProgress) => void;
}

export interface VerifiedBackup extends ListedBackup {
  /** Faults of its files. */
  readonly faults: readonly Fault[];
}

/** Lists backups, oldest first; `faults`: why some cannot be read. Throws a Fault when the folder has none. */
export function listBackups(folder: string): { readonly backups: readonly ListedBackup[]; readonly faults: readonly Fault[] } {
  const backups: ListedBackup[] = [];
  const faults: Fault[] = [];
  for (const name of existingIn(folder)) {
    try {
      backups.push(listed(readInventory(folder, name)));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      faults.push(error);
    }
  }
  return { backups, faults };
}

/** Reads all files of a backup and compares them with its inventory. */
export async function verifyBackup({ folder, name, onProgress = () => {} }: NamedBackup): Promise<VerifiedBackup> {
  return await whileRead(folder, async () => {
    const inventory = inventoryOf(folder, name);
    const faults: Fault[] = [];
    for (const [done, file] of inventory.files.entries()) {
      onProgress({ done, total: inventory.files.length });
      const path = pathOf(folder, inventory.name, file);
      try {
        requireSame(path, file, await sumOf(path));
      } catch (cause) {
        const error = unreadable(cause, path);
        if (!(error instanceof Fault)) throw error;
        faults.push(error);
      }
    }
    return { ...listed(inventory), faults };
  });
}

/** Runs `work` while no backup is made or removed in the folder. */
export async function whileRead<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  existingIn(folder);
  const release = lockForReading(folder);
  try {
    return await work();
  } finally {
    release();
  }
}

/** Reads the inventory of a backup. Throws a Fault when none has this name. */
export function inventoryOf(folder: string, name: string | null): Inventory {
  const names = existingIn(folder);
  if (name === null || names.includes(name)) return readInventory(folder, name ?? names.at(-1)!);
  throw new UsageFault('there is no backup of this name', {
    step: 'Backup:Read', path: folder, expected: names.slice(-5).join(', '), actual: name, hint: '`ev backup list` lists them.',
  });
}

export function listed({ files, name, moment, decision, submission, public: head, damages }: Inventory): ListedBackup {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { name, moment, decision, submission, public: head, damages, files: files.length, bytes };
}

/** Number of backups that are newer than this one. */
export function newerThan(folder: string, name: string): number {
  return namesIn(folder).filter((other) => other > name).length;
}

export function pathOf(folder: string, name: string, { path, sha256, isShared }: BackedFile): string {
  return isShared ? sharedFile(folder, sha256) : join(folder, name, path);
}

/** Converts a system error to the Fault of a backup file that cannot be read. */
export function unreadable(error: unknown, path: string): unknown {
  return faultOfSystem(error, 'a file of the backup cannot be read', {
    step: 'Backup:Read', path, hint: 'Take another backup: `ev backup list` lists them.',
  });
}

function existingIn(folder: string): readonly string[] {
  const names = namesIn(folder);
  if (names.length > 0) return names;
  throw new Fault('there is no backup in this folder', { step: 'Backup:Read', path: folder, hint: '`ev backup FOLDER` makes one.' });
}
