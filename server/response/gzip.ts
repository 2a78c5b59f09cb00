/**
 * Gzip: compresses bodies (RFC 1952) from deflated pieces, so that bytes shared by many pages are deflated once.
 *
 * Each piece is deflated separately and ends with a flush on a whole byte, so pieces may be joined in any order (RFC 1951). The CRC-32 of
 * the body is combined from the pieces. An LRU cache has pieces of edition blocks, by the hash of the block, and short whole bodies, by
 * their own name. Other pieces are compressed every time.
 * Invariants:
 * - Equal bodies cut at equal blocks give equal bytes, cached or not.
 * - For one body the serving thread deflates at most `AT_ONCE_BYTES_MAX`. It copies and sums at most `PIECE_BYTES_MAX`, or one block,
 *   before it yields to other requests.
 * Not here: choice of the coding (coding.ts).
 */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync, type ZlibOptions } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { BlockPart } from '../../publisher/read/types.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { combined, shiftOf } from './crc32.ts';

export interface Compressible {
  readonly body: readonly Buffer[];
  /** Parts of the edition's blocks in the body, in order. Offsets count from `blocksFrom`. */
  readonly blocks?: readonly BlockPart[] | undefined;
  readonly blocksFrom?: number;
  /** Cache key of the body; equal keys mean equal bodies. Without a key only blocks are cached. */
  readonly name?: string | undefined;
}

interface Piece {
  readonly deflated: Buffer;
  readonly bytes: number;
  readonly crc: number;
  /** The factor that this piece applies to the checksum of the pieces before it (crc32.ts). */
  readonly shift: number;
}

/** A segment of a body that becomes one piece. */
interface BodySegment {
  readonly start: number;
  readonly end: number;
  /** Cache key of its piece; undefined: not cached. */
  readonly name: string | undefined;
  readonly level: number;
}

/** Up to this length a page is one piece. Finding its blocks would cost more than it saves. */
const ONE_PIECE_BYTES_MAX = 64 * 1024;
/** Bytes that the serving thread deflates for one body; zlib's threads deflate the rest. */
const AT_ONCE_BYTES_MAX = 64 * 1024;
/** Largest piece of bytes outside blocks. */
const PIECE_BYTES_MAX = 1024 * 1024;
/** Largest uncached segment that is stored without compression. A call of zlib would cost more than the bytes. */
const STORED_BYTES_MAX = 1024;
const SLICE_BYTES_MAX = 64 * 1024;
/** Approximate memory of a cache entry beside its bytes. */
const ENTRY_BYTES = 256;

/** Compression levels of cached and of other pieces. The second takes half the time for a tenth more bytes. */
const [THOROUGH, QUICK] = [6, 1];

/** Cache key of the comma between two block parts. */
const COMMA = ',';

/** Gzip header: method deflate, no name, no time, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty deflate block with the final bit set. */
const LAST_BLOCK = Buffer.from([3, 0]);
const deflateLater = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);

export class Gzip {
  readonly #cache: LRUCache<string, Piece>;

  constructor(cacheBytesMax: number = LIMITS.cacheBytesMax.packed) {
    this.#cache = new LRUCache({
      maxSize: cacheBytesMax, sizeCalculation: ({ deflated }, name) => name.length + deflated.length + ENTRY_BYTES,
    });
  }

  /** Compresses a body; synchronously when little must be deflated. */
  compress(chunk: Compressible): readonly Buffer[] | Promise<readonly Buffer[]> {
    const pieces = this.#piecesOf(chunk);
    return pieces instanceof Promise ? pieces.then(joinPieces) : joinPieces(pieces);
  }

  /** Compresses a long response, chunk by chunk. */
  async* compressLong(chunks: AsyncIterable<Compressible>): AsyncGenerator<readonly Buffer[], void> {
    const trailer = new Trailer();
    let start: readonly Buffer[] = [HEADER];
    for await (const chunk of chunks) {
      const pieces = await this.#piecesOf(chunk);
      for (const piece of pieces) trailer.add(piece);
      yield [...start, ...pieces.map(({ deflated }) => deflated)];
      start = [];
    }
    yield [...start, LAST_BLOCK, trailer.bytes()];
  }

  #piecesOf(chunk: Compressible): readonly Piece[] | Promise<readonly Piece[]> {
    const { body } = chunk;
    const segments = bodySegmentsOf(chunk);
    const pieces = segments.map(({ name }) => (name === COMMA ? COMMA_PIECE : name === undefined ? undefined : this.#cache.get(name)));
    const missing = segments.reduce((sum, { start, end }, at) => (pieces[at] === undefined ? sum + end - start : sum), 0);
    if (missing > AT_ONCE_BYTES_MAX) return this.#piecesLater(body, segments, pieces);
    return segments.map((segment, at) => pieces[at] ?? this.#keep(segment, pieceOf(between(body, segment), segment)));
  }

  /** Makes pieces one after the other, because each costs zlib memory. */
  async #piecesLater(
    body: readonly Buffer[], segments: readonly BodySegment[], cached: readonly (Piece | undefined)[],
  ): Promise<readonly Piece[]> {
    const pieces: Piece[] = [];
    for (const [at, segment] of segments.entries()) {
      pieces.push(cached[at] ?? this.#keep(segment, await pieceLater(between(body, segment), segment)));
    }
    return pieces;
  }

  #keep({ name }: BodySegment, piece: Piece): Piece {
    if (name === undefined) return piece;
    const cached = this.#cache.peek(name);
    if (cached !== undefined) return cached;
    const own = withOwnBytes(piece);
    this.#cache.set(name, own);
    return own;
  }
}

