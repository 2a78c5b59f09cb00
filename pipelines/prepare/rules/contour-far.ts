/**
 * A contour lies around its reference. A surface touches the surroundings of the reference. A line or point, such as one along a route, is
 * not further away than the largest distance in the register. A zone around military explosives is exempt: it begins where the inner zone
 * ends (military.ts).
 */
import { geometryOf } from '../../../schemas/model/objects.ts';
import { CONTOUR_TYPES } from '../../../schemas/names.ts';
import { gapBetween, gapDetails } from './context.ts';
import { METRES_MAX } from './distance-large.ts';
import { isMilitary } from './military.ts';
import { NONE, type Rule } from './rule.ts';
import { isSurface } from './surface.ts';

/** Extent of the surroundings of a reference: an object at one point may be some tens of metres large. */
const SURROUNDINGS_METRES = 100;

export const CONTOUR_FAR: Rule = {
  id: 'regel.contour-ver-weg',
  example: {
    wrong: {
      entityType: 'Vulpunt', geometrie: { type: 'Point', coordinates: [155000, 463000] },
      resulteertIn: [{
        entityType: 'PRContour',
        afstandOfGeometrie: { geometrie: { type: 'Point', coordinates: [175000, 463000] } },
      }],
    },
    right: {
      entityType: 'Vulpunt', geometrie: { type: 'Point', coordinates: [155000, 463000] },
      resulteertIn: [{
        entityType: 'PRContour',
        afstandOfGeometrie: { geometrie: { type: 'Point', coordinates: [155040, 463000] } },
      }],
    },
  },
  appliesTo: CONTOUR_TYPES,
  fields: ['afstandOfGeometrie'],
  check: (object, { boxOf }) => {
    const here = object.parent?.kind === 'reference' ? boxOf(object) : undefined;
    const there = here && object.parent && boxOf(object.parent);
    const gap = here && there ? gapBetween(here, there) : 0;
    if (gap <= SURROUNDINGS_METRES) return NONE;
    const max = isSurface(geometryOf(object)?.value) ? SURROUNDINGS_METRES : METRES_MAX;
    if (gap <= max || isMilitary(object)) return NONE;
    return [{ pointer: `${object.pointer}/afstandOfGeometrie/geometrie`, ...gapDetails(gap, max) }];
  },
};
