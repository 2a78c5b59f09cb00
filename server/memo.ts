/**
 * Memo: results of a pure function by its text, for texts that clients repeat. Bounded, since they come from outside.
 */
const ENTRIES_MAX = 512;
const KEY_CHARS_MAX = 300;

export class Memo<Value> {
  readonly #known = new Map<string, Value>();

  /** `keeps`: whether the result will be the same at any later time. */
  get(key: string, make: () => Value, keeps: (value: Value) => boolean = () => true): Value {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const value = make();
    if (key.length > KEY_CHARS_MAX || !keeps(value)) return value;
    if (this.#known.size >= ENTRIES_MAX) this.#known.clear();
    this.#known.set(key, value);
    return value;
  }
}
