/** An end of validity a century ahead means no end, as 9999-12-31 in a table whose dates may not be empty. */
import { momentOf, textOf } from '../../../schemas/model/objects.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import { inAmsterdam, type Moment } from '../../../schemas/time.ts';
import { NONE, type Rule } from './rule.ts';

const AHEAD_YEARS = 100;

export const END_ODD: Rule = {
  id: 'regel.einde-onwaarschijnlijk',
  example: {
    wrong: { entityType: 'KwetsbaarGebouw', eindGeldigheid: '9999-12-31T00:00:00Z' },
    right: { entityType: 'KwetsbaarGebouw' },
  },
  appliesTo: OBJECT_TYPES,
  fields: ['eindGeldigheid'],
  check: ({ data, pointer }, { now }) => {
    const end = momentOf(data, 'eindGeldigheid');
    const date = new Date(now);
    const last = date.setUTCFullYear(date.getUTCFullYear() + AHEAD_YEARS) as Moment;
    if (end === undefined || end <= last) return NONE;
    return [{ pointer: `${pointer}/eindGeldigheid`, found: textOf(data, 'eindGeldigheid') ?? '', expected: `≤ ${inAmsterdam(new Date(last))}` }];
  },
};
