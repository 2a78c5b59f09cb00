/**
 * Downloads: makes the files of one edition that readers take as a whole, and removes those of editions that are gone.
 *
 * Invariants:
 *  - The bytes of a feature are those of the edition, so that counts, values and coordinates equal those of the pages.
 *  - Equal content gives equal bytes. One block of features is in memory.
 *  - Files of an edition that is withdrawn or dropped are removed: by its end, or by the maker that finds the edition gone.
 * Not here: the bytes of each form (download-forms.ts), when they are made (pipelines/editions/downloads.ts), reading them (read/downloads.ts).
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DOWNLOAD_FORMS, type DownloadForm } from '../../schemas/download-forms.ts';
import { Fault } from '../../schemas/fault.ts';
import { renameDurably, replaceFile, syncFile, syncFolder } from '../durable-file.ts';
import { sumOf } from '../file-sum.ts';
import {
  allDownloads, DOWNLOAD_CRSS, downloadName, downloadsOf, editionOfFolder, encodeDownloads, FORM_FEATURES_MAX, listFile,
  TILES_CRS, WHOLE_FORMS, type DownloadCrs, type DownloadFile, type DownloadList, type EditionContent,
} from '../format/downloads.ts';
import { TEMPORARY_PREFIX, type AudienceFolder } from '../format/layout.ts';
import type { Manifest } from '../format/manifest.ts';
import { Packs } from '../read/bytes/index.ts';
import { foldersIn, readDownloads } from '../read/downloads.ts';
import { EditionReader } from '../read/edition-reader.ts';
import { hasManifest, readManifest, wholeManifest } from '../read/heads.ts';
import type { Sound } from '../sound.ts';
import { writerOf, type FileContent, type FormWriters, type Layer } from './download-forms.ts';
import { writeTiles } from './download-tiles.ts';

export interface MadeDownloads {
  readonly list: Omit<DownloadList, 'format'>;
  /** Number of files that this run made; 0 when all of them were there. */
  readonly made: number;
  /** Files that cannot be made, because their form holds fewer features. */
  readonly tooLarge: readonly FileName[];
}

type FileName = Pick<DownloadFile, 'name' | 'collection' | 'crs' | 'form' | 'count'>;

export interface MakeOptions {
  /** Checked before the files of an edition that is gone are removed. */
  readonly sound: Sound;
  /** Opened for the first file of a form that needs one. `work` is a folder for what they keep meanwhile. */
  readonly openWriters: (work: string) => FormWriters;
  /** The forms to make; absent: all. */
  readonly forms?: readonly DownloadForm[] | undefined;
  /** Called after each file. */
  readonly onFile?: ((file: DownloadFile) => void) | undefined;
  /** Ends the work after the file that is being made. The next run makes the others. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes the downloads of a stored edition that are not there yet. One process at a time. Throws a Fault when the edition is withdrawn
 * meanwhile.
 */
export async function makeDownloads(of: AudienceFolder, edition: number, options: MakeOptions): Promise<MadeDownloads> {
  const manifest = readManifest(of, edition);
  const folder = downloadsOf(of, manifest);
  const packs = new Packs(of);
  try {
    const reader = new EditionReader(manifest, packs);
    const content = contentOf(reader, edition);
    const known = readDownloads(folder, manifest);
    const there = (known?.files ?? []).filter(({ name }) => existsSync(join(folder, name)));
    const [fitting, tooLarge] = parted(content, options.forms ?? DOWNLOAD_FORMS);
    const missing = fitting.filter(({ name }) => !there.some((file) => file.name === name));
    if (known !== null && missing.length === 0) return { list: known, made: 0, tooLarge };
    mkdirSync(folder, { recursive: true });
    if (options.sound.fault() === null) removeLeftovers(of);
    return { ...await new Making({ of, manifest, folder, content, reader, packs }, options).make(missing, there), tooLarge };
  } catch (error) {
    requireStored(of, manifest, options.sound);
    throw error;
  } finally {
    packs.close();
  }
}

/** The features of an edition in the CRSs of downloads; collections without features are left out. */
interface Content extends Omit<FileContent, 'crs' | 'layers'> {
  readonly layers: (crs: DownloadCrs, collection: string | null) => readonly Layer[];
}

function contentOf({ series, moment }: EditionReader, edition: number): Content {
  const all = [...series].filter(([, { count }]) => count > 0);
  return {
    edition, moment,
    layers: (crs, collection) => all.filter(([name]) => collection === null || name === collection)
      .map(([name, one]) => ({ collection: name, count: one.count, features: () => one.features(crs) })),
  };
}

/** Returns the files of an edition, and those with more features than their form holds. A collection is read once a CRS, form by form. */
function parted(
  { edition, layers }: Content, forms: readonly DownloadForm[],
): readonly [fitting: readonly FileName[], tooLarge: readonly FileName[]] {
  const named = (file: Omit<FileName, 'name'>): FileName => ({ name: downloadName(edition, file), ...file });
  const total = layers('CRS84', null).reduce((sum, { count }) => sum + count, 0);
  const tiles = forms.includes('pmtiles') && total > 0 ? [named({ collection: null, crs: TILES_CRS, form: 'pmtiles', count: total })] : [];
  const others = DOWNLOAD_CRSS.flatMap((crs) => {
    const all = layers(crs, null);
    const whole = forms.filter((form) => WHOLE_FORMS.has(form) && form !== 'pmtiles');
    const apart = forms.filter((form) => !WHOLE_FORMS.has(form));
    const together = total === 0 ? [] : whole.map((form) => named({ collection: null, crs, form, count: total }));
    return [...together, ...all.flatMap(({ collection, count }) => apart.map((form) => named({ collection, crs, form, count })))];
  });
  const files = [...tiles, ...others];
  const isFitting = ({ form, count }: FileName): boolean => count <= (FORM_FEATURES_MAX[form] ?? Infinity);
  return [files.filter(isFitting), files.filter((file) => !isFitting(file))];
}

interface Place {
  readonly of: AudienceFolder;
  readonly manifest: Manifest;
  readonly folder: string;
  readonly content: Content;
  readonly reader: EditionReader;
  readonly packs: Packs;
}

/** Makes files in one folder, one after the other. */
class Making {
  readonly #place: Place;
  readonly #options: MakeOptions;
  readonly #work: string;
  #writers: FormWriters | null = null;

