/** A location is in the register for its activities. When all activities have ended, the location has ended too. */
import { isObject, own, type Json } from '../../../schemas/json.ts';
import { momentOf } from '../../../schemas/model/objects.ts';
import { LOCATION_TYPES } from '../../../schemas/model/relations.ts';
import { inAmsterdam } from '../../../schemas/time.ts';
import { NONE, type Rule } from './rule.ts';

export const ACTIVITIES_ENDED: Rule = {
  id: 'regel.activiteiten-beeindigd',
  example: {
    wrong: { entityType: 'LocatieActiviteit', voertUit: [{ entityType: 'TankenLPG', eindGeldigheid: '2024-01-01T00:00:00Z' }] },
    right: {
      entityType: 'LocatieActiviteit', eindGeldigheid: '2024-01-01T00:00:00Z',
      voertUit: [{ entityType: 'TankenLPG', eindGeldigheid: '2024-01-01T00:00:00Z' }],
    },
  },
  appliesTo: LOCATION_TYPES,
  fields: ['voertUit'],
  check: ({ data, pointer }, { now }) => {
    const activities = own(data, 'voertUit');
    if (!Array.isArray(activities) || activities.length === 0) return NONE;
    let last = -Infinity;
    for (const activity of activities as readonly Json[]) {
      const end = isObject(activity) ? momentOf(activity, 'eindGeldigheid') : undefined;
      if (end === undefined || end > now) return NONE;
      last = Math.max(last, end);
    }
    const locationEnd = momentOf(data, 'eindGeldigheid');
    if (locationEnd !== undefined && locationEnd <= now) return NONE;
    const found = inAmsterdam(new Date(last));
    return [{ pointer: `${pointer}/voertUit`, found, expected: `eindGeldigheid ≤ ${found}` }];
  },
};
