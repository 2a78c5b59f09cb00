/** A validity that ends before or at its begin is empty, because `eindGeldigheid` is outside the period. */
import type { Text } from '../../../schemas/finding.ts';
import { momentOf, textOf } from '../../../schemas/model/objects.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import { hasZone } from '../../../schemas/time.ts';
import { NONE, type Rule } from './rule.ts';

/** The remark on times without zone, which may look right and differ by the hours of the zone. */
const ZONE_ASSUMED: Text = {
  nl: '; een tijd zonder zone is gelezen als tijd van Europe/Amsterdam',
  en: '; a time without a zone was read as time of Europe/Amsterdam',
};

export const END_AFTER_BEGIN: Rule = {
  id: 'regel.einde-na-begin',
  example: {
    wrong: {
      entityType: 'KwetsbaarGebouw', beginGeldigheid: '2024-01-01T00:00:00Z',
      eindGeldigheid: '2023-01-01T00:00:00Z',
    },
    right: {
      entityType: 'KwetsbaarGebouw', beginGeldigheid: '2024-01-01T00:00:00Z',
      eindGeldigheid: '2025-01-01T00:00:00Z',
    },
  },
  appliesTo: OBJECT_TYPES,
  fields: ['eindGeldigheid'],
  check: ({ data, pointer }) => {
    const begin = momentOf(data, 'beginGeldigheid');
    const end = momentOf(data, 'eindGeldigheid');
    if (begin === undefined || end === undefined || end > begin) return NONE;
    const [from, until] = [textOf(data, 'beginGeldigheid') ?? '', textOf(data, 'eindGeldigheid') ?? ''];
    const assumed = hasZone(from) && hasZone(until) ? {} : { remark: ZONE_ASSUMED };
    return [{ pointer: `${pointer}/eindGeldigheid`, found: until, expected: `> ${from}`, ...assumed }];
  },
};
