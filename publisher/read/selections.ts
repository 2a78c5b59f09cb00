/**
 * Selections: the rows that the last questions selected, so that a page further on costs what the first one does, and who
 * asks the same at once waits for one answer.
 */
import type { Selected } from './steps.ts';

const ROWS_MAX = 4_000_000;

interface Kept {
  readonly rows: Promise<Selected>;
  /** What it takes; 0 until it is known. A selection of no rows takes room too. */
  size: number;
}

export class Selections {
  readonly #kept = new Map<string, Kept>();
  #rows = 0;

  /** `key`: of the content asked and of all that selects and orders. */
  get(key: string, make: () => Promise<Selected>): Promise<Selected> {
    const known = this.#kept.get(key);
    if (known !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known.rows;
    }
    const kept: Kept = { rows: make(), size: 0 };
    this.#kept.set(key, kept);
    kept.rows.then(({ length }) => this.#made(key, kept, length + 1), () => this.#forget(key, kept));
    return kept.rows;
  }

  #made(key: string, kept: Kept, size: number): void {
    if (this.#kept.get(key) !== kept) return;
    kept.size = size;
    this.#rows += size;
    for (const [oldest, one] of this.#kept) {
      if (this.#rows <= ROWS_MAX) break;
      this.#forget(oldest, one);
    }
  }

  #forget(key: string, kept: Kept): void {
    if (this.#kept.get(key) !== kept) return;
    this.#kept.delete(key);
    this.#rows -= kept.size;
  }
}
