/** Early: what is told before anybody hears it is kept, and told in its order once somebody does. */
export class Early<Hearer> {
  /** Null: somebody hears, or nobody ever will. */
  #kept: ((hearer: Hearer) => void)[] | null = [];
  #hearer: Hearer | null = null;

  tell(say: (hearer: Hearer) => void): void {
    if (this.#hearer !== null) say(this.#hearer);
    else this.#kept?.push(say);
  }

  /** `hearer` null: nobody will hear. */
  hear(hearer: Hearer | null): void {
    const kept = this.#kept ?? [];
    this.#hearer = hearer;
    this.#kept = null;
    if (hearer !== null) for (const say of kept) say(hearer);
  }
}
