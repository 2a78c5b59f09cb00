/**
 * Two objects with different ids but the same namespace and lokaalID name one object of the real world, which the register would store
 * twice.
 * Not here: finding them (check/identities.ts, delivery/).
 */
import type { JsonObject } from '../../../schemas/json.ts';
import type { RuleText } from './rule.ts';

export const REPEATED_IDENTITY: RuleText = {
  id: 'regel.zelfde-identificatie',
  severity: 'warning',
  message: {
    nl: 'Een ander object van de levering heeft dezelfde namespace en lokaalID, met een andere id.',
    en: 'Another object of the delivery has the same namespace and lokaalID, with another id.',
  },
  mend: {
    nl: 'Geef elk object een eigen lokaalID; is het één object, lever het dan één keer.',
    en: 'Give every object its own lokaalID; if it is one object, deliver it once.',
  },
  source: 'IM Base type: an object has one id and one identificatie',
  example: { wrong: [named('g1', 'AB12.g1'), named('g2', 'AB12.g1')], right: [named('g1', 'AB12.g1'), named('g2', 'AB12.g2')] },
};

function named(id: string, lokaalID: string): JsonObject {
  return { entityType: 'KwetsbaarGebouw', id, identificatie: { namespace: 'NL.IMEV', lokaalID } };
}
