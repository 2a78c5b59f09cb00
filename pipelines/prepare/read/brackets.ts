/** Brackets: the stack of open brackets. A broken text may leave brackets open. */
import { CLOSE_ARRAY, OPEN_ARRAY, OPEN_OBJECT } from '../../strict-json/index.ts';

/** Nesting up to which bracket kinds are remembered; deeper ones are only counted (and refused anyway). */
const KINDS_MAX = 1024;

export class Brackets {
  /** Number of open brackets. */
  depth = 0;
  readonly #kinds = new Uint8Array(KINDS_MAX);

  open(byte: number): void {
    if (this.depth < KINDS_MAX) this.#kinds[this.depth] = byte;
    this.depth++;
  }

  /** Closes the nearest open bracket of this kind and all brackets inside it. False when none is open. */
  close(byte: number): boolean {
    const kind = byte === CLOSE_ARRAY ? OPEN_ARRAY : OPEN_OBJECT;
    let { depth } = this;
    if (depth <= KINDS_MAX) {
      while (depth > 0 && this.#kinds[depth - 1] !== kind) depth--;
      if (depth === 0) return false;
    }
    this.depth = depth - 1;
    return true;
  }

  /** The innermost open bracket; undefined when none is open, or when it is too deep. */
  get innermost(): number | undefined {
    return this.depth > KINDS_MAX ? undefined : this.#kinds[this.depth - 1];
  }
}
