/**
 * Download of tiles: the file with the vector tiles of all collections (publisher/tiles/pyramid.ts). Tiles that did not change are copied
 * from the newest file of another stored edition, when that file is whole.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sumOf } from '../file-sum.ts';
import { allDownloads, editionOfFolder } from '../format/downloads.ts';
import type { AudienceFolder } from '../format/layout.ts';
import type { Packs } from '../read/bytes/index.ts';
import { foldersIn, manifestOfFolder, readDownloads } from '../read/downloads.ts';
import { EditionReader } from '../read/edition-reader.ts';
import { writePyramid, type PyramidContent } from '../tiles/pyramid.ts';

interface Stored {
  readonly of: AudienceFolder;
  readonly edition: EditionReader;
  readonly packs: Packs;
}

/** Writes the file, and returns the number of features without geometry, which no tile has. */
export async function writeTiles({ of, edition, packs }: Stored, path: string): Promise<number> {
  await writePyramid({ edition, packs, earlier: await earlierOf({ of, edition, packs }) }, path);
  return [...edition.series.values()].reduce((sum, { count, root }) => sum + count - placedIn(root?.geometries), 0);
}

function placedIn(geometries: Uint32Array = new Uint32Array()): number {
  return geometries.reduce((sum, count) => sum + count, 0);
}

async function earlierOf({ of, edition, packs }: Stored): Promise<PyramidContent['earlier']> {
  for (const name of foldersIn(of).reverse()) {
    const manifest = editionOfFolder(name) === edition.number ? undefined : manifestOfFolder(of, name);
    if (manifest === undefined) continue;
    const folder = join(allDownloads(of), name);
    const file = readDownloads(folder, manifest)?.files.find(({ form }) => form === 'pmtiles');
    const path = join(folder, file?.name ?? '');
    if (file === undefined || !existsSync(path) || (await sumOf(path)).sha256 !== file.sha256) continue;
    return { edition: new EditionReader(manifest, packs), path };
  }
  return null;
}
