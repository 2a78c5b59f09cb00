/** Delivery words: texts about a delivery as a whole, and about roots in relation to the rest of their delivery. */
import type { FindingText } from '../finding.ts';
import { LIMITS } from '../limits.ts';
import { NOT_PUBLIC, WITHHELD_FIELDS } from '../withheld.ts';

/** The names of the withheld fields without a public form. */
const WITHHELD = [...WITHHELD_FIELDS.keys()].filter((name) => name !== 'bedrijfsnaam').join(', ');

export const DELIVERY_WORDS = {
  'levering.crs-onbekend': {
    message: { nl: 'Dit coördinatenstelsel kennen wij niet; er is niets gelezen.', en: 'We do not know this CRS; nothing was read.' },
    mend: {
      nl: 'Geef de URI van een stelsel; alle die kunnen staan in het rapport bij verwacht (geheel in het JSON-rapport).',
      en: 'Give the URI of a CRS; the report lists the possible ones under expected (in full in the JSON report).',
    },
  },
  'levering.te-veel-objecten': {
    message: {
      nl: 'De levering heeft meer objecten dan één rapport kan bevatten; wat daarna komt is niet gelezen.',
      en: 'The delivery has more objects than one report can contain; the rest was not read.',
    },
    mend: { nl: 'Verdeel de levering over meer bestanden.', en: 'Divide the delivery over more files.' },
  },
  'levering.zonder-objecten': {
    message: { nl: 'Er staat geen enkel object in deze levering.', en: 'There is not one object in this delivery.' },
    mend: { nl: 'Controleer of dit het goede bestand is.', en: 'Check whether this is the right file.' },
  },
  'levering.alles-of-niets': {
    message: {
      nl: 'Er is een fout gevonden en de levering is alles of niets: elk object is geweigerd.',
      en: 'An error was found and the delivery is all or nothing: every object is refused.',
    },
    mend: { nl: 'Herstel de fouten, of lever zonder --strict.', en: 'Mend the errors, or deliver without --strict.' },
  },
  'model.3.0': {
    message: {
      nl: 'Dit is gelezen als model 3.0 en omgezet naar 4.0.0; elke wijziging staat in dit rapport.',
      en: 'This was read as model 3.0 and upgraded to 4.0.0; every change is in this report.',
    },
    mend: { nl: 'Is het toch model 4.0? Lever het dan met --model 4.0.', en: 'If it is model 4.0 after all, deliver it with --model 4.0.' },
  },
  'openbaarheid.informatieGeheim': {
    message: { nl: 'Dit object wordt bewaard maar niet openbaar gemaakt.', en: 'This object is stored but not published.' },
    mend: {
      nl: 'U hoeft niets te doen; is het wel openbaar, zet informatieGeheim dan uit.',
      en: 'Nothing to do; if it is public, switch informatieGeheim off.',
    },
  },
  'openbaarheid.onderdeelGeheim': {
    message: {
      nl: 'Dit object wordt openbaar gemaakt zonder de onderdelen met informatieGeheim, en zonder wat alleen met die onderdelen volledig is.',
      en: 'This object is published without the nested objects with informatieGeheim, and without what is complete only with these.',
    },
    mend: {
      nl: 'U hoeft niets te doen; zijn die onderdelen wel openbaar, zet informatieGeheim daarin dan uit.',
      en: 'Nothing to do; if these nested objects are public, switch informatieGeheim off in them.',
    },
  },
  'openbaarheid.privacyGevoelig': {
    message: {
      nl: `Dit object wordt openbaar gemaakt zonder persoonsgegevens: bedrijfsnaam is "${NOT_PUBLIC}", en niemand ziet ${WITHHELD}.`,
      en: `This object is published without personal data: bedrijfsnaam is "${NOT_PUBLIC}", and nobody sees ${WITHHELD}.`,
    },
    mend: {
      nl: 'U hoeft niets te doen; mag iedereen deze velden zien, zet privacyGevoelig dan uit.',
      en: 'Nothing to do; if everybody may see these fields, switch privacyGevoelig off.',
    },
  },
  'id.dubbel': {
    message: {
      nl: 'Deze id is in de levering al door een ander object gebruikt.',
      en: 'Another object of the delivery has this id already.',
    },
    mend: {
      nl: 'Is het hetzelfde object, laat het dan op één plaats staan, met één entityType; is het een ander, geef dat dan een eigen id.',
      en: 'If it is the same object, leave it in one place, with one entityType; if it is another, give that an id of its own.',
    },
  },
  'id.te-veel-versies': {
    message: {
      nl: `Een levering mag van één object hoogstens ${LIMITS.versionsPerObjectMax} versies bevatten; deze is er een te veel.`,
      en: `A delivery may contain at most ${LIMITS.versionsPerObjectMax} versions of one object; this is one too many.`,
    },
    mend: {
      nl: 'Geef elk object een eigen id. Zijn het echt versies van één object, verdeel ze dan over meer leveringen.',
      en: 'Give each object an id of its own. If these are versions of one object after all, spread them over more deliveries.',
    },
  },
  'id.zelfde-begin': {
    message: {
      nl: 'Twee versies van dit object beginnen op hetzelfde moment en zijn niet gelijk.',
      en: 'Two versions of this object begin at the same moment and are not equal.',
    },
    mend: {
      nl: 'Laat de juiste van de twee staan, of geef elke versie de beginGeldigheid waarop zij ingaat.',
      en: 'Leave the right one of the two, or give each version the beginGeldigheid at which it begins.',
    },
  },
} as const satisfies Record<string, FindingText>;

/** Replaces the words of `id.dubbel` for an object that equals the earlier one. */
export const SAME_OBJECT: FindingText = {
  message: {
    nl: 'Dit object staat twee keer in de levering, met dezelfde inhoud.',
    en: 'This object is in the delivery twice, with the same content.',
  },
  mend: { nl: 'Haal één van de twee weg.', en: 'Remove one of the two.' },
};
