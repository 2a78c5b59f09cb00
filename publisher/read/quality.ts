/** Quality reader: the quality of stored editions. An edition that is not stored any more has none. */
import { readFileSync } from 'node:fs';
import type { HolderQuality, QualityTotals } from '../../schemas/quality.ts';
import { editionOfFolder, type EditionContent } from '../format/downloads.ts';
import type { AudienceFolder } from '../format/layout.ts';
import { decodeHolder, decodeTotals, holderFile, qualityOf, totalsFile } from '../format/quality.ts';
import { foldersIn, manifestOfFolder, unlessUnreadable } from './downloads.ts';

export class QualityReader {
  readonly #of: AudienceFolder;

  constructor(of: AudienceFolder) {
    this.#of = of;
  }

  /** Returns the totals of the last stored editions up to a number that were measured, newest first. */
  upTo(edition: number, limit: number): readonly QualityTotals[] {
    const totals: QualityTotals[] = [];
    for (const name of foldersIn(this.#of).reverse()) {
      if (totals.length === limit) break;
      const manifest = editionOfFolder(name)! > edition ? undefined : manifestOfFolder(this.#of, name);
      const found = manifest === undefined ? null : readTotals(qualityOf(this.#of, manifest), manifest);
      if (found !== null) totals.push(found);
    }
    return totals;
  }

  /** Returns what was measured of a holder in an edition; null: nothing, or its file is damaged. */
  ofHolder({ edition, contentId }: Pick<QualityTotals, 'edition' | 'contentId'>, holder: string): HolderQuality | null {
    const path = holderFile(qualityOf(this.#of, { number: edition, contentId }), holder);
    return unlessUnreadable(() => decodeHolder(readFileSync(path), path, holder));
  }
}

/** Returns the totals in a folder; null when they are absent, damaged or of an older format. */
export function readTotals(folder: string, content: EditionContent): QualityTotals | null {
  const path = totalsFile(folder);
  return unlessUnreadable(() => decodeTotals(readFileSync(path), path, content));
}
