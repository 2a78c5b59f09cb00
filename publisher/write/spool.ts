/**
 * Spool: holds the bytes of many rows while they are sorted: in memory at first, then in a file without a name.
 * Records start on multiples of 8 bytes in the memory that `read` returns.
 */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { SPOOL_PREFIX } from '../format/layout.ts';

const MEMORY_BYTES_MAX = 64 * 1024 * 1024;

export class Spool {
  private held: Buffer[] = [];
  /** Offsets at which the held records start. */
  private starts: number[] = [];
  private size = 0;
  private written = 0;
  private file: number | null = null;
  private readonly folder: string;
  private readonly memoryBytesMax: number;

  /** `folder`: where the file may be made; as large as all rows together. */
  constructor(folder: string, memoryBytesMax: number = MEMORY_BYTES_MAX) {
    this.folder = folder;
    this.memoryBytesMax = memoryBytesMax;
  }

  /** Keeps a record; returns where it is. */
  add(record: Buffer): number {
    const offset = this.size;
    this.held.push(record);
    this.starts.push(offset);
    this.size += record.length;
    if (this.size - this.written > this.memoryBytesMax) this.flush();
    return offset;
  }

  /** The record that `add` put at `offset`. */
  read(offset: number, length: number): Buffer {
    if (offset >= this.written) return this.held[this.indexOf(offset)]!;
    const record = Buffer.allocUnsafeSlow(length);
    for (let done = 0; done < length;) {
      const count = readSync(this.file!, record, done, length - done, offset + done);
      if (count === 0) throw new Error('the spool file ends too early');
      done += count;
    }
    return record;
  }

  close(): void {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
    this.held = [];
  }

  private indexOf(offset: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.starts[middle]! < offset) low = middle + 1; else high = middle;
    }
    return low;
  }

  private flush(): void {
    this.file ??= openNameless(this.folder);
    const bytes = Buffer.concat(this.held);
    for (let done = 0; done < bytes.length;) {
      done += writeSync(this.file, bytes, done, bytes.length - done, this.written + done);
    }
    this.written = this.size;
    this.held = [];
    this.starts = [];
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
