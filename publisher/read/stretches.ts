/**
 * Stretches: bytes of rows, read from files that the operating system has in memory: no more than are asked for. Those that are asked for
 * again soon are kept, so that what is asked again and again is not copied each time.
 *
 * Bytes lie side by side in larger memory: many small pieces of memory of their own would keep the garbage collector busy.
 */
import type { Cache } from './cache.ts';

/** Where bytes lie in a pack. */
export interface Stretch {
  readonly pack: number;
  readonly offset: number;
  readonly length: number;
}

/** A power of 2. */
const ASKED_MAX = 8_192;
/** Memory for bytes that are used once. */
const ROOM_BYTES = 1024 * 1024;
/** Longer ones have memory of their own. */
const SHARED_BYTES_MAX = ROOM_BYTES / 4;
/** Offsets are smaller: a pack of a pebibyte is none. */
const OFFSETS = 2 ** 50;

export class Stretches {
  readonly #kept: Cache;
  /** Of what was lately asked for, a number for each: pack and offset in one. */
  readonly #asked = new Float64Array(ASKED_MAX);
  #room = Buffer.alloc(0);
  #filled = 0;

  /** `kept`: may hold other bytes of packs too. */
  constructor(kept: Cache) {
    this.#kept = kept;
  }

  /** `fill` puts the bytes of a stretch where it is told. */
  get(stretch: Stretch, fill: (target: Buffer) => void): Buffer {
    const { pack, offset, length } = stretch;
    const kept = this.#kept.get(pack, offset);
    if (kept !== undefined && kept.bytes.length >= length) return kept.bytes.subarray(0, length);
    if (!this.#isAskedAgain(stretch)) {
      const bytes = this.#roomFor(length);
      fill(bytes);
      return bytes;
    }
    const { bytes, slab } = this.#kept.room(length);
    fill(bytes);
    this.#kept.set(stretch, bytes, slab);
    return bytes;
  }

  clear(): void {
    this.#asked.fill(0);
    this.#room = Buffer.alloc(0);
    this.#filled = 0;
  }

  /** Whether it was asked for lately; it is from now on. Two that share a place in the list only take turns. */
  #isAskedAgain({ pack, offset }: Stretch): boolean {
    const name = pack % 8 * OFFSETS + offset;
    const at = (Math.imul(offset, 0x9e37_79b1) ^ pack) & (ASKED_MAX - 1);
    if (this.#asked[at] === name) return true;
    this.#asked[at] = name;
    return false;
  }

  #roomFor(length: number): Buffer {
    if (length > SHARED_BYTES_MAX) return Buffer.allocUnsafeSlow(length);
    if (this.#filled + length > this.#room.length) {
      this.#room = Buffer.allocUnsafeSlow(ROOM_BYTES);
      this.#filled = 0;
    }
    const bytes = this.#room.subarray(this.#filled, this.#filled + length);
    this.#filled += length;
    return bytes;
  }
}
