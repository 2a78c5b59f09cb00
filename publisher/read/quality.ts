/** Quality reader: the quality of stored editions. An edition that is not stored any more has none. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HolderQuality, QualityTotals } from '../../schemas/quality.ts';
import { Damage } from '../format/damage.ts';
import { editionOfFolder, downloadsOf, allDownloads, type EditionContent } from '../format/downloads.ts';
import type { AudienceFolder } from '../format/layout.ts';
import { decodeHolder, decodeTotals, holderFile, qualityOf, totalsFile } from '../format/quality.ts';
import { OldFormat } from '../format/version.ts';
import { foldersIn } from './downloads.ts';
import { hasManifest, wholeManifest } from './heads.ts';

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
      const number = editionOfFolder(name)!;
      if (number > edition || !hasManifest(this.#of, number)) continue;
      const manifest = wholeManifest(this.#of, number);
      if (manifest === undefined || downloadsOf(this.#of, manifest) !== join(allDownloads(this.#of), name)) continue;
      const found = readTotals(qualityOf(this.#of, manifest), manifest);
      if (found !== null) totals.push(found);
    }
    return totals;
  }

  /** Returns what was measured of a holder in an edition; null: nothing, or its file is damaged. */
  ofHolder({ edition, contentId }: Pick<QualityTotals, 'edition' | 'contentId'>, holder: string): HolderQuality | null {
    const path = holderFile(qualityOf(this.#of, { number: edition, contentId }), holder);
    return unlessAbsent(() => decodeHolder(readFileSync(path), path, holder));
  }
}

/** Returns the totals in a folder; null when they are absent, damaged or of an older format. */
export function readTotals(folder: string, content: EditionContent): QualityTotals | null {
  const path = totalsFile(folder);
  return unlessAbsent(() => decodeTotals(readFileSync(path), path, content));
}

function unlessAbsent<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Damage || error instanceof OldFormat || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
