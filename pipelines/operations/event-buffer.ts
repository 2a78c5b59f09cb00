/** Event buffer: keeps calls until a listener is attached, then replays them in order. */
export class EventBuffer<Listener> {
  /** Buffered calls; null once a listener is attached, or none ever will be. */
  #buffered: ((listener: Listener) => void)[] | null = [];
  #listener: Listener | null = null;

  emit(call: (listener: Listener) => void): void {
    if (this.#listener !== null) call(this.#listener);
    else this.#buffered?.push(call);
  }

  /** Attaches the listener; null: there will be none, and later calls are dropped. */
  attach(listener: Listener | null): void {
    const buffered = this.#buffered ?? [];
    this.#listener = listener;
    this.#buffered = null;
    if (listener !== null) for (const call of buffered) call(listener);
  }
}
