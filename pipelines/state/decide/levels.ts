/** Levels: the errors for which a request is refused with status 400, before it is stored. */
import { parseCrsUri } from '../../../schemas/crs.ts';
import type { Report } from '../../../schemas/finding.ts';
import { levelOf, type RuleId, type RuleLevel } from '../../../schemas/rules.ts';

/** Whether errors of a level refuse a request at once. Such errors mean that the message cannot be read; others, that its object is not acceptable. */
const AT_ONCE: Readonly<Record<RuleLevel, boolean>> = {
  delivery: true, json: true, schema: true, geometry: true, request: true, links: false, domain: false, authority: false, register: false,
};

/**
 * Rules of geometric validity. In RD every published geometry is valid. In another CRS a long line may bend across a neighbour, so a
 * client may send back an invalid geometry as published.
 */
const VALIDITY: ReadonlySet<RuleId> = new Set([
  'geometrie.zelfdoorsnijding', 'geometrie.ring-raakt-zichzelf', 'geometrie.gat-buiten-vlak', 'geometrie.gat-in-gat',
  'geometrie.binnenkant-los', 'geometrie.vlak-in-vlak', 'geometrie.dubbele-ring', 'geometrie.te-weinig-punten', 'geometrie.ongeldig',
]);
const AT_MILLIMETRE = 'geometrie.op-millimeter';

/** Whether all errors of a report are about a geometry that may be stored already. Such a request is decided with the current document. */
export function mayBeAsPublished({ findings, crs }: Report): boolean {
  const isInRd = parseCrsUri(crs)?.derivation === 'rd';
  return findings.every(({ rule, severity }) => severity !== 'error' || rule === AT_MILLIMETRE || (!isInRd && VALIDITY.has(rule)));
}

/** Whether the report has an error of a level that refuses at once. */
export function refusesAtOnce({ findings, counts }: Report): boolean {
  if (counts.errors === 0) return false;
  return findings.some(({ rule, severity }) => severity === 'error' && AT_ONCE[levelOf(rule)]);
}
