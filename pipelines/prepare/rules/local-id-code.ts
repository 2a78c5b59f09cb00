/** By practice a lokaalID begins with a code of its source holder, so that it differs from those of others. */
import { isObject, own } from '../../../schemas/json.ts';
import { inLatin, describeForeignLetter, withoutUnseen } from '../../../schemas/lookalike.ts';
import { holderCodeOf } from '../../../schemas/model/base.ts';
import { textOf } from '../../../schemas/model/objects.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import { shown } from '../../../schemas/shown-values.ts';
import { codeOfAllParts } from './holder-of-parts.ts';
import { NONE, type Rule } from './rule.ts';

const OTHER_CODES = ['bronhoudercodeOverheid', 'bronhoudercodeGeenOverheid'] as const;

export const LOCAL_ID_CODE: Rule = {
  id: 'regel.lokaalid-bronhouder',
  example: {
    wrong: {
      entityType: 'KwetsbaarGebouw', bronhoudercode: 'AB12',
      identificatie: { namespace: 'NL.IMEV', lokaalID: 'XY789.g1' },
    },
    right: {
      entityType: 'KwetsbaarGebouw', bronhoudercode: 'AB12',
      identificatie: { namespace: 'NL.IMEV', lokaalID: 'AB12.g1' },
    },
  },
  appliesTo: OBJECT_TYPES,
  fields: ['identificatie'],
  check: ({ data, pointer, parent }) => {
    const identificatie = own(data, 'identificatie');
    const local = isObject(identificatie) ? textOf(identificatie, 'lokaalID') : undefined;
    const code = holderCodeOf(data);
    // A lokaalID with the code of the parent, or of all nested objects, is right: another rule reports the bronhoudercode.
    const other = parent === undefined ? codeOfAllParts(data) : holderCodeOf(parent.data);
    if (local === undefined || code === undefined || (other !== undefined && local.startsWith(other))) return NONE;
    const codes = [code, ...OTHER_CODES.flatMap((name) => textOf(data, name) ?? [])];
    // A space in front has its own rule (unseen-character.ts).
    if (codes.some((each) => local.startsWith(each) || withoutUnseen(local).startsWith(each))) return NONE;
    const foreign = codes.some((each) => inLatin(local).startsWith(each)) ? describeForeignLetter(local) : undefined;
    return [{
      pointer: `${pointer}/identificatie/lokaalID`, found: shown(local), expected: shown(`${codes.join(', ')}…`),
      ...(foreign === undefined ? {} : { mend: foreign }),
    }];
  },
};
