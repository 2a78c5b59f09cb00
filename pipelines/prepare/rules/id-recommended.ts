/** An `id` should be made of the parts of NEN3610ID, so that others can find it (a recommendation). */
import { isObject, own } from '../../../schemas/json.ts';
import { inLatin, likenessKey, describeForeignLetter, withoutUnseen } from '../../../schemas/lookalike.ts';
import { textOf } from '../../../schemas/model/objects.ts';
import { shown } from '../../../schemas/shown-values.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import { sameInNfc } from '../../../schemas/normal-form.ts';
import { NONE, type Rule } from './rule.ts';

export const ID_RECOMMENDED: Rule = {
  id: 'regel.id-aanbevolen',
  example: {
    wrong: {
      entityType: 'KwetsbaarGebouw', id: 'g1', identificatie: { namespace: 'NL.IMEV', lokaalID: 'AB12.g1' },
    },
    right: {
      entityType: 'KwetsbaarGebouw', id: 'NL.IMEV.AB12.g1',
      identificatie: { namespace: 'NL.IMEV', lokaalID: 'AB12.g1' },
    },
  },
  appliesTo: OBJECT_TYPES,
  fields: ['id'],
  followsId: true,
  check: ({ data, id, pointer }) => {
    const identificatie = own(data, 'identificatie');
    if (id === undefined || !isObject(identificatie)) return NONE;
    const [namespace, local] = [textOf(identificatie, 'namespace'), textOf(identificatie, 'lokaalID')];
    if (namespace === undefined || local === undefined) return NONE;
    const short = `${namespace}.${local}`;
    if (sameInNfc(id, short) || sameInNfc(id, `${short}.${textOf(identificatie, 'versie') ?? ''}`)) return NONE;
    // Invisible characters have their own rule (unseen-character.ts).
    if (withoutUnseen(id) === `${withoutUnseen(namespace)}.${withoutUnseen(local)}`) return NONE;
    const remark = likenessKey(id) === likenessKey(short)
      ? { remark: { nl: '; zij verschillen alleen in hoofdletters of leestekens', en: '; they differ only in capitals or punctuation' } } : {};
    const foreign = inLatin(id) === inLatin(short) ? describeForeignLetter(id) ?? describeForeignLetter(short) : undefined;
    return [{ pointer: `${pointer}/id`, found: shown(id), expected: shown(short), ...remark, ...(foreign === undefined ? {} : { mend: foreign }) }];
  },
};
