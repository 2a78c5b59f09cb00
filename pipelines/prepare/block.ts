/**
 * Block: some pieces of a delivery, judged together. Flat, because a block may go to another thread and a good
 * delivery has a million pieces of which nobody asks more than the bytes.
 * Not here: how it is made (block-maker.ts).
 */
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

/** One piece of a block again. */
export function pieceOf(block: Block, index: number): Piece {
  const { bytes, starts, ends, lines, columns, odd } = block;
  const root: Piece = {
    kind: 'root', pointer: pointerOf(block, index), line: lines[index]!, column: columns[index]!,
    bytes: bytes.subarray(starts[index], ends[index]),
  };
  const as = odd.get(index);
  return as === undefined ? root : { ...root, ...as };
}

/** Some pieces of a block, by their places, as a block of the same bytes. */
export function piecesOf(block: Block, places: Uint32Array): Block {
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

/** The pointer of a root that is a line. */
export function pointerOfLine(line: number): string {
  return `/${line - 1}`;
}
