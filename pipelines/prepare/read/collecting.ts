/**
 * Collecting: the bytes of one record, which may lie in many chunks, and where in the file they stand.
 *
 * Memory: at most LIMITS.rootBytesMax; of a record that is larger nothing is kept. Bytes are copied only by `keep`, for a
 * chunk holds until the next one.
 */
import type { FileLocation } from '../../../schemas/finding.ts';
import { LIMITS } from '../../../schemas/limits.ts';

export interface Collected extends FileLocation {
  readonly bytes: Buffer;
  readonly isTooLarge: boolean;
}

export class RecordBytes {
  /** Where the record begins; null when none is being collected. */
  started: FileLocation | null = null;
  /** Where in the chunk at hand that begins which is not kept yet. */
  from = -1;
  #parts: Buffer[] = [];
  #bytes = 0;
  #isTooLarge = false;

  /** Whether nothing of it is kept yet: it lies in the chunk at hand as far as it goes. */
  get isInChunk(): boolean {
    return this.#bytes === 0;
  }

  begin(at: number, place: FileLocation): void {
    this.from = at;
    this.started = place;
  }

  /** Goes on with what was taken before; its next bytes stand at `at`. */
  resume(bytes: Buffer, place: FileLocation, at: number): void {
    this.begin(at, place);
    this.#parts = [Buffer.from(bytes)];
    this.#bytes = bytes.length;
  }

  /** Adds a copy of the bytes of the chunk up to `until`. */
  keep(chunk: Buffer, until: number): void {
    if (this.started === null || this.from < 0) return;
    this.#bytes += until - this.from;
    if (this.#bytes > LIMITS.rootBytesMax) { this.#isTooLarge = true; this.#parts = []; }
    if (!this.#isTooLarge && until > this.from) this.#parts.push(Buffer.from(chunk.subarray(this.from, until)));
    this.from = until;
  }

  /** The record as kept; nothing is being collected then. */
  take(): Collected | undefined {
    const { started } = this;
    if (started === null) return undefined;
    const bytes = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    const isTooLarge = this.#isTooLarge;
    this.drop();
    return { line: started.line, column: started.column, bytes, isTooLarge };
  }

  drop(): void {
    if (this.#parts.length > 0) this.#parts = [];
    this.#bytes = 0;
    this.#isTooLarge = false;
    this.started = null;
    this.from = -1;
  }
}

/** The line and the column of a byte of a file that comes in chunks. */
export class FilePosition {
  /** The line at hand, from 1. */
  line = 1;
  /** Where in the file that begins. */
  #lineStart = 0;
  /** Where in the file the chunk at hand begins. */
  #chunkStart = 0;

  /** After the line end at this place in the chunk. */
  newLine(at: number): void {
    this.line++;
    this.#lineStart = this.#chunkStart + at + 1;
  }

  /** After a chunk of so many bytes. */
  nextChunk(length: number): void {
    this.#chunkStart += length;
  }

  /** The place in the file of a byte of the chunk, on the line at hand. */
  placeOf(at: number): FileLocation {
    return { line: this.line, column: this.#chunkStart + at - this.#lineStart + 1 };
  }
}
