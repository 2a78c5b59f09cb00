/** Event buffer: keeps calls until a listener is attached, then replays them in order. */
export class Early<Hearer> {
  /** Buffered calls; null once a listener is attached, or none ever will be. */
  #kept: ((hearer: Hearer) => void)[] | null = [];
  #hearer: Hearer | null = null;

  tell(say: (hearer: Hearer) => void): void {
    if (this.#hearer !== null) say(this.#hearer);
    else this.#kept?.push(say);
  }

  /** Attaches the listener; null: there will be none, and later calls are dropped. */
  hear(hearer: Hearer | null): void {
    const kept = this.#kept ?? [];
    this.#hearer = hearer;
    this.#kept = null;
    if (hearer !== null) for (const say of kept) say(hearer);
  }
}
