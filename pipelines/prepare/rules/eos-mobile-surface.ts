/** A mobile energy storage system (type C) has no fixed location: its geometry is the surface on which it may stand. */
import { isObject, own } from '../../../schemas/json.ts';
import { ENERGY_STORAGE } from '../../../schemas/model/activity-groups.ts';
import { itemsOf, NONE, type Rule } from './rule.ts';

export const EOS_MOBILE_SURFACE: Rule = {
  id: 'regel.eos-mobiel-vlak',
  example: {
    wrong: {
      entityType: 'ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht',
      typeEnergieopslagsysteem: 'C',
      heeft: [{
        entityType: 'EnergieOpslagSysteem', geometrie: { type: 'Point', coordinates: [155000, 463000] },
      }],
    },
    right: {
      entityType: 'ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht',
      typeEnergieopslagsysteem: 'A',
      heeft: [{
        entityType: 'EnergieOpslagSysteem', geometrie: { type: 'Point', coordinates: [155000, 463000] },
      }],
    },
  },
  appliesTo: ENERGY_STORAGE,
  fields: ['typeEnergieopslagsysteem'],
  check: (object) => (own(object.data, 'typeEnergieopslagsysteem') !== 'C' ? NONE
    : itemsOf(object, 'heeft', 'EnergieOpslagSysteem').flatMap(({ item, at }) => {
      const geometry = own(item, 'geometrie');
      return isObject(geometry) && own(geometry, 'type') === 'Point'
        ? [{ pointer: `${at}/geometrie`, found: 'Point', expected: 'Polygon' }] : [];
    })),
};
