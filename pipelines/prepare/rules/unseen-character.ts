/** Ids and names are compared letter by letter: one with a space that nobody sees is another than the same without. */
import { isObject, own } from '../../../schemas/json.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import { hasUnseen, withoutUnseen, withUnseenShown } from '../../../schemas/lookalike.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import { shown } from '../../../schemas/shown.ts';
import { NONE } from './rule.ts';
import type { Breach, Rule } from './rule.ts';

const OWN_FIELDS = ['id', 'bronobjectID'] as const;
const IDENTITY_FIELDS = ['namespace', 'lokaalID', 'versie'] as const;

export const UNSEEN_CHARACTER: Rule = {
  id: 'regel.onzichtbaar-teken',
  severity: 'warning',
  message: {
    nl: 'Deze waarde heeft een spatie vooraan of achteraan (hier ␣), of een ander teken dat men niet ziet.',
    en: 'This value has a space before or behind it (here ␣), or another character that nobody sees.',
  },
  mend: {
    nl: 'Haal dat teken weg: id’s worden letterlijk vergeleken.',
    en: 'Remove that character: ids are compared letter by letter.',
  },
  source: 'OPEN-id: ids are texts, compared letter by letter',
  example: {
    wrong: { entityType: 'KwetsbaarGebouw', id: 'NL.IMEV.AB12.g1 ' },
    right: { entityType: 'KwetsbaarGebouw', id: 'NL.IMEV.AB12.g1' },
  },
  appliesTo: OBJECT_TYPES,
  fields: ['id', 'identificatie', 'bronobjectID'],
  check: ({ data, pointer }) => {
    const identificatie = own(data, 'identificatie');
    const inside = isObject(identificatie) ? breachesIn(identificatie, IDENTITY_FIELDS, `${pointer}/identificatie`) : NONE;
    const outside = breachesIn(data, OWN_FIELDS, pointer);
    return inside.length + outside.length === 0 ? NONE : [...outside, ...inside];
  },
};

function breachesIn(data: JsonObject, fields: readonly string[], pointer: string): readonly Breach[] {
  let breaches = NONE;
  for (const field of fields) {
    const value = own(data, field);
    if (typeof value !== 'string' || !hasUnseen(value)) continue;
    const [found, expected] = [shown(withUnseenShown(value)), shown(JSON.stringify(withoutUnseen(value)))];
    breaches = [...breaches, { pointer: `${pointer}/${field}`, found, expected }];
  }
  return breaches;
}
