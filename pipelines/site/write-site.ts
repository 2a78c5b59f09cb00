/**
 * Write site: brings the folder of a static site to one edition. Only files whose bytes differ are written, and files that the edition does
 * not have are removed.
 *
 * Each file appears whole: it is written under another name and renamed. Files are not synced one by one; after a power cut `verify`
 * compares them with the edition.
 */
import { createHash } from 'node:crypto';
import { constants, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault, UsageFault } from '../../schemas/fault.ts';
import type { SiteFile, SiteForecast, StaticSite } from '../../schemas/static-site.ts';
import { SiteManifest, type KeptFile } from './site-manifest.ts';

/** Files and bytes that are listed and written together. */
const [TOGETHER_FILES, TOGETHER_BYTES] = [500, 32 * 1024 * 1024];
const TEMPORARY = '.ev-site.tmp';

export interface WriteSiteOptions {
  readonly folder: string;
  readonly filesMax: number;
  /** Whether every file is made and compared with the folder, whatever its manifest says. */
  readonly verify: boolean;
  /** Called before the first file is made. */
  readonly onForecast: (forecast: SiteForecast) => void;
  /** Called with the number of files that are done. */
  readonly onProgress: (done: number) => void;
}

export interface WrittenSite {
  readonly written: number;
  readonly removed: number;
  readonly unchanged: number;
  readonly files: number;
  readonly bytes: number;
}

export async function writeSite(site: StaticSite, options: WriteSiteOptions): Promise<WrittenSite> {
  const manifest = SiteManifest.open(options.folder);
  try {
    requireNotNewer(manifest, site, options.folder);
    const { state } = manifest;
    const isSame = state.isWhole && state.contentId === site.contentId && state.identity === site.identity;
    if (isSame && !options.verify) {
      const totals = manifest.totals();
      return { written: 0, removed: 0, unchanged: totals.files, ...totals };
    }
    const forecast = await site.forecast();
    requireRoom(forecast, options);
    options.onForecast(forecast);
    return await new Writer(manifest, site, options).run();
  } finally {
    manifest.close();
  }
}

function requireNotNewer({ state }: SiteManifest, { edition }: StaticSite, folder: string): void {
  if (state.edition === null || state.edition <= edition) return;
  throw new Fault('the site is of a newer edition', {
    step: 'Site:Open', path: folder, expected: `edition ${edition} or older`, actual: `edition ${state.edition}`,
    hint: 'Export the older edition to another folder.',
  });
}

function requireRoom({ files, bytes }: SiteForecast, { folder, filesMax }: WriteSiteOptions): void {
  if (files > filesMax) {
    throw new UsageFault('the site would have more files than allowed', {
      step: 'Site:Forecast', expected: `${filesMax} files at most`, actual: `about ${files} files, ${bytes} bytes`, hint: 'Allow more with --max-files.',
    });
  }
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (bytes <= free) return;
  throw new Fault('there is no room for the site', { step: 'Site:Forecast', path: folder, expected: `about ${bytes} bytes`, actual: `${free} bytes free` });
}

class Writer {
  readonly #manifest: SiteManifest;
  readonly #site: StaticSite;
  readonly #options: WriteSiteOptions;
  readonly #folders = new Set<string>();
  #waiting: SiteFile[] = [];
  #waitingBytes = 0;
  #same: KeptFile[] = [];
  #untouched: string[] = [];
  #written = 0;
  #done = 0;

  constructor(manifest: SiteManifest, site: StaticSite, options: WriteSiteOptions) {
    this.#manifest = manifest;
    this.#site = site;
    this.#options = options;
  }

  async run(): Promise<WrittenSite> {
    const { edition, contentId, identity } = this.#site;
    const isComparable = this.#manifest.state.identity === identity && !this.#options.verify;
    this.#manifest.begin({ edition, contentId, identity });
    for await (const file of this.#site.files((path) => (isComparable ? this.#tagOf(path) : undefined))) {
      this.#take(file);
      const together = this.#waiting.length + this.#untouched.length + this.#same.length;
      if (together >= TOGETHER_FILES || this.#waitingBytes >= TOGETHER_BYTES) this.#flush();
      this.#done += 1;
      this.#options.onProgress(this.#done);
    }
    this.#flush();
    rmSync(join(this.#options.folder, TEMPORARY), { force: true });
    const removed = this.#manifest.dropOthers((path) => { this.#remove(path); });
    this.#manifest.end();
    return { written: this.#written, removed, unchanged: this.#done - this.#written, ...this.#manifest.totals() };
  }

  #tagOf(path: string): string | undefined {
    const listed = this.#manifest.file(path);
    return listed?.sha256 === null ? undefined : listed?.tag ?? undefined;
  }

  #take(file: SiteFile): void {
    const { path, tag, content } = file;
    if (content.kind === 'unchanged') {
      this.#untouched.push(path);
      return;
    }
    const [sha256, bytes] = content.kind === 'copy' ? [content.sha256, content.bytes] : [hashOf(content.bytes), content.bytes.length];
    if (sha256 === this.#shaOf(path)) {
      this.#same.push({ path, sha256, bytes, tag });
      return;
    }
    this.#waiting.push(file);
    if (content.kind === 'bytes') this.#waitingBytes += bytes;
  }

  #shaOf(path: string): string | null {
    if (!this.#options.verify) return this.#manifest.file(path)?.sha256 ?? null;
    const there = join(this.#options.folder, path);
    return existsSync(there) && this.#manifest.file(path) !== undefined ? hashOf(readFileSync(there)) : null;
  }

  #flush(): void {
    this.#manifest.announce(this.#waiting.map(({ path }) => path));
    const written = this.#waiting.map((file) => this.#write(file));
    this.#manifest.keep([...this.#same, ...written], this.#untouched);
    this.#written += written.length;
    [this.#waiting, this.#waitingBytes, this.#same, this.#untouched] = [[], 0, [], []];
  }

  #write({ path, tag, content }: SiteFile): KeptFile {
    const { folder } = this.#options;
    const [temporary, target] = [join(folder, TEMPORARY), join(folder, path)];
    if (!this.#folders.has(dirname(target))) {
      mkdirSync(dirname(target), { recursive: true });
      this.#folders.add(dirname(target));
    }
    if (content.kind === 'unchanged') throw new Error(`${path} did not change`);
    if (content.kind === 'copy') copyFileSync(content.source, temporary, constants.COPYFILE_FICLONE);
    else writeFileSync(temporary, content.bytes);
    renameSync(temporary, target);
    const sha256 = content.kind === 'copy' ? content.sha256 : hashOf(content.bytes);
    return { path, sha256, bytes: content.kind === 'copy' ? content.bytes : content.bytes.length, tag };
  }

  /** Removes a file, and the folders that are empty then. */
  #remove(path: string): void {
    const { folder } = this.#options;
    rmSync(join(folder, path), { force: true });
    for (let above = dirname(path); above !== '.'; above = dirname(above)) {
      try {
        rmdirSync(join(folder, above));
      } catch (error) {
        if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return;
        throw error;
      }
    }
  }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
