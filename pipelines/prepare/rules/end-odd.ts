/** An end of validity a century ahead means no end, as 9999-12-31 in a table whose dates may not be empty. */
import { momentOf, textOf } from '../../../schemas/model/objects.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import { inAmsterdam, type Moment } from '../../../schemas/time.ts';
import { NONE, type Rule } from './rule.ts';

const AHEAD_YEARS = 100;

export const END_ODD: Rule = {
  id: 'regel.einde-onwaarschijnlijk',
  severity: 'warning',
  message: {
    nl: 'eindGeldigheid ligt meer dan 100 jaar vooruit; dat staat meestal voor “geen einde”.',
    en: 'eindGeldigheid is more than 100 years ahead, which mostly stands for “no end”.',
  },
  mend: {
    nl: 'Laat eindGeldigheid weg zolang het object geldig is.',
    en: 'Leave eindGeldigheid out while the object is valid.',
  },
  source: 'IM Base type: eindGeldigheid is absent while the object is valid',
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
