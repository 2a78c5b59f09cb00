/**
 * Read-ahead: the packs that the operating system has in memory and that are sound, as far as is known: those that were read through and
 * compared with their checksums, one after the other and beside all else. A reading from these takes microseconds, so that it need not be
 * left to another thread, and needs no hash.
 *
 * Half of the memory that is free takes part at most, the newest packs first; what does not fit stays unknown. A pack of which a reading
 * took long, because a disk was waited for, has left that memory again: it counts as unknown until it has been read through once more.
 */
import { CHECKSUM_BYTES } from '../../format/pack.ts';
import type { PackFiles } from './pack-files.ts';

/** Share of the free memory that packs may be expected in. */
const MEMORY_SHARE = 0.5;
/** A disk was waited for, or another process had the processor. */
const SLOW_MS = 5;
const AGAIN_MS = 2_000;

export class ReadAhead {
  readonly #files: Pick<PackFiles, 'readThrough'>;
  /** Bytes of each pack that is in memory. */
  readonly #known = new Map<number, number>();
  /** Packs to read through, in this order. */
  #wanted: readonly number[] = [];
  #isReading = false;
  #isClosed = false;
  #again: NodeJS.Timeout | undefined;
  /** Of this process, when it was last looked at. */
  #diskReads = 0;

  constructor(files: Pick<PackFiles, 'readThrough'>) {
    this.#files = files;
  }

  has(pack: number): boolean {
    return this.#known.has(pack);
  }

  /** Reads these packs through, and forgets all others. Resolves when that is done as far as there is memory. */
  async through(packs: readonly number[]): Promise<void> {
    this.#wanted = packs.toSorted((one, other) => other - one);
    const wanted = new Set(packs);
    for (const pack of this.#known.keys()) if (!wanted.has(pack)) this.#known.delete(pack);
    if (this.#isReading) return;
    this.#isReading = true;
    await this.#readWanted();
    this.#isReading = false;
  }

  /** `read`, which reads a pack that is in memory; when it waits for a disk the pack is not. */
  timed(pack: number, read: () => void): void {
    const startedMs = performance.now();
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

  /** Whether the process read from a disk since this was last asked. */
  #hasReadDisk(): boolean {
    const before = this.#diskReads;
    this.#diskReads = process.resourceUsage().fsRead;
    return this.#diskReads > before;
  }

  async #readWanted(): Promise<void> {
    const memory = Buffer.allocUnsafeSlow(CHECKSUM_BYTES);
    const bytesMax = process.availableMemory() * MEMORY_SHARE;
    for (let pack = this.#next(); pack !== undefined && !this.#isClosed; pack = this.#next()) {
      const room = bytesMax - [...this.#known.values()].reduce((sum, bytes) => sum + bytes, 0);
      const bytes = await this.#files.readThrough(pack, memory, room).catch(() => undefined);
      // A pack that cannot be read, is damaged, or is larger than the room stays unknown: whoever needs it gets the error then.
      if (bytes === undefined) this.#wanted = this.#wanted.filter((other) => other !== pack);
      else this.#known.set(pack, bytes);
      this.#hasReadDisk();
    }
  }

  #next(): number | undefined {
    return this.#wanted.find((pack) => !this.#known.has(pack));
  }
}
