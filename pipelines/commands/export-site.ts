/** `ev export-site`: writes the active public edition as a folder that any web server can serve. */
import { resolve } from 'node:path';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { basemapOf, type Basemap } from '../../schemas/basemap.ts';
import { parseCrsUri, PUBLISHED_CRSS, shortNameOf, type PublishedCrs } from '../../schemas/crs.ts';
import { Fault } from '../../schemas/fault.ts';
import type { StaticSite } from '../../schemas/static-site.ts';
import { termsOf, type Terms } from '../../schemas/terms.ts';
import { clean } from '../prepare/report/index.ts';
import type { OpenSite } from '../site/open-site.ts';
import { writeSite, type WrittenSite } from '../site/write-site.ts';
import { foldersOf, openExistingState } from '../state/database/database.ts';
import { pinEditions } from '../state/folder/lock.ts';
import { settingsFor } from './options.ts';
import { crsUri } from './option-values.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { runSet, type Define } from './world.ts';

/** Files of a site, unless more are allowed. */
const FILES_MAX = 2_000_000;

interface ExportSiteArguments {
  readonly data: string;
  readonly folder: string;
  readonly crss: readonly PublishedCrs[];
  readonly siteUrl: string | null;
  readonly filesMax: number;
  readonly verify: boolean;
  readonly terms: Terms;
  readonly basemap: Basemap | null;
}

export async function exportSite(argv: ExportSiteArguments, openSite: OpenSite, terminal: Terminal): Promise<ExitCode> {
  openExistingState(argv.data).close();
  const unpin = pinEditions(argv.data);
  const editions = openEditions(foldersOf(argv.data).editions, 'public');
  try {
    const site = await openSite({ ...argv, editions });
    if (site === undefined) {
      throw new Fault('no edition yet', { step: 'Site:Open', path: argv.data, hint: '`ev batch` or `ev serve` publishes the first.' });
    }
    let progress: ReturnType<Terminal['progress']> | null = null;
    try {
      const written = await writeSite(site, {
        folder: argv.folder, filesMax: argv.filesMax, verify: argv.verify,
        onForecast({ files, bytes }) {
          terminal.note(`about ${files} files, ${bytes} bytes`);
          progress = terminal.progress('files', files);
        },
        onProgress: (done) => { progress?.to(done); },
      });
      summarise(written, site, { folder: argv.folder, terminal });
    } finally {
      (progress as ReturnType<Terminal['progress']> | null)?.done();
    }
    return EXIT.fine;
  } finally {
    editions.close();
    unpin();
  }
}

function summarise(
  written: WrittenSite, { edition, contentId }: StaticSite, { folder, terminal }: { readonly folder: string; readonly terminal: Terminal },
): void {
  const { files, bytes, written: made, removed, unchanged } = written;
  terminal.print(`${clean(folder)}: edition ${edition}, ${files} files, ${bytes} bytes`);
  terminal.print(`${made} written, ${removed} removed, ${unchanged} unchanged`);
  terminal.printJson({ folder, edition, contentId, ...written });
}

/** Reads --crs: CRSs with features in every edition, by name or URI, with commas between. */
function publishedCrss(text: string): readonly PublishedCrs[] {
  return text.split(',').map((name) => {
    const { code } = parseCrsUri(crsUri(name.trim()))!;
    const found = PUBLISHED_CRSS.find((crs) => crs === code);
    if (found !== undefined) return found;
    throw new Error(`--crs ${name}: a site has features in ${PUBLISHED_CRSS.map(shortNameOf).join(', ')}`);
  });
}

/** Reads --site-url, which begins links. */
function siteUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url === undefined ? '' : (url.origin + url.pathname).replace(/\/$/, '');
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.href.replace(/\/$/, '') === plain) return plain;
  throw new Error(`--site-url ${text} is no address of a site: expected http or https, a host and perhaps a path`);
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => settingsFor(inner, 'export-site')
  .positional('folder', { type: 'string', demandOption: true, coerce: (path: string) => resolve(path), describe: 'folder of the site; new, empty, or an earlier site, of which only what changed is written' })
  .option('crs', { type: 'string', coerce: publishedCrss, describe: 'further CRSs of features and lists, with commas between: ETRS89, WebMercator (default: CRS84 and RD)' })
  .option('site-url', {
    type: 'string', requiresArg: true, coerce: siteUrlOf,
    describe: 'address of the site, for absolute links in JSON, which some programs need (default: all links are relative)',
  })
  .option('max-files', { type: 'number', default: FILES_MAX, describe: 'refuse a site that would have more files than this' })
  .option('verify', { type: 'boolean', default: false, describe: 'make every file and compare it with the folder, as after a power cut' }), (argv) =>
  runSet(argv, world, (terminal, settings) => exportSite({
    data: settings.data, folder: argv.folder, crss: argv.crs ?? [], siteUrl: argv['site-url'] ?? null, filesMax: argv['max-files'], verify: argv.verify,
    terms: termsOf(settings), basemap: settings.basemap === null ? null : basemapOf(settings.basemap) ?? null,
  }, world.openSite, terminal)));
