/**
 * Cache: bytes of packs that were used lately, and what is made of them, up to a number of bytes.
 *
 * Bytes lie one after the other in slabs. When there are too many slabs the oldest goes, with all that lies in it; what was asked
 * for again since its slab was full goes on to the newest. So nothing is copied, or made anew, while all that is asked for has room.
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
  /** Whether it was asked for when its slab was no longer the one being filled. */
  isUsed: boolean;
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
  /** Of slabs let go, to be copied to the newest. */
  #moving: Kept[] = [];
  #cost = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Memory that it takes. */
  get bytes(): number {
    return this.#cost;
  }

  get(pack: number, offset: number): Kept | undefined {
    const kept = this.#kept.get(pack)?.get(offset);
    if (kept !== undefined && kept.slab !== this.#shared) kept.isUsed = true;
    return kept;
  }

  /** Room for so many bytes; what is written there and not kept is lost. */
  room(length: number): Room {
    const room = this.#reserve(length);
    this.#move();
    return room;
  }

  /** `bytes`: some of those of a room in the slab. When the slab was let go meanwhile they are given and not kept. */
  set(place: { readonly pack: number; readonly offset: number }, bytes: Buffer, slab: Slab): Kept {
    const kept = this.#put(place, bytes, slab);
    this.#move();
    return kept;
  }

  clear(): void {
    this.#kept.clear();
    this.#slabs.clear();
    this.#shared = undefined;
    this.#moving = [];
    this.#cost = 0;
  }

  /** What goes on is copied, and made anew when it is asked for. */
  #move(): void {
    for (let kept = this.#moving.pop(); kept !== undefined; kept = this.#moving.pop()) {
      const { bytes, slab } = this.#reserve(kept.bytes.length);
      kept.bytes.copy(bytes);
      this.#put(kept, bytes, slab);
    }
  }

  #put({ pack, offset }: { readonly pack: number; readonly offset: number }, bytes: Buffer, slab: Slab): Kept {
    const kept: Kept = { pack, offset, bytes, value: undefined, slab, isUsed: false };
    if (!this.#slabs.has(slab)) return kept;
    let places = this.#kept.get(pack);
    if (places === undefined) this.#kept.set(pack, places = new Map());
    places.set(offset, kept);
    slab.entries.push(kept);
    this.#grow(slab, BESIDE_BYTES);
    return kept;
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
      this.#letGo(oldest);
    }
  }

  /** What goes on takes half of what is let go at most, so that something is gained. */
  #letGo(slab: Slab): void {
    this.#slabs.delete(slab);
    this.#cost -= slab.cost;
    if (this.#shared === slab) this.#shared = undefined;
    let movingBytes = 0;
    for (const kept of slab.entries) {
      const places = this.#kept.get(kept.pack)!;
      if (places.get(kept.offset) !== kept) continue;
      places.delete(kept.offset);
      if (places.size === 0) this.#kept.delete(kept.pack);
      if (!kept.isUsed || movingBytes + kept.bytes.length > slab.memory.length / 2) continue;
      this.#moving.push(kept);
      movingBytes += kept.bytes.length;
    }
  }
}
