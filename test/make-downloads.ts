/** Makes the downloads of an edition, as `ev downloads make` does; absent forms: all. */
import { openFormWriters } from '../pipelines/downloads/form-writers.ts';
import { cachedSpatial } from '../pipelines/prepare/spatial-extension.ts';
import type { AudienceFolder } from '../publisher/format/layout.ts';
import { makeDownloads, type MadeDownloads, type MakeOptions } from '../publisher/write/downloads.ts';
import { SOUND } from './always-sound.ts';
import { CACHE_FOLDER } from './pipelines/prepare/spatial-for-tests.ts';

export function madeDownloads(of: AudienceFolder, edition: number, options: Partial<MakeOptions> = {}): Promise<MadeDownloads> {
  return makeDownloads(of, edition, { sound: SOUND, openWriters: (work) => openFormWriters(() => cachedSpatial(CACHE_FOLDER), work), ...options });
}
