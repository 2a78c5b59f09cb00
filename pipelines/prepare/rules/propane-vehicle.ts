/** With five deliveries a year or fewer the place where the tanker unloads does not matter, so it is not delivered. */
import { isObject, own, type Json } from '../../../schemas/json.ts';
import { NONE, type Rule } from './rule.ts';

const ACTIVITY = 'OpslagtankPropaanPropeen_VasteAfstandGeenVergunningplicht';

export const PROPANE_VEHICLE: Rule = {
  id: 'regel.propaan-opstelplaats',
  example: {
    wrong: {
      entityType: 'OpslagtankPropaanPropeen_VasteAfstandGeenVergunningplicht',
      aantalBevoorradingen: { exactAantal: 5 },
      heeft: [{ entityType: 'OpstelplaatsVoertuig' }],
    },
    right: {
      entityType: 'OpslagtankPropaanPropeen_VasteAfstandGeenVergunningplicht',
      aantalBevoorradingen: { exactAantal: 6 },
      heeft: [{ entityType: 'OpstelplaatsVoertuig' }],
    },
  },
  appliesTo: ['OpstelplaatsVoertuig'],
  fields: ['entityType'],
  check: ({ pointer, parent }) =>
    (parent?.type === ACTIVITY && isAtMostFive(own(parent.data, 'aantalBevoorradingen')) ? [{ pointer }] : NONE),
};

function isAtMostFive(deliveries: Json | undefined): boolean {
  if (!isObject(deliveries)) return false;
  const exact = own(deliveries, 'exactAantal');
  return own(deliveries, 'categorie') === 'kleiner of gelijk vijf' || (typeof exact === 'number' && exact <= 5);
}
