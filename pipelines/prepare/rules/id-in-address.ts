/** An id is part of URLs: `/locatie-activiteiten/{id}`. A slash in an id is encoded as %2F, which some proxies refuse. */
import { shown } from '../../../schemas/shown-values.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import { NONE, type Rule } from './rule.ts';

/** Characters that some proxies interpret even when encoded: `%2F`, `%5C`, `%25`. */
const TROUBLESOME = /[/\\%]/;
const EACH_TROUBLESOME = /[/\\%]+/g;

export const ID_IN_ADDRESS: Rule = {
  id: 'regel.id-in-adres',
  example: {
    wrong: { entityType: 'KwetsbaarGebouw', id: 'NL.IMEV.AB12.2024/17' },
    right: { entityType: 'KwetsbaarGebouw', id: 'NL.IMEV.AB12.2024-17' },
  },
  appliesTo: OBJECT_TYPES,
  fields: ['id'],
  check: ({ id, pointer }) => (id === undefined || !TROUBLESOME.test(id) ? NONE
    : [{ pointer: `${pointer}/id`, found: shown(id), suggestions: [shown(id.replaceAll(EACH_TROUBLESOME, '-'))] }]),
};
