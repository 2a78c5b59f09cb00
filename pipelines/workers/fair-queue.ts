/**
 * Fair queue: what waits, taken in turn by holder. Each holder's own things keep their order.
 *
 * Invariant: before the second thing of a holder is taken, each other holder that waits has one taken.
 */
export class FairQueue<T> {
  /** By holder, in the order of their turns. */
  readonly #waiting = new Map<string, T[]>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  push(holder: string, thing: T): void {
    const own = this.#waiting.get(holder);
    if (own === undefined) this.#waiting.set(holder, [thing]);
    else own.push(thing);
  }

  /** The next thing; undefined when nothing waits. */
  take(): T | undefined {
    const [next] = this.#waiting;
    if (next === undefined) return undefined;
    const [holder, own] = next;
    this.#waiting.delete(holder);
    const thing = own.shift();
    // Behind all others.
    if (own.length > 0) this.#waiting.set(holder, own);
    return thing;
  }
}
