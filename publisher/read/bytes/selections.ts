/**
 * Selections: the rows that the last questions selected, so that a page further on costs what the first one does, and who
 * asks the same at once waits for one answer.
 */
import { LIMITS } from '../../../schemas/limits.ts';

/** Memory of a selection beside what it says of itself. */
const BESIDE_BYTES = 1_024;

/** What a selection found (found.ts); here only its memory counts. */
interface Sized {
  readonly bytes: number;
}

interface Kept {
  readonly found: Promise<Sized>;
  /** 0 until it is known. */
  bytes: number;
}

export class Selections {
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  /** `key`: of the content asked and of all that selects and orders; of one key always the same is made. */
  get<Found extends Sized>(key: string, make: () => Promise<Found>): Promise<Found> {
    const known = this.#kept.get(key);
    if (known !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known.found as Promise<Found>;
    }
    const found = make();
    const kept: Kept = { found, bytes: 0 };
    this.#kept.set(key, kept);
    found.then(({ bytes }) => this.#made(key, kept, bytes + BESIDE_BYTES), () => this.#forget(key, kept));
    return found;
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
