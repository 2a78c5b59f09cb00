/** A link of a Documentatie is a web address, or the address of an act of law (`/akn/nl/act/…`). */
import { isObject, own, type Json } from '../../../schemas/json.ts';
import { textOf } from '../../../schemas/model/objects.ts';
import { shown } from '../../../schemas/shown-values.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import type { Breach, Rule } from './rule.ts';

export const DOCUMENT_LINK: Rule = {
  id: 'regel.documentatie-link',
  example: {
    wrong: {
      entityType: 'KwetsbaarGebouw', documentInfo: { naam: 'rapport', link: 'G:/rapporten/2023.pdf' },
    },
    right: {
      entityType: 'KwetsbaarGebouw',
      documentInfo: { naam: 'rapport', link: 'https://voorbeeld.example/2023.pdf' },
    },
  },
  appliesTo: OBJECT_TYPES,
  fields: ['documentInfo', 'balActiviteit', 'grondslagInfo'],
  check: ({ data, pointer }) => {
    const ground = own(data, 'grondslagInfo');
    const list = own(data, 'balActiviteit');
    const items = Array.isArray(list) ? list as readonly Json[] : [];
    return [
      ...linkBreaches(own(data, 'documentInfo'), `${pointer}/documentInfo`),
      ...items.flatMap((item, index) => linkBreaches(item, `${pointer}/balActiviteit/${index}`)),
      ...linkBreaches(isObject(ground) ? own(ground, 'besluitdocument') : undefined,
        `${pointer}/grondslagInfo/besluitdocument`),
    ];
  },
};

function linkBreaches(documentation: Json | undefined, pointer: string): readonly Breach[] {
  const link = isObject(documentation) ? textOf(documentation, 'link') : undefined;
  if (link === undefined || /^(https:\/\/|\/akn\/nl\/act\/)/.test(link)) return [];
  return [{ pointer: `${pointer}/link`, found: shown(link) }];
}
