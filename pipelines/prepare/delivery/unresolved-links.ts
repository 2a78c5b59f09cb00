/**
 * Unresolved links: links to ids that no object of the delivery has so far. Those that are left at the end are reported.
 *
 * Memory: at most LINKS_MAX links; more are counted.
 */
import type { Finding } from '../../../schemas/finding.ts';
import { NEARLY } from '../../../schemas/rule-words/links.ts';
import { shownId } from '../../../schemas/shown-values.ts';
import type { RootResult } from '../check/index.ts';
import type { Ids } from './ids.ts';

const LINKS_MAX = 100_000;

type Links = NonNullable<RootResult['links']>;

/** Suggested links, by the pointer of the link. */
export type LinkSuggestions = ReadonlyMap<string, NonNullable<Finding['suggestions']>>;

export class UnresolvedLinks {
  readonly #ids: Ids;
  readonly #kept: Links[number][] = [];
  #beyond = 0;

  /** `ids` has all ids of the delivery so far. */
  constructor(ids: Ids) {
    this.#ids = ids;
  }

  /** Number of links beyond LINKS_MAX. */
  get beyond(): number {
    return this.#beyond;
  }

  add(links: Links): void {
    const unresolved = links.filter(({ id }) => !this.#ids.has(id));
    const kept = unresolved.slice(0, LINKS_MAX - this.#kept.length);
    for (const link of kept) this.#kept.push(link);
    this.#beyond += unresolved.length - kept.length;
  }

  /** The findings of the unresolved links, each with a similar id as a suggestion. */
  findings(): readonly Finding[] {
    const unresolved = this.#kept.filter(({ id }) => !this.#ids.has(id));
    const similar = this.#ids.similarTo(unresolved.map(({ id }) => id));
    return unresolved.map(({ id, finding }) => {
      const suggestion = similar.get(id);
      return suggestion === undefined ? finding : { ...finding, ...NEARLY, suggestions: [`#${shownId(suggestion)}`] };
    });
  }
}
