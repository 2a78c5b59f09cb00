/** Run states: how it stands with a run, as the command line names it; by itself, because runs.ts takes time to load. */

/** running · done · failed: see its cause · cut-off: it was stopped, or the process ended before it · skipped: its time passed and it did not run. */
export const RUN_STATES = ['running', 'done', 'failed', 'cut-off', 'skipped'] as const;
export type RunState = (typeof RUN_STATES)[number];
