/**
 * `ev validate`: checks deliveries and prints what is wrong in plain words. Several files give one result. It needs no register, and then
 * only warns about links outside a delivery; `--data` reads a register too, and changes nothing in it.
 */
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { resolve } from 'node:path';
import type { Language, Report } from '../../schemas/finding.ts';
import type { ModelVersion, RootType } from '../../schemas/names.ts';
import type { Moment } from '../../schemas/time.ts';
import { checkerInThread } from '../prepare/check/index.ts';
import type { BlockChecker } from '../prepare/check/index.ts';
import { countsOf, endedIn, withTotals, type Ended } from '../prepare/delivery/index.ts';
import { lazySpatial } from '../prepare/geometry/index.ts';
import { prepare } from '../prepare/prepare.ts';
import type { PrepareProgress } from '../prepare/prepare.ts';
import { text, writeReports } from '../prepare/report/index.ts';
import { checkedBy } from '../prepare/rule-set.ts';
import { requireHolderCode } from '../state/access/holders.ts';
import { driftLimit, type DriftLimit } from '../state/decide/drift.ts';
import type { ForRegister } from '../state/decide/rehearsal.ts';
import { CheckPool } from '../workers/check-pool.ts';
import { DELIVERY_KINDS, reading, readingOf, reportProblem, settingsFor } from './options.ts';
import { EXIT, type ExitCode, type Progress, type Terminal } from './terminal.ts';
import { holderCode } from './option-values.ts';
import { runSet, type Define } from './world.ts';

/** Files of at least this size show progress and are checked by threads. A thread takes a second to start. */
const LONG_BYTES = 10_000_000;

export interface ValidateArguments {
  readonly files: readonly string[];
  readonly crs: string | null;
  readonly model: ModelVersion | null;
  readonly strict: boolean;
  /** Types of which the delivery has all roots of its holder. */
  readonly full: readonly RootType[];
  /** Each root would replace the newest version of its object. */
  readonly correct: boolean;
  /** Files to write the report of the only delivery to; the extension says in which form. */
  readonly reports: readonly string[];
  /** Language of the report as text and as page; null: both. */
  readonly lang: Language | null;
  readonly cacheFolder: string;
  /** Register to check against, with the holder who would deliver; null: no register. */
  readonly against: { readonly data: string; readonly holder: string; readonly drift: DriftLimit } | null;
  readonly clock: () => Date;
}

/** The arguments that one report depends on. */
type CheckArguments = Omit<ValidateArguments, 'files' | 'reports' | 'lang'>;

export async function validate(argv: ValidateArguments, terminal: Terminal): Promise<ExitCode> {
  let provided: Promise<string> | undefined;
  const spatialPath = (): Promise<string> => (provided ??= provide(argv.cacheFolder, terminal));
  const reports: Report[] = [];
  for (const path of argv.files) {
    const report = await validateFile(path, argv, { terminal, spatialPath });
    reports.push(report);
    if (!terminal.json) terminal.print(`${text(report, { colour: terminal.colour, lang: argv.lang })}\n`);
    await writeReports(report, argv.reports, argv.lang);
  }
  terminal.printJson(merged(reports));
  return reports.some(({ counts }) => counts.errors > 0) ? EXIT.errors : EXIT.fine;
}

/** Returns the report that a delivery would get; hands nothing in. */
export async function foreseenReport(path: string, argv: CheckArguments, terminal: Terminal): Promise<Report> {
  let provided: Promise<string> | undefined;
  return await validateFile(path, argv, { terminal, spatialPath: () => (provided ??= provide(argv.cacheFolder, terminal)) });
}

/** Provides the spatial extension; only a geometry of doubtful validity needs it. */
export async function provide(cacheFolder: string, { note }: Terminal): Promise<string> {
  const { provideSpatial } = await import('../prepare/spatial-extension.ts');
  return provideSpatial({ cacheFolder, log: note });
}

interface CheckDependencies {
  readonly terminal: Terminal;
  readonly spatialPath: () => Promise<string>;
}

async function validateFile(path: string, argv: CheckArguments, dependencies: CheckDependencies): Promise<Report> {
  const { crs, model, strict, full, correct, against, clock } = argv;
  if (against === null) return await prepareFile(path, argv, { ...dependencies, sink: null });
  const { data, holder, drift } = against;
  requireHolderCode(data, holder);
  const input = {
    holder, method: 'LEVERING', target: basename(path), crs, mediaType: 'application/json', ifMatch: null, model, strict, full, correct,
  } as const;
  const { rehearse } = await import('../state/decide/rehearsal.ts');
  return await rehearse(data, { input, clock, drift }, (to) => prepareFile(path, argv, { ...dependencies, ...to }));
}

