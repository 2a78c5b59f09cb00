/**
 * A nested object does not outlive its parent. A nested object that is never valid together with its parent has its own finding
 * (part-never-valid.ts). A nested object without an end ends with its parent.
 */
import { momentOf, textOf } from '../../../schemas/model/objects.ts';
import { ACTIVITY_TYPES, CONTOUR_TYPES, REFERENCE_TYPES } from '../../../schemas/names.ts';
import { NONE, type Rule } from './rule.ts';

export const PART_ENDS_LATE: Rule = {
  id: 'regel.onderdeel-eindigt-later',
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
