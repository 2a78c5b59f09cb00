/**
 * CRS mix: counts the roots of a delivery in the named CRS, and the roots that seem to be in another one. When most are in the named CRS,
 * naming another CRS for the whole delivery does not fix the others.
 */
import { CRSS } from '../../../schemas/crs.ts';
import type { Finding } from '../../../schemas/finding.ts';
import type { RecordFindings, RootResult } from '../check/index.ts';
import { besideOthers, OTHER_CRS } from '../geometry/index.ts';

export class CrsMix {
  /** Number of roots in the CRS in which they are read, by its URI. */
  readonly #inCrs = new Map<string, number>();
  readonly #inOther = new Map<string, number>();

  add({ crs, isInCrs }: RootResult, found: RecordFindings | undefined): void {
    const isOther = !isInCrs && [found?.findings, found?.leftOut].some((list) => list?.some(({ rule }) => rule === OTHER_CRS));
    const { uri } = CRSS[crs];
    if (isInCrs) this.#inCrs.set(uri, (this.#inCrs.get(uri) ?? 0) + 1);
    else if (isOther) this.#inOther.set(uri, (this.#inOther.get(uri) ?? 0) + 1);
  }

  /** Rewords a finding at the end of the delivery, when all roots are counted. */
  reword(finding: Finding): Finding {
    if (finding.rule !== OTHER_CRS) return finding;
    const uri = finding.place?.crs ?? '';
    const others = this.#inCrs.get(uri) ?? 0;
    return others > 0 && others >= (this.#inOther.get(uri) ?? 0) ? besideOthers(finding, others) : finding;
  }
}
