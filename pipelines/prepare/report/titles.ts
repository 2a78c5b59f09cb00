/**
 * Titles: what a rule is about, for rules whose findings do not all say the same. Rules that always say the same
 * need no title: their message is one.
 */
import type { Text } from '../../../schemas/finding.ts';

const WORDS: Readonly<Record<string, Text>> = {
  'json.syntaxis': { nl: 'Dit is geen goed geschreven JSON', en: 'This is not well-written JSON' },
  'json.dubbele-sleutel': { nl: 'Een veldnaam staat twee keer in hetzelfde object', en: 'A field name occurs twice in one object' },
  'json.half-teken': { nl: 'Een tekst bevat een half teken', en: 'A text holds half a character' },
  'json.getal-te-groot': { nl: 'Een getal is te groot om te bewaren', en: 'A number is too large to be kept' },
  'json.geheel-getal': { nl: 'Een geheel getal is te groot om precies te bewaren', en: 'A whole number is too large to be kept exactly' },
  'json.diepte': { nl: 'Er zijn te veel haken in elkaar geopend', en: 'Too many brackets are open inside each other' },
  'json.utf8': { nl: 'Het bestand is geen UTF-8', en: 'The file is not UTF-8' },
  'schema.required': { nl: 'Een verplicht veld ontbreekt', en: 'A required field is missing' },
  'schema.onbekend-veld': { nl: 'Een veld bestaat niet in het informatiemodel', en: 'A field does not exist in the information model' },
  'schema.type': { nl: 'Een waarde is van de verkeerde soort', en: 'A value is of the wrong kind' },
  'schema.waardelijst': { nl: 'Een waarde staat niet in haar waardelijst', en: 'A value is not in its code list' },
  'schema.bereik': { nl: 'Een getal is te groot of te klein', en: 'A number is too large or too small' },
  'schema.patroon': { nl: 'Een waarde is niet in de juiste vorm geschreven', en: 'A value is not written in the right form' },
  'schema.lengte': { nl: 'Een tekst is te lang of te kort', en: 'A text is too long or too short' },
  'schema.aantal': { nl: 'Een lijst heeft te veel of te weinig onderdelen', en: 'A list has too many or too few items' },
  'schema.uniek': { nl: 'Een lijst heeft twee keer hetzelfde onderdeel', en: 'A list has the same item twice' },
  'schema.keuze': { nl: 'Er is niet precies één van de mogelijkheden gekozen', en: 'Not exactly one of the alternatives was chosen' },
  'schema.entityType': { nl: 'Het soort object bestaat niet, of hoort niet op deze plaats', en: 'The type of object does not exist, or does not belong here' },
  'schema.datum': { nl: 'Een datum of tijd bestaat niet, of is anders geschreven', en: 'A date or time does not exist, or is written differently' },
  'schema.geometrie': { nl: 'Een geometrie is niet opgebouwd zoals GeoJSON voorschrijft', en: 'A geometry is not built as GeoJSON prescribes' },
  'schema.ongebruikt-veld': { nl: 'Een extra veld wordt niet gebruikt', en: 'An extra field is not used' },
  'schema.verwacht': { nl: 'Een veld dat wij verwachten ontbreekt', en: 'A field that we expect is missing' },
  'schema.tooi': { nl: 'Een code lijkt niet op een code uit de TOOI-lijst', en: 'A code does not look like one of the TOOI list' },
  'schema.in-transitie': { nl: 'Een veld heeft nog een waarde van het oude model', en: 'A field still has a value of the old model' },
  'geometrie.buiten-bereik': { nl: 'Een punt ligt buiten het gebied van dit register', en: 'A position is outside the area of this register' },
  'geometrie.ander-stelsel': {
    nl: 'De coördinaten lijken in een ander stelsel te staan dan is opgegeven',
    en: 'The coordinates seem to be in another CRS than was announced',
  },
  'regel.einde-na-begin': { nl: 'eindGeldigheid ligt niet na beginGeldigheid', en: 'eindGeldigheid is not after beginGeldigheid' },
  'rapport.ingekort': { nl: 'Niet alles wat gevonden is staat in dit rapport', en: 'Not everything that was found is in this report' },
};

export const TITLES: ReadonlyMap<string, Text> = new Map(Object.entries(WORDS));
