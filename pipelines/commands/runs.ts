/** `ev runs`: what ran by schedule, when, and how it went. */
import { UsageFault } from '../../schemas/fault.ts';
import { inAmsterdam } from '../../schemas/time.ts';
import { clean } from '../prepare/report/index.ts';
import { listRuns, openExistingRuns, wholeRun, type Run, type RunFilter, type Runs, type WholeRun } from '../state/runs/runs.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';

/** Newest first. */
export function listCommand({ data, ...filter }: RunFilter & { readonly data: string }, terminal: Terminal): ExitCode {
  const runs = withRuns(data, (db) => listRuns(db, filter));
  for (const run of runs) terminal.say(lineOf(run));
  terminal.say(runs.length === 0 ? 'No such run.' : 'Show one with `ev runs show ID`.');
  terminal.answer({ runs });
  return EXIT.fine;
}

/** One run with its steps, findings and lines; exit code 1 when it went wrong. Throws a Fault when there is none of this number. */
export function showCommand({ data, id }: { readonly data: string; readonly id: number }, terminal: Terminal): ExitCode {
  const run = withRuns(data, (db) => wholeRun(db, id));
  if (run === undefined) throw new UsageFault('no run has this number', { step: 'Runs:Show', actual: String(id), hint: '`ev runs list` lists them; the oldest go.' });
  sayRun(run, terminal);
  terminal.answer({ run });
  return run.state === 'failed' || run.state === 'cut-off' ? EXIT.errors : EXIT.fine;
}

export function sayRun(run: WholeRun, terminal: Terminal): void {
  terminal.say(lineOf(run));
  for (const [index, { name, state, started, ended, findings }] of run.steps.entries()) {
    const found = Object.entries(findings).map(([what, count]) => `${what} ${count}`).join(', ');
    terminal.say(`  ${index + 1} ${name}: ${state}, ${lasted(started, ended)}${found === '' ? '' : `; ${found}`}`);
  }
  for (const { at, step, text } of run.lines) terminal.say(`  ${inAmsterdam(at)} ${step ?? '-'} ${clean(text)}`);
  if (run.linesLeft > 0) terminal.say(`  and ${run.linesLeft} more lines, which were left out`);
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