  constructor(place: Place, options: MakeOptions) {
    [this.#place, this.#options] = [place, options];
    this.#work = join(place.folder, `${TEMPORARY_PREFIX}${process.pid}-work`);
  }

  /** Makes the missing files, and lists them with those that are there. Readers get the list after every few files. */
  async make(missing: readonly FileName[], there: readonly DownloadFile[]): Promise<Omit<MadeDownloads, 'tooLarge'>> {
    const { of, manifest } = this.#place;
    const files = [...there];
    let made = 0;
    try {
      mkdirSync(this.#work);
      for (const file of missing) {
        const written = await this.#write(file);
        files.push(written);
        made += 1;
        this.#options.onFile?.(written);
        if (made % LISTED_TOGETHER === 0) this.#list(files);
        if (this.#options.signal?.aborted === true) break;
      }
      const list = this.#list(files);
      syncFolder(allDownloads(of));
      requireStored(of, manifest, this.#options.sound);
      return { list, made };
    } catch (error) {
      if (made > 0 && isStored(of, manifest)) this.#list(files);
      throw error;
    } finally {
      await this.#writers?.close();
      rmSync(this.#work, { recursive: true, force: true });
    }
  }

  async #write(file: FileName): Promise<DownloadFile> {
    const { folder } = this.#place;
    const { name } = file;
    const temporary = join(this.#work, name);
    const leftOut = await this.#written(file, temporary);
    syncFile(temporary);
    renameDurably(temporary, join(folder, name));
    return { ...file, count: file.count - leftOut, ...(leftOut === 0 ? {} : { leftOut }), ...await sumOf(join(folder, name)) };
  }

  /** Writes the bytes of a file, and returns the number of features that its form cannot hold. */
  #written({ form, crs, collection }: FileName, path: string): Promise<number> {
    const { of, reader, packs, content: { layers, ...content } } = this.#place;
    if (form === 'pmtiles' || crs === TILES_CRS) return writeTiles({ of, edition: reader, packs }, path);
    const write = writerOf(form, () => (this.#writers ??= this.#options.openWriters(this.#work)));
    return write({ ...content, crs, layers: layers(crs, collection) }, path);
  }

  #list(all: readonly DownloadFile[]): Omit<DownloadList, 'format'> {
    const { manifest: { number: edition, contentId, moment }, folder } = this.#place;
    const files = all.toSorted((a, b) => orderOf(a) - orderOf(b) || (a.name < b.name ? -1 : 1));
    const list = { edition, contentId, moment, files };
    replaceFile(listFile(folder), encodeDownloads(list));
    return list;
  }
}

/** After so many files their names are written, so that a run that is killed did not work for nothing. */
const LISTED_TOGETHER = 50;

/** Files with all collections come first, then by form and CRS, as readers see them beside one collection. */
function orderOf({ form, crs }: DownloadFile): number {
  return DOWNLOAD_FORMS.indexOf(form) * DOWNLOAD_CRSS.length + (crs === TILES_CRS ? 0 : DOWNLOAD_CRSS.indexOf(crs));
}

/** An edition that is withdrawn while its downloads are made takes them along. */
function requireStored(of: AudienceFolder, { number, contentId }: Manifest, sound: Sound): void {
  if (isStored(of, { number, contentId })) return;
  removeGoneDownloads(of, sound);
  throw new Fault('the edition is withdrawn or dropped, so it has no downloads', {
    step: 'Downloads:Make', actual: `edition ${number}`, hint: 'Make them again: they are then of the newest edition.',
  });
}

/** Returns whether the edition is still stored with this content. */
export function isStored(of: AudienceFolder, { number, contentId }: EditionContent): boolean {
  return hasManifest(of, number) && wholeManifest(of, number)?.contentId === contentId;
}

/** Removes what a process left that ended while it made downloads. */
function removeLeftovers(of: AudienceFolder): void {
  for (const name of foldersIn(of)) {
    const folder = join(allDownloads(of), name);
    for (const file of readdirSync(folder).filter((one) => one.startsWith(TEMPORARY_PREFIX))) {
      rmSync(join(folder, file), { recursive: true, force: true });
    }
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
