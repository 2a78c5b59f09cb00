/**
 * Fields that the register makes for features may come back in a delivery, and their values are not used. One note for each object.
 * A distance without afstandOfGeometrie is a misplaced value, which the schema reports.
 */
import { own } from '../../../schemas/json.ts';
import { isMadeIn, madeFieldsOf } from '../../../schemas/model/feature-fields.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import { NONE, type Rule } from './rule.ts';

const TYPES = OBJECT_TYPES.filter((type) => madeFieldsOf(type).length > 0);

export const MADE_FIELD: Rule = {
  id: 'regel.afgeleid-veld',
  example: {
    wrong: { entityType: 'PRContour', afstandOfGeometrie: { afstand: 45 }, geometrieAfgeleid: true },
    right: { entityType: 'PRContour', afstandOfGeometrie: { afstand: 45 } },
  },
  appliesTo: TYPES,
  fields: [...new Set(TYPES.flatMap((type) => madeFieldsOf(type).map(({ name }) => name)))],
  check: ({ data, type, pointer }) => {
    const names = madeFieldsOf(type).map(({ name }) => name).filter((name) => own(data, name) !== undefined && isMadeIn(data, type, name));
    return names.length === 0 ? NONE : [{ pointer: `${pointer}/${names[0]!}`, found: names.join(', ') }];
  },
};
