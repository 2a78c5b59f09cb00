/** Schedule thread: starts the scheduler beside whatever else the process does. Not here: what it does (scheduler.ts). */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { startThread } from '../workers/line.ts';
import type { ScheduleListener } from './step.ts';
import type { ScheduleData, ScheduleLine } from './worker.ts';

export interface RunningSchedule {
  /** Resolves when it has stopped; rejects with what ended it. */
  readonly ended: Promise<void>;
  /** Lets the run at work end at its next safe point; resolves when all of it has stopped. */
  stop(): Promise<void>;
}

const RESTART_MS = 60_000;

export type KeptSchedule = Pick<RunningSchedule, 'stop'> & {
  /** Why it does not run just now, or null. */
  fault(): Error | null;
};
export type ScheduleAsked = ScheduleData & { readonly say: ScheduleListener };

export interface Keeping {
  /** From its end to the next start. */
  readonly restartMs?: number;
  /** Whether it need not start the first time. */
  readonly mayWait?: boolean;
}

/**
 * A schedule beside a server, which goes on without it: when it dies it is started again after a minute. Rejects with a Fault when it
 * cannot start the first time and may not be waited for.
 */
export async function keepSchedule(asked: ScheduleAsked, { restartMs = RESTART_MS, mayWait = false }: Keeping = {}): Promise<KeptSchedule> {
  let running = await (mayWait ? startSchedule(asked).catch(neverRan) : startSchedule(asked));
  let fault: Error | null = null;
  const stopping = new AbortController();
  const { signal } = stopping;
  const keep = async (): Promise<void> => {
    while (!signal.aborted) {
      fault = await running.ended.then(() => new Error('it ended for no known reason'), (error: unknown) => error as Error);
      if (signal.aborted) return;
      asked.say(`the schedule does not run and is started again in a minute: ${fault.message}`, 'error');
      await sleep(restartMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) break;
      running = await startSchedule(asked).then((started) => {
        fault = null;
        return started;
      }, neverRan);
    }
    // One that was told to stop while it started again.
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

/** Stands for a schedule that could not be started again. */
function neverRan(cause: unknown): RunningSchedule {
  const ended = Promise.reject<void>(cause);
  // Nobody may wait for it any more.
  ended.catch(() => undefined);
  return { ended, stop: () => Promise.resolve() };
}

/** Rejects with a Fault when another process runs the schedule, or when its file cannot be used. */
export async function startSchedule({ say, ...workerData }: ScheduleAsked): Promise<RunningSchedule> {
  const onNote = ({ text, level }: ScheduleLine): void => say(text, level);
  const { line, worker } = startThread(new URL('./worker.ts', import.meta.url), { workerData, hearing: { onNote } }, 'schedule');
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
