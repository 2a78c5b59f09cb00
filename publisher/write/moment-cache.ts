/** Moment cache: reads date-times of documents, with a cache. Date-times without a zone are slow to read, and many objects share a few of them. */
import { parseMoment, type Moment } from '../../schemas/time.ts';

const known = new Map<string, Moment>();
const MOMENTS_KEPT = 10_000;

/** Returns the same as `parseMoment`. */
export function readMoment(text: string): Moment | undefined {
  const moment = known.get(text) ?? parseMoment(text);
  if (moment === undefined) return undefined;
  if (known.size >= MOMENTS_KEPT) known.clear();
  known.set(text, moment);
  return moment;
}
