/** The operator of a Seveso establishment is known, so its KVK number is not a void reason. */
import { isObject, own } from '../../../schemas/json.ts';
import { itemsOf, NONE, type Rule } from './rule.ts';

export const SEVESO_KVK: Rule = {
  id: 'regel.seveso-kvk',
  example: {
    wrong: {
      entityType: 'LocatieActiviteit', kvkNummerExploitant: { waarde: null, geenWaardeReden: 'waardeOnbekend' },
      voertUit: [{ entityType: 'SevesoInrichting' }],
    },
    right: {
      entityType: 'LocatieActiviteit', kvkNummerExploitant: ['90001004'],
      voertUit: [{ entityType: 'SevesoInrichting' }],
    },
  },
  appliesTo: ['LocatieActiviteit'],
  fields: ['kvkNummerExploitant'],
  check: (object) => (isObject(own(object.data, 'kvkNummerExploitant'))
    && itemsOf(object, 'voertUit', 'SevesoInrichting').length > 0
    ? [{ pointer: `${object.pointer}/kvkNummerExploitant` }] : NONE),
};
