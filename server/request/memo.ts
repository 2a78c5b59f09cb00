/**
 * Memo: bounded cache of a pure function by its text, for texts that clients repeat. A value is cached when its text comes back: values of
 * texts that come once would only fill the memory and keep the garbage collector busy.
 */
const ENTRIES_MAX = 512;
const KEY_CHARS_MAX = 300;

export class Memo<Value> {
  readonly #known = new Map<string, Value>();
  /** Texts that came once lately. */
  readonly #once = new Set<string>();

  /** Returns the cached value, or makes one. `keeps` says whether the value stays valid, and so may be cached. */
  get(key: string, make: () => Value, keeps: (value: Value) => boolean = () => true): Value {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const value = make();
    if (key.length > KEY_CHARS_MAX || !keeps(value)) return value;
    const isRepeated = this.#once.delete(key);
    const entries = isRepeated ? this.#known : this.#once;
    if (entries.size >= ENTRIES_MAX) entries.clear();
    if (isRepeated) this.#known.set(key, value);
    else this.#once.add(key);
    return value;
  }
}
