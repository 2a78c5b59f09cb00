/**
 * `ev validate`: checks deliveries and says what is wrong in plain words. Several files give one answer. By itself it
 * needs no register, and only warns about links outside a delivery; `--data` asks a register, which it leaves as it is.
 * What takes long to load is loaded when it is needed, and threads are started before.
 */
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Finding, ObjectVerdict, Report } from '../../schemas/finding.ts';
import type { ModelVersion } from '../../schemas/names.ts';
import type { PreparedRoot } from '../../schemas/submission.ts';
import { countsOf, withTotals } from '../prepare/counts.ts';
import type { Judges } from '../prepare/judge.ts';
import type { PrepareProgress } from '../prepare/prepare.ts';
import { withFindingList, withLists } from '../prepare/prepared-report.ts';
import type { PreparedReport } from '../prepare/prepared-report.ts';
import { text } from '../prepare/report/text.ts';
import { JudgeThreads } from '../workers/judges.ts';
import { EXIT, type ExitCode, type Progress, type Terminal } from './terminal.ts';

/** From here on the reading shows how far it is, and has threads: each starts with a second of its own work. */
const LONG_BYTES = 10_000_000;

export interface ValidateArguments {
  readonly files: readonly string[];
  readonly crs: string | null;
  readonly model: ModelVersion | null;
  readonly strict: boolean;
  /** Files to write the report of the only delivery to, each in the form that its name ends in. */
  readonly reports: readonly string[];
  readonly cacheFolder: string;
  /** Also what the register in this folder would say of the delivery by this holder; null: the delivery by itself. */
  readonly against: { readonly data: string; readonly holder: string; readonly clock: () => Date } | null;
}

/** How V8 best does much work at once, of which nobody waits for a part. */
const V8_FLAGS = [
  // After so many calls, by default 3,000, it compiles a function once more, with care. A delivery with all kinds of mistakes has two
  // thousand functions in each thread called that often, and to compile these takes longer than all that they still have to do.
  '--invocation-count-for-turbofan=30000',
  // In each thread what is soon forgotten has the room at once, MB, that it would come to have: as that grows, much is copied in vain.
  '--min-semi-space-size=16',
  // The little that is kept is marked in one go, in some milliseconds; in steps, beside the work, that takes many times as long.
  '--no-incremental-marking',
];

/** However its lists are held. */
type AnyReport = Report<Iterable<ObjectVerdict>, Iterable<Finding>>;

export async function validate(asked: ValidateArguments, terminal: Terminal): Promise<ExitCode> {
  let provided: Promise<string> | undefined;
  const spatialPath = (): Promise<string> => (provided ??= provide(asked.cacheFolder, terminal));
  const reports: AnyReport[] = [];
  for (const path of asked.files) {
    const report = await validateFile(path, asked, { terminal, spatialPath });
    reports.push(report);
    if (!terminal.json) terminal.say(`${text(withFindingList(report), { colour: terminal.colour })}\n`);
    if (asked.reports.length > 0) await (await import('../prepare/report/forms.ts')).writeReports(withFindingList(report), asked.reports);
  }
  terminal.answer(merged(reports));
  return reports.some(({ counts }) => counts.errors > 0) ? EXIT.errors : EXIT.fine;
}

/** Where the spatial extension is; only a geometry that DuckDB must judge asks for it. */
async function provide(cacheFolder: string, { note }: Terminal): Promise<string> {
  const { provideSpatial } = await import('../setup.ts');
  return provideSpatial({ cacheFolder, log: note });
}

async function validateFile(
  path: string, { crs, model, strict, against }: ValidateArguments,
  { terminal, spatialPath }: { terminal: Terminal; spatialPath: () => Promise<string> },
): Promise<AnyReport> {
  const size = await stat(path).then((found) => found.size, () => 0);
  const isLong = size >= LONG_BYTES;
  if (isLong) for (const flag of V8_FLAGS) setFlagsFromString(flag);
  const shown = isLong ? terminal.progress(`${basename(path)}, MB`, megabytes(size)) : undefined;
  // Started first: the threads load their modules while this one loads its own.
  const judges = isLong ? new JudgeThreads({ threads: availableParallelism(), spatialPath }) : await oneJudge(spatialPath);
  try {
    const { prepare } = await import('../prepare/prepare.ts');
    const check = (sink: ((root: PreparedRoot) => void) | null): Promise<PreparedReport> =>
      prepare({ path }, { source: basename(path), crs, model, strict }, {
        judges, sink, onProgress: (progress) => show(shown, progress),
      });
    if (against === null) return await check(null);
    const { data, holder, clock } = against;
    const input = {
      holder, method: 'LEVERING', target: basename(path), crs, mediaType: 'application/json', ifMatch: null, model, strict,
    } as const;
    const { rehearse } = await import('../state/rehearsal.ts');
    return await rehearse(data, { input, clock }, async (sink) => withLists(await check(sink)));
  } finally {
    // The answer is written while they end.
    void judges.close();
    shown?.done();
  }
}

async function oneJudge(spatialPath: () => Promise<string>): Promise<Judges> {
  const { judgesHere } = await import('../prepare/judge.ts');
  const { spatialWhenAsked } = await import('../prepare/spatial-when-asked.ts');
  return judgesHere(spatialWhenAsked(spatialPath, 2));
}

function show(shown: Progress | undefined, { bytes, accepted, refused }: PrepareProgress): void {
  shown?.to(megabytes(bytes), `${accepted} accepted, ${refused} refused`);
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000);
}

/** The report of the only file, else one answer for all, in which each object and finding names its file. */
function merged(reports: readonly AnyReport[]): unknown {
  if (reports.length === 1) return reports[0];
  const lists = reports.map(withLists);
  const named = <Item extends object>(items: (report: Report) => readonly Item[]): readonly Item[] =>
    lists.flatMap((report) => items(report).map((item) => ({ file: report.source, ...item })));
  const objects = named((report) => report.objects);
  const rules = reports.map(({ counts }) => counts.rules).reduce(withTotals, []);
  return {
    objects, findings: named((report) => report.findings), changes: named((report) => report.changes),
    counts: countsOf(objects, rules),
  };
}
