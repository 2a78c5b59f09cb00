/**
 * A contour at distance 0 is not a contour: often the zero means that the distance is unknown. Along a road, a railway or a waterway a
 * risk contour at 0 m is usual, and means that the risk stays on the route.
 */
import { isObject, own } from '../../../schemas/json.ts';
import { CONTOUR_TYPES, type ReferenceType } from '../../../schemas/names.ts';
import { NONE, type Rule } from './rule.ts';

const TRANSPORT: ReadonlySet<string> = new Set<ReferenceType>(['SpoorVervoer', 'WaterVervoer', 'WegVervoer']);

export const DISTANCE_ZERO: Rule = {
  id: 'regel.afstand-nul',
  example: {
    wrong: { entityType: 'PRContour', afstandOfGeometrie: { afstand: 0 } },
    right: { entityType: 'PRContour', afstandOfGeometrie: { afstand: 25 } },
  },
  appliesTo: CONTOUR_TYPES,
  fields: ['afstandOfGeometrie'],
  check: ({ data, type, pointer, parent }) => {
    if (type === 'PRContour' && TRANSPORT.has(parent?.type ?? '')) return NONE;
    const choice = own(data, 'afstandOfGeometrie');
    if (!isObject(choice) || own(choice, 'afstand') !== 0) return NONE;
    return [{ pointer: `${pointer}/afstandOfGeometrie/afstand`, found: '0', expected: '> 0' }];
  },
};
