/** Schedule thread: starts the scheduler in a thread of its own. Not here: the scheduler (scheduler.ts). */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { startThread } from '../workers/line.ts';
import type { ScheduleListener } from './step.ts';
import type { ScheduleData, ScheduleLine } from './schedule-worker.ts';

export interface RunningSchedule {
  /** Resolves when the schedule has stopped; rejects with the error that ended it. */
  readonly ended: Promise<void>;
  /** Lets the current run end at its next safe point; resolves when the thread has stopped. */
  stop(): Promise<void>;
}

const RESTART_MS = 60_000;

export type RestartingSchedule = Pick<RunningSchedule, 'stop'> & {
  /** Why the schedule does not run now, or null. */
  fault(): Error | null;
};
export type ScheduleOptions = ScheduleData & { readonly print: ScheduleListener };

export interface RestartOptions {
  /** Delay from its end to the next start. */
  readonly restartMs?: number;
  /** Whether the first start may fail. */
  readonly mayWait?: boolean;
}

/**
 * Runs a schedule beside a server. When the schedule dies the server goes on, and the schedule is started again after a minute. Rejects
 * with a Fault when the first start fails, unless `mayWait`.
 */
export async function startRestartingSchedule(
  options: ScheduleOptions, { restartMs = RESTART_MS, mayWait = false }: RestartOptions = {},
): Promise<RestartingSchedule> {
  let running = await (mayWait ? startSchedule(options).catch(neverRan) : startSchedule(options));
  let fault: Error | null = null;
  const stopping = new AbortController();
  const { signal } = stopping;
  const keep = async (): Promise<void> => {
    while (!signal.aborted) {
      fault = await running.ended.then(() => new Error('it ended for no known reason'), (error: unknown) => error as Error);
      if (signal.aborted) return;
      options.print(`the schedule does not run and is started again in a minute: ${fault.message}`, 'error');
      await sleep(restartMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) break;
      running = await startSchedule(options).then((started) => {
        fault = null;
        return started;
      }, neverRan);
    }
    // `stop` was called during a restart.
    await running.stop();
  };
  const kept = keep();
  return {
    fault: () => fault,
    async stop() {
      stopping.abort();
      await running.stop();
      await kept;
    },
  };
}

/** Returns a stand-in for a schedule that could not start. */
function neverRan(cause: unknown): RunningSchedule {
  const ended = Promise.reject<void>(cause);
  // The promise may have no listener any more.
  ended.catch(() => undefined);
  return { ended, stop: () => Promise.resolve() };
}

/** Starts the thread. Rejects with a Fault when another process runs the schedule, or when its file is invalid. */
export async function startSchedule({ print, ...workerData }: ScheduleOptions): Promise<RunningSchedule> {
  const onNote = ({ text, level }: ScheduleLine): void => print(text, level);
  const { line, worker } = startThread(new URL('./schedule-worker.ts', import.meta.url), { workerData, handlers: { onNote } }, 'schedule');
  // `once` rejects when the thread throws.
  const ended = once(worker, 'exit').then(() => undefined);
  ended.catch(() => undefined);
  try {
    await line.call<void>('start');
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    ended,
    async stop() {
      line.note('stop');
      await ended.catch(() => undefined);
    },
  };
}
