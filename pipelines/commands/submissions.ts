/** `ev submissions`: lists submissions by state, shows one with its report, undoes one, and releases or refuses those that are parked or set aside. */
import type { Language } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { verdictFigures } from '../../schemas/report-figures.ts';
import { SUBMISSION_STATES, type ListedSubmission, type SubmissionState } from '../../schemas/submission.ts';
import { inAmsterdam } from '../../schemas/time.ts';
import { clean, writeReports } from '../prepare/report/index.ts';
import { refuse, release } from '../state/outcomes/ruling.ts';
import { driftLimit } from '../state/decide/drift.ts';
import { findOutcome, listSubmissions } from '../state/outcomes/submit.ts';
import { reportOf } from './batch.ts';
import { reported, reportProblem, settingsFor } from './options.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { holderCode, refusalReason, whole } from './option-values.ts';
import { undoCommand } from './undo-submission.ts';
import { runSet, type Define } from './world.ts';

/** States in which a submission waits for the operator. */
const WAITING: readonly SubmissionState[] = ['parked', 'aside'];
const TAKEN_UP = 'A server on this --data folder takes it up by itself; without one, run `ev batch`.';

export interface ListArguments {
  readonly data: string;
  /** Null: submissions that wait for the operator. */
  readonly state: SubmissionState | 'all' | null;
  readonly holder: string | null;
  readonly limit: number;
}

/** Lists submissions, newest first. */
export function listCommand({ data, state, holder, limit }: ListArguments, terminal: Terminal): ExitCode {
  const states = state === null ? WAITING : state === 'all' ? SUBMISSION_STATES : [state];
  const found = listSubmissions(data, { states, holders: holder === null ? null : [holder], limit: limit + 1 });
  const submissions = found.slice(0, limit);
  for (const one of submissions) terminal.print(lineOf(one));
  if (submissions.length === 0) terminal.print(state === null ? 'Nothing is parked or set aside.' : 'There are none.');
  else if (state === null) terminal.print('`ev submissions show UUID` prints the report of one, `release UUID` or `refuse UUID --reason TEXT` decides it.');
  if (found.length > limit) terminal.print(`There are more: these are the newest ${limit} (--limit).`);
  terminal.printJson({ submissions, more: found.length > limit });
  return EXIT.fine;
}

function lineOf(submission: ListedSubmission): string {
  const { uuid, received, holder, state, method, target } = submission;
  const what = method === 'LEVERING' ? target : `${method} ${target}`;
  const remark = remarkOf(submission);
  return `${uuid}  ${inAmsterdam(new Date(received))}  ${holder}  ${state}  ${figuresOf(submission)}  ${clean(what)}${remark === null ? '' : `: ${clean(remark)}`}`;
}

/** Returns the counts of its report, or its size before there is one. */
function figuresOf({ counts, bytes }: ListedSubmission): string {
  if (counts === undefined) return `${bytes} bytes`;
  const { objects, errors, warnings } = counts;
  return `${objects} ${objects === 1 ? 'object' : 'objects'}: ${verdictFigures(counts).en}, ${errors} errors, ${warnings} warnings`;
}

function remarkOf({ holder, state, parked, aside, refusal, waitsFor, retriedAs }: ListedSubmission): string | null {
  if (parked !== undefined) return `would end ${parked.ended} of ${parked.standing} objects; ${parked.waiting} later submissions of ${holder} wait`;
  if (waitsFor !== undefined) return `waits for ${waitsFor}, which is parked`;
  if (retriedAs !== undefined) return `tried again as ${retriedAs}`;
  return refusal ?? (state === 'aside' ? aside ?? null : null);
}

export interface ShowArguments {
  readonly data: string;
  readonly uuid: string;
  /** Files to write the report to. */
  readonly reports: readonly string[];
  /** Language of the report as text and as page; null: both. */
  readonly lang: Language | null;
}

/** Prints one submission with its report. Throws a Fault when no submission has this uuid. */
export async function showCommand({ data, uuid, reports, lang }: ShowArguments, terminal: Terminal): Promise<ExitCode> {
  const outcome = findOutcome(data, uuid);
  const { receipt, state, report, retriedAs } = outcome;
  terminal.print(`${receipt.uuid}  ${inAmsterdam(new Date(receipt.received))}  ${receipt.holder}  ${state}`);
  if (retriedAs !== undefined) terminal.print(`It is tried again as ${retriedAs}.`);
  terminal.print(reportOf(outcome, terminal, lang));
  if (report !== null) await writeReports(report, reports, lang);
  else if (reports.length > 0) terminal.note('No report is written: there is none yet.');
  terminal.printJson(outcome);
  return (report?.counts.errors ?? 0) > 0 ? EXIT.errors : EXIT.fine;
}

