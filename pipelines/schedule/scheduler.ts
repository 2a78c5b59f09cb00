/**
 * Scheduler: runs each pipeline at its times, one run after the other.
 *
 * Invariants:
 *  - One scheduler per data folder. Each time of a pipeline is accounted for once: run, passed over while the pipeline ran, or skipped
 *    (state/runs/runs.ts); so a clock that goes back runs nothing twice.
 *  - A time that passed without a scheduler, or while the machine slept, is missed. One run makes up for all missed times, or they are
 *    skipped, by the setting of the pipeline. A time that only waited for another run is not missed.
 *  - The file is read again when it changes; while it is damaged, its last valid content counts.
 * Not here: a run (run-pipeline.ts), the times of a cron line (cron-times.ts).
 */
import PQueue from 'p-queue';
import { Fault } from '../../schemas/fault.ts';
import { inAmsterdam } from '../../schemas/time.ts';
import { takePipelineLock, takeScheduleLock } from '../state/folder/lock.ts';
import {
  addLine, dropOldRuns, isOfWrongClock, lastRun, notePassed, noteSeen, openRuns, pipelinesRunning, seenUpTo, skipRun,
  type Runs, type Skipped,
} from '../state/runs/runs.ts';
import type { RunState } from '../../schemas/operation.ts';
import { soundFolderAt } from '../state/folder/sound-folder.ts';
import { noteClockSeen } from '../state/outcomes/submit.ts';
import { cronTimes, type CronTimes } from './cron-times.ts';
import { watchPipelines, type Pipeline, type Pipelines } from './pipelines-file.ts';
import { folderFaults } from './step-folders.ts';
import type { ScheduleListener, StepContext } from './step.ts';
import { runPipeline, markCutOff, type RunRequest, type RunContext } from './run-pipeline.ts';

/** Log level of the line that says how a run ended. */
const LEVELS: Readonly<Record<RunState, 'info' | 'warn' | 'error'>> = {
  'running': 'info', 'done': 'info', 'failed': 'error', 'cut-off': 'warn', 'skipped': 'warn',
};
/** Longest pause between looks, so that a changed file or clock is noticed. */
const LOOK_MS = 60_000;
/** The clock is recorded this often, because the inbox refuses submissions when it went ahead by a day since the last record. */
const NOTE_CLOCK_MS = 3_600_000;
/** A time that is found this much later was missed, unless it waited for a run. */
const LATE_MS = 5 * 60_000;

export interface SchedulerOptions extends Pick<StepContext, 'data' | 'cacheFolder' | 'retention' | 'drift' | 'clock'> {
  /** Path of pipelines.json. */
  readonly path: string;
  /** Resolves after this time, or when aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Sleep between looks at the clock; `sleep` when absent. */
  readonly rest?: SchedulerOptions['sleep'];
  readonly print: ScheduleListener;
}

/** A pipeline that waits for its turn, or runs. */
interface QueuedRun {
  readonly due: Date | null;
  /** Number of its run; null while it waits. */
  run: number | null;
}

