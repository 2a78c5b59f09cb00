/** Comments: where one ends. JSON has none, so its brackets and quotes must not be taken for those of the records. */
import { NEWLINE, SLASH, STAR } from './bytes.ts';

type Part = 'slash' | 'line' | 'block' | 'star';

export class Comment {
  /** Null outside comments; `slash`: the next byte says whether this is one. */
  #part: Part | null = null;

  get isOpen(): boolean {
    return this.#part !== null;
  }

  /** At a slash. */
  open(): void {
    this.#part = 'slash';
  }

  /** Looks at the next byte; whether that belongs to the comment. A line end closes a comment of one line and is not part of it. */
  takes(byte: number): boolean {
    const part = this.#part;
    const isLineEnd = byte === NEWLINE && part === 'line';
    if (part === 'slash') this.#part = byte === SLASH ? 'line' : byte === STAR ? 'block' : null;
    else if (isLineEnd || (part === 'star' && byte === SLASH)) this.#part = null;
    else if (part !== 'line') this.#part = byte === STAR ? 'star' : 'block';
    return !isLineEnd && (part !== 'slash' || this.#part !== null);
  }
}
