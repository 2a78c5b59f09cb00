/**
 * Unpacker: gzip, piece by piece, with what is wrong with it told in the words of deliveries.
 *
 * Invariants: a piece unpacks to at most a thousand times its size, so memory is bounded; what unpacks to more than the
 * limits allow is given up at once. Not here: where the bytes come from (source.ts), the words of a fault (schemas/rule-words/).
 */
import { createGunzip } from 'node:zlib';
import type { Gunzip } from 'node:zlib';
import { LIMITS } from '../../schemas/limits.ts';

/**
 * `te-groot`: more bytes than a delivery may have. Of packed ones, `afgekapt`: they end too early; `beschadigd`: they are not what was
 * packed, or others follow them; `te-groot`, `verdacht`: unpacked they are more than the limit, or far more than data can be.
 */
export type SourceFault = 'te-groot' | `gzip-${'afgekapt' | 'beschadigd' | 'te-groot' | 'verdacht'}`;

/** How gzip begins (RFC 1952). */
const GZIP = Buffer.from([0x1f, 0x8b]);
/** Packed bytes unpacked at once: small, because they may become a thousand times as many. */
const PIECE_BYTES = 16 * 1024;
const OUTPUT_BYTES = 256 * 1024;

/** Bytes that programs write behind a packed file: zeros that fill a block, line ends. */
const PADDING: ReadonlySet<number> = new Set([0x00, 0x0a, 0x0d, 0x1a, 0x20]);
/** So many such bytes at the end may still be of the packed data: its last 8 bytes are a checksum and a size. */
const TRAILER_BYTES = 32;
/** More of them than this in the middle of a file are unpacked before it is known what follows. */
const PADDING_HELD_BYTES = 1024 * 1024;

/** So many first bytes tell whether a delivery is packed. */
export const MARK_BYTES = GZIP.length;

/** Whether bytes that begin so are packed with gzip. */
export function isPacked(start: Uint8Array): boolean {
  return GZIP.equals(start.subarray(0, GZIP.length));
}

/**
 * Unpacks piece by piece, so that all that came before a fault is handed over: a stream in a pipeline drops
 * what it still holds when it fails.
 */
export class Unpacker {
  fault: SourceFault | undefined;
  /** Bytes without content behind the packed data; known at the end. */
  padding = 0;
  readonly #gunzip: Gunzip = createGunzip({ chunkSize: OUTPUT_BYTES });
  #ready: Buffer[] = [];
  #packed = 0;
  /** Bytes at the end of what came so far that may be padding. */
  #held: Buffer = Buffer.alloc(0);
  /** Bytes of the trailer that were unpacked one by one. */
  #trailing = 0;
  #unpacked = 0;
  /** A byte was put behind what came: what is unpacked from then on is not of the file. */
  #isBeyond = false;
  /** Bytes behind the end also end the stream, and then it answers no write. */
  #ended = false;
  #settle: () => void = () => undefined;

  constructor() {
    this.#gunzip.on('data', (bytes: Buffer) => this.#take(bytes));
    this.#gunzip.on('end', () => this.#end());
    this.#gunzip.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      // The two bytes that begin no member must both be padding.
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
      yield* this.#unpack(this.#held);
      yield* this.#unpack(chunk.subarray(0, until));
      this.#held = Buffer.from(chunk.subarray(until));
    } else this.#held = Buffer.concat([this.#held, chunk]);
    if (this.#held.length > PADDING_HELD_BYTES) {
      yield* this.#unpack(this.#held);
      this.#held = Buffer.alloc(0);
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
   * Unpacks the last bytes one by one, up to where the packed data end: the rest is padding. One byte does not tell whether a further
   * member begins, so a zero is put behind the last that is none.
   */
  async* #unpackTrailer(): AsyncIterable<Buffer> {
    const held = this.#held;
    if (held.length === 0) return;
    const isDamaged = this.#ended;
    const isWhole = held.length <= TRAILER_BYTES;
    const trailer = Buffer.concat([held.subarray(0, TRAILER_BYTES), ...(isWhole && held.at(-1) !== 0 ? [Buffer.alloc(1)] : [])]);
    const before = this.#gunzip.bytesWritten;
    for (let at = 0; at < trailer.length && !this.#ended && this.fault === undefined; at++) {
      this.#trailing++;
      this.#isBeyond = at >= held.length;
      yield* this.#unpack(trailer.subarray(at, at + 1));
    }
    if (!this.#ended) yield* this.#unpack(held.subarray(TRAILER_BYTES));
    else if (!isDamaged) {
      this.padding = held.length - Math.min(this.#trailing, this.#gunzip.bytesWritten - before);
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

/** The message of zlib on bytes behind the packed data that begin no further member. */
const NO_MEMBER = 'incorrect header check';

/** Where the bytes at the end of a chunk begin that may be padding. */
function paddingStart(chunk: Buffer): number {
  let start = chunk.length;
  while (start > 0 && PADDING.has(chunk[start - 1]!)) start--;
  return start;
}
