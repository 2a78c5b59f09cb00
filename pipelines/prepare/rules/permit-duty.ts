/** The names of many activity types say whether a permit is needed. The field must agree. */
import { own } from '../../../schemas/json.ts';
import { WITH_PERMIT, WITHOUT_PERMIT } from '../../../schemas/model/activity-groups.ts';
import { ACTIVITY_TYPES } from '../../../schemas/names.ts';
import { NONE, type Rule } from './rule.ts';

/** Whether an activity needs a permit, by type, for types whose name says so. */
const NEEDS_PERMIT: ReadonlyMap<string, boolean> = new Map([
  ...WITH_PERMIT.map((type) => [type, true] as const), ...WITHOUT_PERMIT.map((type) => [type, false] as const),
]);

export const PERMIT_DUTY: Rule = {
  id: 'regel.vergunningplicht',
  example: {
    wrong: {
      entityType: 'OpslagtankPropaanPropeen_VasteAfstandGeenVergunningplicht', vergunningsPlicht: true,
    },
    right: {
      entityType: 'OpslagtankPropaanPropeen_VasteAfstandGeenVergunningplicht', vergunningsPlicht: false,
    },
  },
  appliesTo: ACTIVITY_TYPES.filter((type) => NEEDS_PERMIT.has(type)),
  fields: ['vergunningsPlicht'],
  check: ({ data, type, pointer }) => {
    const found = own(data, 'vergunningsPlicht');
    const expected = NEEDS_PERMIT.get(type);
    if (typeof found !== 'boolean' || found === expected) return NONE;
    return [{ pointer: `${pointer}/vergunningsPlicht`, found: String(found), expected: String(expected) }];
  },
};
