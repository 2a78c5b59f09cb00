/**
 * Cache: bytes of packs that were used lately, and what is made of them, up to a number of bytes.
 *
 * Bytes lie one after the other in slabs. When there are too many slabs the oldest goes, with all that lies in it; what is asked
 * for in the older half is copied to the newest first.
 * Slabs double in size as the cache fills. The largest are so large that glibc maps them one by one (`mallopt(3)`,
 * M_MMAP_THRESHOLD) and gives each back whole: pieces of all sizes that come and go leave holes that stay with the process.
 */
const SLAB_BYTES_MIN = 256 * 1024;
const SLAB_BYTES_MAX = 32 * 1024 * 1024;
/** So many have room in a full cache at least. */
const SLABS_MIN = 3;
/** What is longer has a slab of its own. */
const SHARED_BYTES_MAX = 1024 * 1024;
/** Memory beside the bytes, measured: of an entry, and of the object made of it. */
const BESIDE_BYTES = 1_024;
/** Typed arrays over the bytes begin on such multiples. */
const ALIGNED_BYTES = 8;

interface Slab {
  readonly memory: Buffer;
  filled: number;
  /** What had been added to the cache before it. */
  readonly addedBefore: number;
  /** Memory that it takes, with what is made of its bytes. */
  cost: number;
  readonly entries: Kept[];
}

export interface Kept {
  readonly pack: number;
  readonly offset: number;
  readonly bytes: Buffer;
  /** Made of the bytes when first asked for. */
  value: unknown;
  readonly slab: Slab;
}

/** Memory in the cache for bytes that are to come. */
export interface Room {
  readonly bytes: Buffer;
  readonly slab: Slab;
}

export class Cache {
  readonly #bytesMax: number;
  /** Per pack by offset. */
  readonly #kept = new Map<number, Map<number, Kept>>();
  /** Oldest first. */
  readonly #slabs = new Set<Slab>();
  #shared: Slab | undefined;
  #cost = 0;
  #added = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Memory that it takes. */
  get bytes(): number {
    return this.#cost;
  }

  get(pack: number, offset: number): Kept | undefined {
    const kept = this.#kept.get(pack)?.get(offset);
    if (kept === undefined || this.#added - kept.slab.addedBefore <= this.#bytesMax / 2) return kept;
    const room = this.room(kept.bytes.length);
    kept.bytes.copy(room.bytes);
    return this.set({ pack, offset }, room.bytes, room.slab);
  }

  /** Room for so many bytes; what is written there and not kept is lost. */
  room(length: number): Room {
    const slab = length > SHARED_BYTES_MAX ? this.#slabOf(length) : this.#sharedFor(length);
    const bytes = slab.memory.subarray(slab.filled, slab.filled + length);
    slab.filled = Math.ceil((slab.filled + length) / ALIGNED_BYTES) * ALIGNED_BYTES;
    return { bytes, slab };
  }

  /** `bytes`: some of those of a room in the slab. */
  set({ pack, offset }: { readonly pack: number; readonly offset: number }, bytes: Buffer, slab: Slab): Kept {
    const kept: Kept = { pack, offset, bytes, value: undefined, slab };
    let places = this.#kept.get(pack);
    if (places === undefined) this.#kept.set(pack, places = new Map());
    places.set(offset, kept);
    slab.entries.push(kept);
    this.#grow(slab, BESIDE_BYTES);
    return kept;
  }

  clear(): void {
    this.#kept.clear();
    this.#slabs.clear();
    this.#shared = undefined;
    this.#cost = 0;
  }

  #sharedFor(length: number): Slab {
    const slab = this.#shared;
    if (slab !== undefined && slab.filled + length <= slab.memory.length) return slab;
    const size = Math.min(this.#cost, SLAB_BYTES_MAX, Math.floor(this.#bytesMax / SLABS_MIN));
    return this.#shared = this.#slabOf(Math.max(length, SLAB_BYTES_MIN, size));
  }

  #slabOf(length: number): Slab {
    const slab: Slab = { memory: Buffer.allocUnsafeSlow(length), filled: 0, addedBefore: this.#added, cost: 0, entries: [] };
    this.#slabs.add(slab);
    this.#grow(slab, length);
    return slab;
  }

  /** A slab that was let go meanwhile costs nothing more. */
  #grow(slab: Slab, cost: number): void {
    if (!this.#slabs.has(slab)) return;
    slab.cost += cost;
    this.#cost += cost;
    this.#added += cost;
    for (const oldest of this.#slabs) {
      if (this.#cost <= this.#bytesMax || oldest === slab) break;
      this.#letGo(oldest);
    }
  }

  #letGo(slab: Slab): void {
    this.#slabs.delete(slab);
    this.#cost -= slab.cost;
    if (this.#shared === slab) this.#shared = undefined;
    for (const kept of slab.entries) {
      const places = this.#kept.get(kept.pack)!;
      if (places.get(kept.offset) === kept) places.delete(kept.offset);
      if (places.size === 0) this.#kept.delete(kept.pack);
    }
  }
}
