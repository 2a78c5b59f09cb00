/** An energy storage system without a permit may not use sodium. */
import { own } from '../../../schemas/json.ts';
import { ENERGY_STORAGE, WITHOUT_PERMIT } from '../../../schemas/model/activity-groups.ts';
import type { ActivityType } from '../../../schemas/names.ts';
import { NONE, type Rule } from './rule.ts';

const FREE: ReadonlySet<ActivityType> = new Set(WITHOUT_PERMIT);

export const EOS_SODIUM: Rule = {
  id: 'regel.eos-natrium',
  severity: 'warning',
  message: {
    nl: 'Een energieopslagsysteem zonder vergunningplicht heeft geen natrium als energiedrager.',
    en: 'An energy storage system without a permit does not have natrium as its energy carrier.',
  },
  mend: {
    nl: 'Kies de juiste energiedrager, of het activiteittype met vergunningplicht.',
    en: 'Choose the right energy carrier, or the activity type with a permit.',
  },
  source: 'Catalogue of the model (Geonovum, July 2026): ExploiterenEnergieOpslagSysteem, typeEnergiedrager',
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
