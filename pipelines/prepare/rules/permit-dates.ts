/** The last change of a permit or notification is not before the permit or notification itself. */
import { textOf } from '../../../schemas/model/objects.ts';
import { ACTIVITY_TYPES } from '../../../schemas/names.ts';
import { NONE, type Rule } from './rule.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

export const PERMIT_DATES: Rule = {
  id: 'regel.wijziging-voor-vergunning',
  example: {
    wrong: {
      entityType: 'TankenLPG', datumVergunningOfMelding: '2024-05-01', datumLaatsteWijziging: '2023-05-01',
    },
    right: {
      entityType: 'TankenLPG', datumVergunningOfMelding: '2024-05-01', datumLaatsteWijziging: '2024-05-01',
    },
  },
  appliesTo: ACTIVITY_TYPES,
  fields: ['datumLaatsteWijziging'],
  check: ({ data, pointer }) => {
    const change = textOf(data, 'datumLaatsteWijziging') ?? '';
    const permit = textOf(data, 'datumVergunningOfMelding') ?? '';
    if (!DATE.test(change) || !DATE.test(permit) || change >= permit) return NONE;
    return [{ pointer: `${pointer}/datumLaatsteWijziging`, found: change, expected: `≥ ${permit}` }];
  },
};
