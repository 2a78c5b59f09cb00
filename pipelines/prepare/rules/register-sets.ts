/** The register sets the recorded period: delivered values are not used. */
import { own } from '../../../schemas/json.ts';
import { REGISTER_FIELDS } from '../../../schemas/model/base.ts';
import { shown } from '../../../schemas/shown-values.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import type { Rule } from './rule.ts';

export const REGISTER_SETS: Rule = {
  id: 'regel.registratie-door-register',
  example: {
    wrong: { entityType: 'KwetsbaarGebouw', tijdstipRegistratie: '2024-01-01T00:00:00Z' },
    right: { entityType: 'KwetsbaarGebouw' },
  },
  appliesTo: OBJECT_TYPES,
  fields: REGISTER_FIELDS,
  check: ({ data, pointer }) => REGISTER_FIELDS
    .filter((field) => own(data, field) !== undefined)
    .map((field) => ({ pointer: `${pointer}/${field}`, found: shown(own(data, field)) })),
};
