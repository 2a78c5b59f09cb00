/**
 * Spool: stores the bytes of many rows while they are sorted: a few in memory, more in a nameless file.
 * Lengths of records are multiples of 8. Records start on a multiple of 8 in the memory that `read` returns; `release` reuses that memory.
 */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { SPOOL_PREFIX } from '../format/layout.ts';

const MEMORY_BYTES = 1024 * 1024;

export class Spool {
  /** The last unwritten bytes; earlier bytes lie in the file. */
  readonly #memory: Buffer;
  #unwritten = 0;
  #written = 0;
  #file: number | null = null;
  /** Memory for records read from the file, and the number of bytes in use. */
  #lending = Buffer.alloc(0);
  #lent = 0;
  readonly #folder: string;

  /** `folder`: where the file may be made; the file can grow as large as all rows together. */
  constructor(folder: string, memoryBytes: number = MEMORY_BYTES) {
    this.#folder = folder;
    this.#memory = Buffer.allocUnsafeSlow(memoryBytes);
  }

  /** Stores a copy of a record; returns its offset. */
  add(record: Buffer): number {
    const offset = this.#written + this.#unwritten;
    if (this.#unwritten + record.length > this.#memory.length) this.#flush();
    if (record.length > this.#memory.length) {
      this.#write(record);
    } else {
      this.#memory.set(record, this.#unwritten);
      this.#unwritten += record.length;
    }
    return offset;
  }

  /** Returns the record that `add` stored at `offset`; valid until the next `add` or `release`. */
  read(offset: number, length: number): Buffer {
    if (offset >= this.#written) return this.#memory.subarray(offset - this.#written, offset - this.#written + length);
    const record = this.#lend(length);
    for (let done = 0; done < length;) {
      const count = readSync(this.#file!, record, done, length - done, offset + done);
      if (count === 0) throw new Error('the spool file ends too early');
      done += count;
    }
    return record;
  }

  /** Makes the memory of all records that were read free for later ones. */
  release(): void {
    this.#lent = 0;
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #lend(length: number): Buffer {
    if (this.#lent + length > this.#lending.length) {
      this.#lending = Buffer.allocUnsafeSlow(Math.max(MEMORY_BYTES, 2 * this.#lending.length, length));
      this.#lent = 0;
    }
    this.#lent += length;
    return this.#lending.subarray(this.#lent - length, this.#lent);
  }

  #flush(): void {
    this.#write(this.#memory.subarray(0, this.#unwritten));
    this.#unwritten = 0;
  }

  #write(bytes: Buffer): void {
    this.#file ??= openNameless(this.#folder);
    for (let done = 0; done < bytes.length;) {
      done += writeSync(this.#file, bytes, done, bytes.length - done, this.#written + done);
    }
    this.#written += bytes.length;
  }
}

/** Opens a file and unlinks it at once, so that no file is left however the process ends. */
function openNameless(parent: string): number {
  const folder = mkdtempSync(join(parent, SPOOL_PREFIX));
  try {
    return openSync(join(folder, 'rows'), 'wx+');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
