/** The name of many activity types says whether a permit is needed; the field says it too, so they agree. */
import { own } from '../../../schemas/json.ts';
import { activitiesNamed, NONE, type Rule } from './rule.ts';

export const PERMIT_DUTY: Rule = {
  id: 'regel.vergunningplicht',
  severity: 'warning',
  message: {
    nl: 'vergunningsPlicht is in strijd met de naam van het type activiteit.',
    en: 'vergunningsPlicht contradicts the name of the activity type.',
  },
  mend: {
    nl: 'Verbeter vergunningsPlicht, of kies het andere type activiteit.',
    en: 'Correct vergunningsPlicht, or choose the other activity type.',
  },
  source: 'IM Activity and location types: …Vergunningplicht and …GeenVergunningplicht',
  example: {
    wrong: {
      entityType: 'OpslagtankPropaanPropeen_VasteAfstandGeenVergunningplicht', vergunningsPlicht: true,
    },
    right: {
      entityType: 'OpslagtankPropaanPropeen_VasteAfstandGeenVergunningplicht', vergunningsPlicht: false,
    },
  },
  appliesTo: activitiesNamed(/Vergunnings?plicht$/),
  fields: ['vergunningsPlicht'],
  check: ({ data, type, pointer }) => {
    const found = own(data, 'vergunningsPlicht');
    const expected = needsPermit(type);
    if (typeof found !== 'boolean' || found === expected) return NONE;
    return [{ pointer: `${pointer}/vergunningsPlicht`, found: String(found), expected: String(expected) }];
  },
};

function needsPermit(type: string): boolean {
  return !/GeenVergunnings?plicht$/.test(type);
}
