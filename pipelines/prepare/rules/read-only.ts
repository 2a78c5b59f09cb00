/** Fields that come from the BAG are read-only in the Information Model: nobody delivers them. */
import { own } from '../../../schemas/json.ts';
import { fieldsOf } from '../../../schemas/model/model.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import type { Rule } from './rule.ts';

const FIELDS: ReadonlyMap<string, readonly string[]> = new Map(OBJECT_TYPES.map((type) =>
  [type, fieldsOf(type).filter(({ readOnly }) => readOnly === true).map(({ name }) => name)]));

export const READ_ONLY: Rule = {
  id: 'regel.alleen-lezen',
  severity: 'error',
  message: {
    nl: 'Dit veld komt uit de BAG en wordt niet geleverd.',
    en: 'This field comes from the BAG and is not delivered.',
  },
  mend: { nl: 'Laat het veld weg.', en: 'Leave the field out.' },
  source: 'IM Vulnerable objects: read-only; OPEN-bag-fields',
  example: {
    wrong: { entityType: 'KwetsbaarGebouw', oppervlakteVerblijfsobjectBAG: 120 },
    right: { entityType: 'KwetsbaarGebouw' },
  },
  appliesTo: OBJECT_TYPES.filter((type) => (FIELDS.get(type) ?? []).length > 0),
  fields: [...new Set([...FIELDS.values()].flat())],
  check: ({ data, type, pointer }) => (FIELDS.get(type) ?? [])
    .filter((name) => own(data, name) !== undefined)
    .map((name) => ({ pointer: `${pointer}/${name}` })),
};
