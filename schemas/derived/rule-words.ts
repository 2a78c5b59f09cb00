/**
 * Rule words: of each rule with a title where it comes from, and what a finding of it says, with how to mend that.
 * Made by test/pipelines/prepare/rules/rule-words.test.ts from the findings themselves; `vitest -u` makes it again.
 */
import type { Words } from '../finding.ts';

export interface RuleWords extends Partial<Words> {
  readonly source: string;
}

export const RULE_WORDS: Readonly<Record<string, RuleWords>> = {
  'levering.leeg': {
    source: 'design 6',
    message: { nl: 'Het bestand is leeg.', en: 'The file is empty.' },
    mend: { nl: 'Lever een bestand met ten minste één object.', en: 'Deliver a file with at least one object.' },
  },
  'levering.geen-json': {
    source: 'OPEN-framing',
    message: { nl: 'Dit bestand is geen JSON.', en: 'This file is not JSON.' },
    mend: { nl: 'Lever JSON of GeoJSON, zo nodig ingepakt met gzip.', en: 'Deliver JSON or GeoJSON, packed with gzip if need be.' },
  },
  'levering.utf-16': {
    source: 'design 6',
    message: { nl: 'Dit bestand is UTF-16 (of UTF-32); JSON is UTF-8.', en: 'This file is UTF-16 (or UTF-32); JSON is UTF-8.' },
    mend: { nl: 'Sla het bestand op als UTF-8.', en: 'Save the file as UTF-8.' },
  },
  'levering.te-groot': {
    source: 'limits',
    message: { nl: 'De levering is groter dan 4 GiB; er is niets gelezen.', en: 'The delivery is larger than 4 GiB; nothing was read.' },
    mend: { nl: 'Verdeel de levering over meer bestanden.', en: 'Divide the delivery over more files.' },
  },
  'levering.te-veel-objecten': {
    source: 'limits',
  },
  'levering.leeg-item': {
    source: 'design 6',
    message: { nl: 'Tussen of na de komma’s van de lijst ontbreekt een object.', en: 'An object is missing between or after the commas of the list.' },
    mend: { nl: 'Haal de overbodige komma weg.', en: 'Remove the superfluous comma.' },
  },
  'levering.na-einde': {
    source: 'OPEN-framing',
    message: { nl: 'Na het einde van het object of de lijst staat nog tekst; wat vanaf hier volgt is niet gelezen.', en: 'There is text after the end of the object or list; what follows from here was not read.' },
    mend: { nl: 'Haal weg wat er niet hoort, of lever alle objecten als één lijst tussen [ en ], of één per regel.', en: 'Remove what does not belong there, or deliver all objects as one list between [ and ], or one a line.' },
  },
  'levering.onaf': {
    source: 'design 6',
    message: { nl: 'Het bestand houdt hier op, midden in de lijst: een deel ontbreekt of kon niet worden gelezen.', en: 'The file ends here, inside the list: a part is missing or could not be read.' },
    mend: { nl: 'Herstel eerst de eerdere fouten; is het bestand afgekapt, lever het dan opnieuw.', en: 'Mend the errors before this one first; deliver the file again if it was cut off.' },
  },
  'levering.gzip-afgekapt': {
    source: 'OPEN-gzip',
    message: { nl: 'Het ingepakte bestand (gzip) is afgekapt: wat na dit punt kwam ontbreekt.', en: 'The packed file (gzip) was cut off: what came after this point is missing.' },
    mend: { nl: 'Lever het hele bestand opnieuw.', en: 'Deliver the whole file again.' },
  },
  'levering.gzip-beschadigd': {
    source: 'OPEN-gzip',
    message: { nl: 'Het ingepakte bestand (gzip) is beschadigd, of er staan andere bytes achter. Er is niets van aangenomen.', en: 'The packed file (gzip) is damaged, or other bytes follow it. Nothing of it was accepted.' },
    mend: { nl: 'Pak het bestand opnieuw in en controleer het met gzip -t.', en: 'Pack the file again and test it with gzip -t.' },
  },
  'levering.gzip-te-groot': {
    source: 'OPEN-gzip',
    message: { nl: 'Uitgepakt is de levering groter dan 4 GiB. Er is niets van aangenomen.', en: 'Unpacked the delivery is larger than 4 GiB. Nothing of it was accepted.' },
    mend: { nl: 'Verdeel de levering over meer bestanden.', en: 'Divide the delivery over more files.' },
  },
  'levering.gzip-verdacht': {
    source: 'OPEN-gzip',
    message: { nl: 'Uitgepakt is dit bestand meer dan 200 keer zo groot; dat zijn geen gegevens. Er is niets van aangenomen.', en: 'Unpacked this file is more than 200 times as large; that is no data. Nothing of it was accepted.' },
    mend: { nl: 'Lever het bestand zonder witruimte en herhaling, of niet ingepakt.', en: 'Deliver the file without white space and repeats, or not packed.' },
  },
  'levering.voor-begin': {
    source: 'OPEN-framing',
    message: { nl: 'Voor het eerste object of de lijst staat tekst die geen JSON is; die is overgeslagen.', en: 'Before the first object or the list stands text that is not JSON; it was passed over.' },
    mend: { nl: 'Haal de regels voor het eerste object weg.', en: 'Remove the lines before the first object.' },
  },
  'levering.codeblok': {
    source: 'OPEN-framing',
    message: { nl: 'De JSON staat in een codeblok van Markdown, tussen regels met ```; alleen wat daarin staat is gelezen.', en: 'The JSON stands in a code block of Markdown, between lines with ```; only what is in it was read.' },
    mend: { nl: 'Haal de regels met ``` weg, en alles wat ervoor en erachter staat.', en: 'Remove the lines with ```, and all that stands before and behind them.' },
  },
  'levering.commentaar': {
    source: 'OPEN-framing',
    message: { nl: 'Hier staat commentaar (// of /* */ of #), en JSON kent geen commentaar; het is overgeslagen.', en: 'Here stands a comment (// or /* */ or #), and JSON has no comments; it was passed over.' },
    mend: { nl: 'Haal al het commentaar uit het bestand.', en: 'Remove all comments from the file.' },
  },
  'levering.haak-ontbreekt': {
    source: 'OPEN-framing',
    message: { nl: 'Hier eindigt een lijst (]) die nergens begint: aan het begin van het bestand ontbreekt een [.', en: 'Here ends a list (]) that begins nowhere: a [ is missing at the begin of the file.' },
    mend: { nl: 'Zet [ voor het eerste object. Is het begin van het bestand weggevallen? Lever het dan opnieuw.', en: 'Put [ before the first object. If the file lost its beginning, deliver it again.' },
  },
  'levering.omhulsel': {
    source: 'OPEN-framing',
    message: { nl: 'Dit is geen object van het informatiemodel maar een omhulsel: de objecten staan erin, onder een andere naam dan features.', en: 'This is no object of the information model but a wrapper: the objects stand in it, under another name than features.' },
    mend: { nl: 'Lever alleen wat erin staat: de lijst tussen [ en ], of één object per regel. Het enige omhulsel dat wordt gelezen is een GeoJSON FeatureCollection als buitenste object van het bestand.', en: 'Deliver only what stands in it: the list between [ and ], or one object a line. The only wrapper that is read is a GeoJSON FeatureCollection as the outer object of the file.' },
  },
  'levering.esri': {
    source: 'OPEN-framing',
    message: { nl: 'Dit is Esri JSON (attributes); alleen GeoJSON (properties) wordt gelezen.', en: 'This is Esri JSON (attributes); only GeoJSON (properties) is read.' },
    mend: { nl: 'Exporteer als GeoJSON, met in properties het object volgens het informatiemodel.', en: 'Export as GeoJSON, with the object as in the information model in properties.' },
  },
  'levering.geen-object': {
    source: 'IM Reading conventions',
    message: { nl: 'Hier staat een losse waarde of lijst; er moet een object staan.', en: 'A bare value or list stands here where an object must be.' },
    mend: { nl: 'Lever een object tussen { en }.', en: 'Deliver an object between { and }.' },
  },
  'levering.object-in-tekst': {
    source: 'IM Reading conventions',
    message: { nl: 'Dit object staat als tekst tussen aanhalingstekens, met \\" in plaats van ".', en: 'This object stands as a text in quotes, with \\" instead of ".' },
    mend: { nl: 'Lever het object zelf: het is twee keer omgezet naar JSON, één keer is genoeg.', en: 'Deliver the object itself: it was converted to JSON twice, once is enough.' },
  },
  'levering.zonder-features': {
    source: 'RFC 7946, 3.3',
    message: { nl: 'Deze FeatureCollection heeft geen lijst "features".', en: 'This FeatureCollection has no list "features".' },
    mend: { nl: 'Zet de objecten als Features in "features": [ … ]. Waren er geen? Controleer dan de export.', en: 'Put the objects as Features in "features": [ … ]. If there were none, check the export.' },
  },
  'levering.losse-geometrie': {
    source: 'IM Reading conventions',
    message: { nl: 'Dit is een losse geometrie; het object waarbij zij hoort ontbreekt.', en: 'This is a bare geometry; the object to which it belongs is missing.' },
    mend: { nl: 'Lever een object van het informatiemodel (met entityType, id …) met deze geometrie erin, of een Feature.', en: 'Deliver an object of the information model (with entityType, id …) with this geometry in it, or a Feature.' },
  },
  'levering.properties-in-properties': {
    source: 'design 12',
    message: { nl: 'In properties staat nog een keer properties: de velden staan één niveau te diep.', en: 'Within properties stands properties once more: the fields stand one level too deep.' },
    mend: { nl: 'Haal de buitenste properties weg en laat wat erin staat op die plaats staan.', en: 'Take the outer properties away and leave what stands in it at its place.' },
  },
  'levering.feature-zonder-properties': {
    source: 'design 12',
    message: { nl: 'Deze Feature heeft geen properties.', en: 'This Feature has no properties.' },
    mend: { nl: 'Zet in properties het hele object, zonder de geometrie.', en: 'Put the whole object, without its geometry, in properties.' },
  },
  'levering.geometrie-dubbel': {
    source: 'design 12',
    message: { nl: 'De geometrie staat zowel in geometry als in properties.', en: 'The geometry stands both in geometry and in properties.' },
    mend: { nl: 'Laat de geometrie in properties weg.', en: 'Leave the geometry in properties out.' },
  },
  'levering.feature-id': {
    source: 'design 12',
    message: { nl: 'De id van de Feature is een andere dan die in properties.', en: 'The id of the Feature differs from the one in properties.' },
    mend: { nl: 'Laat de id van de Feature weg (QGIS en andere programma’s nummeren daar de rijen), of maak beide gelijk.', en: 'Leave the id of the Feature out (QGIS and other programs number the rows there), or make both equal.' },
  },
  'levering.geen-collectie': {
    source: 'design 12',
    message: { nl: 'Een object met features moet als type FeatureCollection hebben.', en: 'An object with features must have the type FeatureCollection.' },
    mend: { nl: 'Zet "type": "FeatureCollection" in het buitenste object.', en: 'Put "type": "FeatureCollection" in the outer object.' },
  },
  'levering.crs-onbekend': {
    source: 'OPEN-crs-of-files',
  },
  'levering.geheel-geweigerd': {
    source: 'design 6',
    message: { nl: 'Geweigerd omdat een ander object in dezelfde levering is geweigerd.', en: 'Refused because another object in the same delivery was refused.' },
    mend: { nl: 'Verbeter het andere object, of lever zonder `--strict`.', en: 'Mend the other object, or deliver without `--strict`.' },
  },
  'levering.terzijde': {
    source: 'design 5.9',
  },
  'levering.geweigerd': {
    source: 'OPEN-refused',
  },
  'rapport.ingekort': {
    source: 'design 6',
  },
  'json.utf8': {
    source: 'RFC 8259, 8.1',
    message: { nl: 'Het bestand is geen UTF-8, waarschijnlijk wel Windows-1252 (ook ANSI of Latin-1 genoemd): hier is É bedoeld (regel 1, kolom 421).', en: 'The file is not UTF-8 but probably Windows-1252 (also called ANSI or Latin-1): É is meant here (line 1, column 421).' },
    mend: { nl: 'Sla het bestand op als UTF-8: in een tekstprogramma bij Opslaan als, onder Codering; in Python met encoding="utf-8". Maakt een ander programma het? Kies UTF-8 bij het exporteren.', en: 'Save the file as UTF-8: in a text editor under Save as, Encoding; in Python with encoding="utf-8". If another program makes it, choose UTF-8 in its export.' },
  },
  'json.syntaxis': {
    source: 'RFC 8259',
    message: { nl: 'Na deze waarde ontbreekt een komma of een sluitaccolade (regel 1, kolom 34).', en: 'A comma or a closing brace is missing after this value (line 1, column 34).' },
    mend: { nl: 'Verbeter het bestand op deze plaats. Maakt een programma het? Vraag de maker een JSON-bibliotheek te gebruiken.', en: 'Mend the file at this place. If a program makes it, ask its maker to use a JSON library.' },
  },
  'json.dubbele-sleutel': {
    source: 'RFC 8259, 4',
    message: { nl: 'Deze veldnaam staat al eerder in hetzelfde object: daar met "2023-04-01T00:00:00Z", hier met "2024-01-01T00:00:00Z" (regel 35, kolom 5).', en: 'This member name occurs before in the same object: there with "2023-04-01T00:00:00Z", here with "2024-01-01T00:00:00Z" (line 35, column 5).' },
    mend: { nl: 'Kijk welke van de twee klopt, en laat de andere weg.', en: 'See which of the two is right, and leave the other out.' },
  },
  'json.half-teken': {
    source: 'RFC 8259, 8.2',
    message: { nl: 'In deze tekst staat een half teken: de andere helft ontbreekt (regel 1, kolom 411).', en: 'This string holds half a Unicode character (a lone surrogate) (line 1, column 411).' },
    mend: { nl: 'Schrijf het hele teken, of laat het weg.', en: 'Write the whole character, or leave it out.' },
  },
  'json.geheel-getal': {
    source: 'RFC 8259, 6',
    message: { nl: 'Dit gehele getal is groter dan 9007199254740992 en kan niet precies worden bewaard (regel 73, kolom 18).', en: 'This integer is beyond 9007199254740992 and cannot be kept exactly (line 73, column 18).' },
    mend: { nl: 'Controleer het getal. Is het een code, zoals een BAG-nummer? Zet het dan tussen aanhalingstekens.', en: 'Check the number. If it is a code, such as a BAG number, put it in double quotes.' },
  },
  'json.getal-te-groot': {
    source: 'RFC 8259, 6',
    message: { nl: 'Dit getal is te groot om te bewaren (regel 1, kolom 410).', en: 'This number is too large to be kept (line 1, column 410).' },
    mend: { nl: 'Geef een getal dat werkelijk kan voorkomen.', en: 'Give a number that can really occur.' },
  },
  'json.diepte': {
    source: 'limits',
    message: { nl: 'Er zijn meer dan 32 haken in elkaar geopend (regel 1, kolom 37).', en: 'More than 32 brackets are open inside each other (line 1, column 37).' },
    mend: { nl: 'Lever het object zonder extra lagen.', en: 'Deliver the object without extra levels.' },
  },
  'json.objecten': {
    source: 'limits',
  },
  'json.tekst-te-lang': {
    source: 'OPEN-text-limits',
  },
  'json.object-te-groot': {
    source: 'OPEN-text-limits',
  },
  'schema.entityType': {
    source: 'IM Reading conventions 3',
    message: { nl: 'Het entityType "KwetsbaarGebow" bestaat niet.', en: 'The entityType "KwetsbaarGebow" does not exist.' },
    mend: { nl: 'Bedoelde u "KwetsbaarGebouw"?', en: 'Did you mean "KwetsbaarGebouw"?' },
  },
  'schema.required': {
    source: 'IM Reading conventions 1',
    message: { nl: 'Het verplichte veld "geometrieMetagegevens" ontbreekt (KwetsbaarGebouw).', en: 'The required field "geometrieMetagegevens" is missing (KwetsbaarGebouw).' },
    mend: { nl: 'Voeg "geometrieMetagegevens" toe: een object met "bronregistratie".', en: 'Add "geometrieMetagegevens": an object with "bronregistratie".' },
  },
  'schema.onbekend-veld': {
    source: 'IM Reading conventions 3',
    message: { nl: 'Het veld "naam" bestaat niet in KwetsbareLocatie.', en: 'The field "naam" does not exist in KwetsbareLocatie.' },
    mend: { nl: 'Haal dit veld weg. Alle 22 velden van KwetsbareLocatie staan op de pagina /schemas/KwetsbareLocatie van het register, en in MODEL.md.', en: 'Remove this field. All 22 fields of KwetsbareLocatie stand on the page /schemas/KwetsbareLocatie of the register, and in MODEL.md.' },
  },
  'schema.type': {
    source: 'IM Reading conventions 1',
    message: { nl: 'De waarde ["Camping De Boskant"] is van de verkeerde soort voor het veld "gebruiksdoeleindenDetail".', en: 'The value ["Camping De Boskant"] is of the wrong kind for the field "gebruiksdoeleindenDetail".' },
    mend: { nl: 'Geef een tekst. Haal [ en ] om de waarde weg.', en: 'Give a text. Remove [ and ] around the value.' },
  },
  'schema.waardelijst': {
    source: 'IM, fields with a code list',
    message: { nl: 'De waarde "zeer kwetsbaar gebouw" staat niet in de waardelijst CategorieKwetsbaarheidGebouw.', en: 'The value "zeer kwetsbaar gebouw" is not in the code list CategorieKwetsbaarheidGebouw.' },
    mend: { nl: 'Bedoelde u "zeerKwetsbaar"? Kies uit: beperktKwetsbaar | kwetsbaar | zeerKwetsbaar.', en: 'Did you mean "zeerKwetsbaar"? Choose from: beperktKwetsbaar | kwetsbaar | zeerKwetsbaar.' },
  },
  'schema.bereik': {
    source: 'IM, constraints',
    message: { nl: 'Het getal -480 is te klein voor het veld "doorzetPerJaar".', en: 'The number -480 is too small for the field "doorzetPerJaar".' },
    mend: { nl: 'Geef een getal van 0 tot en met 9999.', en: 'Give a number from 0 to 9999.' },
  },
  'schema.patroon': {
    source: 'IM, constraints',
    message: { nl: 'De waarde "9000110" is niet geschreven zoals het veld "kvkNummerExploitant" vraagt.', en: 'The value "9000110" is not written as the field "kvkNummerExploitant" asks.' },
    mend: { nl: 'Bedoelde u "09000110"? Geef precies 8 cijfers. De nul vooraan is weggevallen, zoals in een spreadsheet gebeurt.', en: 'Did you mean "09000110"? Give exactly 8 digits. The zero in front was lost, as happens in a spreadsheet.' },
  },
  'schema.lengte': {
    source: 'IM, constraints',
    message: { nl: 'Het veld "bronobjectID" is er wel, maar is leeg: "".', en: 'The field "bronobjectID" is there, but it is empty: "".' },
    mend: { nl: 'Laat "bronobjectID" weg, of geef een tekst van 1 tot 50 tekens.', en: 'Leave "bronobjectID" out, or give a text of 1 to 50 characters.' },
  },
  'schema.aantal': {
    source: 'IM, constraints',
  },
  'schema.uniek': {
    source: 'IM, constraints',
  },
  'schema.keuze': {
    source: 'IM Reading conventions 5',
    message: { nl: '"afstandOfGeometrie" moet precies één van deze velden hebben: "geometrie", "afstand".', en: '"afstandOfGeometrie" must have exactly one of these fields: "geometrie", "afstand".' },
    mend: { nl: 'Geef "geometrie" of "afstand", niet meer dan één.', en: 'Give "geometrie" or "afstand", no more than one.' },
  },
  'schema.datum': {
    source: 'IM Reading conventions 6',
    message: { nl: 'De waarde "2020-02-30" in "datumVergunningOfMelding" is geen bestaande datum of tijd, of is anders geschreven.', en: 'The value "2020-02-30" in "datumVergunningOfMelding" is no existing date or time, or is written differently.' },
    mend: { nl: 'Geef een bestaande datum als JJJJ-MM-DD; of, als de waarde er niet is, {"waarde": null, "geenWaardeReden": "waardeOnbekend"} (of "nietVanToepassing").', en: 'Give an existing date as YYYY-MM-DD; or, if there is no value, {"waarde": null, "geenWaardeReden": "waardeOnbekend"} (or "nietVanToepassing").' },
  },
  'schema.geometrie': {
    source: 'IM Reading conventions 7',
    message: { nl: 'Het type van deze geometrie is "GeometryCollection"; dit veld neemt Polygon.', en: 'The type of this geometry is "GeometryCollection"; this field takes Polygon.' },
    mend: { nl: 'Geef alleen wat in "geometries" staat: een Polygon.', en: 'Give only what stands in "geometries": a Polygon.' },
  },
  'schema.ongebruikt-veld': {
    source: 'IM Shared value types',
  },
  'schema.verwacht': {
    source: 'OPEN-activity-fields',
  },
  'schema.geen-waarde': {
    source: 'IM Reading conventions 4',
  },
  'schema.tooi': {
    source: 'OPEN-tooi',
    message: { nl: '"Gemeente" lijkt geen code uit TooiWaardelijst.', en: '"Gemeente" does not look like a code of TooiWaardelijst.' },
    mend: { nl: 'Controleer de code; een gemeente is bijvoorbeeld "gm1979".', en: 'Check the code; a municipality is for example "gm1979".' },
  },
  'schema.in-transitie': {
    source: 'OPEN-gegevenInTransitie',
  },
  'geometrie.vorm': {
    source: 'IM Reading conventions 7',
    message: { nl: 'Deze geometrie heeft niet de vorm van haar type.', en: 'This geometry is not shaped as its type says.' },
    mend: { nl: 'Geef type en coordinates zoals GeoJSON ze voorschrijft.', en: 'Give type and coordinates as GeoJSON prescribes.' },
  },
  'geometrie.te-groot': {
    source: 'limits',
    message: { nl: 'Deze geometrie heeft te veel punten, lijnen of ringen.', en: 'This geometry has too many positions, lines or rings.' },
    mend: { nl: 'Vereenvoudig de geometrie, of verdeel haar over meer objecten.', en: 'Simplify the geometry, or divide it over more objects.' },
  },
  'geometrie.te-ingewikkeld': {
    source: 'limits',
    message: { nl: 'De lijnen van deze geometrie lopen zo door elkaar dat zij niet te controleren is.', en: 'The lines of this geometry are so entangled that it cannot be checked.' },
    mend: { nl: 'Controleer hoe de geometrie gemaakt is, en vereenvoudig haar.', en: 'Look at how the geometry was made, and simplify it.' },
  },
  'geometrie.gemengd': {
    source: 'design 6',
    message: { nl: 'Sommige punten hebben een hoogte en andere niet.', en: 'Some positions have a height and others have none.' },
    mend: { nl: 'Geef alle punten een hoogte, of geen. Een getal met decimalen heeft een punt, geen komma.', en: 'Give all positions a height, or none. A decimal number has a point, not a comma.' },
  },
  'geometrie.hoogte-teveel': {
    source: 'OPEN-crs-of-files',
    message: { nl: 'De punten hebben een hoogte, maar het genoemde stelsel heeft er geen.', en: 'The positions have a height, but the CRS named has none.' },
    mend: { nl: 'Noem het stelsel met hoogte, of laat de hoogte weg.', en: 'Name the CRS with height, or leave the heights out.' },
  },
  'geometrie.hoogte-ontbreekt': {
    source: 'OPEN-crs-of-files',
    message: { nl: 'Het genoemde stelsel heeft hoogten, maar de punten niet.', en: 'The CRS named has heights, but the positions have none.' },
    mend: { nl: 'Noem het stelsel zonder hoogte, of geef de hoogten.', en: 'Name the CRS without height, or give the heights.' },
  },
  'geometrie.buiten-bereik': {
    source: 'OPEN-area',
    message: { nl: 'Dit punt ligt buiten het gebied van dit register.', en: 'This position is outside the area of this register.' },
    mend: { nl: 'Controleer de getallen en hun volgorde.', en: 'Check the numbers and their order.' },
  },
  'geometrie.ander-stelsel': {
    source: 'OPEN-crs-of-files',
    message: { nl: 'Dit punt ligt buiten het gebied van dit register, gelezen als RD New (5 punten); het lijkt WGS 84 lon-lat.', en: 'This position is outside the area of this register, read as RD New (5 positions); it looks like WGS 84 lon-lat.' },
    mend: { nl: 'De andere 17 objecten van deze levering staan in RD New. Lever dit object in een eigen bestand met --crs CRS84 (in een HTTP-verzoek: de header Content-Crs), of reken deze punten om naar RD New.', en: 'The other 17 objects of this delivery are in RD New. Deliver this object in a file of its own with --crs CRS84 (in an HTTP request: the header Content-Crs), or transform these positions to RD New.' },
  },
  'geometrie.punt-ver': {
    source: 'OPEN-far-vertex',
  },
  'geometrie.ring-open': {
    source: 'RFC 7946, 3.1.6',
    message: { nl: 'Deze ring is niet gesloten: het laatste punt is een ander dan het eerste.', en: 'This ring is not closed: its last position differs from its first.' },
    mend: { nl: 'Herhaal het eerste punt aan het eind van de ring.', en: 'Repeat the first position at the end of the ring.' },
  },
  'geometrie.zelfdoorsnijding': {
    source: 'Simple Features',
    message: { nl: 'De omtrek kruist of raakt zichzelf.', en: 'The outline crosses or touches itself.' },
    mend: { nl: 'Zet de punten in de goede volgorde, of splits het vlak op dit punt.', en: 'Put the positions in the right order, or split the polygon here.' },
  },
  'geometrie.ring-raakt-zichzelf': {
    source: 'Simple Features',
    message: { nl: 'Een ring komt twee keer door hetzelfde punt.', en: 'A ring passes through the same position twice.' },
    mend: { nl: 'Splits de ring op dit punt: een gat of een tweede vlak.', en: 'Split the ring here: into a hole or a second polygon.' },
  },
  'geometrie.gat-buiten-vlak': {
    source: 'Simple Features',
    message: { nl: 'Een gat ligt (deels) buiten het vlak.', en: 'A hole lies (partly) outside the polygon.' },
    mend: { nl: 'De eerste ring is de buitenrand; elk gat ligt daarbinnen. Haal dit gat weg of verplaats het; is het een tweede vlak, maak er dan een MultiPolygon van.', en: 'The first ring is the outside; every hole lies within it. Remove this hole or move it; if it is a second area, make it a MultiPolygon.' },
  },
  'geometrie.gat-in-gat': {
    source: 'Simple Features',
    message: { nl: 'Een gat ligt binnen een ander gat.', en: 'A hole lies inside another hole.' },
    mend: { nl: 'Laat het binnenste gat weg, of maak er een eigen vlak van.', en: 'Leave the inner hole out, or make it a polygon of its own.' },
  },
  'geometrie.binnenkant-los': {
    source: 'Simple Features',
    message: { nl: 'Gaten die elkaar of de rand raken delen het vlak in losse stukken.', en: 'Holes that touch each other or the outside cut the polygon into pieces.' },
    mend: { nl: 'Maak er een MultiPolygon van.', en: 'Make it a MultiPolygon.' },
  },
  'geometrie.vlak-in-vlak': {
    source: 'Simple Features',
    message: { nl: 'Een deel van de MultiPolygon ligt in een ander deel.', en: 'A part of the MultiPolygon lies inside another part.' },
    mend: { nl: 'Laat het binnenste deel weg, of maak er een gat van.', en: 'Leave the inner part out, or make it a hole.' },
  },
  'geometrie.dubbele-ring': {
    source: 'Simple Features',
    message: { nl: 'Twee ringen zijn gelijk.', en: 'Two rings are equal.' },
    mend: { nl: 'Laat één van de twee weg.', en: 'Leave one of the two out.' },
  },
  'geometrie.te-weinig-punten': {
    source: 'Simple Features',
    message: { nl: 'Een lijn of ring heeft te weinig verschillende punten.', en: 'A line or ring has too few distinct positions.' },
    mend: { nl: 'Een lijn heeft er ten minste twee, een ring ten minste drie.', en: 'A line has at least two, a ring at least three.' },
  },
  'geometrie.ongeldig': {
    source: 'Simple Features',
    message: { nl: 'Deze geometrie is niet geldig; de plaats is niet te noemen.', en: 'This geometry is not valid; the place cannot be told.' },
    mend: { nl: 'Controleer de geometrie in een GIS-programma.', en: 'Check the geometry in a GIS program.' },
  },
  'id.dubbel': {
    source: 'IM Base type',
    message: { nl: 'Deze id is in de levering al door een ander object gebruikt.', en: 'Another object of the delivery has this id already.' },
    mend: { nl: 'Is het hetzelfde object, laat dan één van de twee staan; is het een ander, geef dat dan een eigen id.', en: 'If it is the same object, leave one of the two; if it is another, give that an id of its own.' },
  },
  'id.in-gebruik': {
    source: 'IM Base type',
    message: { nl: 'Dit id is al in gebruik bij een ander object of een ander type.', en: 'This id is in use already for another object or another type.' },
    mend: { nl: 'Geef dit object een eigen id; het type en de plaats van een id veranderen nooit.', en: 'Give this object an id of its own; the type and place of an id never change.' },
  },
  'id.bestaat-niet': {
    source: 'IR Endpoint table',
    message: { nl: 'Er is geen object van dit type met dit id.', en: 'There is no object of this type with this id.' },
    mend: { nl: 'Controleer het pad en het id; een nieuw object wordt met POST toegevoegd.', en: 'Check path and id; a new object is added with POST.' },
  },
  'id.gewijzigd': {
    source: 'design 11',
    message: { nl: 'Het object is niet meer zoals If-Match het noemt.', en: 'The object is no longer as If-Match names it.' },
    mend: { nl: 'Vraag het object opnieuw op, breng de wijziging daarin aan en stuur de nieuwe ETag mee.', en: 'Get the object again, make the change in that, and send the new ETag along.' },
  },
  'id.bestaat-al': {
    source: 'IR Endpoint table',
    message: { nl: 'Er is al een object met dit id.', en: 'An object with this id exists already.' },
    mend: { nl: 'Kies een ander id, of lever een nieuwe versie aan als levering.', en: 'Choose another id, or hand in a new version as a delivery.' },
  },
  'id.laatste-onderdeel': {
    source: 'OPEN-part-write',
    message: { nl: 'Dit is het laatste onderdeel van het object waarin het staat; dat moet er minstens één hebben.', en: 'This is the last part of the object in which it stands, which must have at least one.' },
    mend: { nl: 'Voeg eerst een ander onderdeel toe, of verwijder het object waarin het staat; een referentie zonder contouren noemt in resulteertIn de reden.', en: 'Add another part first, or delete the object in which it stands; a reference without contours names the reason in resulteertIn.' },
  },
  'verwijzing.zonder-doel': {
    source: 'IM Relations',
    message: { nl: 'Deze verwijzing noemt geen object.', en: 'This link names no object.' },
    mend: { nl: 'Geef #id, een id, of het adres van het object.', en: 'Give #id, an id, or the address of the object.' },
  },
  'verwijzing.verkeerde-soort': {
    source: 'IM Relations',
    message: { nl: 'Deze verwijzing leidt naar een object van een soort waarnaar dit veld niet verwijst.', en: 'This link leads to an object of a kind that this field does not link to.' },
    mend: { nl: 'Verwijs van een activiteit naar haar locatie, en van een referentie naar haar activiteit.', en: 'Link from an activity to its location, and from a reference to its activity.' },
  },
  'verwijzing.onbekend': {
    source: 'IM Relations',
    message: { nl: 'Deze verwijzing leidt naar een id dat niet in de levering of het register staat, of dat geweigerd is.', en: 'This link leads to an id that is neither in the delivery nor in the register, or that was refused.' },
    mend: { nl: 'Lever het object waarnaar wordt verwezen eerst of tegelijk, of verbeter de verwijzing.', en: 'Deliver the object it leads to first or together with it, or mend the link.' },
  },
  'verwijzing.niet-in-hoofdobject': {
    source: 'OPEN-part-write',
  },
  'verwijzing.doel-vervalt': {
    source: 'IM Relations',
    message: { nl: 'Een ander object verwijst naar een onderdeel dat in deze versie ontbreekt.', en: 'Another object links to a part that this version leaves out.' },
    mend: { nl: 'Laat het onderdeel staan, of lever eerst het verwijzende object zonder die verwijzing.', en: 'Keep the part, or first deliver the linking object without that link.' },
  },
  'verwijzing.doel-verdwijnt': {
    source: 'design 7',
    message: { nl: 'Een ander object verwijst naar dit object of naar een onderdeel ervan.', en: 'Another object links to this object or to a part of it.' },
    mend: { nl: 'Verwijder of wijzig eerst het object dat verwijst.', en: 'First delete or change the object that links.' },
  },
  'houder.andere-bronhouder': {
    source: 'IM Base type',
    message: { nl: 'Dit object heeft een andere bronhoudercode dan de bronhouder die levert.', en: 'This object bears another bronhoudercode than that of the source holder who delivers.' },
    mend: { nl: 'Lever alleen objecten met de eigen bronhoudercode, of lever namens de bronhouder zelf (`--holder`).', en: 'Deliver only objects with your own bronhoudercode, or deliver as that source holder (`--holder`).' },
  },
  'houder.niet-de-eigenaar': {
    source: 'IR Authentication',
    message: { nl: 'Dit id is van een andere bronhouder.', en: 'This id belongs to another source holder.' },
    mend: { nl: 'Kies een id dat met de eigen bronhoudercode begint.', en: 'Choose an id that starts with your own bronhoudercode.' },
  },
  'houder.niet-toegestaan': {
    source: 'IR Authentication',
    message: { nl: 'Dit pad hoort bij een object van een andere bronhouder.', en: 'This path belongs to an object of another source holder.' },
    mend: { nl: 'Schrijf alleen onderdelen van de eigen objecten.', en: 'Write only parts of your own objects.' },
  },
  'verzoek.een-object': {
    source: 'OPEN-request-form',
  },
  'verzoek.aantal-features': {
    source: 'OPEN-request-form',
  },
  'verzoek.vorm': {
    source: 'OPEN-request-form',
  },
  'verzoek.ander-id': {
    source: 'OPEN-request-form',
  },
  'verzoek.ander-type': {
    source: 'OPEN-part-write',
  },
  'verzoek.patch-vorm': {
    source: 'OPEN-request-form',
  },
  'verzoek.crs-gemengd': {
    source: 'IR Headers',
  },
  'verzoek.buiten-collectie': {
    source: 'OPEN-post-collections',
  },
  'verzoek.zonder-plaats': {
    source: 'OPEN-part-feature',
  },
  'verzoek.geometrie-van-ander': {
    source: 'OPEN-part-feature',
  },
  'verzoek.andere-collectie': {
    source: 'OPEN-request-form',
  },
  'regel.einde-na-begin': {
    source: 'IM Base type: a validity has a begin and an end',
    message: { nl: 'eindGeldigheid ligt niet na beginGeldigheid.', en: 'eindGeldigheid is not after beginGeldigheid.' },
    mend: { nl: 'Verbeter één van beide; laat eindGeldigheid weg zolang het object geldig is.', en: 'Correct one of them; leave eindGeldigheid out while the object is valid.' },
  },
};
