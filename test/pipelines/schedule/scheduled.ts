/** A data folder with pipelines, watch folders and a clock that tests set; what its schedule says and keeps. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Pipeline } from '../../../pipelines/schedule/pipelines-file.ts';
import { runPipeline, type RunContext } from '../../../pipelines/schedule/run-pipeline.ts';
import { Scheduler, type SchedulerOptions } from '../../../pipelines/schedule/scheduler.ts';
import type { StepContext } from '../../../pipelines/schedule/step.ts';
import { DRIFT_LIMIT } from '../../../pipelines/state/decide/drift.ts';
import { addOrganisation } from '../../../pipelines/state/access/holders.ts';
import { listRuns, openRuns, wholeRun, type Run, type WholeRun } from '../../../pipelines/state/runs/runs.ts';
import { temporaryFolder } from '../state/register-bench.ts';

export const NIGHTLY: Pipeline = { name: 'nightly', cron: '30 2 * * *', missed: 'once', steps: [{ step: 'verify' }] };

const KEPT = { retention: { allDays: 7 }, drift: DRIFT_LIMIT } as const;

/** Every plain file in a folder, by its path there. */
export function pathsIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort();
}

/** Does something just before the next call of a method, as somebody else would. */
export function beforeNext<T extends object>(prototype: T, method: keyof T, happens: () => void): void {
  const original = prototype[method];
  const restore = (): void => { prototype[method] = original; };
  onTestFinished(restore);
  const once = function (this: unknown, ...given: unknown[]): unknown {
    restore();
    happens();
    return (original as (...all: unknown[]) => unknown).apply(this, given);
  };
  prototype[method] = once as T[keyof T];
}

export interface Scheduled {
  readonly data: string;
  /** The watch folder, with a folder for each holder. */
  readonly watched: string;
  readonly said: string[];
  /** Lines of `said` that are errors in the log. */
  readonly errors: string[];
  now: number;
  /** Called when a step waits; its promise ends the wait. */
  waited: (ms: number) => Promise<void>;
  write(content: unknown): void;
  step(): StepContext;
  run(pipeline: Pipeline): Promise<WholeRun | null>;
  runs(): readonly Run[];
  run1(id: number): WholeRun | undefined;
  /** A scheduler that works until the clock shows a moment; a rest moves the clock once nothing is at work. */
  scheduler(until: string): Scheduler;
}

export function scheduled(at: string, { holders = ['AB12'], more = {} }: { holders?: readonly string[]; more?: Partial<RunContext> } = {}): Scheduled {
  const data = temporaryFolder();
  const watched = join(data, 'in');
  for (const holder of holders) mkdirSync(join(watched, holder), { recursive: true });
  addOrganisation(data, { id: 'KVK:12345678', name: 'Voorbeeld', codes: [...holders], roles: ['writer'] });
  const path = join(data, 'pipelines.json');
  const withRuns = <Result>(work: (db: ReturnType<typeof openRuns>) => Result): Result => {
    const db = openRuns(data);
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  let opened: ReturnType<typeof openRuns> | undefined;
  const stepRuns = (): ReturnType<typeof openRuns> => {
    if (opened === undefined) {
      const runs = openRuns(data);
      onTestFinished(() => runs.close());
      opened = runs;
    }
    return opened;
  };
  const self: Scheduled = {
    data, watched, said: [], errors: [], now: Date.parse(at), waited: async () => {},
    write: (content) => writeFileSync(path, JSON.stringify(content)),
    step: () => ({
      data, runs: stepRuns(), cacheFolder: '', ...KEPT, clock, signal: new AbortController().signal, log: (text) => { self.said.push(text); },
      sleep: async (ms) => {
        self.now += ms;
        await self.waited(ms);
      },
    }),
    async run(pipeline) {
      return await runPipeline(pipeline, { origin: 'command', due: null }, {
        ...self.step(), onFailure: undefined, print: (line) => { self.said.push(line); }, follow: (line) => { self.said.push(line); }, ...more,
      });
    },
    runs: () => withRuns((db) => listRuns(db, { pipeline: null, state: null, limit: 1_000 })).toReversed(),
    run1: (id) => withRuns((db) => wholeRun(db, id)),
    scheduler(until) {
      const scheduler: Scheduler = new Scheduler({
        data, path, cacheFolder: '', ...KEPT, clock, print, sleep: (ms) => self.step().sleep(ms),
        rest: (ms, signal) => restUntil({ ms, signal, scheduler, until: Date.parse(until) }),
      });
      return scheduler;
    },
  };
  const clock = (): Date => new Date(self.now);
  const print: RunContext['print'] = (line, level) => {
    self.said.push(line);
    if (level === 'error') self.errors.push(line);
  };
  const restUntil = async (
    { ms, scheduler, until }: { ms: number; signal: AbortSignal; scheduler: Scheduler; until: number },
  ): ReturnType<NonNullable<SchedulerOptions['rest']>> => {
    await scheduler.idle();
    self.now += ms;
    if (self.now >= until) scheduler.stop();
  };
  return self;
}
