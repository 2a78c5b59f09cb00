/** Fields from the BAG are read-only in the Information Model: a delivered value is not used. */
import { own } from '../../../schemas/json.ts';
import { readOnlyFieldsOf } from '../../../schemas/model/model.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import { shown } from '../../../schemas/shown-values.ts';
import type { Rule } from './rule.ts';

const TYPES = OBJECT_TYPES.filter((type) => readOnlyFieldsOf(type).length > 0);

export const READ_ONLY: Rule = {
  id: 'regel.alleen-lezen',
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
