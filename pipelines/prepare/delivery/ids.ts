/**
 * Ids: the ids of a delivery, with the location of the first object of each. Ids are compared in NFC.
 *
 * Memory: a number for each id, and eight bytes for the line and the root of its object.
 */
import { likenessKey } from '../../../schemas/lookalike.ts';
import { nfc } from '../../../schemas/normal-form.ts';

/** The location of an object: its line, and the number of its root in the delivery. */
export interface ObjectLocation {
  readonly line: number;
  readonly root: number;
}

const FIRST_LENGTH = 1 << 12;

export class Ids {
  readonly #numbers = new Map<string, number>();
  /** Line and root of each number, alternating. */
  #locations = new Uint32Array(FIRST_LENGTH);

  get size(): number {
    return this.#numbers.size;
  }

  has(id: string): boolean {
    return this.#numbers.has(nfc(id));
  }

  /** Adds the id of an object; false when an earlier object has the id. */
  add(id: string, { line, root }: ObjectLocation): boolean {
    const number = this.#numbers.size;
    const normal = nfc(id);
    if (this.#numbers.has(normal)) return false;
    this.#numbers.set(normal, number);
    if (2 * number === this.#locations.length) {
      const larger = new Uint32Array(2 * this.#locations.length);
      larger.set(this.#locations);
      this.#locations = larger;
    }
    this.#locations[2 * number] = line;
    this.#locations[2 * number + 1] = root;
    return true;
  }

  /** Maps ids to the first id of the delivery that differs only in white space, case and punctuation. */
  similarTo(ids: readonly string[]): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    if (ids.length === 0) return found;
    const wanted = Map.groupBy(ids, likenessKey);
    for (const id of this.#numbers.keys()) for (const one of wanted.get(likenessKey(id)) ?? []) if (!found.has(one)) found.set(one, id);
    return found;
  }

  /** The location of the first object with an id; undefined when there is none. */
  locationOf(id: string): ObjectLocation | undefined {
    const number = this.#numbers.get(nfc(id));
    return number === undefined ? undefined : { line: this.#locations[2 * number]!, root: this.#locations[2 * number + 1]! };
  }
}
