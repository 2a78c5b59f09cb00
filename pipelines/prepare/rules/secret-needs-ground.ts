/** A secret object of an activity needs a ground, which stands with the activity as `grondslagInfo`. */
import { own } from '../../../schemas/json.ts';
import { ACTIVITY_TYPES, CONTOUR_TYPES, REFERENCE_TYPES } from '../../../schemas/names.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';
import { NONE, type Rule } from './rule.ts';

export const SECRET_NEEDS_GROUND: Rule = {
  id: 'regel.geheim-zonder-grondslag',
  severity: 'warning',
  message: {
    nl: 'informatieGeheim is waar, maar de activiteit noemt geen grondslagInfo.',
    en: 'informatieGeheim is true, but the activity names no grondslagInfo.',
  },
  mend: {
    nl: 'Noem bij de activiteit het besluit waarop de geheimhouding rust.',
    en: 'Name with the activity the decision on which the secrecy rests.',
  },
  source: 'Catalogue of the model (Geonovum, July 2026): BKLActiviteit, grondslagInfo',
  example: {
    wrong: { entityType: 'TankenLPG', informatieGeheim: true },
    right: { entityType: 'TankenLPG', informatieGeheim: true, grondslagInfo: { besluitnummer: 'B-1' } },
  },
  appliesTo: [...ACTIVITY_TYPES, ...REFERENCE_TYPES, ...CONTOUR_TYPES],
  fields: ['informatieGeheim'],
  check: (object) => (own(object.data, 'informatieGeheim') === true && lacksGround(object)
    ? [{ pointer: `${object.pointer}/informatieGeheim` }] : NONE),
};

/** WegenNietBasisnet is no BKLActiviteit, so it has no place for a ground. */
function lacksGround(object: ModelObject): boolean {
  for (let at: ModelObject | undefined = object; at !== undefined; at = at.parent) {
    if (at.kind === 'activity') return at.type !== 'WegenNietBasisnet' && own(at.data, 'grondslagInfo') === undefined;
  }
  return false;
}
