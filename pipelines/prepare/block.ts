/**
 * Block: some pieces of a delivery, judged together. Flat, because a block may go to another thread and a good
 * delivery has a million pieces of which nobody asks more than the bytes.
 */
import { isBlank } from './frames.ts';
import type { Piece } from './frames.ts';

/** So many lines of a delivery may come together as one piece. */
export const LINES_TOGETHER = 2_000;
/** Large enough that what a block costs by itself, mostly in DuckDB, does not count. */
const BLOCK_ROOTS = 8_000;
const BLOCK_BYTES = 4 * 1024 * 1024;
/** The last piece may go beyond what makes a block full. */
const MEMORY_BYTES = BLOCK_BYTES + 1024 * 1024;
const MEMORY_BYTES_MIN = 64 * 1024;

export interface Block {
  readonly bytes: Buffer;
  /** For each root where it starts and ends in `bytes`. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Of its first byte, from 1. */
  readonly lines: Float64Array;
  readonly columns: Float64Array;
  /** Empty when each root is a line: then its pointer follows from that. */
  readonly pointers: readonly string[];
  /** Pieces that are no complete root. */
  readonly odd: ReadonlyMap<number, Pick<Piece, 'kind' | 'fault'>>;
}

/** Where the pieces of a block stand in the delivery. */
export type Placed = Pick<Block, 'lines' | 'pointers'>;

/** One piece of a block again. */
export function pieceOf(block: Block, index: number): Piece {
  const { bytes, starts, ends, lines, columns, odd } = block;
  return {
    kind: 'root', ...odd.get(index), pointer: pointerOf(block, index), line: lines[index]!, column: columns[index]!,
    bytes: bytes.subarray(starts[index], ends[index]),
  };
}

/** Some pieces of a block, by their places, as a block of the same bytes. */
export function partOf(block: Block, places: Uint32Array): Block {
  const { bytes, starts, ends, lines, columns, pointers, odd } = block;
  return {
    bytes, starts: places.map((place) => starts[place]!), ends: places.map((place) => ends[place]!),
    lines: Float64Array.from(places, (place) => lines[place]!), columns: Float64Array.from(places, (place) => columns[place]!),
    pointers: pointers.length === 0 ? [] : Array.from(places, (place) => pointers[place]!),
    odd: new Map([...places.entries()].flatMap(([index, place]) => (odd.has(place) ? [[index, odd.get(place)!]] : []))),
  };
}

export function pointerOf({ pointers, lines }: Placed, index: number): string {
  return pointers[index] ?? pointerOfLine(lines[index]!);
}

function pointerOfLine(line: number): string {
  return `/${line - 1}`;
}

/**
 * Makes blocks of pieces, whose bytes it copies; lines that came together are roots again, blank ones left out. The
 * memory of blocks is shared with threads that judge them, and is used again when they are given back.
 */
export class BlockMaker {
  readonly #free: Buffer[] = [];
  #memory: Buffer = Buffer.alloc(0);
  #used = 0;
  #roots = newRoots();

  /** Whether the block must be taken before more is added. */
  get isFull(): boolean {
    return this.#roots.ends.length >= BLOCK_ROOTS || this.#used >= BLOCK_BYTES;
  }

  add(piece: Piece): void {
    const start = this.#used;
    this.#copy(piece.bytes);
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
    const bytes = this.#memory.subarray(0, this.#used);
    [this.#memory, this.#used, this.#roots] = [this.#free.pop() ?? Buffer.alloc(0), 0, newRoots()];
    return {
      bytes, odd, starts: new Uint32Array(starts), ends: new Uint32Array(ends),
      lines: new Float64Array(lines), columns: new Float64Array(columns),
      pointers: areLines ? [] : lines.map((line, index) => pointers[index] ?? pointerOfLine(line)),
    };
  }

  /** Nobody looks at the bytes of this block any more. */
  giveBack({ bytes: { buffer } }: Block): void {
    if (buffer.byteLength === MEMORY_BYTES) this.#free.push(Buffer.from(buffer));
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

  #copy(more: Buffer): void {
    const until = this.#used + more.length;
    if (until > this.#memory.length) {
      const doubled = Math.min(2 * this.#memory.length, MEMORY_BYTES);
      const larger = Buffer.from(new SharedArrayBuffer(Math.max(until, doubled, MEMORY_BYTES_MIN)));
      this.#memory.copy(larger, 0, 0, this.#used);
      this.#memory = larger;
    }
    more.copy(this.#memory, this.#used);
    this.#used = until;
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
