/** Run states, as the command line names them. A separate file, because runs.ts takes time to load. */

/** running · done · failed: see its cause · cut-off: stopped, or its process ended · skipped: its time passed without a run. */
export const RUN_STATES = ['running', 'done', 'failed', 'cut-off', 'skipped'] as const;
export type RunState = (typeof RUN_STATES)[number];
