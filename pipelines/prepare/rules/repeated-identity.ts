/**
 * Two objects with different ids but the same namespace and lokaalID name one object of the real world, which the register would store
 * twice.
 * Not here: finding them (check/identities.ts, delivery/).
 */
import type { JsonObject } from '../../../schemas/json.ts';
import type { RuleExample } from './rule.ts';

export const REPEATED_IDENTITY: RuleExample = {
  id: 'regel.zelfde-identificatie',
  example: { wrong: [named('g1', 'AB12.g1'), named('g2', 'AB12.g1')], right: [named('g1', 'AB12.g1'), named('g2', 'AB12.g2')] },
};

function named(id: string, lokaalID: string): JsonObject {
  return { entityType: 'KwetsbaarGebouw', id, identificatie: { namespace: 'NL.IMEV', lokaalID } };
}
