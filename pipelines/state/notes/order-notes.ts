/** Order notes: findings about the ids of an order (schemas/orders.ts). */
import { firstErrorOf, type Finding, type ObjectVerdict, type Text } from '../../../schemas/finding.ts';
import { refusalOfPath, type RefusalRule } from '../outcomes/refusals.ts';

const NOTHING = { nl: 'Controleer het id. Er is niets mee gedaan.', en: 'Check the id. Nothing was done with it.' };

/** The fixes that differ from those of a delivered object. */
const MEND: Partial<Record<RefusalRule, Text>> = {
  'id.bestaat-niet': NOTHING,
  'houder.niet-de-eigenaar': { nl: 'Haal dit id uit de lijst.', en: 'Take this id out of the list.' },
  'houder.overgedragen': { nl: 'Haal dit id uit de lijst.', en: 'Take this id out of the list.' },
  'verwijzing.doel-verdwijnt': {
    nl: 'Zet het object dat verwijst ook in de lijst, of lever het eerst zonder die verwijzing.',
    en: 'Put the linking object in the list too, or first deliver it without that link.',
  },
};

const NO_OBJECT: Text = { nl: 'Er is geen object met dit id.', en: 'There is no object with this id.' };

/** An id in an order: its location, and what was found there. */
export interface OrderedId {
  readonly id: string;
  readonly pointer: string;
  readonly entityType?: string;
  readonly found?: string;
}

/** Returns the verdict and the finding on an id that is refused. */
export function refusedId(
  rule: RefusalRule, { id, pointer, entityType, found }: OrderedId,
): { readonly verdict: ObjectVerdict; readonly finding: Finding } {
  const words = refusalOfPath(rule, id);
  const finding = {
    ...words, pointer, mend: MEND[rule] ?? words.mend,
    ...(rule === 'id.bestaat-niet' ? { message: NO_OBJECT } : {}), ...(found === undefined ? {} : { found }),
    ...(entityType === undefined ? {} : { objectType: entityType }),
  };
  return { verdict: { id, entityType: entityType ?? null, pointer, verdict: 'refused', firstError: firstErrorOf(finding) }, finding };
}
