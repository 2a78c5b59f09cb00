/** A LocatieBasisnet has one kind of transport, and so have its references. */
import { textOf } from '../../../schemas/model/objects.ts';
import { shown } from '../../../schemas/shown-values.ts';
import { NONE, type Rule } from './rule.ts';

export const TRANSPORT_KIND: Rule = {
  id: 'regel.vervoer-bij-locatie',
  example: {
    wrong: {
      entityType: 'LocatieBasisnet', type: 'WegVervoer',
      voertUit: [{ entityType: 'Basisnet', heeft: [{ entityType: 'SpoorVervoer' }] }],
    },
    right: {
      entityType: 'LocatieBasisnet', type: 'SpoorVervoer',
      voertUit: [{ entityType: 'Basisnet', heeft: [{ entityType: 'SpoorVervoer' }] }],
    },
  },
  appliesTo: ['WaterVervoer', 'WegVervoer', 'SpoorVervoer'],
  fields: ['entityType'],
  check: ({ type, pointer, parent }) => {
    const location = parent?.parent;
    const expected = location?.type === 'LocatieBasisnet' ? textOf(location.data, 'type') : undefined;
    if (expected === undefined || expected === type) return NONE;
    return [{ pointer: `${pointer}/entityType`, found: type, expected: shown(expected) }];
  },
};
