/** Link words: texts about the links of one root. Not here: the register's texts about links (register.ts). */
import type { FindingText } from '../finding.ts';

export const LINK_WORDS = {
  'verwijzing.zonder-doel': {
    message: { nl: 'Deze verwijzing noemt geen object.', en: 'This link names no object.' },
    mend: { nl: 'Geef #id, een id, of het adres van het object.', en: 'Give #id, an id, or the address of the object.' },
  },
  'verwijzing.verkeerde-soort': {
    message: {
      nl: 'Deze verwijzing leidt naar een object van een soort waarnaar dit veld niet verwijst.',
      en: 'This link leads to an object of a kind that this field does not link to.',
    },
    mend: {
      nl: 'Verwijs van een activiteit naar haar locatie, van een referentie naar haar activiteit, van een contour naar haar referenties.',
      en: 'Link from an activity to its location, from a reference to its activity, from a contour to its references.',
    },
  },
  'verwijzing.anders-dan-plaats': {
    message: {
      nl: 'Deze verwijzing noemt een ander object dan dat waarin dit object staat.',
      en: 'This link names another object than the parent of this object.',
    },
    mend: {
      nl: 'Verwijs naar het object erboven, of zet dit object daar waar het hoort.',
      en: 'Link to the object above, or move this object to where it belongs.',
    },
  },
  'verwijzing.niet-gecontroleerd': {
    message: {
      nl: 'Deze verwijzing gaat naar een object buiten de levering; of dat bestaat is hier niet gecontroleerd.',
      en: 'This link names an object outside the delivery; whether that exists was not checked here.',
    },
    mend: {
      nl: 'Controleer met --data tegen een register, of lever het object mee.',
      en: 'Check against a register with --data, or deliver the object too.',
    },
  },
} as const satisfies Record<string, FindingText>;

/** Replaces the words of `verwijzing.niet-gecontroleerd` when an object of the delivery has nearly the id of the link. */
export const NEARLY: FindingText = {
  message: {
    nl: 'Deze verwijzing noemt een id dat niet in de levering staat; er is er wel een dat alleen in spaties, hoofdletters of leestekens verschilt.',
    en: 'This link names an id that is not in the delivery; there is one that differs only in spaces, capitals or punctuation.',
  },
  mend: {
    nl: 'Is dat bedoeld, neem die id dan letterlijk over, na een #.',
    en: 'If that object is meant, copy its id letter by letter, after a #.',
  },
};
