/** Levels: which errors of a report refuse a request at once, before it is stored, and are 400 (design 6: levels 1 to 3). */
import { parseCrsUri } from '../../../schemas/crs.ts';
import type { Report } from '../../../schemas/finding.ts';

/** Rules of the later levels: they say that the object does not fit, not that it cannot be read. */
const LATER_LEVELS = /^(?:id|verwijzing|regel|houder)\./;

/**
 * Rules of validity. In RD all that is published is valid; in another CRS a long line may bend over what it does not touch, and what
 * is published so may be sent back.
 */
const VALIDITY: ReadonlySet<string> = new Set([
  'geometrie.zelfdoorsnijding', 'geometrie.ring-raakt-zichzelf', 'geometrie.gat-buiten-vlak', 'geometrie.gat-in-gat',
  'geometrie.binnenkant-los', 'geometrie.vlak-in-vlak', 'geometrie.dubbele-ring', 'geometrie.te-weinig-punten', 'geometrie.ongeldig',
]);
const AT_MILLIMETRE = 'geometrie.op-millimeter';

/** Whether all errors of a report come from a geometry that the register may hold already: they are decided with the current document. */
export function mayBeAsPublished({ findings, crs }: Report): boolean {
  const isInRd = parseCrsUri(crs)?.derivation === 'rd';
  return findings.every(({ rule, severity }) => severity !== 'error' || rule === AT_MILLIMETRE || (!isInRd && VALIDITY.has(rule)));
}

/** Whether the report holds an error of levels 1 to 3. */
export function refusesAtOnce({ findings, counts }: Report): boolean {
  if (counts.errors === 0) return false;
  return findings.some(({ rule, severity }) => severity === 'error' && !LATER_LEVELS.test(rule));
}
