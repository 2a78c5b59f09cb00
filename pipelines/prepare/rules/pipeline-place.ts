/** A pipeline system has no geometry of its own: an address or a description says where it is. */
import { own } from '../../../schemas/json.ts';
import { NONE, type Rule } from './rule.ts';

export const PIPELINE_PLACE: Rule = {
  id: 'regel.stelsel-zonder-plaats',
  severity: 'warning',
  message: {
    nl: 'Het buisleidingstelsel heeft geen idNummeraanduidingBAG en geen locatieomschrijving.',
    en: 'The pipeline system has neither idNummeraanduidingBAG nor locatieomschrijving.',
  },
  mend: {
    nl: 'Vul één van beide in.',
    en: 'Fill in one of them.',
  },
  source: 'Catalogue of the model (Geonovum, July 2026): BuisleidingStelsel',
  example: {
    wrong: { entityType: 'BuisleidingStelsel' },
    right: { entityType: 'BuisleidingStelsel', locatieomschrijving: 'Europoort - Moerdijk' },
  },
  appliesTo: ['BuisleidingStelsel'],
  fields: ['entityType'],
  // Either will do; this one is there more often.
  check: ({ data, pointer }) => (
    own(data, 'idNummeraanduidingBAG') === undefined && own(data, 'locatieomschrijving') === undefined
      ? [{ pointer, expected: 'idNummeraanduidingBAG, locatieomschrijving' }] : NONE),
};
