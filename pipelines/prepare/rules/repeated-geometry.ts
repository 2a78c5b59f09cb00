/**
 * Two objects of one type with the same geometry in a delivery are often one object that was delivered twice, under two ids.
 * Not here: comparing geometries (pipelines/prepare/match-keys.ts, delivery/), objects in the register (state/notes/duplicates.ts).
 */
import type { JsonObject } from '../../../schemas/json.ts';
import type { RuleExample } from './rule.ts';

export const REPEATED_GEOMETRY: RuleExample = {
  id: 'regel.zelfde-geometrie',
  example: { wrong: [square('g1', 155_000), square('g2', 155_000)], right: [square('g1', 155_000), square('g2', 155_020)] },
};

function square(id: string, x: number): JsonObject {
  const ring = [[x, 463_000], [x + 10, 463_000], [x + 10, 463_010], [x, 463_000]];
  return { entityType: 'KwetsbaarGebouw', id, bronhoudercode: 'AB12', geometrie: { type: 'Polygon', coordinates: [ring] } };
}
