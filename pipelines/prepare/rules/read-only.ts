/** Fields that come from the BAG are read-only in the Information Model: nobody delivers them. */
import { own } from '../../../schemas/json.ts';
import { fieldsOf } from '../../../schemas/model.ts';
import type { Rule } from './rule.ts';

export const READ_ONLY: Rule = {
  id: 'regel.alleen-lezen',
  severity: 'error',
  message: {
    nl: 'Dit veld komt uit de BAG en wordt niet geleverd.',
    en: 'This field comes from the BAG and is not delivered.',
  },
  mend: { nl: 'Laat het veld weg.', en: 'Leave the field out.' },
  check: (objects) => objects.flatMap(({ data, type, pointer }) => fieldsOf(type)
    .filter(({ name, readOnly }) => readOnly === true && own(data, name) !== undefined)
    .map(({ name }) => ({ pointer: `${pointer}/${name}` }))),
};
