/**
 * Block: some pieces of a delivery, judged together. Flat, because a block may go to another thread and a good
 * delivery has a million pieces of which nobody asks more than the bytes.
 */
import type { Piece } from './frames.ts';

export interface Block {
  /** The pieces, one after the other. */
  readonly bytes: Buffer;
  /** For each piece where it ends in `bytes`, which is where the next one starts. */
  readonly ends: Uint32Array;
  readonly pointers: readonly string[];
  readonly lines: Float64Array;
  readonly columns: Float64Array;
  /** Pieces that are no complete root. */
  readonly odd: ReadonlyMap<number, Pick<Piece, 'kind' | 'fault'>>;
}

export function blockOf(pieces: readonly Piece[]): Block {
  let end = 0;
  return {
    bytes: Buffer.concat(pieces.map(({ bytes }) => bytes)),
    ends: Uint32Array.from(pieces, ({ bytes }) => end += bytes.length),
    pointers: pieces.map(({ pointer }) => pointer),
    lines: Float64Array.from(pieces, ({ line }) => line),
    columns: Float64Array.from(pieces, ({ column }) => column),
    odd: new Map(pieces.flatMap(({ kind, fault }, index) =>
      (kind === 'root' && fault === undefined ? [] : [[index, fault === undefined ? { kind } : { kind, fault }]]))),
  };
}

/** One piece of a block again. */
export function pieceOf({ bytes, ends, pointers, lines, columns, odd }: Block, index: number): Piece {
  return {
    kind: 'root', ...odd.get(index), pointer: pointers[index]!, line: lines[index]!, column: columns[index]!,
    bytes: bytes.subarray(index === 0 ? 0 : ends[index - 1], ends[index]),
  };
}
