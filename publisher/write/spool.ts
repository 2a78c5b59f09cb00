/**
 * Spool: holds the bytes of many rows while they are sorted: a few in memory, more in a file without a name.
 * Records are as long as a multiple of 8, and start on one in the memory that `read` returns, which is used again after `release`.
 */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { SPOOL_PREFIX } from '../format/layout.ts';

const MEMORY_BYTES = 1024 * 1024;

export class Spool {
  /** The last `held` bytes; those before lie in the file. */
  private readonly memory: Buffer;
  private held = 0;
  private written = 0;
  private file: number | null = null;
  /** For what is read from the file, and how much of it is lent. */
  private lending = Buffer.alloc(0);
  private lent = 0;
  private readonly folder: string;

  /** `folder`: where the file may be made; as large as all rows together. */
  constructor(folder: string, memoryBytes: number = MEMORY_BYTES) {
    this.folder = folder;
    this.memory = Buffer.allocUnsafeSlow(memoryBytes);
  }

  /** Keeps a copy of a record; returns where it is. */
  add(record: Buffer): number {
    const offset = this.written + this.held;
    if (this.held + record.length > this.memory.length) this.flush();
    if (record.length > this.memory.length) {
      this.write(record);
    } else {
      this.memory.set(record, this.held);
      this.held += record.length;
    }
    return offset;
  }

  /** The record that `add` put at `offset`; valid until more is added, or all is released. */
  read(offset: number, length: number): Buffer {
    if (offset >= this.written) return this.memory.subarray(offset - this.written, offset - this.written + length);
    const record = this.lend(length);
    for (let done = 0; done < length;) {
      const count = readSync(this.file!, record, done, length - done, offset + done);
      if (count === 0) throw new Error('the spool file ends too early');
      done += count;
    }
    return record;
  }

  /** Says that no record that was read is needed any more. */
  release(): void {
    this.lent = 0;
  }

  close(): void {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
  }

  private lend(length: number): Buffer {
    if (this.lent + length > this.lending.length) {
      this.lending = Buffer.allocUnsafeSlow(Math.max(MEMORY_BYTES, 2 * this.lending.length, length));
      this.lent = 0;
    }
    this.lent += length;
    return this.lending.subarray(this.lent - length, this.lent);
  }

  private flush(): void {
    this.write(this.memory.subarray(0, this.held));
    this.held = 0;
  }

  private write(bytes: Buffer): void {
    this.file ??= openNameless(this.folder);
    for (let done = 0; done < bytes.length;) {
      done += writeSync(this.file, bytes, done, bytes.length - done, this.written + done);
    }
    this.written += bytes.length;
  }
}

/** A file that is gone from its folder at once, so that nothing is left behind however the process ends. */
function openNameless(parent: string): number {
  const folder = mkdtempSync(join(parent, SPOOL_PREFIX));
  try {
    return openSync(join(folder, 'rows'), 'wx+');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
