/**
 * Undo words: texts about an undo, and about the objects that it leaves as they are.
 * Not here: texts with the uuid of a later submission (pipelines/state/notes/undo-notes.ts).
 */
import type { FindingText } from '../finding.ts';
import type { SubmissionState } from '../submission.ts';

export const UNDO_WORDS = {
  'herroeping.onbekend': {
    message: { nl: 'Er is geen indiening van deze bronhouder met dit nummer.', en: 'There is no submission of this source holder with this uuid.' },
    mend: { nl: 'Neem het nummer over van het ontvangstbewijs.', en: 'Copy the uuid from the receipt.' },
  },
  'herroeping.niet-verwerkt': {
    message: {
      nl: 'Van die indiening is niets verwerkt, dus er is niets te herroepen.',
      en: 'Nothing of that submission was processed, so there is nothing to undo.',
    },
    mend: {
      nl: 'Wacht tot zij verwerkt is. Is zij geparkeerd of terzijde gelegd, vraag de beheerder dan haar te weigeren.',
      en: 'Wait until it is processed. If it is parked or set aside, ask the operator to refuse it.',
    },
  },
  'herroeping.later-gewijzigd': {
    message: {
      nl: 'Een latere indiening heeft dit object gewijzigd; het blijft zoals het nu is.',
      en: 'A later submission changed this object; it stays as it is now.',
    },
    mend: {
      nl: 'Herroep eerst die latere indiening, of lever het object zoals het moet zijn. De beheerder kan met `ev submissions undo --force` herroepen.',
      en: 'Undo that later submission first, or deliver the object as it should be. The operator can undo with `ev submissions undo --force`.',
    },
  },
  'herroeping.breekt-verwijzing': {
    message: {
      nl: 'Herroepen zou een verwijzing zonder doel maken; het object blijft zoals het nu is.',
      en: 'The undo would leave a link without target; the object stays as it is now.',
    },
    mend: {
      nl: 'Wijzig, verwijder of herstel eerst het andere object van die verwijzing, en herroep dan opnieuw.',
      en: 'First change, delete or restore the other object of that link, and then undo again.',
    },
  },
  'herroeping.id-bezet': {
    message: {
      nl: 'Herroepen zou dit object openbaar maken, maar een openbaar object van een andere bronhouder heeft inmiddels dit id; het blijft zoals het nu is.',
      en: 'The undo would make this object public, but meanwhile a public object of another source holder has this id; it stays as it is now.',
    },
    mend: {
      nl: 'Lever het object met een ander id en verwijder het oude; een id dat openbaar is gebruikt blijft van die bronhouder.',
      en: 'Deliver the object with another id and delete the old one; an id that was used in public stays with that source holder.',
    },
  },
  'herroeping.andere-bronhouder': {
    message: {
      nl: 'Dit object is nu van een andere bronhouder; het blijft zoals het nu is.',
      en: 'This object now belongs to another source holder; it stays as it is now.',
    },
    mend: {
      nl: 'Vraag die bronhouder om het te wijzigen, of laat de beheerder het terug overdragen (`ev transfer`).',
      en: 'Ask that source holder to change it, or have the operator hand it back (`ev transfer`).',
    },
  },
  'herroeping.overdracht': {
    message: {
      nl: 'Een overdracht kan alleen de beheerder herroepen: zij is er voor twee bronhouders.', en: 'Only the operator can undo a transfer: it concerns two source holders.',
    },
    mend: { nl: 'Vraag het de beheerder (`ev submissions undo`).', en: 'Ask the operator (`ev submissions undo`).' },
  },
  'herroeping.geheel-geweigerd': {
    message: {
      nl: 'Niet herroepen omdat een ander object van die indiening niet kan worden herroepen.',
      en: 'Not undone, because another object of that submission cannot be undone.',
    },
    mend: {
      nl: 'Los de reden bij het andere object op. De beheerder kan met `ev submissions undo` de andere objecten wel herroepen.',
      en: 'Resolve the reason of the other object. The operator can undo the other objects with `ev submissions undo`.',
    },
  },
} as const satisfies Record<string, FindingText>;

/** Why a submission in this state cannot be undone, and what to do instead. */
export const NOT_UNDOABLE: Readonly<Record<Exclude<SubmissionState, 'settled'>, FindingText>> = {
  pending: {
    message: { nl: 'Deze indiening is nog niet verwerkt.', en: 'This submission is not processed yet.' },
    mend: { nl: 'Wacht tot zij verwerkt is en herroep haar dan.', en: 'Wait until it is processed, and then undo it.' },
  },
  parked: {
    message: { nl: 'Deze indiening is geparkeerd; er is niets van verwerkt.', en: 'This submission is parked; nothing of it was processed.' },
    mend: {
      nl: 'Laat de beheerder haar weigeren (`ev submissions refuse`); dan heeft zij nooit effect.',
      en: 'Have the operator refuse it (`ev submissions refuse`); then it never has an effect.',
    },
  },
  aside: {
    message: { nl: 'Deze indiening is terzijde gelegd; er is niets van verwerkt.', en: 'This submission was set aside; nothing of it was processed.' },
    mend: {
      nl: 'Laat de beheerder haar weigeren (`ev submissions refuse`); dan heeft zij nooit effect.',
      en: 'Have the operator refuse it (`ev submissions refuse`); then it never has an effect.',
    },
  },
  retried: {
    message: {
      nl: 'Deze indiening is terzijde gelegd en opnieuw geprobeerd als een andere.',
      en: 'This submission was set aside and tried again as another one.',
    },
    mend: { nl: 'Herroep die andere; haar nummer staat in retriedAs.', en: 'Undo that other one; its uuid is in retriedAs.' },
  },
  refused: {
    message: { nl: 'De beheerder heeft deze indiening geweigerd; er is niets van verwerkt.', en: 'The operator refused this submission; nothing of it was processed.' },
    mend: { nl: 'U hoeft niets te doen.', en: 'Nothing to do.' },
  },
};
