/**
 * Selections: caches the rows that recent queries selected. A later page of a list therefore costs as little as the first, and clients
 * that send the same query at once share one selection.
 */
import { LRUCache } from 'lru-cache';
import { LIMITS } from '../../../schemas/limits.ts';

/** Memory of a selection beside its own `bytes`. */
const BESIDE_BYTES = 1_024;

/** The result of a selection (ordered-rows.ts); only its memory counts here. */
interface WithMemory {
  readonly bytes: number;
}

export class Selections {
  readonly #cache = new LRUCache<string, Promise<WithMemory>>({ maxSize: LIMITS.cacheBytesMax.selected });

  /** `key` identifies the content, the conditions and the order. One key always gives the same result. */
  get<Found extends WithMemory>(key: string, make: () => Promise<Found>): Promise<Found> {
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached as Promise<Found>;
    const found = make();
    this.#cache.set(key, found, { size: BESIDE_BYTES });
    found.then(
      ({ bytes }) => { if (this.#cache.peek(key) === found) this.#cache.set(key, found, { size: bytes + BESIDE_BYTES }); },
      () => { if (this.#cache.peek(key) === found) this.#cache.delete(key); },
    );
    return found;
  }
}
