/**
 * Pack files: reads bytes of packs, on this thread or on another. Recently used files stay open, and so do files that are held; a file is
 * closed when no reading uses it any more. Throws a Fault when a file is missing, cannot be read or is too short.
 */
import { close, closeSync, fstatSync, open, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { Damage, unreadable } from '../../format/damage.ts';
import { HASH_BYTES, sha256Later } from '../../format/hash.ts';
import { fileOf, type AudienceFolder } from '../../format/layout.ts';
import { CHECKSUM_BYTES, ENDING_BYTES, checksumsStart, readChecksums, type Checksums } from '../../format/pack.ts';
import type { SegmentAddress } from '../../format/segment-address.ts';

const OPEN_FILES_MAX = 128;
const openLater = promisify(open);

interface OpenFile {
  readonly descriptor: number;
  /** Number of readings in progress. */
  users: number;
  /** Number of responses that will read it. */
  holders: number;
  isLetGo: boolean;
}

export class PackFiles {
  readonly #of: AudienceFolder;
  /** By pack, least recently used first. */
  readonly #files = new Map<number, OpenFile>();
  /** The most recently used file, the last of `#files`. */
  #latest: OpenFile | undefined;

  constructor(of: AudienceFolder) {
    this.#of = of;
  }

  get count(): number {
    return this.#files.size;
  }

  pathOf(pack: number): string {
    return fileOf(this.#of, 'packs', pack);
  }

  /** Throws when the hash of the bytes differs from that in their address. */
  requireHash(found: Buffer, { pack, offset, length, hash }: SegmentAddress): void {
    if (found.equals(hash)) return;
    throw new Damage('bytes of a pack are damaged', {
      step: 'Pack:Read', path: this.pathOf(pack),
      expected: `SHA-256 ${Buffer.from(hash).toString('hex')} of ${length} bytes at ${offset}`, actual: found.toString('hex'),
    });
  }

  /** Fills `target` with the bytes from `offset` on. */
  read(pack: number, offset: number, target: Buffer): void {
    const done = this.readSome(pack, offset, target);
    if (done !== target.length) throw cutOff(this.pathOf(pack), { done, offset, length: target.length });
  }

  /** Reads as many bytes as the file has; returns their number. */
  readSome(pack: number, offset: number, target: Buffer): number {
    const { descriptor } = this.#known(pack) ?? this.#add(pack, opened(this.pathOf(pack)));
    let done = 0;
    for (let count = 1; count > 0 && done < target.length; done += count) {
      count = readSync(descriptor, target, done, target.length - done, offset + done);
    }
    return done;
  }

  /** Reads without blocking this thread. */
  async readLater(pack: number, offset: number, target: Buffer): Promise<void> {
    const file = this.#known(pack) ?? this.#add(pack, await openedLater(this.pathOf(pack)));
    file.users += 1;
    try {
      await filled(file.descriptor, target, { offset, path: this.pathOf(pack) });
    } finally {
      file.users -= 1;
      closeUnused(file);
    }
  }

  /**
   * Reads a pack from start to end without blocking this thread, and compares it with its checksums. Returns its number of bytes;
   * undefined, without reading, when there are more than `bytesMax`. `memory` has CHECKSUM_BYTES. Throws a Fault when the pack cannot be
   * read or is damaged.
   */
  async readThrough(pack: number, memory: Buffer, bytesMax: number): Promise<number | undefined> {
    const file = this.#known(pack) ?? this.#add(pack, await openedLater(this.pathOf(pack)));
    file.users += 1;
    try {
      const { size } = fstatSync(file.descriptor);
      if (size > bytesMax) return undefined;
      const path = this.pathOf(pack);
      const endOf = (offset: number): Promise<Buffer> => filled(file.descriptor, Buffer.alloc(size - offset), { offset, path });
      const start = checksumsStart(await endOf(Math.max(0, size - ENDING_BYTES)), { path, size });
      const { length, hashes } = readChecksums(await endOf(start), { path, start });
      for (let offset = 0, index = 0; offset < length; offset += CHECKSUM_BYTES, index += 1) {
        const bytes = memory.subarray(0, Math.min(CHECKSUM_BYTES, length - offset));
        await filled(file.descriptor, bytes, { offset, path });
        const hash = hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);
        this.requireHash(await sha256Later(bytes), { pack, offset, length: bytes.length, hash });
      }
      return size;
    } finally {
      file.users -= 1;
      closeUnused(file);
    }
  }

  /** Returns the checksums at the end of a pack. Throws a Fault when they cannot be read or are damaged. */
  checksums(pack: number): Checksums {
    const path = this.pathOf(pack);
    const { descriptor } = this.#known(pack) ?? this.#add(pack, opened(path));
    const { size } = fstatSync(descriptor);
    const endOf = (offset: number): Buffer => {
      const bytes = Buffer.alloc(size - offset);
      this.read(pack, offset, bytes);
      return bytes;
    };
    const start = checksumsStart(endOf(Math.max(0, size - ENDING_BYTES)), { path, size });
    return readChecksums(endOf(start), { path, start });
  }

  /** Opens packs and keeps them open until the returned function is called. */
  hold(packs: readonly number[]): () => void {
    const held: OpenFile[] = [];
    const release = (): void => { for (const file of held.splice(0)) file.holders -= 1; };
    try {
      for (const pack of packs) {
        const file = this.#known(pack) ?? this.#add(pack, opened(this.pathOf(pack)));
        file.holders += 1;
        held.push(file);
      }
      return release;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Closes files that were removed from their folder and are not held. */
  closeRemoved(): void {
    for (const [pack, { descriptor, holders }] of this.#files) if (holders === 0 && fstatSync(descriptor).nlink === 0) this.#letGo(pack);
  }

  close(): void {
    for (const pack of this.#files.keys()) this.#letGo(pack);
  }

  #known(pack: number): OpenFile | undefined {
    const file = this.#files.get(pack);
    if (file === undefined || file === this.#latest) return file;
    this.#files.delete(pack);
    this.#files.set(pack, file);
    return this.#latest = file;
  }

  /** When two readings opened the same pack at once, the first descriptor stays. */
  #add(pack: number, descriptor: number): OpenFile {
    const present = this.#known(pack);
    if (present !== undefined) {
      closeSync(descriptor);
      return present;
    }
    const file: OpenFile = { descriptor, users: 0, holders: 0, isLetGo: false };
    this.#files.set(pack, file);
    this.#latest = file;
    if (this.#files.size > OPEN_FILES_MAX) this.#letOldestGo(file);
    return file;
  }

  #letOldestGo(newest: OpenFile): void {
    for (const [pack, file] of this.#files) if (file.holders === 0 && file !== newest) return this.#letGo(pack);
  }

  #letGo(pack: number): void {
    const file = this.#files.get(pack)!;
    this.#files.delete(pack);
    file.isLetGo = true;
    closeUnused(file);
  }
}

function closeUnused({ descriptor, users, isLetGo }: OpenFile): void {
  if (isLetGo && users === 0) close(descriptor, () => {});
}

function opened(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

async function openedLater(path: string): Promise<number> {
  try {
    return await openLater(path, 'r');
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/** Fills `target` with the bytes from `offset` on, and returns it. */
async function filled(
  descriptor: number, target: Buffer, { offset, path }: { readonly offset: number; readonly path: string },
): Promise<Buffer> {
  let done = 0;
  for (let count = 1; count > 0 && done < target.length; done += count) {
    count = await readPiece(descriptor, target.subarray(done), offset + done);
  }
  if (done !== target.length) throw cutOff(path, { done, offset, length: target.length });
  return target;
}

function readPiece(descriptor: number, target: Buffer, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(descriptor, target, 0, target.length, position, (error, count) => { if (error === null) resolve(count); else reject(error); });
  });
}

function cutOff(path: string, { done, offset, length }: { done: number; offset: number; length: number }): Damage {
  return new Damage('bytes of a pack are damaged', {
    step: 'Pack:Read', path, expected: `${offset + length} bytes at least`, actual: `${offset + done}`,
  });
}
