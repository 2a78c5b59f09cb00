/** Ids should be in NFC. Other forms look equal but have other bytes in addresses, files and other registers. */
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import { nfc } from '../../../schemas/normal-form.ts';
import { escaped } from '../../../schemas/shown-values.ts';
import { NONE, type Rule } from './rule.ts';

export const ID_NORMAL_FORM: Rule = {
  id: 'regel.id-normaalvorm',
  example: {
    wrong: { entityType: 'KwetsbaarGebouw', id: 'NL.IMEV.AB12.cafe\u0301' },
    right: { entityType: 'KwetsbaarGebouw', id: 'NL.IMEV.AB12.caf\u00e9' },
  },
  appliesTo: OBJECT_TYPES,
  fields: ['id'],
  check: ({ id, pointer }) => {
    if (id === undefined) return NONE;
    const normal = nfc(id);
    return normal === id ? NONE : [{ pointer: `${pointer}/id`, found: escaped(id), expected: escaped(normal) }];
  },
};
