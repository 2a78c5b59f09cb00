/**
 * Edition files of a backup: heads and manifests up to one head, and the packs that these name. Withdrawn editions, whose bytes may still
 * be in packs, stay withdrawn. Not here: copying (backup.ts).
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Damage } from '../../publisher/format/damage.ts';
import type { Head } from '../../publisher/format/head.ts';
import { earlierFile, fileOf, folderOf, WITHDRAWN_SUFFIX, type AudienceFolder } from '../../publisher/format/layout.ts';
import { packNumbers } from '../../publisher/format/manifest.ts';
import { newestHeadNumber, numbersOf, readHead, readManifest } from '../../publisher/read/heads.ts';

/**
 * Returns the newest head after `take` copied the manifest of its edition; null: no edition was published. When `take` returns false the
 * edition was withdrawn meanwhile, and the newer head is tried. Without a newer head the edition is damaged, and stays so.
 */
export async function takeNewest(of: AudienceFolder, take: (path: string) => Promise<boolean>): Promise<Head | null> {
  for (let last = 0; ;) {
    const number = newestHeadNumber(of, 0);
    if (number === 0) return null;
    const head = readHead(of, number);
    if (number === last || await take(fileOf(of, 'manifests', head.edition))) return head;
    last = number;
  }
}

/** Lists the heads up to this one, and the manifests up to its newest edition. */
export function filesUpTo(of: AudienceFolder, { number, newest }: Head): readonly string[] {
  const upTo = (kind: 'heads' | 'manifests', last: number): string[] => (
    numbersOf(of, kind).filter((one) => one <= last).map((one) => fileOf(of, kind, one)));
  return [...upTo('heads', number), ...upTo('manifests', newest), ...withdrawnIn(of), ...[earlierFile(of)].filter((path) => existsSync(path))];
}

function withdrawnIn(of: AudienceFolder): readonly string[] {
  const folder = folderOf(of, 'manifests');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => name.endsWith(WITHDRAWN_SUFFIX)).map((name) => join(folder, name));
}

/** Numbers of the packs that the manifests of a folder name, ascending. A damaged manifest names none. */
export function packsNamedIn(of: AudienceFolder): readonly number[] {
  const named = new Set(numbersOf(of, 'manifests').flatMap((edition) => packsOf(of, edition)));
  return [...named].sort((left, right) => left - right);
}

function packsOf(of: AudienceFolder, edition: number): readonly number[] {
  try {
    return packNumbers(readManifest(of, edition).packs);
  } catch (error) {
    if (error instanceof Damage) return [];
    throw error;
  }
}
