/** Next batch: when the first pipeline with a step `batch` comes, as the file of pipelines says now. */
import type { NextBatch } from '../../schemas/mode.ts';
import type { Moment } from '../../schemas/time.ts';
import { Fault } from '../../schemas/fault.ts';
import { cronTimes } from './cron-times.ts';
import { watchPipelines, type Pipelines } from './pipelines-file.ts';

/** Null when the file plans no batch, or was not there yet. While it is damaged or gone, what it said before holds, as for who runs it. */
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

/** Of the pipelines that have a batch; undefined while the file cannot be used, which who runs it says. */
function cronsOf(read: () => Pipelines): readonly string[] | undefined {
  try {
    return read().pipelines.filter(({ steps }) => steps.some(({ step }) => step === 'batch')).map(({ cron }) => cron);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return undefined;
  }
}

/** The next time after a moment; remembered, because many ask for the same one. */
function nextOf(cron: string): (after: Moment) => Moment | null {
  const times = cronTimes(cron);
  let known: { readonly from: Moment; readonly next: Moment } | null = null;
  return (after) => {
    if (known !== null && after >= known.from && after < known.next) return known.next;
    const next = times.next(new Date(after))?.getTime() as Moment | undefined;
    known = next === undefined ? null : { from: after, next };
    return next ?? null;
  };
}
