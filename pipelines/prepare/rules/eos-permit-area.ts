/** An energy storage system that needs a permit has an `oppervlakte`. */
import { own } from '../../../schemas/json.ts';
import { ENERGY_STORAGE } from '../../../schemas/model/activity-groups.ts';
import { itemsOf, NONE, type Rule } from './rule.ts';

export const EOS_PERMIT_AREA: Rule = {
  id: 'regel.eos-oppervlakte',
  severity: 'warning',
  message: {
    nl: 'Bij een vergunningplichtig energieopslagsysteem hoort een oppervlakte; die ontbreekt.',
    en: 'An energy storage system that needs a permit has an oppervlakte; it is missing.',
  },
  mend: {
    nl: 'Vul oppervlakte in.',
    en: 'Fill in oppervlakte.',
  },
  source: 'Catalogue of the model (Geonovum, July 2026): EnergieOpslagSysteem, oppervlakte',
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
