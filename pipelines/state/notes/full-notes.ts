/** Full notes: findings about roots that a full delivery leaves out (decide/full.ts), or would leave out if it were submitted. */
import type { Finding } from '../../../schemas/finding.ts';
import { ofRule } from '../../../schemas/rules.ts';
import type { ActiveRoot } from '../register/register.ts';

interface Tense {
  /** Whether this is a rehearsal: the note then says what would happen. */
  readonly isForeseen: boolean;
}

export function endedNote(root: ActiveRoot, { isForeseen }: Tense): Finding {
  const words = isForeseen ? {
    message: {
      nl: 'Dit object staat niet in de levering, die van zijn soort volledig is, en zou daarom eindigen.',
      en: 'This object is not in the delivery, which is full for its type, and so it would end.',
    },
    mend: { nl: 'Moet het blijven, neem het dan op in de levering.', en: 'If it should stay, put it in the delivery.' },
  } : {
    message: {
      nl: 'Dit object staat niet in de levering, die van zijn soort volledig is, en is daarom beëindigd.',
      en: 'This object is not in the delivery, which is full for its type, and so it was ended.',
    },
    mend: { nl: 'Moet het blijven, lever het dan opnieuw.', en: 'If it should stay, deliver it again.' },
  };
  return { ...ofRule('levering.beeindigd'), ...placeOf(root), ...words };
}

export function linkedNote(root: ActiveRoot, { isForeseen }: Tense): Finding {
  return {
    ...ofRule('levering.niet-beeindigd'), ...placeOf(root),
    message: isForeseen ? {
      nl: 'Dit object staat niet in de levering, maar zou niet eindigen: een object dat blijft verwijst ernaar.',
      en: 'This object is not in the delivery but would not end: an object that stays links to it.',
    } : {
      nl: 'Dit object staat niet in de levering, maar is niet beëindigd: een object dat blijft verwijst ernaar.',
      en: 'This object is not in the delivery but was not ended: an object that stays links to it.',
    },
    mend: {
      nl: 'Lever het verwijzende object zonder die verwijzing, en dan de volledige levering opnieuw.',
      en: 'Deliver the linking object without that link, and then the full delivery again.',
    },
  };
}

export function uncertainNote({ isForeseen }: Tense): Finding {
  const nothing = isForeseen ? { nl: 'Er zou niets eindigen', en: 'Nothing would end' } : { nl: 'Er is niets beëindigd', en: 'Nothing was ended' };
  return {
    ...ofRule('levering.volledig-onzeker'), pointer: '',
    message: {
      nl: `${nothing.nl}: niet alles in de levering kon worden gelezen, of een object heeft geen id, zodat niet zeker is wat ontbreekt.`,
      en: `${nothing.en}: not all of the delivery could be read, or an object has no id, so what it leaves out is not certain.`,
    },
    mend: { nl: 'Herstel de fouten en lever alles opnieuw.', en: 'Correct the errors and deliver everything again.' },
  };
}

function placeOf({ id, type }: ActiveRoot): Pick<Finding, 'pointer' | 'objectId' | 'rootId' | 'objectType'> {
  return { pointer: '', objectId: id, rootId: id, objectType: type };
}
