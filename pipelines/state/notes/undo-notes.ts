/** Undo notes: findings about the roots of an undo (decide/apply-undo.ts). */
import { firstErrorOf, type Finding, type ObjectVerdict } from '../../../schemas/finding.ts';
import { UNDO_WORDS } from '../../../schemas/rule-words/undo.ts';
import { ofCaseRule, ofRule } from '../../../schemas/rules.ts';
import { inAmsterdam } from '../../../schemas/time.ts';
import { REVIVED } from '../../prepare/delivery/index.ts';
import type { RegisteredRoot } from '../register/register.ts';

type Root = Pick<RegisteredRoot, 'id' | 'type'>;

/** The newest of the submissions that changed a root after the undone one, and how many there are. */
export interface LaterChange {
  readonly uuid: string;
  readonly received: Date;
  readonly count: number;
}

/** Returns the finding that a root stays as it is, with its fixed words. */
export function leftNote(rule: keyof typeof UNDO_WORDS, root: Root): Finding {
  return { ...ofRule(rule), ...placeOf(root), ...UNDO_WORDS[rule] };
}

export function changedLaterNote(root: Root, later: LaterChange): Finding {
  const by = laterWords(later);
  return {
    ...leftNote('herroeping.later-gewijzigd', root), found: later.uuid,
    message: {
      nl: `Dit object is daarna gewijzigd door ${by.nl}; het blijft zoals het nu is.`,
      en: `This object was changed afterwards by ${by.en}; it stays as it is now.`,
    },
  };
}

/** Note on a forced undo that overwrites later changes. */
export function overwrittenNote(root: Root, later: LaterChange): Finding {
  const by = laterWords(later);
  return {
    ...ofRule('herroeping.overschrijft'), ...placeOf(root), found: later.uuid,
    message: {
      nl: `De herroeping overschrijft wat daarna is gewijzigd door ${by.nl}.`,
      en: `The undo overwrites what was changed afterwards by ${by.en}.`,
    },
    mend: {
      nl: 'Is dat niet de bedoeling, herroep dan deze herroeping of lever het object opnieuw.',
      en: 'If this is not intended, undo this undo or deliver the object again.',
    },
  };
}

/** Returns the finding that another root links to an object that the undo would take away. `found`: the id of that object. */
export function linkedFromNote(root: Root, found: string): Finding {
  return {
    ...leftNote('herroeping.breekt-verwijzing', root), found,
    message: {
      nl: 'Herroepen zou dit object of een onderdeel ervan wegnemen, maar een ander object dat blijft verwijst ernaar.',
      en: 'The undo would take away this object or a part of it, but another object that stays links to it.',
    },
  };
}

/** The state before links to `found`, which is gone. */
export function linkToGoneNote(root: Root, found: string): Finding {
  return {
    ...leftNote('herroeping.breekt-verwijzing', root), found,
    message: {
      nl: 'De vorige toestand van dit object verwijst naar een object dat er niet meer is.',
      en: 'The state before of this object links to an object that no longer exists.',
    },
  };
}

export function revivedNote(root: Root): Finding {
  return {
    ...ofCaseRule(REVIVED, 'info'), ...placeOf(root),
    message: {
      nl: 'Dit object was beëindigd en geldt weer zoals voor de herroepen indiening.',
      en: 'This object had ended and is valid again as before the undone submission.',
    },
    mend: { nl: 'U hoeft niets te doen.', en: 'Nothing to do.' },
  };
}

/** The only finding of an undo of a submission that changed nothing. */
export function nothingChangedNote(): Finding {
  return {
    ...ofRule('herroeping.niets-gewijzigd'), pointer: '',
    message: {
      nl: 'De herroepen indiening heeft in het register niets gewijzigd. Er is dus niets te herstellen.',
      en: 'The undone submission changed nothing in the register. So there is nothing to restore.',
    },
    mend: { nl: 'U hoeft niets te doen.', en: 'Nothing to do.' },
  };
}

/** Returns the verdict on a root of an undo. */
export function undoVerdict({ id, type }: Root, verdict: 'accepted' | 'unchanged' | Finding): ObjectVerdict {
  const object = { id, entityType: type, pointer: '' };
  return typeof verdict === 'string' ? { ...object, verdict } : { ...object, verdict: 'refused', firstError: firstErrorOf(verdict) };
}

function laterWords({ uuid, received, count }: LaterChange): { readonly nl: string; readonly en: string } {
  const one = `${uuid} (${inAmsterdam(received)})`;
  const more = count === 1 ? { nl: '', en: '' } : { nl: `, en door ${count - 1} eerdere`, en: `, and by ${count - 1} earlier` };
  return { nl: `indiening ${one}${more.nl}`, en: `submission ${one}${more.en}` };
}

function placeOf({ id, type }: Root): Pick<Finding, 'pointer' | 'objectId' | 'rootId' | 'objectType'> {
  return { pointer: '', objectId: id, rootId: id, objectType: type };
}
