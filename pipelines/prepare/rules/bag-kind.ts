/** Digits 5 and 6 of a BAG number give the kind of the object. */
import { textOf } from '../../../schemas/model/objects.ts';
import type { Breach, Rule } from './rule.ts';

/** The kinds of each field: pand 10, verblijfsobject 01, ligplaats 02, standplaats 03, nummeraanduiding 20. */
const KIND_OF_FIELD: readonly (readonly [field: string, kinds: readonly string[]])[] = [
  ['idPandBAG', ['10']], ['idAdresseerbaarobjectBAG', ['01', '02', '03']],
  ['idNummeraanduidingBAG', ['20']], ['idNummeraanduidingBAGExploitant', ['20']],
];

export const BAG_KIND: Rule = {
  id: 'regel.bag-soort',
  example: {
    wrong: { entityType: 'KwetsbaarGebouw', idPandBAG: '0193200000098765' },
    right: { entityType: 'KwetsbaarGebouw', idPandBAG: '0193100000098765' },
  },
  appliesTo: ['LocatieActiviteit', 'BuisleidingStelsel', 'KwetsbaarGebouw'],
  fields: KIND_OF_FIELD.map(([field]) => field),
  check: ({ data, pointer }) => {
    const breaches: Breach[] = [];
    for (const [field, kinds] of KIND_OF_FIELD) {
      const number = textOf(data, field);
      if (number === undefined || kinds.includes(number.slice(4, 6)) || !/^\d{16}$/.test(number)) continue;
      const [nl, en] = [kinds.join(' of '), kinds.join(' or ')];
      const expected = `cijfer 5 en 6: ${nl} / digits 5 and 6: ${en}`;
      breaches.push({ pointer: `${pointer}/${field}`, found: number, expected });
    }
    return breaches;
  },
};
