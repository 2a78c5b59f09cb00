/**
 * Read-ahead: tracks the packs that the operating system has in memory and that are intact, as far as is known. These packs were read
 * through in the background, one after the other, and compared with their checksums. A read from them takes microseconds, so it needs no
 * other thread and no hash.
 *
 * At most half of the free memory is used, the newest packs first; the other packs stay unknown. When a read from a pack is slow because
 * of the disk, the pack has left memory. The pack then counts as unknown until it is read through again. Disk reads of the process from
 * before the slow read do not count.
 */
import { CHECKSUM_BYTES } from '../../format/pack.ts';
import type { PackFiles } from './pack-files.ts';

/** Share of the free memory that packs may fill. */
const MEMORY_SHARE = 0.5;
/** A slower read waited for a disk, or for the processor. */
const SLOW_MS = 5;
const AGAIN_MS = 2_000;

export class ReadAhead {
  readonly #files: Pick<PackFiles, 'readThrough'>;
  /** Bytes of each pack that is in memory. */
  readonly #known = new Map<number, number>();
  /** Packs that could not be read or are damaged: they are not tried again. */
  readonly #failed = new Set<number>();
  /** Packs to read through, in this order. */
  #wanted: readonly number[] = [];
  #isReading = false;
  #isClosed = false;
  #again: NodeJS.Timeout | undefined;
  /** Disk reads of this process at the last check, and the time of that check. */
  #diskReads = 0;
  #checkedMs = 0;

  constructor(files: Pick<PackFiles, 'readThrough'>) {
    this.#files = files;
  }

  has(pack: number): boolean {
    return this.#known.has(pack);
  }

  /** Reads these packs through, and forgets all others. Resolves when that is done, as far as memory suffices. */
  async through(packs: readonly number[]): Promise<void> {
    this.#wanted = packs.toSorted((one, other) => other - one);
    const wanted = new Set(packs);
    for (const pack of this.#known.keys()) if (!wanted.has(pack)) this.#known.delete(pack);
    for (const pack of this.#failed) if (!wanted.has(pack)) this.#failed.delete(pack);
    if (this.#isReading) return;
    this.#isReading = true;
    await this.#readWanted();
    this.#isReading = false;
  }

  /** Runs `read`, which reads a pack that is in memory. When it waits for a disk, the pack is forgotten. */
  timed(pack: number, read: () => void): void {
    const startedMs = performance.now();
    if (startedMs - this.#checkedMs > SLOW_MS) this.#hasReadDisk();
    read();
    if (performance.now() - startedMs < SLOW_MS || !this.#hasReadDisk()) return;
    this.#known.delete(pack);
    this.#again ??= setTimeout(() => {
      this.#again = undefined;
      void this.through(this.#wanted);
    }, AGAIN_MS).unref();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#again);
    this.#known.clear();
  }

  /** Returns whether the process read from a disk since the last call. */
  #hasReadDisk(): boolean {
    const before = this.#diskReads;
    this.#diskReads = process.resourceUsage().fsRead;
    this.#checkedMs = performance.now();
    return this.#diskReads > before;
  }

  async #readWanted(): Promise<void> {
    const memory = Buffer.allocUnsafeSlow(CHECKSUM_BYTES);
    const bytesMax = process.availableMemory() * MEMORY_SHARE;
    for (let pack = this.#next(); pack !== undefined && !this.#isClosed; pack = this.#next()) {
      const room = bytesMax - [...this.#known.values()].reduce((sum, bytes) => sum + bytes, 0);
      await this.#readThrough(pack, memory, room);
      this.#hasReadDisk();
    }
  }

  /** A pack that is unreadable, damaged or larger than `room` stays unknown; a reader of the bytes that are damaged gets the error. */
  async #readThrough(pack: number, memory: Buffer, room: number): Promise<void> {
    try {
      const bytes = await this.#files.readThrough(pack, memory, room);
      if (bytes === undefined) this.#wanted = this.#wanted.filter((other) => other !== pack);
      else this.#known.set(pack, bytes);
    } catch {
      this.#failed.add(pack);
    }
  }

  #next(): number | undefined {
    return this.#wanted.find((pack) => !this.#known.has(pack) && !this.#failed.has(pack));
  }
}
