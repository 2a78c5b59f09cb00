/** An energy storage system without a permit may not use sodium. */
import { own } from '../../../schemas/json.ts';
import { ENERGY_STORAGE, WITHOUT_PERMIT } from '../../../schemas/model/activity-groups.ts';
import type { ActivityType } from '../../../schemas/names.ts';
import { NONE, type Rule } from './rule.ts';

const FREE: ReadonlySet<ActivityType> = new Set(WITHOUT_PERMIT);

export const EOS_SODIUM: Rule = {
  id: 'regel.eos-natrium',
  example: {
    wrong: {
      entityType: 'ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht',
      typeEnergiedrager: 'natrium',
    },
    right: {
      entityType: 'ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht',
      typeEnergiedrager: 'LFP',
    },
  },
  appliesTo: ENERGY_STORAGE.filter((type) => FREE.has(type)),
  fields: ['typeEnergiedrager'],
  check: ({ data, pointer }) => (own(data, 'typeEnergiedrager') === 'natrium'
    ? [{ pointer: `${pointer}/typeEnergiedrager`, found: 'natrium' }] : NONE),
};
