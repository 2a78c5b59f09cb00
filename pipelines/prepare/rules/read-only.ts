/** Fields that come from the BAG are read-only in the Information Model: nobody delivers them. */
import { fieldsOf } from '../../../schemas/model.ts';
import { member } from '../objects.ts';
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
    .filter(({ name, readOnly }) => readOnly === true && member(data, name) !== undefined)
    .map(({ name }) => ({ pointer: `${pointer}/${name}` }))),
};
