/**
 * One source holder delivers a whole root, so its nested objects have the same code (levels 5 and 6). When all nested objects share
 * another code than the root's, the finding is on the root.
 */
import { holderCodeOf } from '../../../schemas/model/base.ts';
import { rootOf } from '../../../schemas/model/objects.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import { shown } from '../../../schemas/shown-values.ts';
import { codeOfAllParts } from './holder-of-parts.ts';
import { NONE, type Rule } from './rule.ts';

export const PART_OF_OTHER_HOLDER: Rule = {
  id: 'regel.onderdeel-andere-bronhouder',
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
    // An object with the root's code is right, even in a parent with another code. A finding on the root covers all nested objects.
    if (parent !== undefined && (code === holderCodeOf(root) || codeOfAllParts(root) !== undefined)) return NONE;
    return [{ pointer: `${pointer}/bronhoudercode`, found: shown(code), expected: shown(expected) }];
  },
};
