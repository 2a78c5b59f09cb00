/**
 * Extent reader: reads rows from files that the operating system has in memory, exactly the requested bytes. Extents requested again soon
 * are cached, so that recurring bytes are not copied each time. Extents near one another are read by one call.
 *
 * Bytes lie in sequence in larger memory, which is used again when the caller releases its bytes: many buffers would keep the garbage
 * collector busy.
 */
import type { Cache } from './cache.ts';

/** Bytes of a pack. */
export interface PackExtent {
  readonly pack: number;
  readonly offset: number;
  readonly length: number;
}

/** The result of reading, and a function that frees the memory of the bytes read. Without that call, the garbage collector frees it. */
export interface Releasable<Result> {
  readonly result: Result;
  readonly release: () => void;
}

/** Number of recently requested extents that are remembered. A power of 2. */
const RECENT_MAX = 8_192;
/** Memory for bytes that are used once. */
const ROOM_BYTES = 1024 * 1024;
/** Longer extents have memory of their own. */
const SHARED_BYTES_MAX = ROOM_BYTES / 4;
/** Bytes between two extents that are read along: a call takes as long as copying some kilobytes. */
const GAP_BYTES_MAX = 8 * 1024;
/** Upper bound of offsets in a pack. */
const OFFSETS = 2 ** 50;

export class ExtentReader {
  readonly #cache: Cache;
  readonly #read: (pack: number, offset: number, target: Buffer) => void;
  /** Recently requested extents, one number each: pack and offset combined. */
  readonly #recent = new Float64Array(RECENT_MAX);
  #room = Buffer.alloc(0);
  #filled = 0;

  /** `cache` may contain other bytes of packs too. `read` fills `target` with the bytes of a pack from an offset on. */
  constructor(cache: Cache, read: (pack: number, offset: number, target: Buffer) => void) {
    this.#cache = cache;
    this.#read = read;
  }

  /** Runs `read`, which is synchronous. `release` has no effect after later reads, so bytes of other callers stay as they are. */
  releasable<Result>(read: () => Result): Releasable<Result> {
    const [earlier, filled] = [this.#room, this.#filled];
    const result = read();
    const room = this.#room;
    const start = room === earlier ? filled : 0;
    let end = this.#filled;
    const release = (): void => {
      if (this.#room === room && this.#filled === end) [this.#filled, end] = [start, -1];
    };
    return { result, release };
  }

  get(extent: PackExtent): Buffer {
    return this.#cached(extent) ?? this.#keepRecurring(extent, this.#bytesOf(extent));
  }

  /** Returns the bytes of each extent. Extents in the order of their offsets need the fewest calls. */
  all(extents: readonly PackExtent[]): readonly Buffer[] {
    const found = extents.map((extent) => this.#cached(extent));
    for (let from = 0; from < extents.length;) {
      const first = extents[from]!;
      let to = from + 1;
      if (found[from] === undefined) {
        while (to < extents.length && found[to] === undefined && isNear(first, extents[to - 1]!, extents[to]!)) to += 1;
        const last = extents[to - 1]!;
        const bytes = this.#bytesOf({ ...first, length: last.offset + last.length - first.offset });
        for (let at = from; at < to; at += 1) {
          const start = extents[at]!.offset - first.offset;
          found[at] = this.#keepRecurring(extents[at]!, bytes.subarray(start, start + extents[at]!.length));
        }
      }
      from = to;
    }
    return found as readonly Buffer[];
  }

  clear(): void {
    this.#recent.fill(0);
    this.#room = Buffer.alloc(0);
    this.#filled = 0;
  }

  #cached({ pack, offset, length }: PackExtent): Buffer | undefined {
    const kept = this.#cache.get(pack, offset);
    return kept !== undefined && kept.bytes.length >= length ? kept.bytes.subarray(0, length) : undefined;
  }

  #bytesOf({ pack, offset, length }: PackExtent): Buffer {
    const bytes = this.#roomFor(length);
    this.#read(pack, offset, bytes);
    return bytes;
  }

  /** Returns the bytes, from the cache when the extent was requested before. */
  #keepRecurring(extent: PackExtent, bytes: Buffer): Buffer {
    if (!this.#isRecurring(extent)) return bytes;
    const room = this.#cache.room(bytes.length);
    bytes.copy(room.bytes);
    this.#cache.set(extent, room.bytes, room.slab);
    return room.bytes;
  }

  /** Returns whether an extent was requested recently, and remembers it. Two extents that share an entry only replace each other. */
  #isRecurring({ pack, offset }: PackExtent): boolean {
    const name = pack % 8 * OFFSETS + offset;
    const at = (Math.imul(offset, 0x9e37_79b1) ^ pack) & (RECENT_MAX - 1);
    if (this.#recent[at] === name) return true;
    this.#recent[at] = name;
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

/** Returns whether `next` is read along with the extents from `first` to `last`. */
function isNear(first: PackExtent, last: PackExtent, next: PackExtent): boolean {
  const gap = next.offset - last.offset - last.length;
  return next.pack === first.pack && gap >= 0 && gap <= GAP_BYTES_MAX && next.offset + next.length - first.offset <= SHARED_BYTES_MAX;
}
