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
  severity: 'warning',
  message: {
    nl: 'De datum van een vergunning, melding of wijziging ligt in de toekomst.',
    en: 'The date of a permit, notification or change is in the future.',
  },
  mend: {
    nl: 'Geef de datum waarop de vergunning is verleend, de melding is gedaan of de laatste wijziging was.',
    en: 'Give the date on which the permit was granted, the notification was made or the last change took place.',
  },
  source: 'Catalogue of the model (Geonovum, July 2026): BKLActiviteit, definitions of the two dates',
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
