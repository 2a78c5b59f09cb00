/**
 * Selections: the rows that the last questions selected, so that a page further on costs what the first one does, and who
 * asks the same at once waits for one answer.
 */
import { LIMITS } from '../../schemas/limits.ts';
import type { Selected } from './steps.ts';

/** Memory of a selection beside its rows. */
const BESIDE_BYTES = 1_024;

interface Kept {
  readonly rows: Promise<Selected>;
  /** 0 until it is known. */
  bytes: number;
}

export class Selections {
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  /** `key`: of the content asked and of all that selects and orders. */
  get(key: string, make: () => Promise<Selected>): Promise<Selected> {
    const known = this.#kept.get(key);
    if (known !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known.rows;
    }
    const kept: Kept = { rows: make(), bytes: 0 };
    this.#kept.set(key, kept);
    kept.rows.then((found) => this.#made(key, kept, found.buffer.byteLength + BESIDE_BYTES), () => this.#forget(key, kept));
    return kept.rows;
  }

  #made(key: string, kept: Kept, bytes: number): void {
    if (this.#kept.get(key) !== kept) return;
    kept.bytes = bytes;
    this.#bytes += bytes;
    for (const [oldest, one] of this.#kept) {
      if (this.#bytes <= LIMITS.keptBytesMax.selected) break;
      this.#forget(oldest, one);
    }
  }

  #forget(key: string, kept: Kept): void {
    if (this.#kept.get(key) !== kept) return;
    this.#kept.delete(key);
    this.#bytes -= kept.bytes;
  }
}
