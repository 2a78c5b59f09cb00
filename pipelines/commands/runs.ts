/** `ev runs`: lists the runs of pipelines, and shows one with its steps and lines. */
import { UsageFault } from '../../schemas/fault.ts';
import { inAmsterdam } from '../../schemas/time.ts';
import { clean } from '../prepare/report/index.ts';
import { RUN_STATES } from '../../schemas/operation.ts';
import { listRuns, openExistingRuns, wholeRun, type Run, type RunFilter, type Runs, type WholeRun } from '../state/runs/runs.ts';
import { settingsFor } from './options.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { whole } from './option-values.ts';
import { runSet, type Define } from './world.ts';

/** Lists runs, newest first. */
export function listCommand({ data, ...filter }: RunFilter & { readonly data: string }, terminal: Terminal): ExitCode {
  const runs = withRuns(data, (db) => listRuns(db, filter));
  for (const run of runs) terminal.print(lineOf(run));
  terminal.print(runs.length === 0 ? 'No such run.' : 'Show one with `ev runs show ID`.');
  terminal.printJson({ runs });
  return EXIT.fine;
}

/** Shows one run with its steps, findings and lines. Exits 1 when the run failed. Throws a Fault when no run has this number. */
export function showCommand({ data, id }: { readonly data: string; readonly id: number }, terminal: Terminal): ExitCode {
  const run = withRuns(data, (db) => wholeRun(db, id));
  if (run === undefined) throw new UsageFault('no run has this number', { step: 'Runs:Show', actual: String(id), hint: '`ev runs list` lists them; the oldest go.' });
  sayRun(run, terminal);
  terminal.printJson({ run });
  return run.state === 'failed' || run.state === 'cut-off' ? EXIT.errors : EXIT.fine;
}

export function sayRun(run: WholeRun, terminal: Terminal): void {
  terminal.print(lineOf(run));
  for (const [index, { name, state, started, ended, findings }] of run.steps.entries()) {
    const found = Object.entries(findings).map(([what, count]) => `${what} ${count}`).join(', ');
    terminal.print(`  ${index + 1} ${name}: ${state}, ${lasted(started, ended)}${found === '' ? '' : `; ${found}`}`);
  }
  for (const { at, step, text } of run.lines) terminal.print(`  ${inAmsterdam(at)} ${step ?? '-'} ${clean(text)}`);
  if (run.linesLeft > 0) terminal.print(`  and ${run.linesLeft} more lines, which were left out`);
}

const ORIGINS: Readonly<Record<Run['origin'], string>> = {
  schedule: 'for', missed: 'late, for', 'cut-off': 'once more, for', command: 'by command',
};

function lineOf({ id, pipeline, origin, due, started, ended, state, cause, message, passed }: Run): string {
  const why = `${ORIGINS[origin]}${due === null ? '' : ` ${inAmsterdam(due)}`}`;
  const what = cause ?? message;
  return `${id}  ${inAmsterdam(started)}  ${pipeline}  ${why}  ${state}  ${lasted(started, ended)}`
    + `${passed === 0 ? '' : `  ${passed} of its times passed meanwhile`}${what === null ? '' : `  ${clean(what)}`}`;
}

function lasted(started: Date, ended: Date | null): string {
  return ended === null ? 'not ended' : `${((ended.getTime() - started.getTime()) / 1000).toFixed(1)} s`;
}

function withRuns<Result>(data: string, work: (db: Runs) => Result): Result {
  const db = openExistingRuns(data);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

const LISTED = 20;

export const define: Define = (args, line, world) => args.command(...line, (inner) => inner
  .command('list', 'list runs, newest first', (list) => settingsFor(list, 'runs list')
    .option('pipeline', { type: 'string', describe: 'of this pipeline only' })
    .option('state', { choices: RUN_STATES, describe: 'in this state only' })
    .option('limit', { requiresArg: true, default: LISTED, describe: 'most runs to list, the newest first', coerce: whole('--limit', 1) }), (argv) =>
    runSet(argv, world, (terminal, { data }) => listCommand({
      data, pipeline: argv.pipeline ?? null, state: argv.state ?? null, limit: argv.limit,
    }, terminal)))
  .command('show <id>', 'show one with its steps, findings and lines', (show) => settingsFor(show, 'runs show')
    .positional('id', { demandOption: true, describe: 'its number in `ev runs list`', coerce: whole('ID', 1) }), (argv) =>
    runSet(argv, world, (terminal, { data }) => showCommand({ data, id: argv.id }, terminal)))
  .demandCommand(1, 'Name what to do: list or show.'));
