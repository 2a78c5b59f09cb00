/**
 * Examples: an example finding of each rule whose texts contain locations and values.
 * A test takes them from the findings of deliveries that break these rules.
 */
import type { FindingText } from '../finding.ts';

export const EXAMPLES = {
  'json.utf8': {
    message: {
      nl: 'Het bestand is geen UTF-8, waarschijnlijk wel Windows-1252 (ook ANSI of Latin-1 genoemd): hier is É bedoeld (regel 1, kolom 421).',
      en: 'The file is not UTF-8 but probably Windows-1252 (also called ANSI or Latin-1): the character here is É (line 1, column 421).',
    },
    mend: {
      nl: 'Sla het bestand op als UTF-8: in een tekstprogramma bij Opslaan als, onder Codering; in Python met encoding="utf-8". Maakt een ander programma het? Kies UTF-8 bij het exporteren.',
      en: 'Save the file as UTF-8: in a text editor under Save as, Encoding; in Python with encoding="utf-8". If another program makes it, choose UTF-8 in its export.',
    },
  },
  'json.syntaxis': {
    message: {
      nl: 'Na deze waarde ontbreekt een komma of een sluitaccolade (regel 1, kolom 34).',
      en: 'A comma or a closing brace is missing after this value (line 1, column 34).',
    },
    mend: {
      nl: 'Verbeter het bestand op deze plaats. Maakt een programma het? Vraag de maker een JSON-bibliotheek te gebruiken.',
      en: 'Fix the file at this location. If a program makes it, ask its maker to use a JSON library.',
    },
  },
  'json.dubbele-sleutel': {
    message: {
      nl: 'Deze veldnaam staat al eerder in hetzelfde object: daar met "2023-04-01T00:00:00Z", hier met "2024-01-01T00:00:00Z" (regel 35, kolom 5).',
      en: 'This member name occurs before in the same object: there with "2023-04-01T00:00:00Z", here with "2024-01-01T00:00:00Z" (line 35, column 5).',
    },
    mend: { nl: 'Kijk welke van de twee klopt, en laat de andere weg.', en: 'See which of the two is right, and leave the other out.' },
  },
  'json.half-teken': {
    message: {
      nl: 'In deze tekst staat een half teken: de andere helft ontbreekt (regel 1, kolom 411).',
      en: 'This string contains half a Unicode character (a lone surrogate) (line 1, column 411).',
    },
    mend: { nl: 'Schrijf het hele teken, of laat het weg.', en: 'Write the whole character, or leave it out.' },
  },
  'json.geheel-getal': {
    message: {
      nl: 'Dit gehele getal is groter dan 9007199254740992 en kan niet precies worden bewaard (regel 73, kolom 18).',
      en: 'This integer is beyond 9007199254740992 and cannot be stored exactly (line 73, column 18).',
    },
    mend: {
      nl: 'Controleer het getal. Is het een code, zoals een BAG-nummer? Zet het dan tussen aanhalingstekens.',
      en: 'Check the number. If it is a code, such as a BAG number, put it in double quotes.',
    },
  },
  'json.getal-te-groot': {
    message: {
      nl: 'Dit getal is te groot om te bewaren (regel 1, kolom 410).',
      en: 'This number is too large to be stored (line 1, column 410).',
    },
    mend: { nl: 'Geef een getal dat werkelijk kan voorkomen.', en: 'Give a number that can really occur.' },
  },
  'json.diepte': {
    message: {
      nl: 'Er zijn meer dan 32 haken in elkaar geopend (regel 1, kolom 37).',
      en: 'More than 32 brackets are nested (line 1, column 37).',
    },
    mend: { nl: 'Lever het object zonder extra lagen.', en: 'Deliver the object without extra levels.' },
  },
  'schema.entityType': {
    message: { nl: 'Het entityType "KwetsbaarGebow" bestaat niet.', en: 'The entityType "KwetsbaarGebow" does not exist.' },
    mend: { nl: 'Bedoelde u "KwetsbaarGebouw"?', en: 'Did you mean "KwetsbaarGebouw"?' },
  },
  'schema.required': {
    message: {
      nl: 'Het verplichte veld "geometrieMetagegevens" ontbreekt (KwetsbaarGebouw).',
      en: 'The required field "geometrieMetagegevens" is missing (KwetsbaarGebouw).',
    },
    mend: {
      nl: 'Voeg "geometrieMetagegevens" toe: een object met "bronregistratie".',
      en: 'Add "geometrieMetagegevens": an object with "bronregistratie".',
    },
  },
  'schema.onbekend-veld': {
    message: { nl: 'Het veld "naam" bestaat niet in KwetsbareLocatie.', en: 'The field "naam" does not exist in KwetsbareLocatie.' },
    mend: {
      nl: 'Haal dit veld weg. Alle 22 velden van KwetsbareLocatie staan op de pagina /schemas/KwetsbareLocatie van het register, en in MODEL.md.',
      en: 'Remove this field. All 22 fields of KwetsbareLocatie are on the page /schemas/KwetsbareLocatie of the register, and in MODEL.md.',
    },
  },
  'schema.type': {
    message: {
      nl: 'De waarde ["Camping De Boskant"] is van de verkeerde soort voor het veld "gebruiksdoeleindenDetail".',
      en: 'The value ["Camping De Boskant"] is of the wrong kind for the field "gebruiksdoeleindenDetail".',
    },
    mend: { nl: 'Geef een tekst. Haal [ en ] om de waarde weg.', en: 'Give a text. Remove [ and ] around the value.' },
  },
  'schema.waardelijst': {
    message: {
      nl: 'De waarde "zeer kwetsbaar gebouw" staat niet in de waardelijst CategorieKwetsbaarheidGebouw.',
      en: 'The value "zeer kwetsbaar gebouw" is not in the code list CategorieKwetsbaarheidGebouw.',
    },
    mend: {
      nl: 'Bedoelde u "zeerKwetsbaar"? Kies uit: beperktKwetsbaar | kwetsbaar | zeerKwetsbaar.',
      en: 'Did you mean "zeerKwetsbaar"? Choose from: beperktKwetsbaar | kwetsbaar | zeerKwetsbaar.',
    },
  },
  'schema.bereik': {
    message: {
      nl: 'Het getal -480 is te klein voor het veld "doorzetPerJaar".',
      en: 'The number -480 is too small for the field "doorzetPerJaar".',
    },
    mend: { nl: 'Geef een getal van 0 tot en met 9999.', en: 'Give a number from 0 to 9999.' },
  },
  'schema.patroon': {
    message: {
      nl: 'De waarde "9000110" is niet geschreven zoals het veld "kvkNummerExploitant" vraagt.',
      en: 'The value "9000110" is not written as the field "kvkNummerExploitant" asks.',
    },
    mend: {
      nl: 'Bedoelde u "09000110"? Geef precies 8 cijfers. De nul vooraan is weggevallen, zoals in een spreadsheet gebeurt.',
      en: 'Did you mean "09000110"? Give exactly 8 digits. The zero in front was lost, as happens in a spreadsheet.',
    },
  },
  'schema.lengte': {
    message: { nl: 'Het veld "bronobjectID" is er wel, maar is leeg: "".', en: 'The field "bronobjectID" is there, but it is empty: "".' },
    mend: {
      nl: 'Laat "bronobjectID" weg, of geef een tekst van 1 tot 50 tekens.',
      en: 'Leave "bronobjectID" out, or give a text of 1 to 50 characters.',
    },
  },
  'schema.keuze': {
    message: {
      nl: '"afstandOfGeometrie" moet precies één van deze velden hebben: "geometrie", "afstand".',
      en: '"afstandOfGeometrie" must have exactly one of these fields: "geometrie", "afstand".',
    },
    mend: { nl: 'Geef "geometrie" of "afstand", niet meer dan één.', en: 'Give "geometrie" or "afstand", no more than one.' },
  },
  'schema.datum': {
    message: {
      nl: 'De waarde "2020-02-30" in "datumVergunningOfMelding" is geen bestaande datum of tijd, of is anders geschreven.',
      en: 'The value "2020-02-30" in "datumVergunningOfMelding" is no existing date or time, or is written differently.',
    },
    mend: {
      nl: 'Geef een bestaande datum als JJJJ-MM-DD; of, als de waarde er niet is, {"waarde": null, "geenWaardeReden": "waardeOnbekend"} (of "nietVanToepassing").',
      en: 'Give an existing date as YYYY-MM-DD; or, if there is no value, {"waarde": null, "geenWaardeReden": "waardeOnbekend"} (or "nietVanToepassing").',
    },
  },
  'schema.geometrie': {
    message: {
      nl: 'Het type van deze geometrie is "GeometryCollection"; dit veld neemt Polygon.',
      en: 'The type of this geometry is "GeometryCollection"; this field takes Polygon.',
    },
    mend: { nl: 'Geef alleen wat in "geometries" staat: een Polygon.', en: 'Give only the content of "geometries": a Polygon.' },
  },
  'schema.tooi': {
    message: { nl: '"Gemeente" lijkt geen code uit TooiWaardelijst.', en: '"Gemeente" does not look like a code of TooiWaardelijst.' },
    mend: {
      nl: 'Controleer de code; een gemeente is bijvoorbeeld "gm1979".',
      en: 'Check the code; a municipality is for example "gm1979".',
    },
  },
  'geometrie.ander-stelsel': {
    message: {
      nl: 'Dit punt ligt buiten het gebied van dit register, gelezen als RD New (5 punten); het lijkt WGS 84 lon-lat.',
      en: 'This position is outside the area of this register, read as RD New (5 positions); it looks like WGS 84 lon-lat.',
    },
    mend: {
      nl: 'De andere 17 objecten van deze levering staan in RD New. Lever dit object in een eigen bestand met --crs CRS84 (in een HTTP-verzoek: de header Content-Crs), of reken deze punten om naar RD New.',
      en: 'The other 17 objects of this delivery are in RD New. Deliver this object in a separate file with --crs CRS84 (in an HTTP request: the header Content-Crs), or transform these positions to RD New.',
    },
  },
} as const satisfies Record<string, FindingText>;
