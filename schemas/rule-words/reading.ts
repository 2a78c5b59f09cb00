/**
 * Reading words: texts about an unreadable file, and about a record in it that is no root.
 * Not here: mistakes in the JSON of a record, with their location (pipelines/strict-json/).
 */
import type { FindingText } from '../finding.ts';
import { LIMITS } from '../limits.ts';

const GIGABYTES = LIMITS.deliveryBytesMax / 2 ** 30;
const MEGABYTES = LIMITS.rootBytesMax / 2 ** 20;

export const READING_WORDS = {
  'levering.leeg': {
    message: { nl: 'Het bestand is leeg.', en: 'The file is empty.' },
    mend: { nl: 'Lever een bestand met ten minste één object.', en: 'Deliver a file with at least one object.' },
  },
  'levering.geen-json': {
    message: { nl: 'Dit bestand is geen JSON.', en: 'This file is not JSON.' },
    mend: { nl: 'Lever JSON of GeoJSON, zo nodig ingepakt met gzip.', en: 'Deliver JSON or GeoJSON, packed with gzip if need be.' },
  },
  'levering.utf-16': {
    message: { nl: 'Dit bestand is UTF-16 (of UTF-32); JSON is UTF-8.', en: 'This file is UTF-16 (or UTF-32); JSON is UTF-8.' },
    mend: { nl: 'Sla het bestand op als UTF-8.', en: 'Save the file as UTF-8.' },
  },
  'levering.te-groot': {
    message: { nl: `De levering is groter dan ${GIGABYTES} GiB; er is niets gelezen.`, en: `The delivery is larger than ${GIGABYTES} GiB; nothing was read.` },
    mend: { nl: 'Verdeel de levering over meer bestanden.', en: 'Divide the delivery over more files.' },
  },
  'levering.voor-begin': {
    message: {
      nl: 'Voor het eerste object of de lijst staat tekst die geen JSON is; die is overgeslagen.',
      en: 'There is text that is not JSON before the first object or the list; it was ignored.',
    },
    mend: { nl: 'Haal de regels voor het eerste object weg.', en: 'Remove the lines before the first object.' },
  },
  'levering.codeblok': {
    message: {
      nl: 'De JSON staat in een codeblok van Markdown, tussen regels met ```; alleen wat daarin staat is gelezen.',
      en: 'The JSON is in a code block of Markdown, between lines with ```; only the content of the block was read.',
    },
    mend: {
      nl: 'Haal de regels met ``` weg, en alles wat ervoor en erachter staat.',
      en: 'Remove the lines with ```, and all that stands before and behind them.',
    },
  },
  'levering.leeg-item': {
    message: {
      nl: 'Tussen of na de komma’s van de lijst ontbreekt een object.',
      en: 'An object is missing between or after the commas of the list.',
    },
    mend: { nl: 'Haal de overbodige komma weg.', en: 'Remove the superfluous comma.' },
  },
  'levering.komma-ontbreekt': {
    message: {
      nl: 'Tussen twee objecten van de lijst ontbreekt een komma, hier voor het eerst; beide zijn gelezen.',
      en: 'Between two objects of the list a comma is missing, here for the first time; both were read.',
    },
    mend: { nl: 'Zet een komma tussen elke twee objecten van de lijst.', en: 'Put a comma between every two objects of the list.' },
  },
  'levering.komma-na-object': {
    message: {
      nl: 'Achter een object dat niet in een lijst staat, staat een komma, hier voor het eerst; die is overgeslagen.',
      en: 'There is a comma after an object that is not in a list, here for the first time; it was ignored.',
    },
    mend: {
      nl: 'Haal de komma’s tussen de objecten weg, of zet [ voor het eerste object en ] achter het laatste.',
      en: 'Remove the commas between the objects, or put [ before the first object and ] behind the last.',
    },
  },
  'levering.onzichtbaar': {
    message: {
      nl: 'Tussen de objecten staan tekens die men niet ziet, hier voor het eerst; zij zijn overgeslagen.',
      en: 'There are invisible characters between the objects, here for the first time; they were ignored.',
    },
    mend: {
      nl: 'U hoeft niets te doen. Voegt u bestanden samen? Sla elk dan eerst op als UTF-8 zonder BOM.',
      en: 'Nothing to do. If you join files, save each as UTF-8 without a byte-order mark first.',
    },
  },
  'levering.haak-ontbreekt': {
    message: {
      nl: 'Hier eindigt een lijst (]) die nergens begint: aan het begin van het bestand ontbreekt een [.',
      en: 'Here ends a list (]) that begins nowhere: a [ is missing at the begin of the file.',
    },
    mend: {
      nl: 'Zet [ voor het eerste object. Is het begin van het bestand weggevallen? Lever het dan opnieuw.',
      en: 'Put [ before the first object. If the file lost its beginning, deliver it again.',
    },
  },
  'levering.commentaar': {
    message: {
      nl: 'Hier staat commentaar (// of /* */ of #), en JSON kent geen commentaar; het is overgeslagen.',
      en: 'This is a comment (// or /* */ or #), and JSON has no comments; it was ignored.',
    },
    mend: { nl: 'Haal al het commentaar uit het bestand.', en: 'Remove all comments from the file.' },
  },
  'levering.na-einde': {
    message: {
      nl: 'Na het einde van het object of de lijst staat nog tekst; wat vanaf hier volgt is niet gelezen.',
      en: 'There is text after the end of the object or list; the rest from here was not read.',
    },
    mend: {
      nl: 'Haal weg wat er niet hoort, of lever alle objecten als één lijst tussen [ en ], of één per regel.',
      en: 'Remove what does not belong there, or deliver all objects as one list between [ and ], or one a line.',
    },
  },
  'levering.onaf': {
    message: {
      nl: 'Het bestand houdt hier op, midden in de lijst: een deel ontbreekt of kon niet worden gelezen.',
      en: 'The file ends here, inside the list: a part is missing or could not be read.',
    },
    mend: {
      nl: 'Herstel eerst de eerdere fouten; is het bestand afgekapt, lever het dan opnieuw.',
      en: 'Mend the errors before this one first; deliver the file again if it was cut off.',
    },
  },
  'levering.gzip-afgekapt': {
    message: {
      nl: 'Het ingepakte bestand (gzip) is afgekapt: wat na dit punt kwam ontbreekt.',
      en: 'The compressed file (gzip) is incomplete: everything after this point is missing.',
    },
    mend: { nl: 'Lever het hele bestand opnieuw.', en: 'Deliver the whole file again.' },
  },
  'levering.gzip-beschadigd': {
    message: {
      nl: 'Het ingepakte bestand (gzip) is beschadigd, of er staan andere bytes achter. Er is niets van aangenomen.',
      en: 'The packed file (gzip) is damaged, or other bytes follow it. Nothing of it was accepted.',
    },
    mend: { nl: 'Pak het bestand opnieuw in en controleer het met gzip -t.', en: 'Pack the file again and test it with gzip -t.' },
  },
  'levering.gzip-opvulling': {
    message: {
      nl: 'Achter het ingepakte bestand (gzip) staan nog nullen of regeleinden; die zijn overgeslagen.',
      en: 'There are zeros or line ends after the compressed file (gzip); they were ignored.',
    },
    mend: { nl: 'U hoeft niets te doen.', en: 'Nothing to do.' },
  },
  'levering.gzip-te-groot': {
    message: {
      nl: `Uitgepakt is de levering groter dan ${GIGABYTES} GiB. Er is niets van aangenomen.`,
      en: `Unpacked the delivery is larger than ${GIGABYTES} GiB. Nothing of it was accepted.`,
    },
    mend: { nl: 'Verdeel de levering over meer bestanden.', en: 'Divide the delivery over more files.' },
  },
  'levering.gzip-verdacht': {
    message: {
      nl: `Uitgepakt is dit bestand meer dan ${LIMITS.gzipRatioMax} keer zo groot; dat zijn geen gegevens. Er is niets van aangenomen.`,
      en: `Unpacked this file is more than ${LIMITS.gzipRatioMax} times as large; that is no data. Nothing of it was accepted.`,
    },
    mend: {
      nl: 'Lever het bestand zonder witruimte en herhaling, of niet ingepakt.',
      en: 'Deliver the file without white space and repeats, or not packed.',
    },
  },
  'levering.geen-object': {
    message: {
      nl: 'Hier staat een losse waarde of lijst; er moet een object staan.',
      en: 'This is a bare value or list where an object must be.',
    },
    mend: { nl: 'Lever een object tussen { en }.', en: 'Deliver an object between { and }.' },
  },
  'levering.object-in-tekst': {
    message: {
      nl: 'Dit object staat als tekst tussen aanhalingstekens, met \\" in plaats van ".',
      en: 'This object is a text in quotes, with \\" instead of ".',
    },
    mend: {
      nl: 'Lever het object zelf: het is twee keer omgezet naar JSON, één keer is genoeg.',
      en: 'Deliver the object itself: it was converted to JSON twice, once is enough.',
    },
  },
  'levering.zonder-features': {
    message: { nl: 'Deze FeatureCollection heeft geen lijst "features".', en: 'This FeatureCollection has no list "features".' },
    mend: {
      nl: 'Zet de objecten als Features in "features": [ … ]. Waren er geen? Controleer dan de export.',
      en: 'Put the objects as Features in "features": [ … ]. If there were none, check the export.',
    },
  },
  'levering.losse-geometrie': {
    message: {
      nl: 'Dit is een losse geometrie; het object waarbij zij hoort ontbreekt.',
      en: 'This is a bare geometry; the object to which it belongs is missing.',
    },
    mend: {
      nl: 'Lever een object van het informatiemodel (met entityType, id …) met deze geometrie erin, of een Feature.',
      en: 'Deliver an object of the information model (with entityType, id …) with this geometry in it, or a Feature.',
    },
  },
  'levering.omhulsel': {
    message: {
      nl: 'Dit is geen object van het informatiemodel maar een omhulsel: de objecten staan erin, onder een andere naam dan features.',
      en: 'This is no object of the information model but a wrapper: it contains the objects under another name than features.',
    },
    mend: {
      nl: 'Lever alleen wat erin staat: de lijst tussen [ en ], of één object per regel. Het enige omhulsel dat wordt gelezen is een GeoJSON FeatureCollection als buitenste object van het bestand.',
      en: 'Deliver only its content: the list between [ and ], or one object a line. The only wrapper that is read is a GeoJSON FeatureCollection as the outer object of the file.',
    },
  },
  'levering.esri': {
    message: {
      nl: 'Dit is Esri JSON (attributes); alleen GeoJSON (properties) wordt gelezen.',
      en: 'This is Esri JSON (attributes); only GeoJSON (properties) is read.',
    },
    mend: {
      nl: 'Exporteer als GeoJSON, met in properties het object volgens het informatiemodel.',
      en: 'Export as GeoJSON, with the object as in the information model in properties.',
    },
  },
  'levering.properties-in-properties': {
    message: {
      nl: 'In properties staat nog een keer properties: de velden staan één niveau te diep.',
      en: 'properties contains properties again: the fields are one level too deep.',
    },
    mend: {
      nl: 'Haal de buitenste properties weg en laat wat erin staat op die plaats staan.',
      en: 'Remove the outer properties and keep its content in that position.',
    },
  },
  'levering.feature-zonder-properties': {
    message: { nl: 'Deze Feature heeft geen properties.', en: 'This Feature has no properties.' },
    mend: {
      nl: 'Zet in properties het hele object, zonder de geometrie.',
      en: 'Put the whole object, without its geometry, in properties.',
    },
  },
  'levering.geometrie-dubbel': {
    message: {
      nl: 'De geometrie staat zowel in geometry als in properties.',
      en: 'The geometry is both in geometry and in properties.',
    },
    mend: { nl: 'Laat de geometrie in properties weg.', en: 'Leave the geometry in properties out.' },
  },
  'levering.feature-id': {
    message: {
      nl: 'De id van de Feature is een andere dan die in properties.',
      en: 'The id of the Feature differs from the one in properties.',
    },
    mend: {
      nl: 'Laat de id van de Feature weg (QGIS en andere programma’s nummeren daar de rijen), of maak beide gelijk.',
      en: 'Leave the id of the Feature out (QGIS and other programs number the rows there), or make both equal.',
    },
  },
  'levering.rijnummer': {
    message: {
      nl: 'De nummers die een GIS aan de rijen van een laag geeft (fid, of een getal als id van de Feature) zijn niet gebruikt.',
      en: 'The numbers that a GIS gives to the rows of a layer (fid, or a number as id of the Feature) are not used.',
    },
    mend: {
      nl: 'U hoeft niets te doen. De id van een object staat in properties.',
      en: 'Nothing to do. The id of an object belongs in properties.',
    },
  },
  'levering.eigen-links': {
    message: { nl: 'De _links waarmee dit register een document geeft, zijn niet gebruikt.', en: 'The _links with which this register serves a document are not used.' },
    mend: { nl: 'U hoeft niets te doen.', en: 'Nothing to do.' },
  },
  'levering.geen-collectie': {
    message: {
      nl: 'Een object met features moet als type FeatureCollection hebben.',
      en: 'An object with features must have the type FeatureCollection.',
    },
    mend: { nl: 'Zet "type": "FeatureCollection" in het buitenste object.', en: 'Put "type": "FeatureCollection" in the outer object.' },
  },
  'levering.crs-in-bestand': {
    message: { nl: 'Het veld crs in het bestand wordt niet gelezen.', en: 'The member crs in the file is not read.' },
    mend: {
      nl: 'Noem het coördinatenstelsel bij het leveren: --crs (bijvoorbeeld --crs RD), in een HTTP-verzoek met de header Content-Crs.',
      en: 'Name the CRS when delivering: --crs (for example --crs RD), in an HTTP request with the header Content-Crs.',
    },
  },
} as const satisfies Record<string, FindingText>;

/** Replaces the words of `levering.te-groot` for one object. */
export const OBJECT_TOO_LARGE: FindingText = {
  message: { nl: `Dit object is groter dan ${MEGABYTES} MiB en is niet gelezen.`, en: `This object is larger than ${MEGABYTES} MiB and was not read.` },
  mend: { nl: 'Lever elk object apart: als lijst, of één per regel.', en: 'Deliver each object by itself: as an array, or one a line.' },
};
