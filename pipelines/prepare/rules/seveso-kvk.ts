/** The operator of a Seveso establishment is known, so its KVK number is not a void reason. */
import { isObject, own } from '../../../schemas/json.ts';
import { itemsOf, NONE, type Rule } from './rule.ts';

export const SEVESO_KVK: Rule = {
  id: 'regel.seveso-kvk',
  severity: 'warning',
  message: {
    nl: 'Bij een Seveso-inrichting hoort het KVK-nummer van de exploitant; hier staat waarom het ontbreekt.',
    en: 'A Seveso establishment has the KVK number of its operator; this one has a reason why it is missing.',
  },
  mend: {
    nl: 'Vul kvkNummerExploitant in bij de locatie.',
    en: 'Fill in kvkNummerExploitant of the location.',
  },
  source: 'Release notes of model 2.0 (Geonovum), number 88',
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
