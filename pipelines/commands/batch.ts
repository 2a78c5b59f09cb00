/** `ev batch`: decides and publishes pending submissions, and prints the report of each. */
import { availableParallelism } from 'node:os';
import type { Retention } from '../../publisher/write/retention.ts';
import type { Language } from '../../schemas/finding.ts';
import { STAGES, type Stage, type StageSeconds } from '../../schemas/stages.ts';
import type { Outcome } from '../../schemas/submission.ts';
import { publishedBaseUrl, publishedEpoch, runBatch, type BatchOptions, type DoneBy } from '../conductor/run-batch.ts';
import { text, writeReports } from '../prepare/report/index.ts';
import { provideSpatial } from '../prepare/spatial-extension.ts';
import { driftLimit, type DriftLimit } from '../state/decide/drift.ts';
import { listSubmissions, outcome } from '../state/outcomes/submit.ts';
import { settingsFor } from './options.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { eventPrinter } from './print-events.ts';
import { runSet, type Define } from './world.ts';

export interface BatchArguments {
  readonly data: string;
  /** Null: the base URL of the newest edition. */
  readonly baseUrl: string | null;
  /** Null: the epoch of the newest edition. */
  readonly epoch?: number | null;
  readonly cacheFolder: string;
  /** Editions to keep; undefined: all. */
  readonly retention: Retention | undefined;
  /** Limit on the roots of its holder that one submission may end. */
  readonly drift: DriftLimit;
  /** Whether there are editions for the full audience. */
  readonly fullAudience?: boolean;
  readonly clock: () => Date;
  /** Files to write the report of the only submission to. */
  readonly reports?: readonly string[];
  /** Language of the report as text and as page; null: both. */
  readonly lang: Language | null;
}

const LISTED_MAX = 10_000;

export async function batch(argv: BatchArguments, terminal: Terminal): Promise<ExitCode> {
  const waiting = listSubmissions(argv.data, { states: ['pending'], limit: LISTED_MAX }).toReversed();
  if (waiting.length === 0) terminal.print('Nothing was pending.');
  return await settle({ uuids: waiting.map(({ uuid }) => uuid), work: runBatch }, argv, terminal);
}

/** Settles these submissions, in this process or in a running server, and prints their reports. */
export async function settle(
  { uuids, work }: { readonly uuids: readonly string[]; readonly work: (options: BatchOptions) => Promise<DoneBy> },
  { data, baseUrl, epoch, cacheFolder, retention, drift, fullAudience, clock, reports = [], lang }: BatchArguments,
  terminal: Terminal,
): Promise<ExitCode> {
  const spatialPath = await provideSpatial({ cacheFolder, log: terminal.note });
  const stages: Partial<Record<Stage, number>> = Object.fromEntries(STAGES.map((stage) => [stage, 0]));
  const printEvent = eventPrinter(terminal);
  const by = await work({
    data, baseUrl: baseUrl ?? publishedBaseUrl(data), epoch: epoch ?? publishedEpoch(data), spatialPath,
    threads: availableParallelism(), clock, retention, drift, fullAudience: fullAudience ?? false,
    onEvent: (event) => {
      if ('seconds' in event) addSeconds(stages, event.seconds);
      printEvent(event);
    },
  });
  if (by === 'handed over') terminal.note('a running server did the work');
  const outcomes = uuids.map((uuid) => outcome(data, uuid)).filter((found) => found !== undefined);
  for (const found of outcomes) {
    terminal.print(`${reportOf(found, terminal, lang)}\n`);
    if (found.report !== null) await writeReports(found.report, reports, lang);
  }
  terminal.printJson({ by, outcomes, ...(by === 'here' ? { stages } : {}) });
  return outcomes.every(({ state, report }) => state === 'settled' && report?.counts.errors === 0) ? EXIT.fine : EXIT.errors;
}

/** Adds the stages of one publication; a batch may have several publications. */
function addSeconds(stages: Partial<Record<Stage, number>>, seconds: StageSeconds): void {
  for (const stage of STAGES) {
    const more = seconds[stage];
    if (more !== undefined) stages[stage] = (stages[stage] ?? 0) + more;
  }
}

/** Returns the report of one outcome as text, or why there is none. */
export function reportOf({ receipt, report, state, status, waitsFor }: Outcome, { colour }: Terminal, lang: Language | null): string {
  if (report !== null) return text(report, { colour, lang });
  if (waitsFor === undefined) return `${receipt.uuid}: ${state}, ${status ?? 'no answer yet'}`;
  return `${receipt.uuid}: wacht op ${waitsFor} van ${receipt.holder}, die geparkeerd is; \`ev submissions show ${waitsFor}\` laat die zien `
    + `/ waits for ${waitsFor} of ${receipt.holder}, which is parked; \`ev submissions show ${waitsFor}\` shows it`;
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => settingsFor(inner, 'batch'), (argv) =>
  runSet(argv, world, (terminal, { data, baseUrl, epoch, lang, drift, keepDays, fullAudience }) => batch({
    data, baseUrl, epoch, lang, fullAudience, drift: driftLimit(drift), retention: keepDays === null ? undefined : { allDays: keepDays },
    cacheFolder: world.cacheFolder, clock: world.clock,
  }, terminal)));
