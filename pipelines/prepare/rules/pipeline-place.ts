/** A pipeline system has no geometry of its own, so it has an address or a description of its location. */
import { own } from '../../../schemas/json.ts';
import { NONE, type Rule } from './rule.ts';

export const PIPELINE_LOCATION: Rule = {
  id: 'regel.stelsel-zonder-plaats',
  example: {
    wrong: { entityType: 'BuisleidingStelsel' },
    right: { entityType: 'BuisleidingStelsel', locatieomschrijving: 'Europoort - Moerdijk' },
  },
  appliesTo: ['BuisleidingStelsel'],
  fields: ['entityType'],
  // One of the two is enough.
  check: ({ data, pointer }) => (
    own(data, 'idNummeraanduidingBAG') === undefined && own(data, 'locatieomschrijving') === undefined
      ? [{ pointer, expected: 'idNummeraanduidingBAG, locatieomschrijving' }] : NONE),
};
