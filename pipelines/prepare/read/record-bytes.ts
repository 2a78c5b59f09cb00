/**
 * Record bytes: the bytes of one record, which may lie in many chunks, and their location in the file.
 *
 * Memory: at most LIMITS.rootBytesMax; the bytes of a larger record are dropped. Only `keep` copies bytes, because a chunk is valid until
 * the next one.
 */
import type { FileLocation } from '../../../schemas/finding.ts';
import { LIMITS } from '../../../schemas/limits.ts';

export interface Collected extends FileLocation {
  readonly bytes: Buffer;
  readonly isTooLarge: boolean;
}

export class RecordBytes {
  /** Start of the record in the file; null when none is being collected. */
  started: FileLocation | null = null;
  /** Start, in the current chunk, of the bytes that are not copied yet. */
  from = -1;
  #parts: Buffer[] = [];
  #bytes = 0;
  #isTooLarge = false;

  /** Whether the record begins in the current chunk, so that no bytes are copied yet. */
  get isInChunk(): boolean {
    return this.#bytes === 0;
  }

  begin(at: number, place: FileLocation): void {
    this.from = at;
    this.started = place;
  }

  /** Continues a record that was taken before; its next bytes begin at `at`. */
  resume(bytes: Buffer, place: FileLocation, at: number): void {
    this.begin(at, place);
    this.#parts = [Buffer.from(bytes)];
    this.#bytes = bytes.length;
  }

  /** Copies the bytes of the chunk up to `until`. */
  keep(chunk: Buffer, until: number): void {
    if (this.started === null || this.from < 0) return;
    this.#bytes += until - this.from;
    if (this.#bytes > LIMITS.rootBytesMax) { this.#isTooLarge = true; this.#parts = []; }
    if (!this.#isTooLarge && until > this.from) this.#parts.push(Buffer.from(chunk.subarray(this.from, until)));
    this.from = until;
  }

  /** Returns the collected record, and ends the collecting. */
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

/** Counts lines and columns in a file that is read in chunks. */
export class FilePosition {
  /** The current line, from 1. */
  line = 1;
  /** Offset of the current line in the file. */
  #lineStart = 0;
  /** Offset of the current chunk in the file. */
  #chunkStart = 0;

  /** Counts a line end at this index of the chunk. */
  newLine(at: number): void {
    this.line++;
    this.#lineStart = this.#chunkStart + at + 1;
  }

  /** Moves behind a chunk of this length. */
  nextChunk(length: number): void {
    this.#chunkStart += length;
  }

  /** Location in the file of a byte of the chunk, on the current line. */
  placeOf(at: number): FileLocation {
    return { line: this.line, column: this.#chunkStart + at - this.#lineStart + 1 };
  }
}
