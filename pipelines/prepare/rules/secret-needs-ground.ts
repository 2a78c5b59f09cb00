/**
 * A secret object of an activity needs a legal ground, in `grondslagInfo` of the activity. A root does not have this field: a secret root
 * has the ground at one of its activities, or names a document in `documentInfo`.
 */
import { isObject, own, type Json } from '../../../schemas/json.ts';
import { ACTIVITY_TYPES, CONTOUR_TYPES, REFERENCE_TYPES, ROOT_TYPES } from '../../../schemas/names.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';
import { NONE, type Rule } from './rule.ts';

export const SECRET_NEEDS_GROUND: Rule = {
  id: 'regel.geheim-zonder-grondslag',
  example: {
    wrong: { entityType: 'TankenLPG', informatieGeheim: true },
    right: { entityType: 'TankenLPG', informatieGeheim: true, grondslagInfo: { besluitnummer: 'B-1' } },
  },
  appliesTo: [...ROOT_TYPES, ...ACTIVITY_TYPES, ...REFERENCE_TYPES, ...CONTOUR_TYPES],
  fields: ['informatieGeheim'],
  check: (object) => {
    if (own(object.data, 'informatieGeheim') !== true) return NONE;
    const pointer = `${object.pointer}/informatieGeheim`;
    if (object.kind === 'root') return rootLacksGround(object) ? [{ pointer, ...ROOT_WORDS }] : NONE;
    return lacksGround(object) ? [{ pointer }] : NONE;
  },
};

const ROOT_WORDS = {
};

function rootLacksGround({ data }: ModelObject): boolean {
  const activities = own(data, 'voertUit');
  const hasGround = Array.isArray(activities)
    && (activities as readonly Json[]).some((activity) => isObject(activity) && own(activity, 'grondslagInfo') !== undefined);
  return !hasGround && own(data, 'documentInfo') === undefined;
}

/** Whether the activity of an object has no ground. WegenNietBasisnet is not a BKLActiviteit, so it does not have the field. */
function lacksGround(object: ModelObject): boolean {
  for (let at: ModelObject | undefined = object; at !== undefined; at = at.parent) {
    if (at.kind === 'activity') return at.type !== 'WegenNietBasisnet' && own(at.data, 'grondslagInfo') === undefined;
  }
  return false;
}
