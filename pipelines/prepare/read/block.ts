/**
 * Block: some records of a delivery that are checked together, by one thread. Its bytes are shared between threads, for
 * they are checked by one and may be read again by the thread that collects what was found.
 */
import type { RawRecord } from './raw-record.ts';

/** A record in a block: `start` and `end` say where its bytes are. */
export interface BlockRecord extends Omit<RawRecord, 'bytes'> {
  readonly start: number;
  readonly end: number;
}

export interface Block {
  /** Over a SharedArrayBuffer; its records one after the other. */
  readonly bytes: Uint8Array;
  readonly records: readonly BlockRecord[];
}

/** A request never waits for more than one block: small enough for a moment, large enough to be worth a message. */
const BLOCK_BYTES = 512 * 1024;
const BLOCK_RECORDS = 2_000;
/** The last record may go beyond what makes a block full; only memory of this size is used again. */
const MEMORY_BYTES = 2 * BLOCK_BYTES;
/** What the first block begins with: most requests bring one record, for which more would cost more than its check. */
const FIRST_BYTES = 16 * 1024;

/** A record of a block by itself. */
export function recordIn({ bytes }: Block, { start, end, ...record }: BlockRecord): RawRecord {
  return { ...record, bytes: Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start) };
}

/** Collects records into blocks. */
export class BlockBuilder {
  #memory = NO_MEMORY;
  #isFirst = true;
  #used = 0;
  #records: BlockRecord[] = [];
  readonly #free: Buffer[] = [];

  /** Whether the block must be taken before more is added. */
  get isFull(): boolean {
    return this.#records.length >= BLOCK_RECORDS || this.#used >= BLOCK_BYTES;
  }

  /** Copies the bytes of a record, which need not hold any longer. */
  add({ bytes, ...record }: RawRecord): void {
    const end = this.#used + bytes.length;
    if (end > this.#memory.length) this.#grow(end);
    bytes.copy(this.#memory, this.#used);
    this.#records.push({ ...record, start: this.#used, end });
    this.#used = end;
  }

  /** The block of all that was added since the last. */
  take(): Block {
    const block = { bytes: this.#memory.subarray(0, this.#used), records: this.#records };
    this.#memory = this.#free.pop() ?? NO_MEMORY;
    this.#isFirst = false;
    this.#used = 0;
    this.#records = [];
    return block;
  }

  /** Takes back the memory of a block that is not read any more. */
  reuse({ bytes: { buffer } }: Block): void {
    if (buffer.byteLength === MEMORY_BYTES) this.#free.push(Buffer.from(buffer));
  }

  #grow(least: number): void {
    const larger = sharedMemory(Math.max(least, 2 * this.#memory.length, this.#isFirst ? FIRST_BYTES : MEMORY_BYTES));
    this.#memory.copy(larger, 0, 0, this.#used);
    this.#memory = larger;
  }
}

const NO_MEMORY = sharedMemory(0);

function sharedMemory(bytes: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(bytes));
}
