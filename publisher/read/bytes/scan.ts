/**
 * Scan: reads parts of packs in sequence, each compared with its SHA-256. Adjacent parts are read at once, into memory that is reused.
 * With separate memory for each of many parts, the garbage collector would walk through the whole heap.
 */
import { Fault } from '../../../schemas/fault.ts';
import { unreadable } from '../../format/damage.ts';
import { sha256 } from '../../format/hash.ts';
import type { AudienceFolder } from '../../format/layout.ts';
import type { Checksums } from '../../format/pack.ts';
import type { SegmentAddress } from '../../format/segment-address.ts';
import { PackFiles } from './pack-files.ts';

const WINDOW_BYTES = 256 * 1024;
const WINDOWS_MAX = 32;

/** Bytes of a pack from a multiple of STRETCH_BYTES on. */
interface Window {
  readonly memory: Buffer;
  /** Less than the memory holds at the end of a pack. */
  readonly length: number;
}

export class PackScan {
  readonly #files: PackFiles;
  /** By pack and index in it, least recently used first. */
  readonly #windows = new Map<string, Window>();
  /** Memory for a part that spans several windows. */
  #memory = Buffer.alloc(0);

  constructor(of: AudienceFolder) {
    this.#files = new PackFiles(of);
  }

  /** Returns the bytes at an address, in memory that the next call may reuse. Throws a Fault when their hash is wrong. */
  read(address: SegmentAddress): Buffer {
    const bytes = this.#within(address) ?? this.#whole(address);
    this.#files.requireHash(sha256(bytes), address);
    return bytes;
  }

  /** Returns the checksums at the end of a pack. Throws a Fault when they are damaged. */
  checksums(pack: number): Checksums {
    return this.#files.checksums(pack);
  }

  close(): void {
    this.#files.close();
    this.#windows.clear();
  }

  /** Undefined: the bytes do not lie in one readable window. */
  #within({ pack, offset, length }: SegmentAddress): Buffer | undefined {
    const number = Math.floor(offset / WINDOW_BYTES);
    const from = offset - number * WINDOW_BYTES;
    if (from + length > WINDOW_BYTES) return undefined;
    const window = this.#window(pack, number);
    return from + length > window.length ? undefined : window.memory.subarray(from, from + length);
  }

  #window(pack: number, number: number): Window {
    const name = `${pack}:${number}`;
    const window = this.#windows.get(name) ?? this.#readWindow(pack, number);
    this.#windows.delete(name);
    this.#windows.set(name, window);
    return window;
  }

  /** Without bytes when the disk cannot read it: neighbours of a part may be lost while the part is not. */
  #readWindow(pack: number, number: number): Window {
    const memory = this.#free();
    try {
      return { memory, length: this.#files.readSome(pack, number * WINDOW_BYTES, memory) };
    } catch {
      return { memory, length: 0 };
    }
  }

  /** Returns the memory of the least recently used window, when there are enough. */
  #free(): Buffer {
    const [oldest] = this.#windows;
    if (oldest === undefined || this.#windows.size < WINDOWS_MAX) return Buffer.allocUnsafeSlow(WINDOW_BYTES);
    this.#windows.delete(oldest[0]);
    return oldest[1].memory;
  }

  #whole({ pack, offset, length }: SegmentAddress): Buffer {
    if (length > this.#memory.length) this.#memory = Buffer.allocUnsafeSlow(length);
    const bytes = this.#memory.subarray(0, length);
    try {
      this.#files.read(pack, offset, bytes);
    } catch (cause) {
      throw cause instanceof Fault ? cause : unreadable(this.#files.pathOf(pack), cause);
    }
    return bytes;
  }
}
