/**
 * Selections: the rows that the last questions selected, so that a page further on costs what the first one does, and who
 * asks the same at once waits for one answer.
 */
import type { Selected } from './steps.ts';

const ROWS_MAX = 4_000_000;

interface Kept {
  readonly rows: Promise<Selected>;
  /** How many; 0 until they are known. */
  count: number;
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
    const kept: Kept = { rows: make(), count: 0 };
    this.#kept.set(key, kept);
    kept.rows.then(({ length }) => this.#counted(key, kept, length), () => this.#kept.delete(key));
    return kept.rows;
  }

  #counted(key: string, kept: Kept, count: number): void {
    if (this.#kept.get(key) !== kept) return;
    kept.count = count;
    // A selection of no rows takes room too.
    this.#rows += count + 1;
    for (const [oldest, { count: rows }] of this.#kept) {
      if (this.#rows <= ROWS_MAX) break;
      this.#kept.delete(oldest);
      this.#rows -= rows + 1;
    }
  }
}
