/** Comments: finds the end of a comment, so that its brackets and quotes do not count as those of records. JSON has no comments. */
import { NEWLINE, SLASH, STAR } from './bytes.ts';

type State = 'slash' | 'line' | 'block' | 'star';

export class Comment {
  /** Null outside comments. `slash`: the next byte decides whether a comment begins. */
  #state: State | null = null;

  get isOpen(): boolean {
    return this.#state !== null;
  }

  /** Begins at a slash. */
  open(): void {
    this.#state = 'slash';
  }

  /** Reads the next byte, and returns whether it belongs to the comment. A line end closes a line comment and is not part of it. */
  takes(byte: number): boolean {
    const state = this.#state;
    const isLineEnd = byte === NEWLINE && state === 'line';
    if (state === 'slash') this.#state = byte === SLASH ? 'line' : byte === STAR ? 'block' : null;
    else if (isLineEnd || (state === 'star' && byte === SLASH)) this.#state = null;
    else if (state !== 'line') this.#state = byte === STAR ? 'star' : 'block';
    return !isLineEnd && (state !== 'slash' || this.#state !== null);
  }
}
