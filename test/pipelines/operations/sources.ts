/** Sources of metrics that have nothing to say: a desk without submissions, and no schedule. */
import type { DeskFigures } from '../../../pipelines/desk.ts';
import type { ScheduleFigures } from '../../../pipelines/operations/metrics.ts';

export const NO_FIGURES: DeskFigures = {
  states: { pending: 0, parked: 0, settled: 0, aside: 0, retried: 0, refused: 0 }, undecided: 0, dueSince: null, firstReceived: null,
};
export const DESK = { conductorRestarts: 0, figures: () => Promise.resolve(NO_FIGURES) };
export const NO_SCHEDULE: ScheduleFigures = { pipelines: [], lastBackup: null, fileFault: null };
