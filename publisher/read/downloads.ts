/** Downloads: which stored editions have files to take as a whole. Looked up in the folder; an edition that is not stored any more has none. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Damage } from '../format/damage.ts';
import {
  allDownloads, decodeDownloads, downloadsOf, editionOfFolder, listFile, type DownloadList, type EditionContent,
} from '../format/downloads.ts';
import type { AudienceFolder } from '../format/layout.ts';
import type { Manifest } from '../format/manifest.ts';
import { OldFormat } from '../format/version.ts';
import { hasManifest, manifestFile, wholeManifest } from './heads.ts';

/** The downloads of one edition, and the folder of their files. */
export interface Downloads extends DownloadList {
  readonly folder: string;
}

/** Number of lists that stay in memory. */
const KEPT_MAX = 16;

export class DownloadsReader {
  readonly #of: AudienceFolder;
  /** By the name of the folder, with the manifest and the list that were read. */
  readonly #read = new Map<string, { readonly files: string; readonly downloads: Downloads | null }>();

  constructor(of: AudienceFolder) {
    this.#of = of;
  }

  /** Returns the downloads of an edition; null when none were made, their list is damaged, or the edition is not stored. */
  of(content: EditionContent): Downloads | null {
    const found = this.#at(basename(downloadsOf(this.#of, content)), content.number);
    return found?.contentId === content.contentId ? found : null;
  }

  /** Returns the downloads of the last stored edition up to this number that has any. */
  upTo(number: number): Downloads | null {
    for (const name of foldersIn(this.#of).reverse()) {
      const edition = editionOfFolder(name)!;
      const found = edition > number ? null : this.#at(name, edition);
      if (found !== null) return found;
    }
    return null;
  }

  /** Reads the manifest and the list once, as long as neither changes. */
  #at(name: string, edition: number): Downloads | null {
    const folder = join(allDownloads(this.#of), name);
    const files = `${manifestFile(this.#of, edition)} ${stampOf(listFile(folder))}`;
    const known = this.#read.get(name);
    if (known?.files === files) return known.downloads;
    const manifest = manifestOfFolder(this.#of, name);
    const list = manifest === undefined ? null : readDownloads(folder, manifest);
    const downloads = list === null ? null : { ...list, folder };
    this.#read.delete(name);
    this.#read.set(name, { files, downloads });
    for (const oldest of this.#read.keys()) {
      if (this.#read.size <= KEPT_MAX) break;
      this.#read.delete(oldest);
    }
    return downloads;
  }
}

/** Names of the folders with downloads, by number of their edition. */
export function foldersIn(of: AudienceFolder): string[] {
  const folder = allDownloads(of);
  return existsSync(folder) ? readdirSync(folder).filter((name) => editionOfFolder(name) !== undefined).sort() : [];
}

/** Returns the manifest of the edition that a folder of downloads belongs to; undefined when that edition is not stored any more. */
export function manifestOfFolder(of: AudienceFolder, name: string): Manifest | undefined {
  const number = editionOfFolder(name)!;
  const manifest = hasManifest(of, number) ? wholeManifest(of, number) : undefined;
  return manifest !== undefined && basename(downloadsOf(of, manifest)) === name ? manifest : undefined;
}

/** Returns the list in a folder; null when it is absent, damaged or of an older format. */
export function readDownloads(folder: string, content: EditionContent): DownloadList | null {
  const path = listFile(folder);
  return unlessUnreadable(() => decodeDownloads(readFileSync(path), path, content));
}

/** Returns what `read` reads; null when its file is absent, damaged or of an older format. */
export function unlessUnreadable<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Damage || error instanceof OldFormat || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.ino} ${found.mtimeMs}`;
}
