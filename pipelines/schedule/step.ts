/** Step: what each step of a pipeline is given and gives, whatever it does. */
import type { Retention } from '../../publisher/write/retention.ts';
import type { DriftLimit } from '../state/decide/drift.ts';
import type { Findings, Runs } from '../state/runs/runs.ts';

/** Hears what becomes of runs, a line at a time, for a log: a run that went wrong is an error there. */
export type ScheduleListener = (line: string, level?: 'info' | 'warn' | 'error') => void;

export interface StepContext {
  readonly data: string;
  /** The record of runs by schedule, and of the files that they took. */
  readonly runs: Runs;
  /** Where DuckDB's spatial extension lies (setup.ts). */
  readonly cacheFolder: string;
  /** Which editions are kept. */
  readonly retention: Retention;
  /** What one submission may end of its holder's objects. */
  readonly drift: DriftLimit;
  readonly clock: () => Date;
  readonly sleep: (ms: number) => Promise<void>;
  /** Keeps a line with the run. */
  readonly log: (text: string) => void;
  /** Aborted when the run should stop at the next safe point. */
  readonly signal: AbortSignal;
}

/** Something that a person must see to, though the step did the rest of its work. */
export interface Trouble {
  /** Its kind: the same kind calls the operator once. */
  readonly cause: string;
  readonly text: string;
}

export interface StepResult {
  readonly findings: Findings;
  readonly troubles: readonly Trouble[];
}
