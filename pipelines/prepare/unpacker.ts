/**
 * Unpacker: unpacks gzip piece by piece, and reports a damaged file as a fault of the delivery.
 *
 * Invariants: a piece unpacks to at most a thousand times its size, so memory is bounded; unpacking stops as soon as the output exceeds a
 * limit. Not here: where the bytes come from (source.ts), the words of a fault (schemas/rule-words/).
 */
import { createGunzip } from 'node:zlib';
import type { Gunzip } from 'node:zlib';
import { LIMITS } from '../../schemas/limits.ts';

/**
 * The reason why a delivery was not read to its end. `te-groot`: it has more bytes than allowed. In packed bytes:
 *  - `afgekapt`: they end too early.
 *  - `beschadigd`: they are damaged, or followed by other bytes.
 *  - `te-groot`, `verdacht`: they unpack to more than the limit, or to far more than data can be.
 */
export type SourceFault = 'te-groot' | `gzip-${'afgekapt' | 'beschadigd' | 'te-groot' | 'verdacht'}`;

/** The first bytes of gzip (RFC 1952). */
const GZIP = Buffer.from([0x1f, 0x8b]);
/** Packed bytes that are unpacked at once. Few, because they may become a thousand times as many. */
const PIECE_BYTES = 16 * 1024;
const OUTPUT_BYTES = 256 * 1024;

/** Bytes that programs append to a packed file: zeros that fill a block, line ends. */
const PADDING: ReadonlySet<number> = new Set([0x00, 0x0a, 0x0d, 0x1a, 0x20]);
/** Padding bytes at the end that may belong to the packed data, whose last 8 bytes are a checksum and a size. */
const TRAILER_BYTES = 32;
/** Maximum number of padding bytes that are buffered until the next other byte. */
const PADDING_BYTES_MAX = 1024 * 1024;

/** Number of first bytes that show whether a delivery is packed. */
export const MARK_BYTES = GZIP.length;

/** Whether these first bytes are those of gzip. */
export function isPacked(start: Uint8Array): boolean {
  return GZIP.equals(start.subarray(0, GZIP.length));
}

/**
 * Unpacks piece by piece, so that all bytes before a fault are given: a stream in a pipeline drops its buffered output when it fails.
 */
export class Unpacker {
  fault: SourceFault | undefined;
  /** Bytes of padding behind the packed data, set at the end. */
  padding = 0;
  readonly #gunzip: Gunzip = createGunzip({ chunkSize: OUTPUT_BYTES });
  #ready: Buffer[] = [];
  #packed = 0;
  /** The last bytes so far that may be padding. */
  #tail: Buffer = Buffer.alloc(0);
  /** Number of bytes that were unpacked one by one. */
  #trailing = 0;
  #unpacked = 0;
  /** Whether a zero byte was appended to end the stream; what it unpacks to is no part of the file. */
  #isBeyond = false;
  /** The stream has ended, and calls back for no further write. Bytes behind the packed data end it too. */
  #ended = false;
  #settle: () => void = () => undefined;

  constructor() {
    this.#gunzip.on('data', (bytes: Buffer) => this.#take(bytes));
    this.#gunzip.on('end', () => this.#end());
    this.#gunzip.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      // zlib reads two bytes before it reports that no member begins: both must be padding.
      if (this.#trailing >= 2 && message === NO_MEMBER) {
        this.#trailing -= 2;
        this.#end();
      }
      else this.#fail(code === 'Z_BUF_ERROR' ? 'gzip-afgekapt' : 'gzip-beschadigd');
    });
  }

  async* push(chunk: Buffer): AsyncIterable<Buffer> {
    const until = paddingStart(chunk);
    if (until > 0) {
      yield* this.#unpack(this.#tail);
      yield* this.#unpack(chunk.subarray(0, until));
      this.#tail = Buffer.from(chunk.subarray(until));
    } else this.#tail = Buffer.concat([this.#tail, chunk]);
    if (this.#tail.length > PADDING_BYTES_MAX) {
      yield* this.#unpack(this.#tail);
      this.#tail = Buffer.alloc(0);
    }
  }

  async* end(): AsyncIterable<Buffer> {
    yield* this.#unpackTrailer();
    if (this.fault === undefined) {
      if (!this.#ended) await this.#until(() => this.#gunzip.end());
      if (this.#gunzip.bytesWritten < this.#packed) this.fault ??= 'gzip-beschadigd';
    }
    yield* this.#ready.splice(0);
  }

  async* #unpack(bytes: Buffer): AsyncIterable<Buffer> {
    for (let at = 0; at < bytes.length && this.fault === undefined; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, at + PIECE_BYTES);
      this.#packed += piece.length;
      if (!this.#ended) await this.#until((done) => this.#gunzip.write(piece, done));
      yield* this.#ready.splice(0);
    }
  }

  /**
   * Unpacks the last bytes one by one, up to the end of the packed data. The rest is padding. zlib needs two bytes to see whether a
   * further member begins, so a zero is appended when the last byte is not zero.
   */
  async* #unpackTrailer(): AsyncIterable<Buffer> {
    const tail = this.#tail;
    if (tail.length === 0) return;
    const isDamaged = this.#ended;
    const isWhole = tail.length <= TRAILER_BYTES;
    const trailer = Buffer.concat([tail.subarray(0, TRAILER_BYTES), ...(isWhole && tail.at(-1) !== 0 ? [Buffer.alloc(1)] : [])]);
    const before = this.#gunzip.bytesWritten;
    for (let at = 0; at < trailer.length && !this.#ended && this.fault === undefined; at++) {
      this.#trailing++;
      this.#isBeyond = at >= tail.length;
      yield* this.#unpack(trailer.subarray(at, at + 1));
    }
    if (!this.#ended) yield* this.#unpack(tail.subarray(TRAILER_BYTES));
    else if (!isDamaged) {
      this.padding = tail.length - Math.min(this.#trailing, this.#gunzip.bytesWritten - before);
      this.#packed = this.#gunzip.bytesWritten;
    }
  }

  #end(): void {
    this.#ended = true;
    this.#settle();
  }

  close(): void {
    this.#gunzip.destroy();
  }

  async #until(act: (done: () => void) => void): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#settle = resolve;
      act(resolve);
    });
  }

  #take(bytes: Buffer): void {
    if (this.#isBeyond) return;
    this.#unpacked += bytes.length;
    if (this.#unpacked > LIMITS.deliveryBytesMax) this.#fail('gzip-te-groot');
    else if (this.#unpacked > Math.max(LIMITS.gzipFreeBytes, this.#packed * LIMITS.gzipRatioMax)) {
      this.#fail('gzip-verdacht');
    } else this.#ready.push(bytes);
  }

  #fail(fault: SourceFault): void {
    this.fault ??= fault;
    this.#gunzip.destroy();
    this.#settle();
  }
}

/** zlib's message when the bytes behind the packed data begin no further member. */
const NO_MEMBER = 'incorrect header check';

/** Start of the possible padding at the end of a chunk. */
function paddingStart(chunk: Buffer): number {
  let start = chunk.length;
  while (start > 0 && PADDING.has(chunk[start - 1]!)) start--;
  return start;
}
