/**
 * Quality files: the quality of one edition, beside its downloads, with which they go: the totals, and one file for each source holder.
 *
 * Invariant: the totals are written last. Without them there is no quality.
 */
import { join } from 'node:path';
import type { JsonObject } from '../../schemas/json.ts';
import type { HolderQuality, QualityTotals } from '../../schemas/quality.ts';
import { downloadsOf, type EditionContent } from './downloads.ts';
import type { AudienceFolder } from './layout.ts';
import { requireSame } from './manifest.ts';
import { seal, unseal } from './sealed.ts';
import { FORMAT_VERSION } from './version.ts';

/** The folder of the quality of an edition. */
export function qualityOf(of: AudienceFolder, content: EditionContent): string {
  return join(downloadsOf(of, content), 'quality');
}

export function totalsFile(folder: string): string {
  return join(folder, 'totals.json');
}

/** `holder`: a bronhoudercode. A comma in it is safe in names of files. */
export function holderFile(folder: string, holder: string): string {
  return join(folder, `holder-${holder}.json`);
}

export function encodeQuality(body: QualityTotals | HolderQuality): Buffer {
  return seal({ format: FORMAT_VERSION, ...body } as unknown as JsonObject);
}

/** Throws Damage when the bytes are damaged or of another edition. */
export function decodeTotals(bytes: Buffer, path: string, { number, contentId }: EditionContent): QualityTotals {
  const totals = unseal(bytes, path) as unknown as QualityTotals;
  requireSame(path, `quality of edition ${number}, ${contentId}`, `quality of edition ${totals.edition}, ${totals.contentId}`);
  return totals;
}

/** Throws Damage when the bytes are damaged or of another holder. */
export function decodeHolder(bytes: Buffer, path: string, holder: string): HolderQuality {
  const quality = unseal(bytes, path) as unknown as HolderQuality;
  requireSame(path, holder, quality.holder);
  return quality;
}