export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #runs: Runs;
  readonly #release: () => void;
  readonly #read: () => Pipelines;
  readonly #queue = new PQueue({ concurrency: 1 });
  readonly #stopping = new AbortController();
  readonly #atWork = new Map<string, QueuedRun>();
  /** Latest time of a pipeline that is accounted for or waits, by its name and cron line. */
  readonly #seen = new Map<string, Date>();
  /** Parsed cron lines. */
  readonly #times = new Map<string, CronTimes>();
  readonly #startedMs: number;
  #file: Pipelines;
  /** Message about the file when it was last read; null: it is valid. */
  #damage: string | null = null;
  #lastEndMs = -Infinity;
  #clockNotedMs = -Infinity;
  #failure: unknown = null;

  /** Takes the lock of the schedule. Throws a Fault when another scheduler works on this folder, or the file is invalid. */
  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#read = watchPipelines(options.path);
    this.#file = this.#read();
    this.#release = takeScheduleLock(options.data);
    this.#startedMs = options.clock().getTime();
    try {
      this.#runs = openRuns(options.data);
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  /** Runs until `stop`; rejects when runs cannot be recorded. */
  async run(): Promise<void> {
    const { clock, sleep, rest = sleep } = this.#options;
    try {
      this.#reportFolders();
      await this.#markCutOff();
      this.#look();
      this.#repeatCutOff();
      while (!this.#stopping.signal.aborted) {
        await rest(Math.max(0, this.#nextMs() - clock().getTime()), this.#stopping.signal);
        if (!this.#stopping.signal.aborted) this.#look();
      }
      await this.#queue.onIdle();
      if (this.#failure !== null) throw this.#failure;
    } finally {
      this.#runs.close();
      this.#release();
    }
  }

  /** Resolves when nothing runs or waits. */
  async idle(): Promise<void> {
    await this.#queue.onIdle();
  }

  /** Lets the current run end at its next safe point. Waiting times are missed times at the next start. */
  stop(): void {
    this.#queue.clear();
    this.#stopping.abort();
  }

  /** Handles every pipeline whose time has come. */
  #look(): void {
    this.#readAgain();
    const now = this.#options.clock();
    if (Math.abs(now.getTime() - this.#clockNotedMs) >= NOTE_CLOCK_MS) {
      noteClockSeen(this.#options.data, now);
      this.#clockNotedMs = now.getTime();
    }
    for (const pipeline of this.#file.pipelines) {
      const seen = this.#seenOf(pipeline, now);
      const due = this.#timesOf(pipeline).last(now, seen);
      if (due === undefined) continue;
      this.#seen.set(keyOf(pipeline), due);
      this.#come(pipeline, { due, seen, now });
    }
  }

  /** Handles the last time of a pipeline that has come. */
  #come(pipeline: Pipeline, { due, seen, now }: { readonly due: Date; readonly seen: Date; readonly now: Date }): void {
    const { name, missed } = pipeline;
    const busy = this.#atWork.get(name);
    if (busy !== undefined) this.#passOver(name, busy, due);
    else if (!this.#isMissed(due, now)) this.#enqueue(pipeline, { origin: 'schedule', due });
    else {
      const count = timesBetween(pipeline, seen, due);
      const what = `${count} of its times passed while nothing ran, the last at ${inAmsterdam(due)}`;
      if (missed === 'once') this.#enqueue(pipeline, { origin: 'missed', due, remark: `${what}; this run makes up for them` });
      else {
        const id = this.#skip({ pipeline: name, due, message: what }, now);
        this.#options.print(`${name}: ${what}; skipped, as pipelines.json says (run ${id})`, 'warn');
      }
    }
  }

  #isMissed(due: Date, now: Date): boolean {
    if (due.getTime() < this.#startedMs) return true;
    const hasWaited = this.#atWork.size > 0 || this.#lastEndMs >= due.getTime();
    return !hasWaited && now.getTime() - due.getTime() > LATE_MS;
  }

  #passOver(name: string, busy: QueuedRun, due: Date): void {
    const [runs, { print, clock }] = [this.#runs, this.#options];
    if (busy.run === null) {
      noteSeen(runs, name, due);
      print(`${name}: its time ${inAmsterdam(due)} came while it still waits for its turn`);
      return;
    }
    notePassed(runs, busy.run, due);
    const text = `it takes longer than its interval: its time ${inAmsterdam(due)} came meanwhile and is passed over`;
    addLine(runs, busy.run, { step: null, at: clock(), text });
    print(`${name}: ${text}`, 'warn');
  }

  #enqueue(pipeline: Pipeline, request: RunRequest): void {
    const { name } = pipeline;
    const atWork: QueuedRun = { due: request.due, run: null };
    this.#atWork.set(name, atWork);
    const job = async (): Promise<void> => {
      try {
        await this.#runNow(pipeline, { ...request, onBegin: (id) => { atWork.run = id; } });
      } finally {
        this.#atWork.delete(name);
        this.#lastEndMs = this.#options.clock().getTime();
      }
    };
    void this.#queue.add(job).catch((error: unknown) => {
      this.#failure ??= error;
      this.stop();
    });
  }

  #skip(skipped: Skipped, now: Date): number {
    const id = skipRun(this.#runs, skipped, now);
    dropOldRuns(this.#runs, skipped.pipeline, soundFolderAt(this.#options.data));
    return id;
  }

  async #runNow(pipeline: Pipeline, request: RunRequest): Promise<void> {
    const { name } = pipeline;
    const { print, clock } = this.#options;
    print(`${name}: begins`);
    const run = await runPipeline(pipeline, request, this.#context());
    if (run !== null) {
      const why = run.cause === null ? '' : `: ${run.cause}`;
      print(`${name}: run ${run.id} ${run.state}${why}${run.message === null ? '' : `; \`ev runs show ${run.id}\` says more`}`, LEVELS[run.state]);
    }
    else if (request.due !== null) {
      const message = 'another process runs it';
      this.#skip({ pipeline: name, due: request.due, message }, clock());
      print(`${name}: its time ${inAmsterdam(request.due)} is skipped: ${message}`, 'warn');
    }
  }

  /** Reports at the start the folders that steps cannot write to: rights depend on the user and on the unit of systemd. */
  #reportFolders(): void {
    const { data, print } = this.#options;
    try {
      for (const { what, mend } of folderFaults(this.#file.pipelines, data)) print(`${what}. ${mend}`, 'error');
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      print(error.message, 'error');
    }
  }

  /** Marks the runs whose process died, also of pipelines that were removed from the file. */
  async #markCutOff(): Promise<void> {
    for (const name of pipelinesRunning(this.#runs)) {
      const release = takePipelineLock(this.#options.data, name);
      if (release === null) continue;
      try {
        await markCutOff(name, this.#context());
      } finally {
        release();
      }
    }
  }

  /** Repeats a run that was cut off, as for a missed time, unless that run was a repetition itself. */
  #repeatCutOff(): void {
    for (const pipeline of this.#file.pipelines) {
      const last = lastRun(this.#runs, pipeline.name);
      if (last?.state !== 'cut-off' || last.origin === 'command' || this.#atWork.has(pipeline.name)) continue;
      const repeats = pipeline.missed === 'once' && last.origin !== 'cut-off';
      const why = pipeline.missed === 'once' ? 'it was a repetition itself' : 'pipelines.json says to skip';
      const text = repeats ? 'it is run once more' : `it is not run once more: ${why}`;
      addLine(this.#runs, last.id, { step: null, at: this.#options.clock(), text });
      if (repeats) this.#enqueue(pipeline, { origin: 'cut-off', due: last.due, remark: `this run repeats run ${last.id}, which was cut off` });
    }
  }

  #context(): RunContext {
    const { signal } = this.#stopping;
    const { sleep } = this.#options;
    return { ...this.#options, signal, runs: this.#runs, onFailure: this.#file.onFailure, sleep: (ms) => sleep(ms, signal) };
  }

  #seenOf(pipeline: Pipeline, now: Date): Date {
    const known = this.#seen.get(keyOf(pipeline));
    if (known !== undefined && !isOfWrongClock(known, now)) return known;
    const seen = seenUpTo(this.#runs, pipeline, now);
    this.#seen.set(keyOf(pipeline), seen);
    return seen;
  }

  #timesOf({ cron }: Pipeline): CronTimes {
    const known = this.#times.get(cron) ?? cronTimes(cron);
    this.#times.set(cron, known);
    return known;
  }

  #nextMs(): number {
    const now = this.#options.clock();
    const nexts = this.#file.pipelines.flatMap((pipeline) => this.#timesOf(pipeline).next(now)?.getTime() ?? []);
    return Math.min(now.getTime() + LOOK_MS, ...nexts);
  }

  #readAgain(): void {
    try {
      this.#file = this.#read();
      // A pipeline that is put back later missed no times meanwhile.
      const keys = new Set(this.#file.pipelines.map(keyOf));
      for (const key of this.#seen.keys()) if (!keys.has(key)) this.#seen.delete(key);
      if (this.#damage !== null) this.#options.print('pipelines.json is in order again');
      this.#damage = null;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (this.#damage !== error.message) this.#options.print(`${error.message} What it said before goes on.`, 'error');
      this.#damage = error.message;
    }
  }
}

function keyOf({ name, cron }: Pipeline): string {
  return `${name} ${cron}`;
}

const COUNTED_MAX = 10_000;

/** Counts the times of a pipeline after `after`, up to and including `upTo`. */
function timesBetween({ cron }: Pipeline, after: Date, upTo: Date): string {
  const times = cronTimes(cron);
  let count = 0;
  for (let time = times.next(after); time !== undefined && time <= upTo && count < COUNTED_MAX; time = times.next(time)) count += 1;
  return count === COUNTED_MAX ? `${count} or more` : String(count);
}
