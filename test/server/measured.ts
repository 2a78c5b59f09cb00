/** Measured: writes the quality of an edition without findings, where a test has no data folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { AudienceFolder } from '../../publisher/format/layout.ts';
import { encodeQuality, holderFile, qualityOf, totalsFile } from '../../publisher/format/quality.ts';
import { Packs } from '../../publisher/read/bytes/index.ts';
import { EditionReader } from '../../publisher/read/edition-reader.ts';
import { readManifest } from '../../publisher/read/heads.ts';
import { measureQuality } from '../../publisher/write/quality.ts';
import { totalsOf } from '../../schemas/quality.ts';
import type { Moment } from '../../schemas/time.ts';

export function measure(of: AudienceFolder, edition: number): void {
  const manifest = readManifest(of, edition);
  const packs = new Packs(of);
  const holders = measureQuality(new EditionReader(manifest, packs), { now: manifest.moment as Moment, onRoot: () => {} });
  packs.close();
  const folder = qualityOf(of, manifest);
  mkdirSync(folder, { recursive: true });
  for (const holder of holders) writeFileSync(holderFile(folder, holder.holder), encodeQuality(holder));
  const { contentId, moment } = manifest;
  writeFileSync(totalsFile(folder), encodeQuality({ edition, contentId, moment, measured: moment, holders: holders.map(totalsOf) }));
}
