/** `ev schedule`: runs the pipelines of `pipelines.json` at their times, checks that file, or runs one pipeline now. */
import { setTimeout as pause } from 'node:timers/promises';
import { RETENTION } from '../../publisher/write/retention.ts';
import { nearest } from '../../schemas/check/nearest.ts';
import { Fault, UsageFault } from '../../schemas/fault.ts';
import { inAmsterdam } from '../../schemas/time.ts';
import type { LogLevel, Settings } from '../configuration/settings.ts';
import { openLog } from '../operations/log.ts';
import { cronTimes } from '../schedule/cron-times.ts';
import { pipelinesMistakes, readPipelines, type Pipeline } from '../schedule/pipelines-file.ts';
import { pipelinesPath } from '../schedule/pipelines-path.ts';
import { runPipeline } from '../schedule/run-pipeline.ts';
import { startSchedule } from '../schedule/schedule-thread.ts';
import { folderFaults } from '../schedule/step-folders.ts';
import type { ScheduleData } from '../schedule/schedule-worker.ts';
import { driftLimit } from '../state/decide/drift.ts';
import { thisUser } from '../state/folder/try-write.ts';
import { openRuns } from '../state/runs/runs.ts';
import { settingsFor } from './options.ts';
import { sayRun } from './runs.ts';
import { untilSignal } from './service.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { runSet, type Define, type World } from './world.ts';

export interface ScheduleArguments extends ScheduleData {
  readonly logLevel: LogLevel;
  readonly clock: () => Date;
}

/** Runs until a signal stops it. Throws a Fault when another process runs the schedule of this folder. */
export async function scheduleCommand({ clock, logLevel, ...argv }: ScheduleArguments, terminal: Terminal): Promise<ExitCode> {
  const { path } = argv;
  const stopped = untilSignal(terminal.isWatched);
  const log = openLog({ level: logLevel, edition: () => undefined, isForPeople: terminal.isWatched, write: terminal.log });
  const schedule = await startSchedule({ ...argv, print: log.print });
  const { pipelines } = readPipelines(path);
  log.print(`${pipelines.length} pipelines of ${path}; end with Ctrl-C.`);
  for (const pipeline of pipelines) log.print(`  ${pipeline.name}: next ${nextTimes(pipeline, clock(), 1).map(shownTime).join()}`);
  terminal.printJson({ pipelines: pipelines.map((pipeline) => ({ name: pipeline.name, next: nextTimes(pipeline, clock(), 1)[0] })) });
  await Promise.race([stopped, schedule.ended]);
  log.print('closing: the run at work ends at its next safe point');
  await schedule.stop();
  return EXIT.fine;
}

const TIMES_SHOWN = 3;

/** Checks the file and the folders that its steps write to, and prints the next times of each pipeline. */
export function checkCommand(
  { data, path, now }: { readonly data: string; readonly path: string; readonly now: Date }, terminal: Terminal,
): ExitCode {
  const mistakes = pipelinesMistakes(path);
  const found = mistakes.length > 0 ? [] : readPipelines(path).pipelines;
  const faults = folderFaults(found, data).map(({ what, mend }) => `${what}. ${mend}`);
  for (const line of [...mistakes, ...faults]) terminal.print(line);
  const nexts = found.map((pipeline) => ({ name: pipeline.name, next: nextTimes(pipeline, now, TIMES_SHOWN) }));
  for (const { name, next } of nexts) terminal.print(`${name}: ${next.map(shownTime).join(', ')}`);
  const isFine = mistakes.length + faults.length === 0;
  if (isFine) terminal.print(`${path} is in order: ${found.length} pipelines. ${thisUser()} can write where their steps write.`);
  else if (mistakes.length > 0) terminal.print('Mend these: `ev schema pipelines` says what the file may hold.');
  terminal.printJson({ mistakes: [...mistakes, ...faults], pipelines: nexts });
  return isFine ? EXIT.fine : EXIT.errors;
}

/** Runs one pipeline now. Throws a Fault when none has this name, or when it runs already. */
export async function runCommand({ name, ...argv }: ScheduleArguments & { readonly name: string }, terminal: Terminal): Promise<ExitCode> {
  const { path, clock, ...context } = argv;
  const { pipelines, onFailure } = readPipelines(path);
  const pipeline = pipelines.find((one) => one.name === name) ?? unknown(name, pipelines, path);
  const stopping = new AbortController();
  void untilSignal(terminal.isWatched).then(() => stopping.abort());
  const runs = openRuns(argv.data);
  try {
    const run = await runPipeline(pipeline, { origin: 'command', due: null }, {
      ...context, clock, runs, onFailure, print: terminal.note, follow: terminal.note, signal: stopping.signal,
      sleep: (ms) => pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined),
    });
    if (run === null) {
      throw new Fault('this pipeline runs already', { step: 'Schedule:Run', actual: name, hint: '`ev runs list --state running` shows it; a pipeline never runs twice at once.' });
    }
    sayRun(run, terminal);
    terminal.printJson({ run });
    return run.state === 'done' ? EXIT.fine : EXIT.errors;
  } finally {
    runs.close();
  }
}

function unknown(name: string, pipelines: readonly Pipeline[], path: string): never {
  const names = pipelines.map((one) => one.name);
  const [near] = nearest(name, names);
  throw new UsageFault('no pipeline has this name', {
    step: 'Schedule:Run', path, actual: name, expected: names.join(', '), ...(near === undefined ? {} : { hint: `Did you mean ${near}?` }),
  });
}

function nextTimes({ cron }: Pipeline, now: Date, count: number): readonly string[] {
  const times = cronTimes(cron);
  const found: string[] = [];
  for (let time = times.next(now); time !== undefined && found.length < count; time = times.next(time)) found.push(time.toISOString());
  return found;
}

function shownTime(time: string): string {
  return inAmsterdam(new Date(time));
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => settingsFor(inner, 'schedule')
  .command('check', 'say what is wrong with pipelines.json, and when each pipeline comes next', (check) => check, (argv) =>
    runSet(argv, world, (terminal, settings) => checkCommand({
      data: settings.data, path: pipelinesPath(settings), now: world.clock(),
    }, terminal)))
  .command('run <name>', 'run one pipeline now', (one) => one
    .positional('name', { type: 'string', demandOption: true, describe: 'its name in pipelines.json' }), (argv) =>
    runSet(argv, world, (terminal, settings) => runCommand({
      ...scheduleOf(settings, world), name: argv.name,
    }, terminal))),
  (argv) => runSet(argv, world, (terminal, settings) => scheduleCommand(scheduleOf(settings, world), terminal)));

function scheduleOf(settings: Settings, { cacheFolder, clock }: World): ScheduleArguments {
  const { data, drift, keepDays, logLevel } = settings;
  const retention = { allDays: keepDays ?? RETENTION.allDays };
  return { data, path: pipelinesPath(settings), drift: driftLimit(drift), retention, logLevel, cacheFolder, clock };
}
