/** Practice begins a lokaalID with a code of its source holder, which keeps it apart from those of others. */
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
  severity: 'warning',
  message: {
    nl: 'De lokaalID begint met geen van de codes van de bronhouder.',
    en: 'The lokaalID begins with none of the codes of the source holder.',
  },
  mend: {
    nl: 'Laat de lokaalID beginnen met de bronhoudercode, of verbeter de code.',
    en: 'Begin the lokaalID with the bronhoudercode, or correct the code.',
  },
  source: 'IM Base type: identificatie, bronhoudercode; practice of the present register',
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
    // A code that is written wrongly, or is another than that of the object above or of all parts, is told as such.
    const above = parent === undefined ? codeOfAllParts(data) : holderCodeOf(parent.data);
    if (local === undefined || code === undefined || (above !== undefined && local.startsWith(above))) return NONE;
    const codes = [code, ...OTHER_CODES.flatMap((name) => textOf(data, name) ?? [])];
    // Of a space in front there is a rule (unseen-character.ts).
    if (codes.some((each) => local.startsWith(each) || withoutUnseen(local).startsWith(each))) return NONE;
    const foreign = codes.some((each) => inLatin(local).startsWith(each)) ? describeForeignLetter(local) : undefined;
    return [{
      pointer: `${pointer}/identificatie/lokaalID`, found: shown(local), expected: shown(`${codes.join(', ')}…`),
      ...(foreign === undefined ? {} : { mend: foreign }),
    }];
  },
};
