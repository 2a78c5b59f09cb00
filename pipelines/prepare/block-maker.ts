/**
 * Block maker: puts chunks of a delivery in memory that is shared with the threads that judge, and makes blocks of the
 * pieces that are cut from them.
 *
 * Lines that come together are not copied: their block lies where they were read, in the room. A block that gets any
 * other piece lies in memory of its own.
 * Invariant: memory is used again only when its blocks are given back and nothing more is read into it.
 * Not here: reading (source.ts), cutting (frames.ts).
 */
import { pointerOfLine } from './block.ts';
import type { Block } from './block.ts';
import { isBlank } from './frames.ts';
import type { Piece } from './frames.ts';

/** So many lines of a delivery may come together as one piece. */
export const LINES_TOGETHER = 2_000;
/** Large enough that what a block costs by itself, mostly in DuckDB, does not count. */
const BLOCK_ROOTS = 8_000;
const BLOCK_BYTES = 4 * 1024 * 1024;
/** The last piece may go beyond what makes a block full. */
const MEMORY_BYTES = BLOCK_BYTES + 1024 * 1024;
/** There is room for so much more at least, or it is taken elsewhere. */
const ROOM_BYTES_MIN = 32 * 1024;
const NOTHING: Buffer = Buffer.alloc(0);

export class BlockMaker {
  readonly #memory: Memory;
  /** Where chunks are put, and until where they are. */
  #room = NOTHING;
  #filled = 0;
  /** So many bytes before that come again at the start of the next chunk. */
  #left = 0;
  /** The block at hand: the memory it lies in, whether that is its own, and where. */
  #in = NOTHING;
  #isOwn = false;
  #from = 0;
  #until = 0;
  #roots = newRoots();

  /** `size`: of the delivery as it stands, in bytes; a small one needs little memory. */
  constructor(size: number) {
    this.#memory = new Memory(Math.min(size + 2 * ROOM_BYTES_MIN, MEMORY_BYTES));
  }

