/** The last change of a permit or notification is not before the permit or notification itself. */
import { textOf } from '../../../schemas/model/objects.ts';
import { ACTIVITY_TYPES } from '../../../schemas/names.ts';
import { NONE, type Rule } from './rule.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

export const PERMIT_DATES: Rule = {
  id: 'regel.wijziging-voor-vergunning',
  severity: 'warning',
  message: {
    nl: 'datumLaatsteWijziging ligt vóór datumVergunningOfMelding.',
    en: 'datumLaatsteWijziging is before datumVergunningOfMelding.',
  },
  mend: {
    nl: 'Verbeter één van beide datums.',
    en: 'Correct one of the dates.',
  },
  source: 'Catalogue of the model (Geonovum, July 2026): BKLActiviteit, definitions of the two dates',
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
