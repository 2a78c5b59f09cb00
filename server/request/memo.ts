/** Memo: bounded cache of a pure function by its text, for texts that clients repeat. */
const ENTRIES_MAX = 512;
const KEY_CHARS_MAX = 300;

export class Memo<Value> {
  readonly #known = new Map<string, Value>();

  /** Returns the cached value, or makes one. `keeps` says whether the value stays valid, and so may be cached. */
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
