/** Levels: which errors of a report refuse a request at once, before it is stored, and are 400 (design 6: levels 1 to 3). */
import type { Report } from '../../schemas/finding.ts';

/** Rules of the later levels: they say that the object does not fit, not that it cannot be read. */
const LATER_LEVELS = /^(?:id|verwijzing|regel|houder)\./;

/** Whether the report holds an error of levels 1 to 3. */
export function refusesAtOnce({ findings, counts }: Report): boolean {
  if (counts.errors === 0) return false;
  return findings.some(({ rule, severity }) => severity === 'error' && !LATER_LEVELS.test(rule));
}
