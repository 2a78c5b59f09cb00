/** A root is delivered whole by one source holder, so its parts bear the same code (levels 5 and 6). */
import { holderCodeOf } from '../../../schemas/model/base.ts';
import { rootOf } from '../../../schemas/model/objects.ts';
import { ACTIVITY_TYPES, CONTOUR_TYPES, REFERENCE_TYPES } from '../../../schemas/names.ts';
import { shown } from '../../../schemas/shown.ts';
import { NONE } from './rule.ts';
import type { Rule } from './rule.ts';

export const PART_OF_OTHER_HOLDER: Rule = {
  id: 'regel.onderdeel-andere-bronhouder',
  severity: 'warning',
  message: {
    nl: 'Dit onderdeel heeft een andere bronhoudercode dan het object erboven.',
    en: 'This part bears another bronhoudercode than the object above it.',
  },
  mend: {
    nl: 'Geef overal de bronhoudercode van wie levert.',
    en: 'Give the bronhoudercode of who delivers everywhere.',
  },
  source: 'IM Base type: bronhoudercode; a root is accepted or refused whole',
  example: {
    wrong: {
      entityType: 'TankenLPG', bronhoudercode: 'AB12',
      heeft: [{ entityType: 'Vulpunt', bronhoudercode: 'XY789' }],
    },
    right: {
      entityType: 'TankenLPG', bronhoudercode: 'AB12',
      heeft: [{ entityType: 'Vulpunt', bronhoudercode: 'AB12' }],
    },
  },
  appliesTo: [...ACTIVITY_TYPES, ...REFERENCE_TYPES, ...CONTOUR_TYPES],
  fields: ['bronhoudercode'],
  check: (object) => {
    const { data, pointer, parent } = object;
    const code = holderCodeOf(data);
    const above = parent && holderCodeOf(parent.data);
    if (code === undefined || above === undefined || code === above) return NONE;
    // Of one part with another code the parts in it are right.
    if (code === holderCodeOf(rootOf(object).data)) return NONE;
    return [{ pointer: `${pointer}/bronhoudercode`, found: shown(code), expected: shown(above) }];
  },
};
