/** Brackets: those that are open, of which a broken text may have left some. */
import { CLOSE_ARRAY, OPEN_ARRAY, OPEN_OBJECT } from '../../strict-json/index.ts';

/** Nesting up to which bracket kinds are remembered; deeper ones are only counted (and refused anyway). */
const KINDS_MAX = 1024;

export class Brackets {
  /** How many are open. */
  depth = 0;
  readonly #kinds = new Uint8Array(KINDS_MAX);

  open(byte: number): void {
    if (this.depth < KINDS_MAX) this.#kinds[this.depth] = byte;
    this.depth++;
  }

  /** Closes the nearest open bracket of this kind, and whatever was left open inside it; false when there is none. */
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

  /** The innermost that is open; undefined for none, or when it is too deep to know. */
  get innermost(): number | undefined {
    return this.depth > KINDS_MAX ? undefined : this.#kinds[this.depth - 1];
  }
}
