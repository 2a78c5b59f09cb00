/**
 * Ids: the ids of a delivery, and where the object that has each stands first.
 *
 * Memory: of each id a number, and eight bytes for the line and the root of its object.
 */

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
    return this.#numbers.has(id);
  }

  /** Adds the id of an object; false when an object before it has that. */
  add(id: string, { line, root }: ObjectPlace): boolean {
    const number = this.#numbers.size;
    if (this.#numbers.has(id)) return false;
    this.#numbers.set(id, number);
    if (2 * number === this.#places.length) {
      const larger = new Uint32Array(2 * this.#places.length);
      larger.set(this.#places);
      this.#places = larger;
    }
    this.#places[2 * number] = line;
    this.#places[2 * number + 1] = root;
    return true;
  }

  /** Where the first object with an id stands; undefined when there is none. */
  placeOf(id: string): ObjectPlace | undefined {
    const number = this.#numbers.get(id);
    return number === undefined ? undefined : { line: this.#places[2 * number]!, root: this.#places[2 * number + 1]! };
  }
}
