/** An id is part of URLs: `/locatie-activiteiten/{id}`. A slash in an id is encoded as %2F, which some proxies refuse. */
import { shown } from '../../../schemas/shown-values.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import { NONE, type Rule } from './rule.ts';

/** Characters that some proxies interpret even when encoded: `%2F`, `%5C`, `%25`. */
const TROUBLESOME = /[/\\%]/;
const EACH_TROUBLESOME = /[/\\%]+/g;

export const ID_IN_ADDRESS: Rule = {
  id: 'regel.id-in-adres',
  severity: 'warning',
  message: {
    nl: 'Een id met /, \\ of %: in een adres moet dat teken gecodeerd staan (%2F, %5C, %25), en niet elk programma laat dat door.',
    en: 'An id with /, \\ or %: in an address this character must be encoded (%2F, %5C, %25), and not every program passes that on.',
  },
  mend: {
    nl: 'Schrijf bij een nieuw object zo mogelijk een streepje. Staat het object al in het register? Laat de id dan zoals hij is.',
    en: 'For a new object, write a hyphen if possible. If the register has the object already, leave the id as it is.',
  },
  source: 'OPEN-id; RFC 3986, 3.3',
  example: {
    wrong: { entityType: 'KwetsbaarGebouw', id: 'NL.IMEV.AB12.2024/17' },
    right: { entityType: 'KwetsbaarGebouw', id: 'NL.IMEV.AB12.2024-17' },
  },
  appliesTo: OBJECT_TYPES,
  fields: ['id'],
  check: ({ id, pointer }) => (id === undefined || !TROUBLESOME.test(id) ? NONE
    : [{ pointer: `${pointer}/id`, found: shown(id), suggestions: [shown(id.replaceAll(EACH_TROUBLESOME, '-'))] }]),
};
