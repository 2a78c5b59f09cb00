/**
 * Disk model: what may be left of a folder after a power cut, from the calls that were made in it (fault test D5).
 *
 * Kept for certain: bytes that an fsync of their file followed, names that an fsync of their folder followed. Of the rest each write is
 * kept, dropped or torn at 512 bytes, each change of a name kept or dropped, in any order: a new name may stand for bytes that never landed.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const SECTOR = 512;

interface Write {
  readonly offset: number;
  readonly bytes: Buffer;
}

/** File or folder behind a name. */
class Inode {
  synced = Buffer.alloc(0);
  pending: Write[] = [];
  size = 0;
}

/** A change of the names in a folder. */
interface NameChange {
  readonly gone: string | null;
  readonly come: readonly [name: string, inode: Inode | 'folder'] | null;
}

interface Folder {
  readonly names: Map<string, Inode | 'folder'>;
  pending: NameChange[];
}

/** Which of two things happens, and how much of a number; from the random source of a property. */
export interface Chance {
  happens(): boolean;
  below(limit: number): number;
}

export class DiskModel {
  readonly #folders = new Map<string, Folder>();
  readonly #open = new Map<number, { readonly path: string; readonly inode: Inode | null }>();
  /** Calls so far that could be the last before the power went. */
  calls = 0;

  folderMade(path: string): void {
    if (this.#folders.has(path)) return;
    this.#change(dirname(path), { gone: null, come: [basename(path), 'folder'] });
    this.#folders.set(path, { names: new Map(), pending: [] });
  }

  opened(file: number, path: string, isNew: boolean): void {
    const inode = this.#folders.has(path) ? undefined : isNew ? new Inode() : this.#find(path);
    if (isNew && inode !== undefined) this.#change(dirname(path), { gone: null, come: [basename(path), inode] });
    this.#open.set(file, { path, inode: inode ?? null });
  }

  closed(file: number): void {
    this.#open.delete(file);
  }

  written(file: number, bytes: Buffer): void {
    const inode = this.#open.get(file)?.inode;
    if (inode === null || inode === undefined) return;
    inode.pending.push({ offset: inode.size, bytes });
    inode.size += bytes.length;
    this.calls += 1;
  }

  synced(file: number): void {
    const { path, inode } = this.#open.get(file) ?? {};
    if (inode) settle(inode);
    const folder = this.#folders.get(path ?? '');
    if (folder !== undefined) for (const change of folder.pending.splice(0)) apply(folder.names, change);
    this.calls += 1;
  }

  renamed(from: string, to: string): void {
    this.#change(dirname(to), { gone: basename(from), come: [basename(to), this.#find(from)!] });
  }

  linked(from: string, to: string): void {
    this.#change(dirname(to), { gone: null, come: [basename(to), this.#find(from)!] });
  }

  unlinked(path: string): void {
    this.#change(dirname(path), { gone: basename(path), come: null });
  }

  /** Writes to `target` what a cut at this instant could leave below `root`. */
  cut(root: string, target: string, chance: Chance): void {
    for (const [path, { names, pending }] of this.#folders) {
      const left = new Map(names);
      for (const change of pending) if (chance.happens()) apply(left, change);
      const folder = join(target, relative(root, path));
      mkdirSync(folder, { recursive: true });
      for (const [name, inode] of left) if (inode !== 'folder') writeFileSync(join(folder, name), leftOf(inode, chance));
    }
  }

  #change(path: string, change: NameChange): void {
    this.#folders.get(path)?.pending.push(change);
    this.calls += 1;
  }

  /** Returns the content of a name for a running program, synced or not. */
  #find(path: string): Inode | undefined {
    const folder = this.#folders.get(dirname(path));
    const names = new Map(folder?.names);
    for (const change of folder?.pending ?? []) apply(names, change);
    const found = names.get(basename(path));
    return found === 'folder' ? undefined : found;
  }
}

function apply(names: Map<string, Inode | 'folder'>, { gone, come }: NameChange): void {
  if (gone !== null) names.delete(gone);
  if (come !== null) names.set(...come);
}

function settle(inode: Inode): void {
  const whole = Buffer.alloc(inode.size);
  inode.synced.copy(whole);
  for (const { offset, bytes } of inode.pending) bytes.copy(whole, offset);
  inode.synced = whole;
  inode.pending = [];
}

function leftOf({ synced, pending }: Inode, chance: Chance): Buffer {
  const kept = pending.flatMap(({ offset, bytes }) => {
    if (!chance.happens()) return [];
    return [{ offset, bytes: chance.happens() ? bytes : bytes.subarray(0, chance.below(Math.ceil(bytes.length / SECTOR) + 1) * SECTOR) }];
  });
  const left = Buffer.alloc(Math.max(synced.length, ...kept.map(({ offset, bytes }) => offset + bytes.length)));
  synced.copy(left);
  for (const { offset, bytes } of kept) bytes.copy(left, offset);
  return left;
}
