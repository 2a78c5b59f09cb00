/** Next batch: the next time of a pipeline with a step `batch`, by the current pipelines.json. */
import type { NextBatch } from '../../schemas/mode.ts';
import type { Moment } from '../../schemas/time.ts';
import { Fault } from '../../schemas/fault.ts';
import { cronTimes } from './cron-times.ts';
import { watchPipelines, type Pipelines } from './pipelines-file.ts';

/** Returns null when no batch is planned. While the file is damaged or gone its last valid content counts, as for the scheduler. */
export function nextBatchBy(path: string): NextBatch {
  const read = watchPipelines(path);
  const times = new Map<string, (after: Moment) => Moment | null>();
  let crons: readonly string[] = [];
  return (after) => {
    crons = cronsOf(read) ?? crons;
    const moments = crons.map((cron) => {
      const next = times.get(cron) ?? nextOf(cron);
      times.set(cron, next);
      return next(after);
    }).filter((moment) => moment !== null);
    return moments.length === 0 ? null : Math.min(...moments) as Moment;
  };
}

/** Cron lines of the pipelines with a batch step. Undefined while the file is invalid; the scheduler reports that. */
function cronsOf(read: () => Pipelines): readonly string[] | undefined {
  try {
    return read().pipelines.filter(({ steps }) => steps.some(({ step }) => step === 'batch')).map(({ cron }) => cron);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return undefined;
  }
}

/** Returns a function that finds the next time after a moment. It caches the last result, because many calls have the same. */
function nextOf(cron: string): (after: Moment) => Moment | null {
  const times = cronTimes(cron);
  let cached: { readonly from: Moment; readonly next: Moment } | null = null;
  return (after) => {
    if (cached !== null && after >= cached.from && after < cached.next) return cached.next;
    const next = times.next(new Date(after))?.getTime() as Moment | undefined;
    cached = next === undefined ? null : { from: after, next };
    return next ?? null;
  };
}
