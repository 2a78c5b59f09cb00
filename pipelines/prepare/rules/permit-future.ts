/** The date of a permit or notification, or of its last change, is not after the delivery. */
import { textOf } from '../../../schemas/model/objects.ts';
import { ACTIVITY_TYPES } from '../../../schemas/names.ts';
import { NONE, type Rule } from './rule.ts';

const FIELDS = ['datumVergunningOfMelding', 'datumLaatsteWijziging'] as const;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Maximum time by which the Netherlands is ahead of UTC. */
const AHEAD_MS = 2 * 60 * 60 * 1000;

export const PERMIT_FUTURE: Rule = {
  id: 'regel.vergunning-toekomst',
  example: {
    wrong: { entityType: 'TankenLPG', datumVergunningOfMelding: '2204-05-01' },
    right: { entityType: 'TankenLPG', datumVergunningOfMelding: '2024-05-01' },
  },
  appliesTo: ACTIVITY_TYPES,
  fields: FIELDS,
  check: ({ data, pointer }, { now }) => {
    const today = new Date(now + AHEAD_MS).toISOString().slice(0, 10);
    const breaches = FIELDS.flatMap((field) => {
      const date = textOf(data, field) ?? '';
      return DATE.test(date) && date > today ? [{ pointer: `${pointer}/${field}`, found: date, expected: `≤ ${today}` }] : [];
    });
    return breaches.length === 0 ? NONE : breaches;
  },
};
