/** A reference is part of an activity, so it lies at or near the location of the activity. */
import { gapBetween, gapDetails } from './context.ts';
import { METRES_MAX } from './distance-large.ts';
import { REFERENCE_TYPES } from '../../../schemas/names.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';
import { NONE, type Rule } from './rule.ts';

export const REFERENCE_FAR: Rule = {
  id: 'regel.referentie-ver-weg',
  example: {
    wrong: {
      entityType: 'LocatieActiviteit', geometrie: { type: 'Point', coordinates: [155000, 463000] },
      voertUit: [{
        entityType: 'TankenLPG',
        heeft: [{ entityType: 'Vulpunt', geometrie: { type: 'Point', coordinates: [155000, 443000] } }],
      }],
    },
    right: {
      entityType: 'LocatieActiviteit', geometrie: { type: 'Point', coordinates: [155000, 463000] },
      voertUit: [{
        entityType: 'TankenLPG',
        heeft: [{ entityType: 'Vulpunt', geometrie: { type: 'Point', coordinates: [155010, 463010] } }],
      }],
    },
  },
  appliesTo: REFERENCE_TYPES,
  fields: ['geometrie'],
  check: (object, { boxOf }) => {
    const location = locationOf(object);
    const there = location && boxOf(location);
    const here = there && boxOf(object);
    const gap = here && there ? gapBetween(here, there) : 0;
    return gap <= METRES_MAX ? NONE : [{ pointer: `${object.pointer}/geometrie`, ...gapDetails(gap, METRES_MAX) }];
  },
};

function locationOf(object: ModelObject): ModelObject | undefined {
  const above = object.parent?.kind === 'activity' ? object.parent.parent : undefined;
  return above?.kind === 'root' ? above : undefined;
}
