/** The fixed distances without a permit are for certified energy storage systems only. */
import { own } from '../../../schemas/json.ts';
import { NONE, type Rule } from './rule.ts';

export const EOS_CERTIFIED: Rule = {
  id: 'regel.eos-gecertificeerd',
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
