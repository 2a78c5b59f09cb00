/**
 * A part does not outlive the object that it is part of. One that is never valid together with it has a finding of
 * its own (part-never-valid.ts); one without an end ends with its whole, and needs none.
 */
import { momentOf, textOf } from '../../../schemas/model/objects.ts';
import { ACTIVITY_TYPES, CONTOUR_TYPES, REFERENCE_TYPES } from '../../../schemas/names.ts';
import { NONE, type Rule } from './rule.ts';

export const PART_ENDS_LATE: Rule = {
  id: 'regel.onderdeel-eindigt-later',
  severity: 'warning',
  message: {
    nl: 'Dit onderdeel eindigt later dan het object erboven; na het einde daarvan wordt het niet getoond.',
    en: 'This part ends later than the object above it; after the end of that it is not shown.',
  },
  mend: {
    nl: 'Verbeter één van beide eindes, of laat dat van het onderdeel weg.',
    en: 'Correct one of the two ends, or leave that of the part out.',
  },
  source: 'IM Base type; a nested object is shown in its own period cut with those above it (IR time travel)',
  example: {
    wrong: {
      entityType: 'TankenLPG', eindGeldigheid: '2025-01-01T00:00:00Z',
      heeft: [{ entityType: 'Vulpunt', eindGeldigheid: '2026-01-01T00:00:00Z' }],
    },
    right: {
      entityType: 'TankenLPG', eindGeldigheid: '2025-01-01T00:00:00Z',
      heeft: [{ entityType: 'Vulpunt', eindGeldigheid: '2025-01-01T00:00:00Z' }],
    },
  },
  appliesTo: [...ACTIVITY_TYPES, ...REFERENCE_TYPES, ...CONTOUR_TYPES],
  fields: ['eindGeldigheid'],
  check: ({ data, pointer, parent }) => {
    const end = momentOf(data, 'eindGeldigheid');
    const last = end === undefined || parent === undefined ? undefined : momentOf(parent.data, 'eindGeldigheid');
    if (end === undefined || last === undefined || end <= last) return NONE;
    const begin = momentOf(data, 'beginGeldigheid');
    if (begin !== undefined && begin >= last) return NONE;
    return [{
      pointer: `${pointer}/eindGeldigheid`, found: textOf(data, 'eindGeldigheid') ?? '',
      expected: `≤ ${textOf(parent?.data ?? {}, 'eindGeldigheid') ?? ''}`,
    }];
  },
};
