/** Pieces: combines missing parts of a pack, so that adjacent ones are read at once (packs.ts). */
import type { SegmentAddress } from '../../format/segment-address.ts';

/** The caches: `scanned` has columns that queries scan, `rows` the bytes of rows and documents, `read` all else. */
export type Shelf = 'scanned' | 'read' | 'rows';

/** Maximum read at once, and hashed on the serving thread at once. */
export const PIECE_BYTES_MAX = 1024 * 1024;

/** Missing bytes, and the cache for them. */
export interface MissingBytes extends SegmentAddress {
  readonly shelf: Shelf;
}

/** Adjacent addresses in a pack, to be read at once. */
export interface Piece {
  readonly shelf: Shelf;
  readonly pack: number;
  readonly offset: number;
  length: number;
  readonly addresses: SegmentAddress[];
}

export function piecesOf(missing: readonly MissingBytes[]): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const address of missing.toSorted((one, other) => one.pack - other.pack || one.offset - other.offset)) {
    const { shelf, pack, offset, length } = address;
    const last = pieces.at(-1);
    if (last?.pack === pack && last.addresses.at(-1)!.offset === offset) continue;
    const isBehind = last?.pack === pack && last.shelf === shelf && last.offset + last.length === offset;
    if (isBehind && last.length + length <= PIECE_BYTES_MAX) {
      last.length += length;
      last.addresses.push(address);
    } else {
      pieces.push({ shelf, pack, offset, length, addresses: [address] });
    }
  }
  return pieces;
}

/** Returns the bytes of one address among those of its piece. */
export function within(bytes: Buffer, piece: Piece, { offset, length }: SegmentAddress): Buffer {
  return bytes.subarray(offset - piece.offset, offset - piece.offset + length);
}
