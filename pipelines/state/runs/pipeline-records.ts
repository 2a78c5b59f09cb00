/** Pipeline records: the state of each pipeline for metrics, from `runs.db`. Reads the newest runs only. */
import { accountedFor, lastRun, type Run, type Runs } from './runs.ts';

export interface PipelineRecord {
  readonly name: string;
  /** Cron line by which run times are accounted for, and up to when; null when no scheduler saw the pipeline yet. */
  readonly accounted: { readonly cron: string; readonly upTo: Date } | null;
  /** The newest run that was not skipped, running or ended. */
  readonly newest: Run | null;
  /** The newest run that ended and was not skipped. */
  readonly ended: Run | null;
  /** The newest skipped time, when no run was running then or began since; else null. */
  readonly skipped: Date | null;
}

export function pipelineRecords(db: Runs, names: readonly string[]): readonly PipelineRecord[] {
  return names.map((name) => ({
    name, accounted: accountedFor(db, name) ?? null, newest: lastRun(db, name) ?? null, ended: lastRun(db, name, { isEnded: true }) ?? null,
    skipped: skippedOf(db, name),
  }));
}

function skippedOf(db: Runs, name: string): Date | null {
  const found = db.prepare(`SELECT due FROM run skipped WHERE pipeline = ?1 AND state = 'skipped'
    AND NOT EXISTS (SELECT 1 FROM run WHERE pipeline = ?1 AND id > skipped.id)
    AND NOT EXISTS (SELECT 1 FROM run WHERE pipeline = ?1 AND state <> 'skipped'
      AND started <= skipped.due AND coalesce(ended, skipped.due) >= skipped.due)
    ORDER BY id DESC LIMIT 1`).get(name) as { due: number } | undefined;
  return found === undefined ? null : new Date(found.due);
}
