/** Glossary: words of the HTML report that a reader who seldom makes files may not know. */
import type { Text } from '../../../schemas/finding.ts';

export const GLOSSARY: readonly (readonly [word: Text, meaning: Text])[] = [
  [{ nl: 'Plaats', en: 'Place' }, {
    nl: 'De weg naar de waarde in het bestand. /3/geometrie is het veld geometrie van het vierde object: het tellen begint bij 0.',
    en: 'The path to the value in the file. /3/geometrie is the field geometrie of the fourth object: counting starts at 0.',
  }],
  [{ nl: 'Regel', en: 'Line' }, {
    nl: 'De regel in het bestand, zoals een tekstverwerker die telt.',
    en: 'The line in the file, as a text editor counts.',
  }],
  [{ nl: 'Geweigerd', en: 'Refused' }, {
    nl: 'Dit object is niet opgenomen: er staat ten minste één fout in. Een waarschuwing weigert niets.',
    en: 'This object was not accepted: it has at least one error. A warning refuses nothing.',
  }],
  [{ nl: 'Ongewijzigd', en: 'Unchanged' }, {
    nl: 'Het register had dit object al precies zo.',
    en: 'The register already has this object, exactly like this.',
  }],
  [{ nl: 'Waardelijst', en: 'Code list' }, {
    nl: 'De vaste lijst van waarden waaruit een veld er één heeft, letter voor letter.',
    en: 'The fixed list of values for a field, compared letter by letter.',
  }],
  [{ nl: 'Ring', en: 'Ring' }, {
    nl: 'De rij punten om een vlak of een gat; het laatste punt is gelijk aan het eerste.',
    en: 'The row of points around a polygon or a hole; its last point equals its first.',
  }],
  [{ nl: 'Tijdstip', en: 'Moment' }, {
    nl: 'Een datum met een tijd. Zonder Z of zone (+01:00) is het een tijd in Nederland (Europe/Amsterdam).',
    en: 'A date with a time. Without Z or a zone (+01:00) it is a time in the Netherlands (Europe/Amsterdam).',
  }],
  [{ nl: 'Coördinatenstelsel', en: 'CRS' }, {
    nl: 'Hoe plaatsen in getallen zijn geschreven. RD is in meters: x van 0 tot 300 000, y van 300 000 tot 625 000.',
    en: 'How locations are written as numbers. RD is in metres: x from 0 to 300 000, y from 300 000 to 625 000.',
  }],
  [{ nl: 'JSON, GeoJSON', en: 'JSON, GeoJSON' }, {
    nl: 'De vorm van het bestand; GeoJSON is JSON met geometrie. Uw software maakt het.',
    en: 'The form of the file; GeoJSON is JSON with geometry. Your software makes it.',
  }],
];
