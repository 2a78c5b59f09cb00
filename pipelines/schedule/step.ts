/** Step: context and result of every step of a pipeline. */
import type { Retention } from '../../publisher/write/retention.ts';
import type { DriftLimit } from '../state/decide/drift.ts';
import type { Findings, Runs } from '../state/runs/runs.ts';

/** Called with each line for the log; a failed run has level `error`. */
export type ScheduleListener = (line: string, level?: 'info' | 'warn' | 'error') => void;

export interface StepContext {
  readonly data: string;
  /** Database of runs, and of the files that they took. */
  readonly runs: Runs;
  /** Folder of DuckDB's spatial extension (prepare/spatial-extension.ts). */
  readonly cacheFolder: string;
  /** Editions to keep. */
  readonly retention: Retention;
  /** Limit on the roots of its holder that one submission may end. */
  readonly drift: DriftLimit;
  readonly clock: () => Date;
  readonly sleep: (ms: number) => Promise<void>;
  /** Records a line with the run. */
  readonly log: (text: string) => void;
  /** Aborted when the run must stop at its next safe point. */
  readonly signal: AbortSignal;
}

/** A problem that a person must look at, although the step went on. */
export interface Trouble {
  /** Kind of the problem: the operator is notified once per kind. */
  readonly cause: string;
  readonly text: string;
}

export interface StepResult {
  readonly findings: Findings;
  readonly troubles: readonly Trouble[];
}
