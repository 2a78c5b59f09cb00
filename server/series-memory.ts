/**
 * Series memory: what the pages of a series have in common, and the name that its cursors keep over publications that
 * leave it as it is.
 */
import type { Activated, Edition } from '../publisher/read/types.ts';

/** What the pages of one series in one edition have in common. */
export interface SeriesFacts {
  /**
   * The number by which cursors name the series: that of the first edition that this process saw with its present
   * hash. So a page and its tag stay equal over publications that do not touch the series.
   */
  readonly edition: number;
  readonly since: Date;
  /** `since` for the body and for Last-Modified. */
  readonly timeStamp: string;
  readonly modified: string;
  /** Part of tags: the content, its name in cursors, and its date, which all are in the bytes. */
  readonly tag: string;
}

/** Remembers the facts of each series. One per service: it sees the editions come. */
export class SeriesMemory {
  readonly #first = new Map<string, { readonly hash: string; readonly edition: number }>();
  readonly #facts = new WeakMap<Activated, Map<string, SeriesFacts>>();

  /** Of a series of the present edition. */
  present(collection: string, activated: Activated): SeriesFacts {
    const known = this.#facts.get(activated)?.get(collection);
    if (known !== undefined) return known;
    const facts = this.at(collection, activated, this.#nameOf(collection, activated.edition));
    const ofEdition = this.#facts.get(activated) ?? new Map<string, SeriesFacts>();
    this.#facts.set(activated, ofEdition.set(collection, facts));
    return facts;
  }

  /** Of a series of an edition that cursors name by `edition`. */
  at(collection: string, activated: Activated, edition: number): SeriesFacts {
    const since = activated.since.get(collection) ?? activated.activated;
    const hash = activated.edition.series.get(collection)?.hash ?? '';
    const tag = [hash.slice(0, 16), edition.toString(36), since.getTime().toString(36)].join('-');
    return { edition, since, timeStamp: since.toISOString(), modified: since.toUTCString(), tag };
  }

  #nameOf(collection: string, { number, series }: Edition): number {
    const hash = series.get(collection)?.hash ?? '';
    const seen = this.#first.get(collection);
    if (seen?.hash === hash) return seen.edition;
    this.#first.set(collection, { hash, edition: number });
    return number;
  }
}
