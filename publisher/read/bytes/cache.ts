/**
 * Cache: recently used bytes of packs, and the objects decoded from them, up to a number of bytes.
 *
 * Bytes lie in sequence in slabs. When there are too many slabs, the oldest is evicted with everything in it, except entries that were
 * used again after their slab was full: these move to the newest slab. So nothing is copied or decoded again while everything in use fits.
 * Slabs double in size as the cache fills. The largest are so large that glibc maps each separately (`mallopt(3)`, M_MMAP_THRESHOLD) and
 * returns it whole; allocations of all sizes would leave holes in the memory of the process.
 */
const SLAB_BYTES_MIN = 256 * 1024;
const SLAB_BYTES_MAX = 32 * 1024 * 1024;
/** Minimum number of slabs that fit in a full cache. */
const SLABS_MIN = 3;
/** A longer entry has a slab of its own. */
const SHARED_BYTES_MAX = 1024 * 1024;
/** Memory beside the bytes, measured: of an entry, and of the object decoded from it. */
const BESIDE_BYTES = 1_024;
/** Typed arrays over the bytes begin on multiples of this number. */
const ALIGNED_BYTES = 8;

interface Slab {
  readonly memory: Buffer;
  filled: number;
  /** Memory that it takes, with the objects decoded from its bytes. */
  cost: number;
  readonly entries: CacheEntry[];
}

export interface CacheEntry {
  readonly pack: number;
  readonly offset: number;
  readonly bytes: Buffer;
  /** Decoded from the bytes on first use. */
  value: unknown;
  readonly slab: Slab;
  /** Whether it was used after its slab was full. */
  isUsed: boolean;
}

/** Memory in the cache reserved for bytes to be read. */
export interface Room {
  readonly bytes: Buffer;
  readonly slab: Slab;
}

export class Cache {
  readonly #bytesMax: number;
  /** Per pack by offset. */
  readonly #entries = new Map<number, Map<number, CacheEntry>>();
  /** Oldest first. */
  readonly #slabs = new Set<Slab>();
  #shared: Slab | undefined;
  /** Used entries of evicted slabs, to be copied to the newest slab. */
  #moving: CacheEntry[] = [];
  #cost = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Memory that the cache takes. */
  get bytes(): number {
    return this.#cost;
  }

  get(pack: number, offset: number): CacheEntry | undefined {
    const entry = this.#entries.get(pack)?.get(offset);
    if (entry !== undefined && entry.slab !== this.#shared) entry.isUsed = true;
    return entry;
  }

  /** Reserves memory for `length` bytes; bytes written there and not added with `set` are lost. */
  room(length: number): Room {
    const room = this.#reserve(length);
    this.#move();
    return room;
  }

  /**
   * `bytes` is a part of the reserved memory in the slab. When the slab was evicted meanwhile, the bytes are returned without being
   * cached.
   */
  set(address: { readonly pack: number; readonly offset: number }, bytes: Buffer, slab: Slab): CacheEntry {
    const entry = this.#put(address, bytes, slab);
    this.#move();
    return entry;
  }

  clear(): void {
    this.#entries.clear();
    this.#slabs.clear();
    this.#shared = undefined;
    this.#moving = [];
    this.#cost = 0;
  }

  /** Moved entries are copied, and decoded again on the next use. */
  #move(): void {
    for (let entry = this.#moving.pop(); entry !== undefined; entry = this.#moving.pop()) {
      const { bytes, slab } = this.#reserve(entry.bytes.length);
      entry.bytes.copy(bytes);
      this.#put(entry, bytes, slab);
    }
  }

  #put({ pack, offset }: { readonly pack: number; readonly offset: number }, bytes: Buffer, slab: Slab): CacheEntry {
    const entry: CacheEntry = { pack, offset, bytes, value: undefined, slab, isUsed: false };
    if (!this.#slabs.has(slab)) return entry;
    let byOffset = this.#entries.get(pack);
    if (byOffset === undefined) this.#entries.set(pack, byOffset = new Map());
    byOffset.set(offset, entry);
    slab.entries.push(entry);
    this.#grow(slab, BESIDE_BYTES);
    return entry;
  }

  #reserve(length: number): Room {
    const slab = length > SHARED_BYTES_MAX ? this.#slabOf(length) : this.#sharedFor(length);
    const bytes = slab.memory.subarray(slab.filled, slab.filled + length);
    slab.filled = Math.ceil((slab.filled + length) / ALIGNED_BYTES) * ALIGNED_BYTES;
    return { bytes, slab };
  }

  #sharedFor(length: number): Slab {
    const slab = this.#shared;
    if (slab !== undefined && slab.filled + length <= slab.memory.length) return slab;
    const size = Math.min(this.#cost, SLAB_BYTES_MAX, Math.floor(this.#bytesMax / SLABS_MIN));
    return this.#shared = this.#slabOf(Math.max(length, SLAB_BYTES_MIN, size));
  }

  #slabOf(length: number): Slab {
    const slab: Slab = { memory: Buffer.allocUnsafeSlow(length), filled: 0, cost: 0, entries: [] };
    this.#slabs.add(slab);
    this.#grow(slab, length);
    return slab;
  }

  #grow(slab: Slab, cost: number): void {
    slab.cost += cost;
    this.#cost += cost;
    for (const oldest of this.#slabs) {
      if (this.#cost <= this.#bytesMax || oldest === slab) break;
      this.#evict(oldest);
    }
  }

  /** Moved entries take at most half of the evicted memory, so that memory is gained. */
  #evict(slab: Slab): void {
    this.#slabs.delete(slab);
    this.#cost -= slab.cost;
    if (this.#shared === slab) this.#shared = undefined;
    let movingBytes = 0;
    for (const entry of slab.entries) {
      const byOffset = this.#entries.get(entry.pack)!;
      if (byOffset.get(entry.offset) !== entry) continue;
      byOffset.delete(entry.offset);
      if (byOffset.size === 0) this.#entries.delete(entry.pack);
      if (!entry.isUsed || movingBytes + entry.bytes.length > slab.memory.length / 2) continue;
      this.#moving.push(entry);
      movingBytes += entry.bytes.length;
    }
  }
}
