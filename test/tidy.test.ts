/**
 * Tidy: what a reader of one file cannot see: where imports lead, which package stands behind which door, files nobody uses, checks
 * switched off, traces of a machine. Not here: what types and lint already say.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { IN_PART, LONG_ONLY, SMALL_IN_PART } from './in-part.ts';
import { PROJECT } from './shared-data.ts';

/** Without the texts in it: a sentence for a reader may stay on its line. */
const LINE_CHARS_MAX = 140;
const FILE_BYTES_MAX = 500_000;

/** Where the program starts, workers aside (those are followed), and the scripts that are run by hand. */
const ENTRIES = ['pipelines/cli.ts'];
const SCRIPTS = ['pipelines/coordinates/pack-grids.ts', 'data/demo/make-city.ts', 'data/reference/make-codelists.ts', 'schemas/derived/make-derived.ts', 'test/bench/main.ts', 'test/browser/screenshot.ts', 'test/conformance/main.ts', 'test/fuzz/main.ts', 'test/generate/main.ts', 'test/generate/make-document-types.ts'];

/** For each folder, what it may import of ours; the longest matching start counts. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'schemas/': ['schemas/'],
  'publisher/': ['publisher/', 'schemas/'],
  'publisher/difference/': ['publisher/difference/', 'publisher/validity/', 'schemas/'],
  'publisher/format/': ['publisher/format/', 'schemas/'],
  'publisher/read/': ['publisher/read/', 'publisher/difference/', 'publisher/format/', 'publisher/jts', 'schemas/'],
  'publisher/tiles/': ['publisher/tiles/', 'publisher/read/', 'publisher/format/', 'schemas/'],
  'publisher/validity/': ['publisher/validity/', 'publisher/jts', 'schemas/'],
  'server/web/client/': ['server/web/client/'],
  'server/': ['server/', 'schemas/', 'publisher/difference/', 'publisher/format/', 'publisher/read/', 'publisher/tiles/', 'publisher/validity/'],
  'pipelines/': ['pipelines/', 'schemas/', 'publisher/'],
  'pipelines/cli.ts': ['pipelines/', 'schemas/', 'publisher/', 'server/'],
  'data/': ['data/', 'schemas/'],
  'test/': [''],
};

/** Files and folders that stand on one another, the lowest first: none imports what stands above it. */
const STACKS: readonly (readonly string[])[] = [
  ['schemas/', 'schemas/model/', 'schemas/check/', 'schemas/derived/'],
  ['server/response/problem.ts', 'server/parameters/', 'server/service.ts', 'server/openapi/', 'server/web/', 'server/handlers/', 'server/routes.ts', 'server/site/', 'server/responder.ts', 'server/admission.ts', 'server/app.ts'],
  [
    'pipelines/coordinates/', 'pipelines/strict-json/', 'pipelines/prepare/', 'pipelines/downloads/', 'pipelines/configuration/', 'pipelines/state/', 'pipelines/requests/', 'pipelines/workers/',
    'pipelines/editions/', 'pipelines/conductor/', 'pipelines/workers/conductor-thread.ts', 'pipelines/desk.ts', 'pipelines/operations/', 'pipelines/schedule/', 'pipelines/doctor/', 'pipelines/site/',
    'pipelines/commands/', 'pipelines/cli.ts',
  ],
  ['database/', 'register/', 'folder/', 'inbox/', 'outcomes/', 'notes/', 'decide/'].map((room) => `pipelines/state/${room}`),
  ['read/', 'upgrade/', 'geometry/', 'rules/', 'check/', 'delivery/', 'report/', 'prepare.ts'].map((room) => `pipelines/prepare/${room}`),
];

/** Folders that others enter by their index.ts only. */
const ROOMS = /^(?:pipelines\/prepare\/\w+|pipelines\/strict-json|publisher\/read\/(?:bytes|rows)|server\/openapi)\//;

