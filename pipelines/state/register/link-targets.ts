/**
 * Link targets: the object that a link leads to in an edition, among its candidates.
 * Not here: the candidates (link-candidates.ts), which objects are hidden (hidden-objects.ts).
 */
import type { Reader } from '../database/database.ts';
import { hides, type HiddenObjects } from './hidden-objects.ts';
import { isCurrentIn, linkCandidates, type LinkCandidate } from './link-candidates.ts';
import type { RootNumber } from './register.ts';
import { shadowedIn } from './shadowed-objects.ts';
import type { Whole } from './unredacted.ts';

export class LinkTargets {
  readonly #db: Reader;
  readonly #whole: Whole | undefined;

  constructor(db: Reader, whole: Whole | undefined) {
    this.#db = db;
    this.#whole = whole;
  }

  /**
   * Returns the object that a link of a root with this id leads to, when the readers see it. A public object comes before a hidden one,
   * and one in a current document before others.
   */
  find(id: string, from: RootNumber, hidden: HiddenObjects): LinkCandidate | undefined {
    const candidates = linkCandidates(this.#db, id, { from, at: hidden.at });
    const isShown = ({ n }: LinkCandidate): boolean => !hides(hidden.of(n), id);
    const seen = candidates.filter((one) => isShown(one) || this.#seesHidden(one, id, hidden));
    if (seen.length < 2) return seen[0];
    const shown = seen.filter(isShown);
    const among = shown.length > 0 ? shown : seen;
    return among.find(({ n }) => isCurrentIn(this.#db, n, { id, at: hidden.at })) ?? among[0];
  }

  /** Whether the readers see a hidden object. */
  #seesHidden({ n, holder }: LinkCandidate, id: string, hidden: HiddenObjects): boolean {
    if (this.#whole === undefined) return false;
    const { own } = this.#whole;
    return own === undefined ? !hides(shadowedIn(this.#db, hidden, { root: n }), id) : own.holders.includes(holder);
  }
}
