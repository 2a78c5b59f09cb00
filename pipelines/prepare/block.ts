/**
 * Block: some pieces of a delivery, judged together. Flat, because a block may go to another thread and a good
 * delivery has a million pieces of which nobody asks more than the bytes.
 */
import { isBlank, NEWLINE } from './frames.ts';
import type { Piece } from './frames.ts';

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

/** Pieces as a block; lines that came together are roots again, blank ones left out. */
export function blockOf(pieces: readonly Piece[]): Block {
  const roots = new Roots();
  for (const piece of pieces) {
    if (piece.kind === 'lines') roots.addLines(piece);
    else roots.add(piece);
  }
  return roots.block(Buffer.concat(pieces.map(({ bytes }) => bytes)));
}

/** One piece of a block again. */
export function pieceOf(block: Block, index: number): Piece {
  const { bytes, starts, ends, lines, columns, odd } = block;
  return {
    kind: 'root', ...odd.get(index), pointer: pointerOf(block, index), line: lines[index]!, column: columns[index]!,
    bytes: bytes.subarray(starts[index], ends[index]),
  };
}

export function pointerOf({ pointers, lines }: Placed, index: number): string {
  return pointers[index] ?? pointerOfLine(lines[index]!);
}

function pointerOfLine(line: number): string {
  return `/${line - 1}`;
}

class Roots {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #lines: number[] = [];
  readonly #columns: number[] = [];
  readonly #pointers: string[] = [];
  readonly #odd = new Map<number, Pick<Piece, 'kind' | 'fault'>>();
  #areLines = true;
  #base = 0;

  add({ kind, fault, bytes, pointer, line, column }: Piece): void {
    if (kind !== 'root' || fault !== undefined) this.#odd.set(this.#ends.length, fault === undefined ? { kind } : { kind, fault });
    this.#areLines &&= pointer === pointerOfLine(line);
    this.#pointers[this.#ends.length] = pointer;
    this.#push(0, bytes.length, { line, column });
    this.#base += bytes.length;
  }

  addLines({ bytes, line: first }: Piece): void {
    let line = first;
    for (let from = 0; from < bytes.length; line++) {
      const until = bytes.indexOf(NEWLINE, from);
      if (!isBlank(bytes, from, until)) this.#push(from, until, { line, column: 1 });
      from = until + 1;
    }
    this.#base += bytes.length;
  }

  block(bytes: Buffer): Block {
    return {
      bytes, odd: this.#odd,
      starts: Uint32Array.from(this.#starts), ends: Uint32Array.from(this.#ends),
      lines: Float64Array.from(this.#lines), columns: Float64Array.from(this.#columns),
      pointers: this.#areLines ? [] : this.#lines.map((line, index) => this.#pointers[index] ?? pointerOfLine(line)),
    };
  }

  #push(from: number, until: number, { line, column }: { line: number; column: number }): void {
    this.#starts.push(this.#base + from);
    this.#ends.push(this.#base + until);
    this.#lines.push(line);
    this.#columns.push(column);
  }
}
