/** An `id` is best made of the parts of NEN3610ID, so that others can find it (design 15; a recommendation). */
import { isObject, own } from '../../../schemas/json.ts';
import { textOf } from '../../../schemas/objects.ts';
import { shown } from '../findings.ts';
import type { Rule } from './rule.ts';

export const ID_RECOMMENDED: Rule = {
  id: 'regel.id-aanbevolen',
  severity: 'warning',
  message: {
    nl: 'De id is niet opgebouwd uit de identificatie.',
    en: 'The id is not made from identificatie.',
  },
  mend: {
    nl: 'Aanbevolen: namespace.lokaalID, of namespace.lokaalID.versie.',
    en: 'Recommended: namespace.lokaalID, or namespace.lokaalID.versie.',
  },
  check: (objects) => objects.flatMap(({ data, id, pointer }) => {
    const identificatie = own(data, 'identificatie');
    if (id === undefined || !isObject(identificatie)) return [];
    const short = `${textOf(identificatie, 'namespace') ?? ''}.${textOf(identificatie, 'lokaalID') ?? ''}`;
    const long = `${short}.${textOf(identificatie, 'versie') ?? ''}`;
    if (id === short || id === long) return [];
    return [{ pointer: `${pointer}/id`, found: shown(id), expected: shown(short) }];
  }),
};
