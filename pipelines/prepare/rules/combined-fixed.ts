/** A combined reference is a simplification for computed distances only, not for distances that the law fixes. */
import { CONTOUR_TYPES } from '../../../schemas/names.ts';
import { textOf } from '../../../schemas/model/objects.ts';
import { shown } from '../../../schemas/shown-values.ts';
import type { Rule } from './rule.ts';

const FIELDS = ['typePlaatsgebondenRisico', 'typeOverigeContour', 'categorieAandachtsgebied'] as const;

export const COMBINED_FIXED: Rule = {
  id: 'regel.samengesteld-vastgesteld',
  example: {
    wrong: {
      entityType: 'SamengesteldeReferentie',
      resulteertIn: [{ entityType: 'PRContour', typePlaatsgebondenRisico: 'vastgesteld K' }],
    },
    right: {
      entityType: 'SamengesteldeReferentie',
      resulteertIn: [{ entityType: 'PRContour', typePlaatsgebondenRisico: 'PR10-6' }],
    },
  },
  appliesTo: CONTOUR_TYPES,
  fields: FIELDS,
  check: ({ data, pointer, parent }) => FIELDS.flatMap((field) => {
    const value = parent?.type === 'SamengesteldeReferentie' ? textOf(data, field) : undefined;
    return value?.startsWith('vastgesteld') === true ? [{ pointer: `${pointer}/${field}`, found: shown(value) }] : [];
  }),
};
