/** A validity that begins before 1900, or far ahead, is mostly a typing error or a placeholder. */
import { momentOf, textOf } from '../../../schemas/model/objects.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import { inAmsterdam, type Moment } from '../../../schemas/time.ts';
import { NONE, type Rule } from './rule.ts';

const FIRST = Date.parse('1900-01-01T00:00:00Z');
const AHEAD_YEARS = 10;

export const BEGIN_ODD: Rule = {
  id: 'regel.begin-onwaarschijnlijk',
  example: {
    wrong: { entityType: 'KwetsbaarGebouw', beginGeldigheid: '0001-01-01T00:00:00Z' },
    right: { entityType: 'KwetsbaarGebouw', beginGeldigheid: '2001-01-01T00:00:00Z' },
  },
  appliesTo: OBJECT_TYPES,
  fields: ['beginGeldigheid'],
  check: ({ data, pointer }, { now }) => {
    const begin = momentOf(data, 'beginGeldigheid');
    if (begin === undefined || (begin >= FIRST && begin <= now)) return NONE;
    const last = yearsAfter(now, AHEAD_YEARS);
    if (begin >= FIRST && begin <= last) return NONE;
    const found = textOf(data, 'beginGeldigheid') ?? '';
    return [{ pointer: `${pointer}/beginGeldigheid`, found, expected: `1900 … ${inAmsterdam(new Date(last))}` }];
  },
};

function yearsAfter(moment: Moment, years: number): Moment {
  const date = new Date(moment);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.getTime() as Moment;
}
