/**
 * Memo: results of a pure function by its text, for texts that clients repeat. Bounded, since they come from outside.
 */
const ENTRIES_MAX = 512;
const KEY_CHARS_MAX = 300;

export class Memo<Value> {
  readonly #known = new Map<string, Value>();

  get(key: string, make: () => Value): Value {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const value = make();
    if (key.length > KEY_CHARS_MAX) return value;
    if (this.#known.size >= ENTRIES_MAX) this.#known.clear();
    this.#known.set(key, value);
    return value;
  }
}
