/**
 * Texts: what the reader of deliveries says when the file itself is not what it should be.
 * Plain Dutch first, then English; the message says what is wrong, `mend` what to do about it.
 */
import type { Severity, Text } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import type { FrameFault } from './frames.ts';

interface Words {
  readonly message: Text;
  readonly mend: Text;
}

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
      nl: 'Dit is geen JSON-bestand (maar XML, HTML of een ingepakt bestand).',
      en: 'This is no JSON file (but XML, HTML or a compressed file).',
    },
    mend: { nl: 'Lever JSON of GeoJSON, niet ingepakt.', en: 'Deliver JSON or GeoJSON, not compressed.' },
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
      nl: 'Het veld crs van het bestand wordt niet gelezen.',
      en: 'The member crs of the file is not read.',
    },
    mend: {
      nl: 'Noem het coördinatenstelsel bij het leveren: --crs URI, of Content-Crs.',
      en: 'Name the CRS when delivering: --crs URI, or Content-Crs.',
    },
  },
} as const satisfies Record<string, Words>;
