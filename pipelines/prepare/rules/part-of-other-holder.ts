/**
 * A root is delivered whole by one source holder, so its parts bear the same code (levels 5 and 6). Where all its parts bear one
 * code and the root itself another, it is the root that is told.
 */
import { holderCodeOf } from '../../../schemas/model/base.ts';
import { rootOf } from '../../../schemas/model/objects.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import { shown } from '../../../schemas/shown-values.ts';
import { codeOfAllParts } from './holder-of-parts.ts';
import { NONE, type Rule } from './rule.ts';

export const PART_OF_OTHER_HOLDER: Rule = {
  id: 'regel.onderdeel-andere-bronhouder',
  severity: 'warning',
  message: {
    nl: 'Dit object heeft een andere bronhoudercode dan het object erboven, of dan al zijn onderdelen.',
    en: 'This object bears another bronhoudercode than the object above it, or than all its parts.',
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
  appliesTo: OBJECT_TYPES,
  fields: ['bronhoudercode'],
  check: (object) => {
    const { data, pointer, parent } = object;
    const code = holderCodeOf(data);
    const expected = parent === undefined ? codeOfAllParts(data) : holderCodeOf(parent.data);
    if (code === undefined || expected === undefined || code === expected) return NONE;
    const root = rootOf(object).data;
    // Of one part with another code the parts in it are right, and where the root is told its parts are.
    if (parent !== undefined && (code === holderCodeOf(root) || codeOfAllParts(root) !== undefined)) return NONE;
    return [{ pointer: `${pointer}/bronhoudercode`, found: shown(code), expected: shown(expected) }];
  },
};
