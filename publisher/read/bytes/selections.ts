/**
 * Selections: caches the rows that recent queries selected. A later page of a list therefore costs as little as the first, and clients
 * that send the same query at once share one selection.
 */
import { LIMITS } from '../../../schemas/limits.ts';

/** Memory of a selection beside its own `bytes`. */
const BESIDE_BYTES = 1_024;

/** The result of a selection (found.ts); only its memory counts here. */
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

  /** `key` identifies the content, the conditions and the order. One key always gives the same result. */
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
