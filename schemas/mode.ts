/** Mode: when a submission takes effect. */
import type { Moment } from './time.ts';

/** direct: as soon as possible · scheduled: in the next batch (`ev batch`, or a pipeline with a step `batch`). */
export const MODES = ['direct', 'scheduled'] as const;
export type Mode = (typeof MODES)[number];

/** Returns the time of the first planned batch after a moment; null when none is planned. */
export type NextBatch = (after: Moment) => Moment | null;
