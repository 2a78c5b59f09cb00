/** A time without zone is in Europe/Amsterdam. In the night of a clock change it may occur twice, or not at all. */
import { textOf } from '../../../schemas/model/objects.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import { clockChangeAt, inAmsterdam, type ClockChange } from '../../../schemas/time.ts';
import { NONE, type Breach, type Rule } from './rule.ts';

const FIELDS = ['beginGeldigheid', 'eindGeldigheid'] as const;

export const CLOCK_CHANGE: Rule = {
  id: 'regel.klok-verzet',
  example: {
    wrong: { entityType: 'KwetsbaarGebouw', beginGeldigheid: '2025-10-26T02:30:00' },
    right: { entityType: 'KwetsbaarGebouw', beginGeldigheid: '2025-10-26T02:30:00+01:00' },
  },
  appliesTo: OBJECT_TYPES,
  fields: FIELDS,
  check: ({ data, pointer }) => {
    let breaches = NONE;
    for (const field of FIELDS) {
      const text = textOf(data, field);
      const change = text === undefined ? undefined : clockChangeAt(text);
      if (text !== undefined && change !== undefined) breaches = [...breaches, breachOf({ pointer: `${pointer}/${field}`, found: text }, change)];
    }
    return breaches;
  },
};

function breachOf(where: Pick<Breach, 'pointer' | 'found'>, { kind, taken, other }: ClockChange): Breach {
  const [first, second] = [taken, other].map((moment) => inAmsterdam(new Date(moment))) as [string, string];
  const message = kind === 'doubled'
    ? {
      nl: `Deze tijd zonder zone komt in Nederland die nacht twee keer voor: de klok gaat terug. Gelezen is de eerste keer, ${first}.`,
      en: `This time without a zone occurs twice in the Netherlands that night: the clock goes back. It was read as the first, ${first}.`,
    }
    : {
      nl: `Deze tijd zonder zone bestaat in Nederland niet: die nacht gaat de klok vooruit. Gelezen is ${first}, alsof de klok nog niet was verzet.`,
      en: `This time without a zone does not exist in the Netherlands: the clock goes forward that night. It was read as ${first}, as if the clock had not been changed yet.`,
    };
  return { ...where, message, expected: `${first} | ${second}`, suggestions: [first, second] };
}
