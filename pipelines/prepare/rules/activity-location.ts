/** Three types of location are networks, each with its own activity type. All other activities belong to a LocatieActiviteit. */
import { ACTIVITY_TYPES } from '../../../schemas/names.ts';
import { NONE, type Rule } from './rule.ts';

const LOCATIONS: ReadonlyMap<string, string> = new Map([
  ['Basisnet', 'LocatieBasisnet'], ['WegenNietBasisnet', 'Wegen'], ['Buisleiding', 'BuisleidingStelsel'],
]);

export const ACTIVITY_LOCATION: Rule = {
  id: 'regel.activiteit-bij-locatie',
  example: {
    wrong: { entityType: 'LocatieActiviteit', voertUit: [{ entityType: 'Basisnet' }] },
    right: { entityType: 'LocatieBasisnet', voertUit: [{ entityType: 'Basisnet' }] },
  },
  appliesTo: ACTIVITY_TYPES,
  fields: ['entityType'],
  check: ({ type, pointer, parent }) => {
    if (parent?.kind !== 'root') return NONE;
    const expected = LOCATIONS.get(type) ?? 'LocatieActiviteit';
    return parent.type === expected ? NONE : [{ pointer: `${pointer}/entityType`, found: type, expected }];
  },
};
