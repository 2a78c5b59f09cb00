/**
 * No distance in the real register is longer than 1,500 m, though the model allows 9,999.99. A longer one is often in centimetres.
 * Zones around military explosives are exempt (military.ts).
 */
import { CONTOUR_TYPES } from '../../../schemas/names.ts';
import { distanceIn } from '../../../schemas/model/objects.ts';
import { isMilitary } from './military.ts';
import { NONE, type Rule } from './rule.ts';

/** Longest distance in practice between an activity and the edge of its contour. */
export const METRES_MAX = 1_500;

export const DISTANCE_LARGE: Rule = {
  id: 'regel.afstand-groot',
  example: {
    wrong: { entityType: 'PRContour', afstandOfGeometrie: { afstand: 4500 } },
    right: { entityType: 'PRContour', afstandOfGeometrie: { afstand: 45 } },
  },
  appliesTo: CONTOUR_TYPES,
  fields: ['afstandOfGeometrie'],
  check: (object) => {
    const { data, pointer } = object;
    const distance = distanceIn(data);
    if (distance === undefined || distance <= METRES_MAX || isMilitary(object)) return NONE;
    const at = `${pointer}/afstandOfGeometrie/afstand`;
    return [{ pointer: at, found: String(distance), expected: `≤ ${METRES_MAX}` }];
  },
};
