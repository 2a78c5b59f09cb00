/** Texts of deliveries: what is said of a delivery as a whole. */
import type { Words } from '../../../schemas/finding.ts';
import { withRemark } from '../../../schemas/shown.ts';

/** Said of a delivery as a whole. */
export const DELIVERY = {
  unknownCrs: {
    message: {
      nl: 'Dit coördinatenstelsel kennen wij niet; er is niets gelezen.',
      en: 'We do not know this CRS; nothing was read.',
    },
    mend: {
      nl: 'Geef de URI van een stelsel; alle die kunnen staan hieronder bij verwacht (geheel in het JSON-rapport).',
      en: 'Give the URI of a CRS; all possible ones stand below, under expected (whole in the JSON report).',
    },
  },
  tooManyObjects: {
    message: {
      nl: 'De levering heeft meer objecten dan één rapport kan bevatten; wat daarna komt is niet gelezen.',
      en: 'The delivery has more objects than one report can hold; what follows was not read.',
    },
    mend: { nl: 'Verdeel de levering over meer bestanden.', en: 'Divide the delivery over more files.' },
  },
  bom: {
    message: {
      nl: 'Vooraan in het bestand staat een onzichtbaar teken (BOM) dat niet in JSON hoort; het is overgeslagen.',
      en: 'At the start of the file stands an invisible character (BOM) that does not belong in JSON; it was passed over.',
    },
    mend: {
      nl: 'U hoeft niets te doen. Om het weg te halen: kies bij opslaan de codering UTF-8 in plaats van "UTF-8 met BOM".',
      en: 'Nothing to do. To remove it, choose the encoding UTF-8 instead of "UTF-8 with BOM" when saving.',
    },
  },
  empty: {
    message: {
      nl: 'Er staat geen enkel object in deze levering.',
      en: 'There is not one object in this delivery.',
    },
    mend: { nl: 'Controleer of dit het goede bestand is.', en: 'Check whether this is the right file.' },
  },
  strict: {
    message: {
      nl: 'Er is een fout gevonden en de levering is alles of niets: elk object is geweigerd.',
      en: 'An error was found and the delivery is all or nothing: every object is refused.',
    },
    mend: {
      nl: 'Herstel de fouten, of lever zonder --strict.',
      en: 'Mend the errors, or deliver without --strict.',
    },
  },
} as const satisfies Record<string, Words>;

/** Said of an id that an earlier object of the delivery has. */
export const REPEATED_ID: Words = {
  message: {
    nl: 'Deze id is in de levering al door een ander object gebruikt.',
    en: 'Another object of the delivery has this id already.',
  },
  mend: {
    nl: 'Is het hetzelfde object, laat dan één van de twee staan; is het een ander, geef dat dan een eigen id.',
    en: 'If it is the same object, leave one of the two; if it is another, give that an id of its own.',
  },
};

/** The same when the earlier object is equal to it. */
const SAME_OBJECT: Words = {
  message: {
    nl: 'Dit object staat twee keer in de levering, met dezelfde inhoud.',
    en: 'This object stands in the delivery twice, with the same content.',
  },
  mend: { nl: 'Haal één van de twee weg.', en: 'Remove one of the two.' },
};

/** Said of an object of which the id is an earlier one's, and so the ids of so many objects in it. */
export function repeatedWords({ inside, isSame }: { readonly inside: number; readonly isSame: boolean }): Words {
  if (isSame) return SAME_OBJECT;
  if (inside === 0) return REPEATED_ID;
  const remark = inside === 1
    ? { nl: '; zo ook één id in dit object', en: '; so it is with one id in this object' }
    : { nl: `; zo ook ${inside} id’s in dit object`, en: `; so it is with ${inside} ids in this object` };
  return { ...REPEATED_ID, message: withRemark(REPEATED_ID.message, remark) };
}