/** Checks one file. Its threads end with it, because the register needs their memory. */
async function prepareFile(
  path: string, { crs, model, strict, clock }: CheckArguments,
  { terminal, spatialPath, sink, onOpenLinks }: CheckDependencies & ForRegister,
): Promise<Report> {
  const size = await stat(path).then((found) => found.size, () => 0);
  const isLong = size >= LONG_BYTES;
  const shown = isLong ? terminal.progress(`${basename(path)}, MB`, megabytes(size)) : undefined;
  const { checker, close } = isLong ? threads(spatialPath) : thisThread(spatialPath);
  try {
    let sha256: string | undefined;
    const report = await prepare({ path }, { source: basename(path), crs, model, strict, now: clock().getTime() as Moment }, {
      checker, sink, onOpenLinks, onProgress: (progress) => show(shown, progress), onWhole: (sum) => { sha256 = sum; },
    });
    return sha256 === undefined ? report : { ...report, sha256 };
  } finally {
    close();
    shown?.done();
  }
}

export interface OpenChecker {
  readonly checker: BlockChecker;
  readonly close: () => void;
}

function threads(spatialPath: () => Promise<string>): OpenChecker {
  const pool = new CheckPool({ threads: availableParallelism(), spatialPath });
  return { checker: pool.checker({ kind: 'delivery', holder: '' }), close: () => void pool.close() };
}

export function thisThread(spatialPath: () => Promise<string>): OpenChecker {
  const spatial = lazySpatial(spatialPath, 2);
  return { checker: checkerInThread(spatial), close: () => spatial.close() };
}

function show(shown: Progress | undefined, { bytes, accepted, refused }: PrepareProgress): void {
  shown?.to(megabytes(bytes), `${accepted} accepted, ${refused} refused`);
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000);
}

/** Returns the report of the only file, else one result for all, in which each object and finding names its file. */
function merged(reports: readonly Report[]): unknown {
  if (reports.length === 1) return reports[0];
  const named = <Item extends object>(items: (report: Report) => readonly Item[]): readonly Item[] =>
    reports.flatMap((report) => items(report).map((item) => ({ file: report.source, ...item })));
  const objects = named((report) => report.objects);
  const rules = reports.map(({ counts }) => counts.rules).reduce(withTotals, []);
  return {
    checkedBy: checkedBy(), files: reports.map(({ source, sha256, checkedAt }) => ({ file: source, sha256, checkedAt })),
    objects, findings: named((report) => report.findings), changes: named((report) => report.changes),
    counts: countsOf(objects, rules, reports.map(({ counts }) => endedIn(counts)).reduce(together)),
  };
}

/** Adds two counts; undefined when no register was read. */
function together(one: Ended | undefined, other: Ended | undefined): Ended | undefined {
  return one && other && { roots: one.roots + other.roots, parts: one.parts + other.parts };
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => reading(settingsFor(inner, 'validate'))
  .positional('files', { type: 'string', array: true, demandOption: true, describe: DELIVERY_KINDS })
  .option('data', {
    type: 'string', coerce: (path: string) => resolve(path),
    describe: 'also check against the register in this folder: links, ids, what is unchanged',
  })
  .option('holder', { type: 'string', describe: 'with --data: who would deliver', coerce: holderCode })
  .check(({ data, holder }) => (data === undefined) === (holder === undefined) || '--data and --holder go together')
  .check(({ data, full }) => data !== undefined || full === undefined || '--full needs --data: what is left out, only a register knows')
  .check(({ data, correct }) => data !== undefined || !correct || '--correct needs --data: what is corrected, only a register knows')
  .check(({ files, report }) => reportProblem(report, files ?? [])), (argv) =>
  runSet(argv, world, (terminal, { lang, drift }) => validate({
    ...readingOf(argv), lang, files: argv.files, reports: argv.report, cacheFolder: world.cacheFolder,
    against: argv.data === undefined || argv.holder === undefined ? null
      : { data: argv.data, holder: argv.holder, drift: driftLimit(drift) },
    clock: world.clock,
  }, terminal)));
