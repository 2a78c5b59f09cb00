/**
 * Downloads: makes the files of one edition that readers take as a whole, and removes those of editions that are gone.
 *
 * Invariants:
 *  - The bytes of a feature are those of the edition, so that counts, values and coordinates equal those of the pages.
 *  - Equal content gives equal bytes. One block of features is in memory.
 *  - Files of an edition that is withdrawn or dropped are removed: by its end, or by the maker that finds the edition gone.
 * Not here: when they are made (pipelines/commands/downloads.ts), reading them (read/downloads.ts).
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../schemas/fault.ts';
import { DurableFile, replaceFile, syncFolder } from '../durable-file.ts';
import {
  allDownloads, DOWNLOAD_CRSS, DOWNLOAD_FORMS, downloadName, downloadsOf, editionOfFolder, encodeDownloads, listFile, type DownloadFile,
  type DownloadList, type EditionContent,
} from '../format/downloads.ts';
import { TEMPORARY_PREFIX, type AudienceFolder } from '../format/layout.ts';
import type { Manifest } from '../format/manifest.ts';
import { Packs } from '../read/bytes/index.ts';
import { foldersIn, readDownloads } from '../read/downloads.ts';
import { EditionReader } from '../read/edition-reader.ts';
import { hasManifest, readManifest, wholeManifest } from '../read/heads.ts';
import type { SeriesReader } from '../read/series-reader.ts';
import type { Sound } from '../sound.ts';

export interface MadeDownloads {
  readonly list: Omit<DownloadList, 'format'>;
  /** False: all of them were there. */
  readonly isNew: boolean;
}

export interface MakeOptions {
  /** Checked before the files of an edition that is gone are removed. */
  readonly sound: Sound;
  /** Called after each file. */
  readonly onFile?: ((file: DownloadFile) => void) | undefined;
}

/** Bytes that are written together. */
const PIECE_BYTES = 1024 * 1024;
const LINE_END = Buffer.from('\n');

/**
 * Makes the downloads of a stored edition, unless they are there. One process at a time. Throws a Fault when the edition is withdrawn
 * meanwhile.
 */
export function makeDownloads(of: AudienceFolder, edition: number, { sound, onFile = () => {} }: MakeOptions): MadeDownloads {
  const manifest = readManifest(of, edition);
  const folder = downloadsOf(of, manifest);
  const there = readDownloads(folder, manifest);
  if (there !== null && there.files.every(({ name }) => existsSync(join(folder, name)))) return { list: there, isNew: false };
  mkdirSync(folder, { recursive: true });
  if (sound.fault() === null) removeLeftovers(of);
  const packs = new Packs(of);
  try {
    const reader = new EditionReader(manifest, packs);
    const files = filesOf(reader, edition).map(({ series, ...file }): DownloadFile => {
      const written = { ...file, count: series.count, ...writeLines(join(folder, file.name), series.features(file.crs)) };
      onFile(written);
      return written;
    });
    const list = { edition, contentId: manifest.contentId, moment: manifest.moment, files };
    replaceFile(listFile(folder), encodeDownloads(list));
    syncFolder(allDownloads(of));
    requireStored(of, manifest, sound);
    return { list, isNew: true };
  } catch (error) {
    requireStored(of, manifest, sound);
    throw error;
  } finally {
    packs.close();
  }
}

type FileToMake = Pick<DownloadFile, 'name' | 'collection' | 'crs' | 'form'> & { readonly series: SeriesReader };

function filesOf({ series }: EditionReader, edition: number): readonly FileToMake[] {
  return [...series].filter(([, { count }]) => count > 0).flatMap(([collection, one]) => (
    DOWNLOAD_FORMS.flatMap((form) => DOWNLOAD_CRSS.map((crs) => ({
      name: downloadName(edition, { collection, crs, form }), collection, crs, form, series: one,
    })))));
}

/** Writes each feature on a line of its own. */
function writeLines(path: string, features: Iterable<Buffer>): Pick<DownloadFile, 'bytes' | 'sha256'> {
  const file = new DurableFile(path);
  const hash = createHash('sha256');
  let [bytes, pending] = [0, 0];
  let pieces: Buffer[] = [];
  const flush = (): void => {
    const piece = Buffer.concat(pieces, pending);
    hash.update(piece);
    file.write(piece);
    [bytes, pending, pieces] = [bytes + piece.length, 0, []];
  };
  try {
    for (const feature of features) {
      pieces.push(feature, LINE_END);
      pending += feature.length + LINE_END.length;
      if (pending >= PIECE_BYTES) flush();
    }
    flush();
    file.sync();
    file.keep();
    return { bytes, sha256: hash.digest('hex') };
  } catch (error) {
    file.drop();
    throw error;
  }
}

/** An edition that is withdrawn while its downloads are made takes them along. */
function requireStored(of: AudienceFolder, { number, contentId }: Manifest, sound: Sound): void {
  if (isStored(of, { number, contentId })) return;
  removeGoneDownloads(of, sound);
  throw new Fault('the edition is withdrawn or dropped, so it has no downloads', {
    step: 'Downloads:Make', actual: `edition ${number}`, hint: 'Make them again: they are then of the newest edition.',
  });
}

function isStored(of: AudienceFolder, { number, contentId }: EditionContent): boolean {
  return hasManifest(of, number) && wholeManifest(of, number)?.contentId === contentId;
}

/** Removes what a process left that ended while it made downloads. */
function removeLeftovers(of: AudienceFolder): void {
  for (const name of foldersIn(of)) {
    const folder = join(allDownloads(of), name);
    for (const file of readdirSync(folder)) if (file.startsWith(TEMPORARY_PREFIX)) rmSync(join(folder, file), { force: true });
  }
}

/** Removes the downloads of editions that are not stored any more, or were made again with other content. */
export function removeGoneDownloads(of: AudienceFolder, sound: Sound): void {
  const gone = foldersIn(of).filter((name) => isGone(of, name));
  if (gone.length === 0) return;
  sound.require();
  for (const name of gone) rmSync(join(allDownloads(of), name), { recursive: true, force: true });
  syncFolder(allDownloads(of));
}

/** A damaged manifest may be mended, so its downloads stay. */
function isGone(of: AudienceFolder, name: string): boolean {
  const number = editionOfFolder(name)!;
  if (!hasManifest(of, number)) return true;
  const manifest = wholeManifest(of, number);
  return manifest !== undefined && downloadsOf(of, manifest) !== join(allDownloads(of), name);
}