  /** Memory for the next bytes; those `left` at the end of the last chunk will come before them. */
  room(left: number): Buffer {
    if (left === 0 && this.#memory.holders(this.#room) === 1) this.#filled = 0;
    if (this.#room.length - this.#filled < ROOM_BYTES_MIN) this.#moveRoom(left);
    this.#left = left;
    return this.#room.subarray(this.#filled);
  }

  /** The next chunk: what was left and then `read`, which was put in the room. It holds until room is asked for again. */
  chunkOf(read: Buffer): Buffer {
    const start = this.#filled - this.#left;
    this.#filled += read.length;
    return this.#room.subarray(start, this.#filled);
  }

  /** Whether the block must be taken before more is added. */
  get isFull(): boolean {
    return this.#roots.ends.length >= BLOCK_ROOTS || this.#until - this.#from >= BLOCK_BYTES;
  }

  /** Whether the block must be taken before room is asked for, to stay where it lies. */
  get fillsRoom(): boolean {
    return this.#in === this.#room && this.#room.length - this.#filled < ROOM_BYTES_MIN;
  }

  /** Lines that came together are roots again, blank ones left out. */
  add(piece: Piece): void {
    const start = this.#place(piece.bytes);
    if (piece.lineEnds !== undefined) return this.#addLines(piece, piece.lineEnds, start);
    const { kind, fault, bytes, pointer, line, column } = piece;
    const roots = this.#roots;
    const isOdd = kind !== 'root' || fault !== undefined;
    if (isOdd) roots.odd.set(roots.ends.length, fault === undefined ? { kind } : { kind, fault });
    roots.areLines &&= pointer === pointerOfLine(line);
    roots.pointers[roots.ends.length] = pointer;
    this.#push(start, start + bytes.length, { line, column });
  }

  /** All that was added since the last. */
  take(): Block {
    const { starts, ends, lines, columns, pointers, odd, areLines } = this.#roots;
    const bytes = this.#in.subarray(this.#from, this.#until);
    [this.#in, this.#isOwn, this.#from, this.#until, this.#roots] = [NOTHING, false, 0, 0, newRoots()];
    return {
      bytes, odd, starts: new Uint32Array(starts), ends: new Uint32Array(ends),
      lines: new Float64Array(lines), columns: new Float64Array(columns),
      pointers: areLines ? [] : lines.map((line, index) => pointers[index] ?? pointerOfLine(line)),
    };
  }

  /** Nobody looks at the bytes of this block any more. */
  giveBack({ bytes }: Block): void {
    this.#memory.release(bytes);
  }

  #moveRoom(left: number): void {
    const before = this.#room;
    this.#room = this.#memory.get(left + ROOM_BYTES_MIN);
    before.copy(this.#room, 0, this.#filled - left, this.#filled);
    this.#filled = left;
    this.#memory.release(before);
  }

  /** Where in the block these bytes are: they lie there, or are copied. */
  #place(bytes: Buffer): number {
    const isInRoom = bytes.buffer === this.#room.buffer;
    if (isInRoom && this.#in === NOTHING) {
      this.#in = this.#room;
      this.#memory.hold(this.#in);
      this.#from = bytes.byteOffset;
    }
    if (!isInRoom || this.#in !== this.#room) this.#copy(bytes);
    else this.#until = bytes.byteOffset + bytes.length;
    return this.#until - bytes.length - this.#from;
  }

  #copy(more: Buffer): void {
    const used = this.#until - this.#from;
    if (!this.#isOwn || used + more.length > this.#in.length) {
      const own = this.#memory.get(Math.max(used + more.length, Math.min(2 * used, MEMORY_BYTES)));
      this.#in.copy(own, 0, this.#from, this.#until);
      this.#memory.release(this.#in);
      [this.#in, this.#from, this.#until, this.#isOwn] = [own, 0, used, true];
    }
    more.copy(this.#in, this.#until);
    this.#until += more.length;
  }

  #addLines({ bytes, line: first }: Piece, lineEnds: readonly number[], start: number): void {
    let from = 0;
    for (let index = 0; index < lineEnds.length; index++) {
      const until = lineEnds[index]!;
      if (!isBlank(bytes, from, until)) this.#push(start + from, start + until, { line: first + index, column: 1 });
      from = until + 1;
    }
  }

  #push(start: number, end: number, { line, column }: { line: number; column: number }): void {
    const { starts, ends, lines, columns } = this.#roots;
    starts.push(start);
    ends.push(end);
    lines.push(line);
    columns.push(column);
  }
}

/** Memory that is shared with threads, and who holds it: the room, and each block that lies in it. */
class Memory {
  readonly #usual: number;
  readonly #free: Buffer[] = [];
  readonly #holders = new Map<ArrayBufferLike, number>();

  /** `usual`: how many bytes it mostly is at once; only that is used again. */
  constructor(usual: number) {
    this.#usual = usual;
  }

  /** At least so many bytes, held once. */
  get(least: number): Buffer {
    const found = least <= this.#usual ? this.#free.pop() : undefined;
    const memory = found ?? Buffer.from(new SharedArrayBuffer(Math.max(least, this.#usual)));
    this.#holders.set(memory.buffer, 1);
    return memory;
  }

  holders({ buffer }: Buffer): number {
    return this.#holders.get(buffer) ?? 0;
  }

  hold(memory: Buffer): void {
    this.#holders.set(memory.buffer, this.holders(memory) + 1);
  }

  /** `memory`: or any part of it. */
  release(memory: Buffer): void {
    const { buffer } = memory;
    const holders = this.holders(memory) - 1;
    if (holders > 0) this.#holders.set(buffer, holders);
    else if (this.#holders.delete(buffer) && buffer.byteLength === this.#usual) this.#free.push(Buffer.from(buffer));
  }
}

interface Roots {
  readonly starts: number[];
  readonly ends: number[];
  readonly lines: number[];
  readonly columns: number[];
  readonly pointers: string[];
  readonly odd: Map<number, Pick<Piece, 'kind' | 'fault'>>;
  areLines: boolean;
}

function newRoots(): Roots {
  return { starts: [], ends: [], lines: [], columns: [], pointers: [], odd: new Map(), areLines: true };
}
