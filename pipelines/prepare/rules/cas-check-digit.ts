/** The last digit of a CAS number follows from the others, which reveals a typing error. */
import { isObject, own } from '../../../schemas/json.ts';
import { CONTOUR_TYPES } from '../../../schemas/names.ts';
import { textOf } from '../../../schemas/model/objects.ts';
import { NONE, type Rule } from './rule.ts';

export const CAS_CHECK_DIGIT: Rule = {
  id: 'regel.cas-controlecijfer',
  example: {
    wrong: { entityType: 'PRContour', maatgevendeStof: { stof: { naam: 'propaan', CASnummer: '74-98-5' } } },
    right: { entityType: 'PRContour', maatgevendeStof: { stof: { naam: 'propaan', CASnummer: '74-98-6' } } },
  },
  appliesTo: CONTOUR_TYPES,
  fields: ['maatgevendeStof'],
  check: ({ data, pointer }) => {
    const choice = own(data, 'maatgevendeStof');
    const substance = isObject(choice) ? own(choice, 'stof') : undefined;
    const number = isObject(substance) ? textOf(substance, 'CASnummer') : undefined;
    if (number === undefined || !/^\d{2,7}-\d{2}-\d$/.test(number) || hasCheckDigit(number)) return NONE;
    return [{ pointer: `${pointer}/maatgevendeStof/stof/CASnummer`, found: number }];
  },
};

/** Whether the last digit is the check digit: the other digits, from the right times 1, 2, 3 …, add up to it, modulo 10. */
function hasCheckDigit(number: string): boolean {
  let [sum, weight] = [0, 0];
  for (let at = number.length - 1; at >= 0; at--) {
    const digit = number.charCodeAt(at) - 0x30;
    if (digit >= 0) sum += digit * (weight === 0 ? -1 : weight);
    if (digit >= 0) weight++;
  }
  return sum % 10 === 0;
}
