/**
 * CRS mix: how many roots of a delivery are in the CRS in which it is read, and how many seem to be in another. Where most are in
 * the one that is named, naming another for all of them is no mend for the few.
 */
import { CRSS } from '../../../schemas/crs.ts';
import type { Finding } from '../../../schemas/finding.ts';
import type { Found, RootResult } from '../check/index.ts';
import { besideOthers, OTHER_CRS } from '../geometry/index.ts';

export class CrsMix {
  /** Roots by the URI of the CRS in which they are read. */
  readonly #inCrs = new Map<string, number>();
  readonly #inOther = new Map<string, number>();

  add({ crs, isInCrs }: RootResult, found: Found | undefined): void {
    const isOther = !isInCrs && [found?.findings, found?.leftOut].some((list) => list?.some(({ rule }) => rule === OTHER_CRS));
    const { uri } = CRSS[crs];
    if (isInCrs) this.#inCrs.set(uri, (this.#inCrs.get(uri) ?? 0) + 1);
    else if (isOther) this.#inOther.set(uri, (this.#inOther.get(uri) ?? 0) + 1);
  }

  /** The finding as it is told when all roots are known. */
  told(finding: Finding): Finding {
    if (finding.rule !== OTHER_CRS) return finding;
    const uri = finding.place?.crs ?? '';
    const others = this.#inCrs.get(uri) ?? 0;
    return others > 0 && others >= (this.#inOther.get(uri) ?? 0) ? besideOthers(finding, others) : finding;
  }
}
