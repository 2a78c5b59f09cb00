/**
 * Unpacker: gzip, piece by piece, with what is wrong with it told in the words of deliveries.
 *
 * Invariants: a piece unpacks to at most a thousand times its size, so memory is bounded; what unpacks to more than the
 * limits allow is given up at once. Not here: where the bytes come from (source.ts), the words of a fault (schemas/rule-words/).
 */
import { createGunzip } from 'node:zlib';
import type { Gunzip } from 'node:zlib';
import { LIMITS } from '../schemas/limits.ts';

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
  readonly #gunzip: Gunzip = createGunzip({ chunkSize: OUTPUT_BYTES });
  #ready: Buffer[] = [];
  #packed = 0;
  #unpacked = 0;
  /** Bytes behind the end also end the stream, and then it answers no write. */
  #ended = false;
  #settle: () => void = () => undefined;

  constructor() {
    this.#gunzip.on('data', (bytes: Buffer) => this.#take(bytes));
    this.#gunzip.on('end', () => {
      this.#ended = true;
      this.#settle();
    });
    this.#gunzip.on('error', ({ code }: NodeJS.ErrnoException) => {
      this.#fail(code === 'Z_BUF_ERROR' ? 'gzip-afgekapt' : 'gzip-beschadigd');
    });
  }

  async* push(chunk: Buffer): AsyncIterable<Buffer> {
    for (let at = 0; at < chunk.length && this.fault === undefined; at += PIECE_BYTES) {
      const piece = chunk.subarray(at, at + PIECE_BYTES);
      this.#packed += piece.length;
      if (!this.#ended) await this.#until((done) => this.#gunzip.write(piece, done));
      yield* this.#ready.splice(0);
    }
  }

  async* end(): AsyncIterable<Buffer> {
    if (this.fault === undefined) {
      if (!this.#ended) await this.#until(() => this.#gunzip.end());
      if (this.#gunzip.bytesWritten < this.#packed) this.fault ??= 'gzip-beschadigd';
    }
    yield* this.#ready.splice(0);
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
