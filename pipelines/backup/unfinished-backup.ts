/** Unfinished backup: the files that have been copied so far, under a partial name. */
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { renameDurably, syncFolder } from '../../publisher/durable-file.ts';
import { sumOf, type Sum } from '../../publisher/file-sum.ts';
import { ownershipOf, setOwnership, type Ownership } from '../../publisher/ownership.ts';
import { copyFile, writeFile } from './copy.ts';
import { encodeInventory, type BackedFile, type BackedFolder, type Inventory } from './inventory.ts';
import { freePartial, INVENTORY, sharedFile, sharedFolder } from './layout.ts';

export class UnfinishedBackup {
  readonly #data: string;
  readonly #folder: string;
  readonly #files: BackedFile[] = [];
  /** The backup's own folder. */
  readonly own: string;
  readonly damages: string[] = [];
  /** Files and bytes that were written. */
  readonly copied = { files: 0, bytes: 0 };

  constructor(data: string, folder: string) {
    this.#data = data;
    this.#folder = folder;
    this.own = freePartial(folder, 'backup');
    mkdirSync(this.own, { mode: 0o700 });
    mkdirSync(sharedFolder(folder), { recursive: true });
  }

  get files(): readonly BackedFile[] {
    return this.#files;
  }

  /** Returns the path of a data file in the backup's own folder. */
  targetOf(path: string): string {
    return join(this.own, relative(this.#data, path));
  }

  /** Copies a file of the data folder, once. Returns false when it is absent. */
  async take(path: string): Promise<boolean> {
    const target = this.targetOf(path);
    if (existsSync(target)) return true;
    const sum = await unlessMissing(path, () => copyFile(path, target));
    if (sum !== null) this.#add(path, { ...sum, isShared: false, ownership: this.#owned(path, target) });
    return sum !== null;
  }

  /** Adds a file that was already written to its target. */
  async note(path: string): Promise<void> {
    const target = this.targetOf(path);
    this.#add(path, { ...await sumOf(target), isShared: false, ownership: this.#owned(path, target) });
  }

  /** Copies a file that never changes, or verifies the copy of an earlier backup. Returns its sum, or null when it is absent. */
  async share(path: string): Promise<Sum | null> {
    const found = await unlessMissing(path, () => sumOf(path));
    if (found === null) return null;
    const copy = sharedFile(this.#folder, found.sha256);
    const copied = existsSync(copy) ? await sumOf(copy) : null;
    return this.#noteShared(path, copied?.sha256 === found.sha256 ? found : await this.#copy(path));
  }

  /** Copies a file with a known sum, unless an earlier backup has a copy of that name and size. Returns the sum, or null when absent. */
  async shareKnown(path: string, known: Sum): Promise<Sum | null> {
    const size = statSync(sharedFile(this.#folder, known.sha256), { throwIfNoEntry: false })?.size;
    return this.#noteShared(path, size === known.bytes ? known : await this.#copy(path));
  }

  #noteShared(path: string, sum: Sum | null): Sum | null {
    if (sum === null) return null;
    const ownership = ownershipOf(path, sharedFile(this.#folder, sum.sha256));
    this.#files.push({ path: this.#nameOf(path), ...sum, isShared: true, ownership });
    return sum;
  }

  async #copy(path: string): Promise<Sum | null> {
    const temporary = freePartial(sharedFolder(this.#folder), 'file');
    const sum = await unlessMissing(path, () => copyFile(path, temporary));
    if (sum === null) return null;
    this.#owned(path, temporary);
    renameSync(temporary, sharedFile(this.#folder, sum.sha256));
    this.#count(sum);
    return sum;
  }

  /** Writes the inventory and gives the backup its name, durably. */
  async finish(inventory: Omit<Inventory, 'files' | 'folders' | 'damages'>): Promise<void> {
    const folders = this.#dataFolders();
    await writeFile(join(this.own, INVENTORY), encodeInventory({ ...inventory, files: this.#files, folders, damages: this.damages }));
    for (const { path, ownership } of folders) if (existsSync(join(this.own, path))) setOwnership(join(this.own, path), ownership);
    syncFolder(sharedFolder(this.#folder));
    for (const folder of this.#ownFolders()) syncFolder(folder);
    renameDurably(this.own, join(this.#folder, inventory.name));
  }

  /** Removes the unfinished backup. Shared files stay: the next backup need not copy them. */
  drop(): void {
    rmSync(this.own, { recursive: true, force: true });
  }

  #ownFolders(): ReadonlySet<string> {
    const folders = new Set([this.own]);
    for (const { path, isShared } of this.#files) {
      const segments = isShared ? [] : path.split('/').slice(0, -1);
      for (let depth = 1; depth <= segments.length; depth += 1) folders.add(join(this.own, ...segments.slice(0, depth)));
    }
    return folders;
  }

  /** Folders with files, the innermost first, and the data folder itself. */
  #dataFolders(): readonly BackedFolder[] {
    const paths = new Set(this.#files.flatMap(({ path }) => {
      const above = path.split('/').slice(0, -1);
      return above.map((_, index) => above.slice(0, index + 1).join('/'));
    }));
    const inward = [...paths].filter((path) => existsSync(join(this.#data, path))).sort().reverse();
    return [...inward, ''].map((path) => ({ path, ownership: ownershipOf(join(this.#data, path)) }));
  }

  /** Gives a copy the ownership of the file that it was made from. */
  #owned(path: string, copy: string): Ownership {
    const ownership = ownershipOf(path, copy);
    setOwnership(copy, ownership);
    return ownership;
  }

  #add(path: string, file: Omit<BackedFile, 'path'>): void {
    this.#files.push({ path: this.#nameOf(path), ...file });
    this.#count(file);
  }

  #count({ bytes }: Sum): void {
    this.copied.files += 1;
    this.copied.bytes += bytes;
  }

  #nameOf(path: string): string {
    return relative(this.#data, path).replaceAll(sep, '/');
  }
}

/** Runs `work`. Returns null when it fails because this file is absent. */
async function unlessMissing<Result>(path: string, work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync(path)) return null;
    throw error;
  }
}