/** The product's files that may import a package: each door is one place to look when a package changes. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  '@duckdb/node-api': ['pipelines/prepare/spatial-extension.ts', 'pipelines/prepare/geometry/spatial.ts', 'pipelines/downloads/duckdb.ts'],
  '@prometheus-io/client': ['pipelines/operations/metrics.ts'],
  '@fastify/static': ['server/app.ts'],
  'ajv': [
    'schemas/check/compile.ts', 'schemas/check/explain/explain.ts', 'schemas/check/explain/mistakes.ts', 'schemas/check/object-errors.ts',
    'pipelines/state/folder/json-file.ts',
  ],
  'fastify': ['server/'],
  'jose': ['pipelines/state/access/'],
  'jsts': ['publisher/jts-classes.ts'],
  'lru-cache': ['publisher/read/bytes/', 'server/response/gzip.ts', 'server/tiles/tile-cache.ts', 'pipelines/state/access/jwt.ts'],
  '@maplibre/vt-pbf': ['publisher/tiles/mvt.ts'], 'geojson-vt': ['publisher/tiles/mvt.ts'], geojson: ['publisher/tiles/mvt.ts'],
  'forwarded-parse': ['server/connection/client-address.ts'],
  'node-cron': ['pipelines/schedule/cron-times.ts'],
  'node:sqlite': ['pipelines/state/', 'pipelines/downloads/geopackage.ts', 'pipelines/site/site-manifest.ts'],
  'pino': ['pipelines/operations/log.ts'],
  'rate-limiter-flexible': ['server/request/quota.ts'],
  'ol': ['server/web/client/map-'],
  'proj4': ['server/web/client/map-rd.ts'],
  'p-queue': ['pipelines/schedule/scheduler.ts', 'pipelines/subscriptions/sender.ts'],
  'write-excel-file': ['pipelines/prepare/report/workbook-thread.ts'],
  'yargs': ['pipelines/commands/'],
  'yazl': ['pipelines/downloads/workbook.ts'],
};

/** Large modules that most threads never need: each is imported when it is first used, not as a thread starts. */
const LOADED_WHEN_USED = /^(?:import (?!type )|export )[^;]* from '(?:@duckdb\/node-api|[^']*\/jts-classes\.ts)'/mu;

/** Files that remove what a data folder or a folder of backups keeps; each asks first whether the data folder is sound. */
const DELETERS = [
  'pipelines/backup/rotation.ts', 'pipelines/schedule/watch-folder.ts', 'pipelines/state/inbox/payload.ts', 'pipelines/state/inbox/prepared.ts', 'pipelines/state/runs/runs.ts',
  'publisher/store.ts', 'publisher/write/downloads.ts', 'publisher/write/withdraw.ts',
];
/** Files that remove only what they made themselves and nobody relies on yet. */
const UNDOERS = [
  'pipelines/backup/copy.ts', 'pipelines/backup/unfinished-backup.ts', 'pipelines/backup/restore.ts', 'pipelines/conductor/warm-up.ts',
  'pipelines/prepare/spatial-extension.ts', 'pipelines/site/write-site.ts', 'pipelines/state/decide/rehearsal.ts', 'pipelines/state/folder/try-write.ts',
  'pipelines/state/register/register-copy.ts', 'pipelines/commands/rules.ts', 'pipelines/editions/quality.ts', 'pipelines/downloads/file-maker.ts', 'pipelines/downloads/form-writers.ts', 'pipelines/tables/table-reader.ts', 'pipelines/workers/own-edition.ts', 'pipelines/workers/own-editions.ts',
  'pipelines/upgrade/databases.ts', 'pipelines/upgrade/journal.ts', 'publisher/durable-file.ts', 'publisher/tiles/pyramid.ts', 'publisher/write/gate.ts', 'publisher/write/spool.ts',
];

const LIST = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
const FILES = execFileSync('git', LIST, { cwd: PROJECT, encoding: 'utf8' })
  .split('\0').filter((file) => file !== '' && existsSync(join(PROJECT, file)));
