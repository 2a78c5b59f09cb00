/**
 * Block: records of a delivery that one thread checks together. Its bytes are shared memory, because one thread checks them and the
 * collecting thread may read them again.
 */
import type { RawRecord } from './raw-record.ts';

/** A record in a block; `start` and `end` delimit its bytes. */
export interface BlockRecord extends Omit<RawRecord, 'bytes'> {
  readonly start: number;
  readonly end: number;
}

export interface Block {
  /** The records, one after the other, in a SharedArrayBuffer. */
  readonly bytes: Uint8Array;
  readonly records: readonly BlockRecord[];
}

/** Size of a block: small, because a request waits for one block at most; large enough to be worth a message. */
const BLOCK_BYTES = 512 * 1024;
const BLOCK_RECORDS = 2_000;
/** Memory of a block, whose last record may exceed BLOCK_BYTES. Only memory of this size is reused. */
const MEMORY_BYTES = 2 * BLOCK_BYTES;
/** Initial memory of the first block. Most requests have one record, and a larger buffer would cost more than its check. */
const FIRST_BYTES = 16 * 1024;

/** A record of a block, with its bytes. */
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

  /** Whether the block must be taken before the next `add`. */
  get isFull(): boolean {
    return this.#records.length >= BLOCK_RECORDS || this.#used >= BLOCK_BYTES;
  }

  /** Copies a record into the block. Its bytes may be overwritten afterwards. */
  add({ bytes, ...record }: RawRecord): void {
    const end = this.#used + bytes.length;
    if (end > this.#memory.length) this.#grow(end);
    bytes.copy(this.#memory, this.#used);
    this.#records.push({ ...record, start: this.#used, end });
    this.#used = end;
  }

  /** Returns a block of the records since the last `take`. */
  take(): Block {
    const block = { bytes: this.#memory.subarray(0, this.#used), records: this.#records };
    this.#memory = this.#free.pop() ?? NO_MEMORY;
    this.#isFirst = false;
    this.#used = 0;
    this.#records = [];
    return block;
  }

  /** Takes back the memory of a block that is no longer read. */
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
