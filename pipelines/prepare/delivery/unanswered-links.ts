/**
 * Unanswered links: links to ids that no object of a delivery has, as far as it was read. At its end those that are left are reported.
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

export class UnansweredLinks {
  readonly #ids: Ids;
  readonly #kept: Links[number][] = [];
  #beyond = 0;

  /** `ids`: all ids of the delivery so far. */
  constructor(ids: Ids) {
    this.#ids = ids;
  }

  /** Number of links that were not kept. */
  get beyond(): number {
    return this.#beyond;
  }

  add(links: Links): void {
    const unanswered = links.filter(({ id }) => !this.#ids.has(id));
    const kept = unanswered.slice(0, LINKS_MAX - this.#kept.length);
    for (const link of kept) this.#kept.push(link);
    this.#beyond += unanswered.length - kept.length;
  }

  /** Findings of the links that no object answers, with the id that each means, perhaps. */
  findings(): readonly Finding[] {
    const unanswered = this.#kept.filter(({ id }) => !this.#ids.has(id));
    const meant = this.#ids.like(unanswered.map(({ id }) => id));
    return unanswered.map(({ id, finding }) => {
      const like = meant.get(id);
      return like === undefined ? finding : { ...finding, ...NEARLY, suggestions: [`#${shownId(like)}`] };
    });
  }
}
