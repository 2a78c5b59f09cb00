/** File sum: size and SHA-256 of a file, read in pieces, so that memory is bounded. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

const PIECE_BYTES = 1 << 20;

/** Size and SHA-256 (hex) of some content. */
export interface Sum {
  readonly bytes: number;
  readonly sha256: string;
}

/** Reads a file and returns its sum. `onPiece` receives each piece before the next is read. */
export async function sumOf(path: string, onPiece?: (piece: Buffer) => Promise<void>): Promise<Sum> {
  return await sumOfPieces(createReadStream(path, { highWaterMark: PIECE_BYTES }), onPiece);
}

export async function sumOfPieces(pieces: AsyncIterable<Buffer>, onPiece?: (piece: Buffer) => Promise<void>): Promise<Sum> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.length;
    await onPiece?.(piece);
  }
  return { bytes, sha256: hash.digest('hex') };
}
