/** A contour extends some metres at least. Less than one metre is mostly a distance in kilometres; 0 has its own rule (distance-zero.ts). */
import { distanceIn } from '../../../schemas/model/objects.ts';
import { CONTOUR_TYPES } from '../../../schemas/names.ts';
import { NONE, type Rule } from './rule.ts';

const METRES_MIN = 1;
const METRES_IN_KILOMETRE = 1_000;

export const DISTANCE_SMALL: Rule = {
  id: 'regel.afstand-klein',
  example: {
    wrong: { entityType: 'PRContour', afstandOfGeometrie: { afstand: 0.035 } },
    right: { entityType: 'PRContour', afstandOfGeometrie: { afstand: 35 } },
  },
  appliesTo: CONTOUR_TYPES,
  fields: ['afstandOfGeometrie'],
  check: ({ data, pointer }) => {
    const distance = distanceIn(data);
    if (distance === undefined || distance <= 0 || distance >= METRES_MIN) return NONE;
    const metres = String(Number((distance * METRES_IN_KILOMETRE).toPrecision(6)));
    return [{ pointer: `${pointer}/afstandOfGeometrie/afstand`, found: `${distance} m`, expected: `≥ ${METRES_MIN} m`, suggestions: [metres] }];
  },
};
