/**
 * Ids: the ids of a delivery, and where the object that has each stands first. Ids are equal when their NFC is.
 *
 * Memory: of each id a number, and eight bytes for the line and the root of its object.
 */
import { likenessOf } from '../../../schemas/lookalike.ts';
import { nfc } from '../../../schemas/normal-form.ts';

/** Where an object stands: its line, and the number of its root among those of the delivery. */
export interface ObjectPlace {
  readonly line: number;
  readonly root: number;
}

const FIRST_LENGTH = 1 << 12;

export class Ids {
  readonly #numbers = new Map<string, number>();
  /** Line and root, by turns, of each number. */
  #places = new Uint32Array(FIRST_LENGTH);

  get size(): number {
    return this.#numbers.size;
  }

  has(id: string): boolean {
    return this.#numbers.has(nfc(id));
  }

  /** Adds the id of an object; false when an object before it has that. */
  add(id: string, { line, root }: ObjectPlace): boolean {
    const number = this.#numbers.size;
    const normal = nfc(id);
    if (this.#numbers.has(normal)) return false;
    this.#numbers.set(normal, number);
    if (2 * number === this.#places.length) {
      const larger = new Uint32Array(2 * this.#places.length);
      larger.set(this.#places);
      this.#places = larger;
    }
    this.#places[2 * number] = line;
    this.#places[2 * number + 1] = root;
    return true;
  }

  /** Of each of these ids that no object has: the first id that differs from it only in white space, capitals and punctuation. */
  like(ids: readonly string[]): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    if (ids.length === 0) return found;
    const wanted = Map.groupBy(ids, likenessOf);
    for (const id of this.#numbers.keys()) for (const one of wanted.get(likenessOf(id)) ?? []) if (!found.has(one)) found.set(one, id);
    return found;
  }

  /** Where the first object with an id stands; undefined when there is none. */
  placeOf(id: string): ObjectPlace | undefined {
    const number = this.#numbers.get(nfc(id));
    return number === undefined ? undefined : { line: this.#places[2 * number]!, root: this.#places[2 * number + 1]! };
  }
}
