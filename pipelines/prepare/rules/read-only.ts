/** Fields from the BAG are read-only in the Information Model: a delivered value is not used. */
import { own } from '../../../schemas/json.ts';
import { readOnlyFieldsOf } from '../../../schemas/model/model.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import { shown } from '../../../schemas/shown-values.ts';
import type { Rule } from './rule.ts';

const TYPES = OBJECT_TYPES.filter((type) => readOnlyFieldsOf(type).length > 0);

export const READ_ONLY: Rule = {
  id: 'regel.alleen-lezen',
  severity: 'warning',
  message: {
    nl: 'Dit veld komt uit de BAG; de geleverde waarde wordt niet gebruikt.',
    en: 'This field comes from the BAG; the delivered value is not used.',
  },
  mend: { nl: 'Laat het veld weg.', en: 'Leave the field out.' },
  source: 'IM Vulnerable objects: read-only; OPEN-bag-fields',
  example: {
    wrong: { entityType: 'KwetsbaarGebouw', oppervlakteVerblijfsobjectBAG: 120 },
    right: { entityType: 'KwetsbaarGebouw' },
  },
  appliesTo: TYPES,
  fields: [...new Set(TYPES.flatMap(readOnlyFieldsOf))],
  check: ({ data, type, pointer }) => readOnlyFieldsOf(type)
    .filter((name) => own(data, name) !== undefined)
    .map((name) => ({ pointer: `${pointer}/${name}`, found: shown(own(data, name)) })),
};
