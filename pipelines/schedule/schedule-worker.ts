/**
 * Schedule worker: the scheduler in its own thread, so that its reading delays neither a server nor a signal. The main thread starts it by
 * a call and stops it by a note.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Line } from '../workers/line.ts';
import { Scheduler, type SchedulerOptions } from './scheduler.ts';
import type { ScheduleListener } from './step.ts';

export type ScheduleData = Pick<SchedulerOptions, 'data' | 'path' | 'cacheFolder' | 'retention' | 'drift'>;

/** A log line, as note to the main thread. */
export interface ScheduleLine {
  readonly text: string;
  readonly level: Parameters<ScheduleListener>[1];
}

let scheduler: Scheduler | null = null;

if (parentPort !== null) {
  const port = parentPort;
  const line = new Line(port, {
    onCall: () => {
      scheduler = new Scheduler({
        ...workerData as ScheduleData, clock: () => new Date(), print: (text, level) => line.note({ text, level } satisfies ScheduleLine),
        sleep: (ms, signal) => pause(ms, undefined, { signal }).catch(() => undefined),
      });
      void scheduler.run().finally(() => port.close());
    },
    onNote: () => {
      if (scheduler === null) port.close();
      else scheduler.stop();
    },
  });
}
