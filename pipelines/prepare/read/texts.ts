/**
 * Texts of reading: what is said when the file itself is not what it should be.
 * Plain Dutch first, then English; the message says what is wrong, `mend` what to do about it.
 */
import type { Severity, Words } from '../../../schemas/finding.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import type { FrameFault } from './framing.ts';
import type { SourceFault } from './source.ts';

const ROOT_MEGABYTES = LIMITS.rootBytesMax / 2 ** 20;

export const FRAME_FAULTS: Readonly<Record<FrameFault, Words & { readonly severity: Severity }>> = {
  'leeg': {
    severity: 'error',
    message: { nl: 'Het bestand is leeg.', en: 'The file is empty.' },
    mend: {
      nl: 'Lever een bestand met ten minste één object.',
      en: 'Deliver a file with at least one object.',
    },
  },
  'geen-json': {
    severity: 'error',
    message: {
      nl: 'Dit is geen JSON-bestand (maar XML, HTML of een zip-bestand).',
      en: 'This is no JSON file (but XML, HTML or a zip file).',
    },
    mend: { nl: 'Lever JSON of GeoJSON, zo nodig ingepakt met gzip.', en: 'Deliver JSON or GeoJSON, packed with gzip if need be.' },
  },
  'utf-16': {
    severity: 'error',
    message: { nl: 'Dit bestand is UTF-16; JSON is UTF-8.', en: 'This file is UTF-16; JSON is UTF-8.' },
    mend: { nl: 'Sla het bestand op als UTF-8.', en: 'Save the file as UTF-8.' },
  },
  'te-groot': {
    severity: 'error',
    message: {
      nl: `Dit object is groter dan ${ROOT_MEGABYTES} MiB en is niet gelezen.`,
      en: `This object is larger than ${ROOT_MEGABYTES} MiB and was not read.`,
    },
    mend: {
      nl: 'Lever elk object apart: als lijst, of één per regel.',
      en: 'Deliver each object by itself: as an array, or one a line.',
    },
  },
  'leeg-item': {
    severity: 'error',
    message: {
      nl: 'Tussen of na de komma’s van de lijst ontbreekt een object.',
      en: 'An object is missing between or after the commas of the list.',
    },
    mend: { nl: 'Haal de overbodige komma weg.', en: 'Remove the superfluous comma.' },
  },
  'na-einde': {
    severity: 'error',
    message: {
      nl: 'Na het einde van het object of de lijst staat nog tekst; die is niet gelezen.',
      en: 'There is text after the end of the object or list; it was not read.',
    },
    mend: {
      nl: 'Lever één object, een lijst tussen [ en ], of één object per regel.',
      en: 'Deliver one object, a list between [ and ], or one object a line.',
    },
  },
  'onaf': {
    severity: 'error',
    message: {
      nl: 'Het bestand houdt hier op, midden in de lijst: een deel ontbreekt of kon niet worden gelezen.',
      en: 'The file ends here, inside the list: a part is missing or could not be read.',
    },
    mend: {
      nl: 'Herstel eerst de eerdere fouten; is het bestand afgekapt, lever het dan opnieuw.',
      en: 'Mend the errors before this one first; deliver the file again if it was cut off.',
    },
  },
};

const GIGABYTES = LIMITS.deliveryBytesMax / 2 ** 30;

/**
 * A file that is cut off keeps the roots before the cut, as one that is not packed does. Of damaged bytes nobody
 * can say which are right, and what goes on beyond a limit was not read: of those no root is taken.
 */
export const SOURCE_FAULTS: Readonly<Record<SourceFault, Words & { readonly refusesAll: boolean }>> = {
  'gzip-afgekapt': {
    refusesAll: false,
    message: {
      nl: 'Het ingepakte bestand (gzip) is afgekapt: wat na dit punt kwam ontbreekt.',
      en: 'The packed file (gzip) was cut off: what came after this point is missing.',
    },
    mend: { nl: 'Lever het hele bestand opnieuw.', en: 'Deliver the whole file again.' },
  },
  'gzip-beschadigd': {
    refusesAll: true,
    message: {
      nl: 'Het ingepakte bestand (gzip) is beschadigd, of er staan andere bytes achter. Er is niets van aangenomen.',
      en: 'The packed file (gzip) is damaged, or other bytes follow it. Nothing of it was accepted.',
    },
    mend: {
      nl: 'Pak het bestand opnieuw in en controleer het met gzip -t.',
      en: 'Pack the file again and test it with gzip -t.',
    },
  },
  'gzip-te-groot': {
    refusesAll: true,
    message: {
      nl: `Uitgepakt is de levering groter dan ${GIGABYTES} GiB. Er is niets van aangenomen.`,
      en: `Unpacked the delivery is larger than ${GIGABYTES} GiB. Nothing of it was accepted.`,
    },
    mend: { nl: 'Verdeel de levering over meer bestanden.', en: 'Divide the delivery over more files.' },
  },
  'gzip-verdacht': {
    refusesAll: true,
    message: {
      nl: `Uitgepakt is dit bestand meer dan ${LIMITS.gzipRatioMax} keer zo groot; dat zijn geen gegevens. `
        + 'Er is niets van aangenomen.',
      en: `Unpacked this file is more than ${LIMITS.gzipRatioMax} times as large; that is no data. `
        + 'Nothing of it was accepted.',
    },
    mend: {
      nl: 'Lever het bestand zonder witruimte en herhaling, of niet ingepakt.',
      en: 'Deliver the file without white space and repeats, or not packed.',
    },
  },
};

/** Said of a record that is no root, or not as it should be. */
export const ROOT_FAULTS = {
  'geen-object': {
    message: {
      nl: 'Hier staat een losse waarde of lijst; er moet een object staan.',
      en: 'A bare value or list stands here where an object must be.',
    },
    mend: { nl: 'Lever een object tussen { en }.', en: 'Deliver an object between { and }.' },
  },
  'feature-zonder-properties': {
    message: { nl: 'Deze Feature heeft geen properties.', en: 'This Feature has no properties.' },
    mend: {
      nl: 'Zet in properties het hele object, zonder de geometrie.',
      en: 'Put the whole object, without its geometry, in properties.',
    },
  },
  'geometrie-dubbel': {
    message: {
      nl: 'De geometrie staat zowel in geometry als in properties.',
      en: 'The geometry stands both in geometry and in properties.',
    },
    mend: { nl: 'Laat de geometrie in properties weg.', en: 'Leave the geometry in properties out.' },
  },
  'feature-id': {
    message: {
      nl: 'De id van de Feature is een andere dan die in properties.',
      en: 'The id of the Feature differs from the one in properties.',
    },
    mend: { nl: 'Maak beide gelijk.', en: 'Make both equal.' },
  },
  'geen-collectie': {
    message: {
      nl: 'Een object met features moet als type FeatureCollection hebben.',
      en: 'An object with features must have the type FeatureCollection.',
    },
    mend: {
      nl: 'Zet "type": "FeatureCollection" in het buitenste object.',
      en: 'Put "type": "FeatureCollection" in the outer object.',
    },
  },
  'crs-in-bestand': {
    message: {
      nl: 'Het veld crs in het bestand wordt niet gelezen.',
      en: 'The member crs in the file is not read.',
    },
    mend: {
      nl: 'Noem het coördinatenstelsel bij het leveren: --crs URI, of Content-Crs.',
      en: 'Name the CRS when delivering: --crs URI, or Content-Crs.',
    },
  },
} as const satisfies Record<string, Words>;
