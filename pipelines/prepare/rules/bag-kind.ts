/** Digits 5 and 6 of a BAG identification say what kind of object it names. */
import { textOf } from '../../../schemas/objects.ts';
import type { Breach, Rule } from './rule.ts';

/** Pand 10, verblijfsobject 01, ligplaats 02, standplaats 03, nummeraanduiding 20. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  idPandBAG: ['10'], idAdresseerbaarobjectBAG: ['01', '02', '03'],
  idNummeraanduidingBAG: ['20'], idNummeraanduidingBAGExploitant: ['20'],
};

export const BAG_KIND: Rule = {
  id: 'regel.bag-soort',
  severity: 'warning',
  message: {
    nl: 'Dit BAG-nummer is van een ander soort object dan dit veld bedoelt (cijfer 5 en 6).',
    en: 'This BAG number is of another kind of object than this field means (digits 5 and 6).',
  },
  mend: {
    nl: 'Zoek het nummer van het bedoelde object op in de BAG.',
    en: 'Look up the number of the object meant in the BAG.',
  },
  source: 'IM IdentificatieBAG; the kinds are those of the BAG catalogue',
  example: {
    wrong: { entityType: 'KwetsbaarGebouw', idPandBAG: '0193200000098765' },
    right: { entityType: 'KwetsbaarGebouw', idPandBAG: '0193100000098765' },
  },
  appliesTo: ['LocatieActiviteit', 'BuisleidingStelsel', 'KwetsbaarGebouw'],
  fields: Object.keys(KINDS),
  check: ({ data, pointer }) => Object.entries(KINDS).flatMap(([field, kinds]): readonly Breach[] => {
    const number = textOf(data, field);
    if (number === undefined || !/^\d{16}$/.test(number) || kinds.includes(number.slice(4, 6))) return [];
    const expected = kinds.map((kind) => `····${kind}··········`).join(', ');
    return [{ pointer: `${pointer}/${field}`, found: number, expected }];
  }),
};
