/**
 * Two objects of one type with the same geometry in a delivery are often one object that was delivered twice, under two ids.
 * Not here: comparing geometries (pipelines/prepare/match-keys.ts, delivery/), objects in the register (state/notes/duplicates.ts).
 */
import type { JsonObject } from '../../../schemas/json.ts';
import type { RuleText } from './rule.ts';

export const REPEATED_GEOMETRY: RuleText = {
  id: 'regel.zelfde-geometrie',
  severity: 'warning',
  message: {
    nl: 'Een ander object van dit type heeft precies dezelfde geometrie.',
    en: 'Another object of this type has exactly the same geometry.',
  },
  mend: {
    nl: 'Ga na of het één object is dat twee keer geleverd wordt; lever het dan één keer.',
    en: 'Find out whether it is one object delivered twice; then deliver it once.',
  },
  source: 'IM Base type: an object has one id and one identificatie',
  example: { wrong: [square('g1', 155_000), square('g2', 155_000)], right: [square('g1', 155_000), square('g2', 155_020)] },
};

function square(id: string, x: number): JsonObject {
  const ring = [[x, 463_000], [x + 10, 463_000], [x + 10, 463_010], [x, 463_000]];
  return { entityType: 'KwetsbaarGebouw', id, bronhoudercode: 'AB12', geometrie: { type: 'Polygon', coordinates: [ring] } };
}
