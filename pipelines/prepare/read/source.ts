/**
 * Source: where the bytes of a delivery come from, a file or memory, plain or packed with gzip.
 *
 * Invariants:
 *  - gzip is known by its first bytes, never by a name; files of several members are one stream.
 *  - What stops the reading before the end is a SourceFault, given after the bytes that came before it.
 *  - A chunk holds until the next one is asked for: the memory of a file's chunk is used again.
 *  - Memory: one chunk of the file, and what PIECE_BYTES of a packed one unpack to (at most a thousand times as much).
 * Not here: what the bytes mean (framing.ts), the words of a fault (texts.ts).
 */
import { open, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import type { Gunzip } from 'node:zlib';
import { Fault } from '../../../schemas/fault.ts';
import { LIMITS } from '../../../schemas/limits.ts';

/** `plain`: not to be unpacked, because the body of a request says in its head how it is coded. */
export type Delivery = ({ readonly bytes: Buffer } | { readonly path: string }) & { readonly plain?: boolean };

/**
 * `afgekapt`: the packed bytes end too early. `beschadigd`: they are not what was packed, or others follow them.
 * `te-groot`, `verdacht`: unpacked they are more than the limit, or far more than data can be.
 */
export type SourceFault = `gzip-${'afgekapt' | 'beschadigd' | 'te-groot' | 'verdacht'}`;

/** How gzip begins (RFC 1952). */
const GZIP = Buffer.from([0x1f, 0x8b]);
/** Packed bytes unpacked at once: small, because they may become a thousand times as many. */
const PIECE_BYTES = 16 * 1024;
const OUTPUT_BYTES = 256 * 1024;
const CHUNK_BYTES = 1024 * 1024;

export interface Reading {
  readonly onFault: (fault: SourceFault) => void;
  /** Before each chunk: how many bytes of the file have been read. */
  readonly onRead?: (bytes: number) => void;
}

/** The bytes of a delivery, unpacked, in chunks. Throws a Fault when the file cannot be read. */
export async function* chunksOf(delivery: Delivery, { onFault, onRead }: Reading): AsyncIterable<Buffer> {
  let read = 0;
  const raw = rawChunksOf(delivery, (bytes) => { onRead?.(read += bytes); });
  const { start, isWhole } = await beginningOf(raw);
  const isPacked = delivery.plain !== true && start.subarray(0, GZIP.length).equals(GZIP);
  if (isPacked) yield* unpacked(start, raw, onFault);
  else {
    yield start;
    if (!isWhole) yield* raw;
  }
}

/** The first chunk, or as much as tells whether the file is packed. */
async function beginningOf(raw: AsyncGenerator<Buffer>): Promise<{ start: Buffer; isWhole: boolean }> {
  let start: Buffer = Buffer.alloc(0);
  while (start.length < GZIP.length) {
    const { value, done } = await raw.next();
    if (done === true) return { start, isWhole: true };
    start = start.length === 0 ? value : Buffer.concat([start, value]);
  }
  return { start, isWhole: false };
}

async function* unpacked(start: Buffer, raw: AsyncIterable<Buffer>, onFault: Reading['onFault']): AsyncIterable<Buffer> {
  const unpacker = new Unpacker();
  try {
    yield* unpacker.push(start);
    if (unpacker.fault === undefined) {
      for await (const chunk of raw) {
        yield* unpacker.push(chunk);
        if (unpacker.fault !== undefined) break;
      }
    }
    yield* unpacker.end();
    if (unpacker.fault !== undefined) onFault(unpacker.fault);
  } finally {
    unpacker.close();
  }
}

/** How many bytes a delivery is, as it stands. Throws a Fault when the file is not there. */
export async function sizeOf(delivery: Delivery): Promise<number> {
  if ('bytes' in delivery) return delivery.bytes.length;
  try {
    return (await stat(delivery.path)).size;
  } catch (cause) {
    throw unreadable(delivery.path, cause);
  }
}

async function* rawChunksOf(delivery: Delivery, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  if ('bytes' in delivery) {
    yield delivery.bytes;
    return;
  }
  const memory = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  try {
    await using file = await open(delivery.path);
    for (;;) {
      const { bytesRead } = await file.read(memory, 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      yield memory.subarray(0, bytesRead);
      onRead(bytesRead);
    }
  } catch (cause) {
    throw unreadable(delivery.path, cause);
  }
}

/**
 * Unpacks piece by piece, so that all that came before a fault is handed over: a stream in a pipeline drops
 * what it still holds when it fails.
 */
class Unpacker {
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

function unreadable(path: string, cause: unknown): Fault {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const [actual, hint] = REASONS[code] ?? ['the file cannot be read', 'Check the path and the disk.'];
  return new Fault('the delivery cannot be read', { step: 'Delivery:Read', path, actual, hint, cause });
}

const REASONS: Readonly<Record<string, readonly [actual: string, hint: string]>> = {
  ENOENT: ['no such file', 'Check the name and the folder.'],
  EISDIR: ['a folder', 'Name the file in it.'],
  EACCES: ['no permission to read it', 'Ask for read permission on the file.'],
};