function bodySegmentsOf({ body, blocks, blocksFrom = 0, name }: Compressible): readonly BodySegment[] {
  const length = body.reduce((sum, slice) => sum + slice.length, 0);
  if (length <= (blocks === undefined ? PIECE_BYTES_MAX : ONE_PIECE_BYTES_MAX)) {
    return [{ start: 0, end: length, name, level: blocks === undefined ? THOROUGH : QUICK }];
  }
  const segments: BodySegment[] = [];
  let at = 0;
  const upTo = (target: number): void => {
    for (let end = at; at < target; at = end) {
      end = Math.min(target, at + PIECE_BYTES_MAX);
      segments.push({ start: at, end, name: undefined, level: QUICK });
    }
  };
  for (const block of blocks ?? []) {
    const start = blocksFrom + block.start;
    const isNext = start === at + 1 && segments.at(-1)?.name !== undefined;
    if (isNext) segments.push({ start: at, end: start, name: COMMA, level: QUICK });
    else upTo(start);
    at = blocksFrom + block.end;
    segments.push({ start, end: at, name: nameOf(block), level: block.isWhole ? THOROUGH : QUICK });
  }
  upTo(length);
  return segments;
}

function nameOf({ hash, from, isWhole, start, end }: BlockPart): string {
  const block = hash.toString('latin1');
  return isWhole ? block : `${block} ${from} ${end - start}`;
}

/** Returns the bytes of a segment; without a copy when they lie in one slice. */
function between(body: readonly Buffer[], { start, end }: BodySegment): Buffer {
  let before = 0;
  const found: Buffer[] = [];
  for (const slice of body) {
    const after = before + slice.length;
    if (before < end && after > start) found.push(slice.subarray(Math.max(0, start - before), end - before));
    if (after >= end) break;
    before = after;
  }
  return found.length === 1 ? found[0]! : Buffer.concat(found, end - start);
}

function pieceOf(bytes: Buffer, segment: BodySegment): Piece {
  return piece(bytes, isStored(segment) ? stored(bytes) : deflateRawSync(bytes, optionsFor(segment)));
}

async function pieceLater(bytes: Buffer, segment: BodySegment): Promise<Piece> {
  return piece(bytes, isStored(segment) ? stored(bytes) : await deflateLater(bytes, optionsFor(segment)));
}

function optionsFor({ level }: BodySegment): ZlibOptions {
  return { level, finishFlush: constants.Z_SYNC_FLUSH };
}

function isStored({ start, end, name }: BodySegment): boolean {
  return name === undefined && end - start <= STORED_BYTES_MAX;
}

/** Returns a deflate block without compression (RFC 1951 3.2.4): length, its ones' complement, bytes. */
function stored(bytes: Buffer): Buffer {
  const block = Buffer.allocUnsafe(5 + bytes.length);
  block[0] = 0;
  block.writeUInt16LE(bytes.length, 1);
  block.writeUInt16LE(0xffff - bytes.length, 3);
  bytes.copy(block, 5);
  return block;
}

function piece(bytes: Buffer, deflated: Buffer): Piece {
  return { deflated, bytes: bytes.length, crc: crc32(bytes), shift: shiftOf(bytes.length) };
}

const COMMA_PIECE = piece(Buffer.from(COMMA), stored(Buffer.from(COMMA)));

/** Sums length and CRC-32 of pieces, for the trailer of a gzip member. */
class Trailer {
  #crc = 0;
  #bytes = 0;

  add({ crc, bytes, shift }: Piece): void {
    this.#crc = combined(this.#crc, crc, shift);
    this.#bytes += bytes;
  }

  bytes(): Buffer {
    const end = Buffer.alloc(8);
    end.writeUInt32LE(this.#crc, 0);
    end.writeUInt32LE(this.#bytes % 2 ** 32, 4);
    return end;
  }
}

function joinPieces(pieces: readonly Piece[]): readonly Buffer[] {
  const trailer = new Trailer();
  for (const piece of pieces) trailer.add(piece);
  return mergeSmallSlices([HEADER, ...pieces.map(({ deflated }) => deflated), LAST_BLOCK, trailer.bytes()]);
}

/** Joins small slices. Each write to a socket costs more than copying a few kilobytes. */
function mergeSmallSlices(slices: readonly Buffer[]): readonly Buffer[] {
  const groups: Buffer[] = [];
  for (let start = 0, end = 0, bytes = 0; start < slices.length; start = end, bytes = 0) {
    while (end < slices.length && (end === start || bytes + slices[end]!.length <= SLICE_BYTES_MAX)) bytes += slices[end++]!.length;
    groups.push(end === start + 1 ? slices[start]! : Buffer.concat(slices.slice(start, end), bytes));
  }
  return groups;
}

/** The piece with bytes of its own: zlib's buffer may be many times longer. */
function withOwnBytes(piece: Piece): Piece {
  const deflated = Buffer.allocUnsafeSlow(piece.deflated.length);
  piece.deflated.copy(deflated);
  return { ...piece, deflated };
}