export interface RulingArguments {
  readonly data: string;
  readonly uuid: string;
  readonly clock: () => Date;
}

/** Releases a parked submission, or retries one that was set aside. Throws a Fault when it is neither. */
export async function releaseCommand({ data, uuid, clock }: RulingArguments, terminal: Terminal): Promise<ExitCode> {
  const again = await release(data, uuid, clock);
  terminal.print(again === null ? `${uuid} is released. ${TAKEN_UP}` : `${uuid} is tried again as ${again.uuid}, as if it were handed in now. ${TAKEN_UP}`);
  terminal.printJson({ released: uuid, ...(again === null ? {} : { retriedAs: again.uuid }) });
  return EXIT.fine;
}

/** Refuses a submission that is parked or set aside, with a reason for its holder. Throws a Fault when it is neither. */
export function refuseCommand({ data, uuid, clock, reason }: RulingArguments & { readonly reason: string }, terminal: Terminal): ExitCode {
  refuse(data, { uuid, reason }, clock);
  terminal.print(`${uuid} is refused; its holder reads the reason at /indieningen/${uuid}.`);
  terminal.printJson({ refused: uuid, reason: reason.trim() });
  return EXIT.fine;
}

const LISTED = 100;
const UUID = { type: 'string', demandOption: true, describe: 'its uuid, as its receipt and `ev submissions list` have it' } as const;

export const define: Define = (args, line, world) => args.command(...line, (inner) => inner
  .command('list', 'list what waits for you: parked because it would end too many objects, or set aside because processing failed', (list) => settingsFor(list, 'submissions list')
    .option('state', { choices: [...SUBMISSION_STATES, 'all'] as const, describe: 'list these instead' })
    .option('holder', { type: 'string', describe: 'only those of this bronhoudercode', coerce: holderCode })
    .option('limit', {
      requiresArg: true, default: LISTED, describe: 'most submissions to list, the newest first', coerce: whole('--limit', 1, LIMITS.listedSubmissionsMax),
    }), (argv) =>
    runSet(argv, world, (terminal, { data }) => listCommand({
      data, state: argv.state ?? null, holder: argv.holder ?? null, limit: argv.limit,
    }, terminal)))
  .command('show <uuid>', 'print one with its report', (show) => reported(settingsFor(show, 'submissions show'))
    .positional('uuid', UUID)
    .check(({ report }) => reportProblem(report, [])), (argv) =>
    runSet(argv, world, (terminal, { data, lang }) => showCommand({
      data, uuid: argv.uuid, reports: argv.report, lang,
    }, terminal)))
  .command('release <uuid>', 'let a parked one have its effect, or try one again that was set aside', (release) => settingsFor(release, 'submissions release')
    .positional('uuid', UUID), (argv) =>
    runSet(argv, world, (terminal, { data }) => releaseCommand({ data, uuid: argv.uuid, clock: world.clock }, terminal)))
  .command('refuse <uuid>', 'end one that is parked or set aside: it never has an effect', (refuse) => settingsFor(refuse, 'submissions refuse')
    .positional('uuid', UUID)
    .option('reason', { type: 'string', demandOption: true, nargs: 1, describe: 'why, in words that its holder reads', coerce: refusalReason }), (argv) =>
    runSet(argv, world, (terminal, { data }) => refuseCommand({
      data, uuid: argv.uuid, reason: argv.reason, clock: world.clock,
    }, terminal)))
  .command('undo <uuid>', 'give the objects that one changed their state of before; history keeps both', (undo) => settingsFor(undo, 'submissions undo')
    .positional('uuid', UUID)
    .option('force', { type: 'boolean', default: false, describe: 'also undo what later submissions changed; the report names what it overwrites' })
    .option('dry-run', { type: 'boolean', default: false, describe: 'print the report that the undo would get, and change nothing' }), (argv) =>
    runSet(argv, world, (terminal, { data, lang, drift }) => undoCommand({
      data, uuid: argv.uuid, force: argv.force, dryRun: argv.dryRun, drift: driftLimit(drift), lang, clock: world.clock,
    }, terminal)))
  .demandCommand(1, 'Name what to do: list, show, release, refuse or undo.'));
