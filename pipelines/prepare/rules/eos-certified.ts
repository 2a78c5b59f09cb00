/** The fixed distances without a permit are for certified energy storage systems only. */
import { own } from '../../../schemas/json.ts';
import { NONE, type Rule } from './rule.ts';

export const EOS_CERTIFIED: Rule = {
  id: 'regel.eos-gecertificeerd',
  severity: 'warning',
  message: {
    nl: 'Een energieopslagsysteem met vaste afstand zonder vergunningplicht is gecertificeerd; hier staat van niet.',
    en: 'An energy storage system with a fixed distance and no permit is certified; this one is not.',
  },
  mend: {
    nl: 'Zet gecertificeerd op true, of kies het activiteittype met te berekenen afstand.',
    en: 'Set gecertificeerd to true, or choose the activity type whose distance is computed.',
  },
  source: 'Catalogue of the model (Geonovum, July 2026): ExploiterenEnergieOpslagSysteem, gecertificeerd',
  example: {
    wrong: {
      entityType: 'ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht', gecertificeerd: false,
    },
    right: {
      entityType: 'ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht', gecertificeerd: true,
    },
  },
  appliesTo: ['ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht'],
  fields: ['gecertificeerd'],
  check: ({ data, pointer }) => (own(data, 'gecertificeerd') === false
    ? [{ pointer: `${pointer}/gecertificeerd`, found: 'false', expected: 'true' }] : NONE),
};
