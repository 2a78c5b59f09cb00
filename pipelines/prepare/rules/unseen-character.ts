/** Ids and names are compared letter by letter, so an invisible space makes another id. */
import { isObject, own, type JsonObject } from '../../../schemas/json.ts';
import { hasUnseen, withoutUnseen, withUnseenShown } from '../../../schemas/lookalike.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import { oneLine, shown } from '../../../schemas/shown-values.ts';
import { NONE, type Breach, type Rule } from './rule.ts';

const OWN_FIELDS = ['id', 'bronobjectID'] as const;
/** Fields that are part of addresses. */
const ADDRESSED: ReadonlySet<string> = new Set(['id', 'lokaalID']);
const IDENTITY_FIELDS = ['namespace', 'lokaalID', 'versie'] as const;

export const UNSEEN_CHARACTER: Rule = {
  id: 'regel.onzichtbaar-teken',
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
    if (typeof value !== 'string') continue;
    if (!hasUnseen(value)) {
      if (value.includes(' ') && ADDRESSED.has(field)) breaches = [...breaches, { pointer: `${pointer}/${field}`, ...withSpace(value) }];
      continue;
    }
    const [found, expected] = [oneLine(withUnseenShown(value)), oneLine(JSON.stringify(withoutUnseen(value)))];
    breaches = [...breaches, { pointer: `${pointer}/${field}`, found, expected }];
  }
  return breaches;
}

function withSpace(id: string): Omit<Breach, 'pointer'> {
  const suggestion = shown(id.replaceAll(/ +/g, '-'));
  return {
    found: shown(id), suggestions: [suggestion],
    message: { nl: 'Een id met een spatie; die wordt deel van adressen.', en: 'An id with a space; it becomes part of addresses.' },
    mend: {
      nl: `Schrijf zo mogelijk een id zonder spatie, bijvoorbeeld ${suggestion}, ook in de verwijzingen ernaar.`,
      en: `If possible, write an id without a space, for example ${suggestion}, also in the links to it.`,
    },
  };
}