const CODE = FILES.filter((file) => file.endsWith('.ts'));
const PRODUCT = CODE.filter((file) => /^(schemas|publisher|server|pipelines)\//.test(file));
const TEXT = new Map(FILES.filter((file) => !/\.(br|gz|tif|png)$/.test(file)).map((file) => [file, read(file)]));

function read(file: string): string {
  return readFileSync(join(PROJECT, file), 'utf8');
}

/** Files that a file imports, exports from, or starts as a worker by `new URL`, as written. */
function specifiersOf(file: string): readonly string[] {
  const pattern = /(?:\bfrom\s+|\bimport\s+|\bimport\(\s*|\bnew URL\(\s*)'([^']+)'/g;
  return [...(TEXT.get(file) ?? '').matchAll(pattern)].map(([, specifier]) => specifier ?? '');
}

/** Files of ours that a file leads to. */
function targetsOf(file: string): readonly string[] {
  const ours = specifiersOf(file).filter((specifier) => specifier.startsWith('.'));
  return ours.map((specifier) => join(dirname(file), specifier));
}

/** Lines of these files that match, as `file:line`. */
function linesWith(files: readonly string[], pattern: RegExp): readonly string[] {
  return files.flatMap((file) => (TEXT.get(file) ?? '').split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}`] : [])));
}

function longLinesOf(file: string): readonly string[] {
  const texts = /'(\\.|[^'\\])*'|`(\\.|[^`\\])*`|\/(\\.|[^/\\])+\//g;
  return (TEXT.get(file) ?? '').split('\n').flatMap((line, index) =>
    (line.replaceAll(texts, "''").length > LINE_CHARS_MAX ? [`${file}:${index + 1}`] : []));
}

/** A pattern whose own text does not match itself. */
function spelled(...parts: readonly string[]): RegExp {
  return new RegExp(parts.join(''));
}

describe('imports', () => {
  test('lead only where the folder table allows', () => {
    const wrong = CODE.flatMap((file) => {
      const starts = Object.keys(MAY_IMPORT).filter((start) => file.startsWith(start));
      const longest = starts.sort((a, b) => b.length - a.length)[0];
      const allowed = longest === undefined ? [''] : MAY_IMPORT[longest] ?? [];
      return targetsOf(file)
        .filter((target) => target.endsWith('.ts') && !allowed.some((start) => target.startsWith(start)))
        .map((target) => `${file} imports ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  test('lead downward in the words of schemas and in the server', () => {
    const wrong = STACKS.flatMap((stack) => {
      const heightOf = (file: string): number => stack.findLastIndex((start) => file.startsWith(start));
      return PRODUCT.filter((file) => heightOf(file) >= 0).flatMap((file) => targetsOf(file)
        .filter((target) => target.endsWith('.ts') && heightOf(target) > heightOf(file)).map((target) => `${file} imports ${target}`));
    });
    expect(wrong).toEqual([]);
  });

  test('of large modules are left until they are used', () => {
    expect(PRODUCT.filter((file) => LOADED_WHEN_USED.test(TEXT.get(file) ?? ''))).toEqual([]);
  });

  test('make no circle of files, types included', () => {
    expect(circlesOf(PRODUCT)).toEqual([]);
  });

  test('enter a room by its door', () => {
    const wrong = PRODUCT.flatMap((file) => targetsOf(file).flatMap((target) => {
      const room = ROOMS.exec(target)?.[0];
      return room === undefined || file.startsWith(room) || target === `${room}index.ts` ? [] : [`${file} imports ${target}`];
    }));
    expect(wrong).toEqual([]);
  });

  test('of a package go through its door', () => {
    const wrong = PRODUCT.flatMap((file) => specifiersOf(file).flatMap((specifier) => {
      const door = Object.entries(DOORS).find(([name]) => specifier === name || specifier.startsWith(`${name}/`))?.[1];
      const closed = door === undefined ? isUnknownPackage(specifier) : !door.some((start) => file.startsWith(start));
      return closed ? [`${file} imports ${specifier}`] : [];
    }));
    expect(wrong).toEqual([]);
  });

  test('reach every file of the product from where it starts', () => {
    const reached = closure([...ENTRIES, ...SCRIPTS].filter((file) => CODE.includes(file)));
    expect(PRODUCT.filter((file) => !reached.has(file))).toEqual([]);
  });

  test('reach every helper of the tests from a test', () => {
    const tested = closure(CODE.filter((file) => /(\.test|\.config|-bench)\.ts$/.test(file) || SCRIPTS.includes(file)));
    const helpers = CODE.filter((file) => file.startsWith('test/'));
    expect(helpers.filter((file) => !tested.has(file) && !isNamed(file))).toEqual([]);
  });

  test('of the runs of a property are in the list of files that the long suite runs whole', () => {
    const inPart = CODE.filter((file) => file.endsWith('.test.ts') && targetsOf(file).includes('test/runs.ts'));
    expect([...IN_PART, ...SMALL_IN_PART].sort()).toEqual(inPart.filter((file) => !LONG_ONLY.includes(file)).sort());
    expect([...IN_PART, ...LONG_ONLY, ...SMALL_IN_PART].filter((file) => !CODE.includes(file))).toEqual([]);
  });

  test('name files that are there', () => {
    const missing = CODE.flatMap((file) => targetsOf(file).filter((target) => !existsSync(join(PROJECT, target))));
    expect(missing).toEqual([]);
  });
});

/** A package of npm without a door of its own: nobody decided where it may be used. */
function isUnknownPackage(specifier: string): boolean {
  return !specifier.startsWith('.') && !specifier.startsWith('node:');
}

/** Files that lead to one another, each circle once; a file in no circle does not lead to itself. */
function circlesOf(files: readonly string[]): readonly (readonly string[])[] {
  const reached = new Map(files.map((file) => [file, closure(targetsOf(file))]));
  return files
    .map((file) => files.filter((other) => reached.get(file)?.has(other) === true && reached.get(other)?.has(file) === true))
    .filter((circle, at) => circle[0] === files[at]);
}

function closure(starts: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>(starts);
  for (const file of reached) for (const target of targetsOf(file)) if (CODE.includes(target)) reached.add(target);
  return reached;
}

/** Headings of a page as a link names them. */
function headingsOf(file: string): readonly string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));
}

/** A helper that is started by its file name: a program by a test, a set-up by a suite. */
function isNamed(file: string): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return CODE.some((other) => other !== file && (other.startsWith('test/') || other.endsWith('.config.ts')) && (TEXT.get(other) ?? '').includes(`${name}'`));
}

describe('files', () => {
  test('of code begin with a comment that says what they are; tests say it in their titles', () => {
    const files = CODE.filter((file) => !/\.(test|config)\.ts$/.test(file));
    expect(files.filter((file) => !/^(#!.*\n)?\/\*\*/.test(TEXT.get(file) ?? ''))).toEqual([]);
  });

  test('of Markdown link to files and headings that are there', () => {
    const wrong = FILES.filter((file) => file.endsWith('.md')).flatMap((file) => [...read(file).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, path = '', heading]) => {
        const target = path === '' ? file : join(dirname(file), path);
        return !existsSync(join(PROJECT, target)) || (heading !== undefined && !headingsOf(target).includes(heading));
      }).map(([link]) => `${file} ${link}`));
    expect(wrong).toEqual([]);
  });

  test('stay small enough to read and to clone', () => {
    expect(FILES.filter((file) => statSync(join(PROJECT, file)).size > FILE_BYTES_MAX)).toEqual([]);
    expect(PRODUCT.flatMap(longLinesOf)).toEqual([]);
  });

  test('show no machine and no registry but the public one', () => {
    const others = [...TEXT.keys()].filter((file) => file !== 'package-lock.json');
    expect(linesWith(others, /(^|[\s'"`(=])\/(work|root|tmp|home\/\w+)\/\w/)).toEqual([]);
    expect(linesWith(['package-lock.json'], /"resolved": "(?!https:\/\/registry\.npmjs\.org\/)/)).toEqual([]);
  });
});

describe('code', () => {
  test('is finished, and no check is switched off', () => {
    expect(linesWith(CODE, spelled('\\b(TO', 'DO|FIX', 'ME|XX', 'X)\\b'))).toEqual([]);
    expect(linesWith(CODE, spelled('@ts-', '(ignore|expect-error|nocheck)|(es|ox)lint-', 'disable'))).toEqual([]);
    expect(linesWith(CODE, spelled('\\b(as|:) ', 'any\\b(?!\\w| [a-z])'))).toEqual([]);
    expect(linesWith(CODE, spelled('\\b(test|it|describe)\\.', '(only|todo)\\b'))).toEqual([]);
  });

  test('takes time and environment as arguments; only the command line and the starts of threads and processes read them', () => {
    const readers = /^pipelines\/(cli|commands\/terminal|downloads\/converter-process|workers\/[\w-]+|schedule\/schedule-worker)\.ts$/;
    const product = PRODUCT.filter((file) => !readers.test(file));
    const readings = /^(?!\s*(\*|\/\*\*|\/\/)).*(\bDate\.now\(|\bnew Date\(\)|\bprocess\.env\b|\bMath\.random\b)/;
    expect(linesWith(product, readings)).toEqual([]);
  });

  test('deletes only where it asks whether the data folder is sound, or what it made itself', () => {
    const removing = PRODUCT.filter((file) => /\b(rm|rmdir|unlink)(Sync)?\(|DELETE FROM run\b/.test(TEXT.get(file) ?? ''));
    expect(removing.filter((file) => !UNDOERS.includes(file))).toEqual(DELETERS);
    expect(DELETERS.filter((file) => !/\bsound\.(require|fault)\(/.test(TEXT.get(file) ?? ''))).toEqual([]);
    expect(linesWith(PRODUCT, /\.lookedAtBy\(/).map((line) => line.split(':')[0])).toEqual(Array(3).fill('pipelines/state/folder/sound-folder.ts'));
  });

  test('awaits what it expects of a promise', () => {
    const promised = /(?<!await |return |=> )\bexpect\((?:(?!expect\()[\s\S]){0,400}?\)\s*\.(rejects|resolves)\./;
    expect(CODE.filter((file) => promised.test(TEXT.get(file) ?? ''))).toEqual([]);
  });
});
