/** An energy storage system that needs a permit has an `oppervlakte`. */
import { own } from '../../../schemas/json.ts';
import { ENERGY_STORAGE } from '../../../schemas/model/activity-groups.ts';
import { itemsOf, NONE, type Rule } from './rule.ts';

export const EOS_PERMIT_AREA: Rule = {
  id: 'regel.eos-oppervlakte',
  example: {
    wrong: {
      entityType: 'ExploiterenEnergieOpslagSysteem_TeBerekenenAfstandVergunningplicht',
      vergunningsPlicht: true,
      heeft: [{ entityType: 'EnergieOpslagSysteem' }],
    },
    right: {
      entityType: 'ExploiterenEnergieOpslagSysteem_TeBerekenenAfstandVergunningplicht',
      vergunningsPlicht: true,
      heeft: [{ entityType: 'EnergieOpslagSysteem', oppervlakte: 40 }],
    },
  },
  appliesTo: ENERGY_STORAGE,
  fields: ['vergunningsPlicht'],
  check: (object) => (own(object.data, 'vergunningsPlicht') !== true ? NONE
    : itemsOf(object, 'heeft', 'EnergieOpslagSysteem')
      .filter(({ item }) => own(item, 'oppervlakte') === undefined)
      .map(({ at }) => ({ pointer: at, expected: 'oppervlakte' }))),
};
