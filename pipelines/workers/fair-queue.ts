/**
 * Fair queue: a queue of items that are taken in turn by holder. The items of one holder keep their order.
 *
 * Invariant: before a second item of a holder is taken, one item of each other waiting holder is taken.
 */
export class FairQueue<T> {
  /** Waiting items by holder, in the order of turns. */
  readonly #waiting = new Map<string, T[]>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  push(holder: string, thing: T): void {
    const own = this.#waiting.get(holder);
    if (own === undefined) this.#waiting.set(holder, [thing]);
    else own.push(thing);
  }

  /** Takes the next item; undefined when the queue is empty. */
  take(): T | undefined {
    const [next] = this.#waiting;
    if (next === undefined) return undefined;
    const [holder, own] = next;
    this.#waiting.delete(holder);
    const thing = own.shift();
    // The holder's next turn comes after all other holders.
    if (own.length > 0) this.#waiting.set(holder, own);
    return thing;
  }
}
