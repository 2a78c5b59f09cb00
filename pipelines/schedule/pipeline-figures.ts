/**
 * Pipeline figures: the state of each pipeline in the file, and the moment of the last sound backup, for metrics. They are read from the
 * file and the records, so that they do not depend on which process runs the schedule or a backup, or since when this process runs.
 *
 * Invariant: a time of a pipeline is missed when it passed and no run began at it or since, also while it waits for another pipeline.
 * A pipeline that no scheduler saw yet counts the times since the file was last changed.
 * Not here: other metrics (operations/metrics.ts), the records (state/runs/pipeline-records.ts).
 */
import { statSync } from 'node:fs';
import { lastSoundBackup } from '../backup/last-sound.ts';
import type { DeskHandle } from '../desk.ts';
import type { PipelineFigures, ScheduleFigures } from '../operations/metrics.ts';
import type { PipelineRecord } from '../state/runs/pipeline-records.ts';
import { cronTimes } from './cron-times.ts';
import { watchPipelines, type Pipeline, type Pipelines } from './pipelines-file.ts';

export interface FigureSources {
  /** Path of pipelines.json; the file may be absent. */
  readonly path: string;
  readonly desk: Pick<DeskHandle, 'runRecords'>;
  readonly clock: () => Date;
}

/** Returns a function that reads the figures. Errors are part of the figures. */
export function scheduleFigures({ path, desk, clock }: FigureSources): () => Promise<ScheduleFigures> {
  const look = fileReader(path);
  const lastBackup = lastSoundBackup();
  const next = nextTimes();
  return async () => {
    const { pipelines, changed, fault } = look();
    try {
      const { pipelines: records, backups } = await desk.runRecords(pipelines.map(({ name }) => name));
      const byName = new Map(records.map((record) => [record.name, record]));
      const now = clock();
      const figures = pipelines.map((pipeline) => figuresOf(pipeline, byName.get(pipeline.name), { changed, now, next }));
      const last = await lastBackup(backups).then((backup) => backup?.moment ?? null, errorOf);
      return { pipelines: figures, lastBackup: last, fileFault: fault };
    } catch (error) {
      return { pipelines: errorOf(error), lastBackup: errorOf(error), fileFault: fault };
    }
  };
}

interface FileState {
  readonly pipelines: readonly Pipeline[];
  /** When the file was last changed. */
  readonly changed: Date;
  readonly fault: Error | null;
}

/** Returns a reader of the file. While the file is damaged or gone, its last valid content counts. */
function fileReader(path: string): () => FileState {
  const read = watchPipelines(path);
  let last: { readonly file: Pipelines; readonly changed: Date } | null = null;
  return () => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined && last === null) return { pipelines: [], changed: new Date(0), fault: null };
    try {
      const file = read();
      if (last?.file !== file) last = { file, changed: stat?.mtime ?? new Date(0) };
      return { pipelines: file.pipelines, changed: last.changed, fault: null };
    } catch (error) {
      return { pipelines: last?.file.pipelines ?? [], changed: last?.changed ?? new Date(0), fault: errorOf(error) };
    }
  };
}

interface FigureInput {
  readonly changed: Date;
  readonly now: Date;
  readonly next: (cron: string, after: Date) => Date | undefined;
}

function figuresOf(pipeline: Pipeline, record: PipelineRecord | undefined, at: FigureInput): PipelineFigures {
  const { newest = null, ended = null } = record ?? {};
  const isRunning = newest?.state === 'running';
  return {
    name: pipeline.name,
    isFailed: ended?.state === 'failed' || (ended?.state === 'cut-off' && !isRunning),
    missedSeconds: missedSeconds(pipeline, record, at),
    runningSeconds: isRunning ? secondsBetween(newest.started, at.now) : 0,
    passed: newest?.passed ?? 0,
  };
}

function missedSeconds({ cron }: Pipeline, record: PipelineRecord | undefined, { changed, now, next }: FigureInput): number {
  const { accounted = null, newest = null, skipped = null } = record ?? {};
  if (skipped !== null) return secondsBetween(skipped, now);
  const upTo = accounted?.cron === cron ? accounted.upTo : changed;
  const due = next(cron, newest === null || newest.started < upTo ? upTo : newest.started);
  return due === undefined ? 0 : secondsBetween(due, now);
}

function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, (to.getTime() - from.getTime()) / 1_000);
}

/** Caches the last result for each cron line: scrapes repeat one query until the pipeline ran, and a rare line takes a long search. */
function nextTimes(): FigureInput['next'] {
  const cache = new Map<string, { readonly times: ReturnType<typeof cronTimes>; afterMs: number; next: Date | undefined }>();
  return (cron, after) => {
    const found = cache.get(cron) ?? { times: cronTimes(cron), afterMs: NaN, next: undefined };
    cache.set(cron, found);
    if (found.afterMs !== after.getTime()) Object.assign(found, { afterMs: after.getTime(), next: found.times.next(after) });
    return found.next;
  };
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
