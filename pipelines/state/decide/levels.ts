/** Levels: which errors of a report refuse a request at once, with status 400 and before it is stored. */
import { parseCrsUri } from '../../../schemas/crs.ts';
import type { Report } from '../../../schemas/finding.ts';
import { levelOf, type RuleId, type RuleLevel } from '../../../schemas/rules.ts';

/** Errors of a level that refuses at once say that the message cannot be read; those of the others that its object does not fit. */
const AT_ONCE: Readonly<Record<RuleLevel, boolean>> = {
  delivery: true, json: true, schema: true, geometry: true, request: true, links: false, domain: false, authority: false, register: false,
};

/**
 * Rules of validity. In RD all that is published is valid; in another CRS a long line may bend over what it does not touch, and what
 * is published so may be sent back.
 */
const VALIDITY: ReadonlySet<RuleId> = new Set([
  'geometrie.zelfdoorsnijding', 'geometrie.ring-raakt-zichzelf', 'geometrie.gat-buiten-vlak', 'geometrie.gat-in-gat',
  'geometrie.binnenkant-los', 'geometrie.vlak-in-vlak', 'geometrie.dubbele-ring', 'geometrie.te-weinig-punten', 'geometrie.ongeldig',
]);
const AT_MILLIMETRE = 'geometrie.op-millimeter';

/** Whether all errors of a report come from a geometry that the register may hold already: they are decided with the current document. */
export function mayBeAsPublished({ findings, crs }: Report): boolean {
  const isInRd = parseCrsUri(crs)?.derivation === 'rd';
  return findings.every(({ rule, severity }) => severity !== 'error' || rule === AT_MILLIMETRE || (!isInRd && VALIDITY.has(rule)));
}

/** Whether the report holds an error of a level that refuses at once. */
export function refusesAtOnce({ findings, counts }: Report): boolean {
  if (counts.errors === 0) return false;
  return findings.some(({ rule, severity }) => severity === 'error' && AT_ONCE[levelOf(rule)]);
}
