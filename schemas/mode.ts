/** Mode: when what is handed in takes effect. */
import type { Moment } from './time.ts';

/** direct: as soon as it can · scheduled: in the next batch, which is called for (`ev batch`, or a pipeline with a step `batch`). */
export const MODES = ['direct', 'scheduled'] as const;
export type Mode = (typeof MODES)[number];

/** When the first batch after a moment is planned; null: none is. */
export type NextBatch = (after: Moment) => Moment | null;
