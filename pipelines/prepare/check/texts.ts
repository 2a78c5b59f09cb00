/** Texts of checking: what is said of a root that is right, or that only the register can say more of. */
import type { Words } from '../../../schemas/finding.ts';

/** Said of a root that is accepted but secret or sensitive. */
export const HIDDEN: Words = {
  message: {
    nl: 'Dit object wordt bewaard maar niet openbaar gemaakt.',
    en: 'This object is kept but not made public.',
  },
  mend: {
    nl: 'U hoeft niets te doen; is het wel openbaar, zet informatieGeheim of privacyGevoelig dan uit.',
    en: 'Nothing to do; if it is public, switch informatieGeheim or privacyGevoelig off.',
  },
};

/** The rule of a link that nothing in the delivery answers, and what is said of it. */
export const NOT_CHECKED = { rule: 'verwijzing.niet-gecontroleerd', severity: 'warning' } as const;
export const LINK: Words = {
  message: {
    nl: 'Deze verwijzing gaat naar een object buiten de levering; of dat bestaat is hier niet gecontroleerd.',
    en: 'This link names an object outside the delivery; whether that exists was not checked here.',
  },
  mend: {
    nl: 'Controleer met --data tegen een register, of lever het object mee.',
    en: 'Check against a register with --data, or deliver the object too.',
  },
};

/** Of a link to no object of the delivery, while one has nearly the id that it names. */
export const NEARLY: Words = {
  message: {
    nl: 'Deze verwijzing noemt een id dat niet in de levering staat; er is er wel een dat alleen in spaties, hoofdletters of leestekens verschilt.',
    en: 'This link names an id that is not in the delivery; there is one that differs only in spaces, capitals or punctuation.',
  },
  mend: {
    nl: 'Is dat bedoeld, neem die id dan letterlijk over, na een #.',
    en: 'If that is meant, copy that id letter by letter, after a #.',
  },
};

/** Said of roots that were taken for model 3.0. */
export const MODEL_30: Words = {
  message: {
    nl: 'Dit is gelezen als model 3.0 en omgezet naar 4.0.0; elke wijziging staat in dit rapport.',
    en: 'This was read as model 3.0 and upgraded to 4.0.0; every change is in this report.',
  },
  mend: {
    nl: 'Is het toch model 4.0? Lever het dan met --model 4.0.',
    en: 'If it is model 4.0 after all, deliver it with --model 4.0.',
  },
};
