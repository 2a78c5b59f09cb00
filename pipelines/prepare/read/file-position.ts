/** File position: the line and the column of a byte of a file that comes in chunks. */
import type { FilePlace } from '../../../schemas/finding.ts';

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
  placeOf(at: number): FilePlace {
    return { line: this.line, column: this.#chunkStart + at - this.#lineStart + 1 };
  }
}
