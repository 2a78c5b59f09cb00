/**
 * Rules: every rule of the checks and of the register, with its level, and with title and source when it has a page in the service.
 *
 * A finding names one of these rules, so a rule without an entry does not compile. Every rule that can refuse an object has a title,
 * because the `type` of its errors is the URL of its page. So has a rule whose findings have different texts.
 * Not here: the words of a finding (rule-words/); severities and descriptions of all rules (RULES.md).
 */

/**
 * The step that checks a rule, in this order: the file as a whole (`delivery`), strict JSON, the schema, geometry, links and ids, domain
 * rules, the holder of the object (`authority`). Also the form of a request, and the decisions of the `register`.
 */
export type RuleLevel = 'delivery' | 'json' | 'schema' | 'geometry' | 'links' | 'domain' | 'authority' | 'request' | 'register';

interface Title {
  readonly nl: string;
  readonly en: string;
  /** The document, standard or decision of the rule. */
  readonly source: string;
}

/** A rule about reading bytes. */
interface ReadingRule {
  readonly level: 'delivery' | 'json';
  /** Whether an error of this rule leaves objects of the delivery unknown. Then no object may end for being absent from it. */
  readonly leavesObjectsUnknown: boolean;
}

type Rule = (ReadingRule | { readonly level: Exclude<RuleLevel, ReadingRule['level']> }) & (Title | object);

const RULES = {
  'levering.leeg': { level: 'delivery', leavesObjectsUnknown: true, nl: 'Het bestand of bericht is leeg', en: 'The file or message is empty', source: 'ARCHITECTURE, Checking' },
  'levering.geen-json': { level: 'delivery', leavesObjectsUnknown: true, nl: 'Dit is geen JSON', en: 'This is no JSON', source: 'OPEN-framing' },
  'levering.utf-16': { level: 'delivery', leavesObjectsUnknown: true, nl: 'Dit bestand is UTF-16; JSON is UTF-8', en: 'This file is UTF-16; JSON is UTF-8', source: 'ARCHITECTURE, Checking' },
  'levering.te-groot': { level: 'delivery', leavesObjectsUnknown: true, nl: 'De levering, of een object erin, is te groot', en: 'The delivery, or an object in it, is too large', source: 'limits' },
  'levering.te-veel-objecten': { level: 'delivery', leavesObjectsUnknown: true, nl: 'De levering heeft meer objecten dan één rapport kan bevatten', en: 'The delivery has more objects than one report can contain', source: 'limits' },
  'levering.leeg-item': { level: 'delivery', leavesObjectsUnknown: true, nl: 'Tussen of na de komma’s van de lijst ontbreekt een object', en: 'An object is missing between or after the commas of the list', source: 'ARCHITECTURE, Checking' },
  'levering.na-einde': { level: 'delivery', leavesObjectsUnknown: true, nl: 'Na het einde van het object of de lijst staat nog tekst', en: 'There is text after the end of the object or list', source: 'OPEN-framing' },
  'levering.onaf': { level: 'delivery', leavesObjectsUnknown: true, nl: 'Het bestand houdt midden in een object of lijst op', en: 'The file ends inside an object or a list', source: 'ARCHITECTURE, Checking' },
  'levering.gzip-afgekapt': { level: 'delivery', leavesObjectsUnknown: true, nl: 'Het ingepakte bestand (gzip) is afgekapt', en: 'The packed file (gzip) was cut off', source: 'OPEN-gzip' },
  'levering.gzip-beschadigd': { level: 'delivery', leavesObjectsUnknown: true, nl: 'Het ingepakte bestand (gzip) is beschadigd', en: 'The packed file (gzip) is damaged', source: 'OPEN-gzip' },
  'levering.gzip-opvulling': { level: 'delivery', leavesObjectsUnknown: false },
  'levering.gzip-te-groot': { level: 'delivery', leavesObjectsUnknown: true, nl: 'Uitgepakt is de levering te groot', en: 'Unpacked the delivery is too large', source: 'OPEN-gzip' },
  'levering.gzip-verdacht': { level: 'delivery', leavesObjectsUnknown: true, nl: 'Uitgepakt is dit bestand zo veel groter dat het geen gegevens zijn', en: 'Unpacked this file is so much larger that it is no data', source: 'OPEN-gzip' },
  'levering.voor-begin': { level: 'delivery', leavesObjectsUnknown: true, nl: 'Voor het eerste object staat tekst die geen JSON is', en: 'There is text that is no JSON before the first object', source: 'OPEN-framing' },
  'levering.codeblok': { level: 'delivery', leavesObjectsUnknown: true, nl: 'De JSON staat in een codeblok van Markdown', en: 'The JSON is in a code block of Markdown', source: 'OPEN-framing' },
  'levering.commentaar': { level: 'delivery', leavesObjectsUnknown: true, nl: 'Er staat commentaar in het bestand; JSON kent dat niet', en: 'The file has comments; JSON knows none', source: 'OPEN-framing' },
  'levering.onzichtbaar': { level: 'delivery', leavesObjectsUnknown: false },
  'levering.haak-ontbreekt': { level: 'delivery', leavesObjectsUnknown: true, nl: 'Een haak van de lijst ontbreekt', en: 'A bracket of the list is missing', source: 'OPEN-framing' },
  'levering.komma-ontbreekt': { level: 'delivery', leavesObjectsUnknown: false },
  'levering.komma-na-object': { level: 'delivery', leavesObjectsUnknown: false },
  'levering.omhulsel': { level: 'delivery', leavesObjectsUnknown: true, nl: 'De objecten staan in een omhulsel dat wij niet kennen', en: 'The objects are in an unknown wrapper', source: 'OPEN-framing' },
  'levering.esri': { level: 'delivery', leavesObjectsUnknown: true, nl: 'Dit is een object van Esri JSON', en: 'This is a feature of Esri JSON', source: 'OPEN-framing' },
  'levering.geen-object': { level: 'delivery', leavesObjectsUnknown: true, nl: 'Er staat een losse waarde of lijst waar een object moet staan', en: 'A bare value or list is where an object must be', source: 'IM Reading conventions' },
  'levering.object-in-tekst': { level: 'delivery', leavesObjectsUnknown: true, nl: 'Een object staat als tekst tussen aanhalingstekens', en: 'An object is a text in quotes', source: 'IM Reading conventions' },
  'levering.zonder-features': { level: 'delivery', leavesObjectsUnknown: true, nl: 'Een FeatureCollection heeft geen lijst features', en: 'A FeatureCollection has no list of features', source: 'RFC 7946, 3.3' },
  'levering.losse-geometrie': { level: 'delivery', leavesObjectsUnknown: true, nl: 'Er staat een losse geometrie waar een object moet staan', en: 'A bare geometry is where an object must be', source: 'IM Reading conventions' },
  'levering.properties-in-properties': { level: 'delivery', leavesObjectsUnknown: true, nl: 'De velden van een Feature staan één niveau te diep', en: 'The fields of a Feature are one level too deep', source: 'ARCHITECTURE, Paths and features' },
  'levering.feature-zonder-properties': { level: 'delivery', leavesObjectsUnknown: true, nl: 'Een Feature heeft geen properties', en: 'A Feature has no properties', source: 'ARCHITECTURE, Paths and features' },
  'levering.geometrie-dubbel': { level: 'delivery', leavesObjectsUnknown: true, nl: 'De geometrie staat zowel in geometry als in properties', en: 'The geometry is both in geometry and in properties', source: 'ARCHITECTURE, Paths and features' },
  'levering.feature-id': { level: 'delivery', leavesObjectsUnknown: true, nl: 'De id van de Feature is een andere dan die in properties', en: 'The id of the Feature differs from the one in properties', source: 'ARCHITECTURE, Paths and features' },
  'levering.rijnummer': { level: 'delivery', leavesObjectsUnknown: false },
  'levering.eigen-links': { level: 'delivery', leavesObjectsUnknown: false },
  'levering.geen-collectie': { level: 'delivery', leavesObjectsUnknown: true, nl: 'Een object met features moet als type FeatureCollection hebben', en: 'An object with features must have the type FeatureCollection', source: 'ARCHITECTURE, Paths and features' },
  'levering.crs-in-bestand': { level: 'delivery', leavesObjectsUnknown: false },
  'levering.crs-onbekend': { level: 'delivery', leavesObjectsUnknown: true, nl: 'Dit coördinatenstelsel kennen wij niet', en: 'We do not know this CRS', source: 'OPEN-crs-of-files' },
  'levering.zonder-objecten': { level: 'delivery', leavesObjectsUnknown: false },
  'levering.alles-of-niets': { level: 'delivery', leavesObjectsUnknown: false },
  'levering.beeindigd': { level: 'register' },
  'levering.niet-beeindigd': { level: 'register' },
  'levering.volledig-onzeker': { level: 'register' },
  'levering.geheel-geweigerd': { level: 'register', nl: 'Geweigerd omdat een ander object in dezelfde levering is geweigerd', en: 'Refused because another object in the same delivery was refused', source: 'ARCHITECTURE, Checking' },
  'levering.geparkeerd': { level: 'register' },
  'levering.terzijde': { level: 'register', nl: 'De levering is terzijde gelegd: verwerken mislukte', en: 'The delivery was set aside: processing it failed', source: 'ARCHITECTURE, State' },
  'levering.geweigerd': { level: 'register', nl: 'De beheerder heeft deze indiening geweigerd', en: 'The operator refused this submission', source: 'OPEN-refused' },
  'model.3.0': { level: 'delivery', leavesObjectsUnknown: false },
  'rapport.ingekort': { level: 'delivery', leavesObjectsUnknown: false, nl: 'Niet alles wat gevonden is staat in dit rapport', en: 'Not everything that was found is in this report', source: 'ARCHITECTURE, Checking' },
  'json.bom': { level: 'json', leavesObjectsUnknown: false },
  'json.utf8': { level: 'json', leavesObjectsUnknown: true, nl: 'Het bestand is geen UTF-8', en: 'The file is not UTF-8', source: 'RFC 8259, 8.1' },
  'json.syntaxis': { level: 'json', leavesObjectsUnknown: true, nl: 'Dit is geen goed geschreven JSON', en: 'This is not well-written JSON', source: 'RFC 8259' },
  'json.dubbele-sleutel': { level: 'json', leavesObjectsUnknown: true, nl: 'Een veldnaam staat twee keer in hetzelfde object', en: 'A field name occurs twice in one object', source: 'RFC 8259, 4' },
  'json.half-teken': { level: 'json', leavesObjectsUnknown: true, nl: 'Een tekst bevat een half teken', en: 'A text contains half a character', source: 'RFC 8259, 8.2' },
  'json.verboden-teken': { level: 'json', leavesObjectsUnknown: true, nl: 'Een tekst bevat een stuurteken, of een teken dat de leesrichting omdraait', en: 'A text contains a control character, or one that changes the text direction', source: 'OPEN-text-characters' },
  'json.html-code': { level: 'json', leavesObjectsUnknown: false },
  'json.tekst-verminkt': { level: 'json', leavesObjectsUnknown: false, nl: 'In een tekst zijn letters verminkt', en: 'Letters in a text are garbled', source: 'OPEN-text-characters' },
  'json.letter-verloren': { level: 'json', leavesObjectsUnknown: false },
  'json.geheel-getal': { level: 'json', leavesObjectsUnknown: true, nl: 'Een geheel getal is te groot om precies te bewaren', en: 'A whole number is too large to be stored exactly', source: 'RFC 8259, 6' },
  'json.getal-te-groot': { level: 'json', leavesObjectsUnknown: true, nl: 'Een getal is te groot om te bewaren', en: 'A number is too large to be stored', source: 'RFC 8259, 6' },
  'json.diepte': { level: 'json', leavesObjectsUnknown: true, nl: 'Er zijn te veel haken in elkaar geopend', en: 'Too many brackets are open inside each other', source: 'limits' },
  'json.objecten': { level: 'json', leavesObjectsUnknown: true, nl: 'Een object bestaat uit te veel onderdelen', en: 'An object has too many objects in it', source: 'limits' },
  'json.tekst-te-lang': { level: 'json', leavesObjectsUnknown: true, nl: 'Een tekst is te lang voor programma’s die kaarten tonen', en: 'A text is too long for programs that show maps', source: 'OPEN-text-limits' },
  'json.object-te-groot': { level: 'json', leavesObjectsUnknown: true, nl: 'Een object is te groot, ook zonder de objecten erin en zonder coördinaten', en: 'An object is too large, even without the objects in it and without coordinates', source: 'OPEN-text-limits' },
  'schema.entityType': { level: 'schema', nl: 'Het soort object bestaat niet, of hoort niet op deze plaats', en: 'The type of object does not exist, or does not belong here', source: 'IM Reading conventions 3' },
  'schema.required': { level: 'schema', nl: 'Een verplicht veld ontbreekt', en: 'A required field is missing', source: 'IM Reading conventions 1' },
  'schema.onbekend-veld': { level: 'schema', nl: 'Een veld bestaat niet, of niet in het object waarin het staat', en: 'A field does not exist, or not in this object', source: 'IM Reading conventions 3' },
  'schema.type': { level: 'schema', nl: 'Een waarde is van de verkeerde soort', en: 'A value is of the wrong kind', source: 'IM Reading conventions 1' },
  'schema.waardelijst': { level: 'schema', nl: 'Een waarde staat niet in haar waardelijst', en: 'A value is not in its code list', source: 'IM, fields with a code list' },
  'schema.bereik': { level: 'schema', nl: 'Een getal is te groot of te klein', en: 'A number is too large or too small', source: 'IM, constraints' },
  'schema.patroon': { level: 'schema', nl: 'Een waarde is niet in de juiste vorm geschreven', en: 'A value is not written in the right form', source: 'IM, constraints' },
  'schema.lengte': { level: 'schema', nl: 'Een tekst is te lang of te kort', en: 'A text is too long or too short', source: 'IM, constraints' },
  'schema.aantal': { level: 'schema', nl: 'Een lijst heeft te veel of te weinig onderdelen', en: 'A list has too many or too few items', source: 'IM, constraints' },
  'schema.uniek': { level: 'schema', nl: 'Een lijst heeft twee keer hetzelfde onderdeel', en: 'A list has the same item twice', source: 'IM, constraints' },
  'schema.keuze': { level: 'schema', nl: 'Er is niet precies één van de mogelijkheden gekozen', en: 'Not exactly one of the alternatives was chosen', source: 'IM Reading conventions 5' },
  'schema.datum': { level: 'schema', nl: 'Een datum of tijd bestaat niet, of is anders geschreven; een tijdstip als 2021-01-31T09:00:00', en: 'A date or time does not exist, or is written differently; a time as 2021-01-31T09:00:00', source: 'IM Reading conventions 6' },
  'schema.geometrie': { level: 'schema', nl: 'Een geometrie is niet opgebouwd zoals GeoJSON voorschrijft', en: 'A geometry is not built as GeoJSON prescribes', source: 'IM Reading conventions 7' },
  'schema.ongebruikt-veld': { level: 'schema', nl: 'Een extra veld wordt niet gebruikt', en: 'An extra field is not used', source: 'IM Shared value types' },
  'schema.verwacht': { level: 'schema', nl: 'Een veld dat wij verwachten ontbreekt', en: 'A field that we expect is missing', source: 'OPEN-activity-fields' },
  'schema.geen-waarde': { level: 'schema', nl: 'Een tekst is leeg of zegt dat er geen waarde is, maar telt als waarde', en: 'A text is empty or says that there is no value, but counts as one', source: 'IM Reading conventions 4' },
  'schema.tooi': { level: 'schema', nl: 'Een code lijkt niet op een code uit de TOOI-lijst', en: 'A code does not look like one of the TOOI list', source: 'OPEN-tooi' },
  'geometrie.vorm': { level: 'geometry', nl: 'Een geometrie heeft niet de vorm van haar type', en: 'A geometry is not shaped as its type says', source: 'IM Reading conventions 7' },
  'geometrie.te-groot': { level: 'geometry', nl: 'Een geometrie heeft te veel punten, lijnen of ringen', en: 'A geometry has too many positions, lines or rings', source: 'limits' },
  'geometrie.te-ingewikkeld': { level: 'geometry', nl: 'De lijnen van een geometrie lopen zo door elkaar dat zij niet te controleren is', en: 'The lines of a geometry are so entangled that it cannot be checked', source: 'limits' },
  'geometrie.gemengd': { level: 'geometry', nl: 'Sommige punten hebben een hoogte en andere niet', en: 'Some positions have a height and others have none', source: 'ARCHITECTURE, Checking' },
  'geometrie.hoogte-teveel': { level: 'geometry', nl: 'De punten hebben een hoogte, maar het genoemde stelsel heeft er geen', en: 'The positions have a height, but the CRS named has none', source: 'OPEN-crs-of-files' },
  'geometrie.hoogte-ontbreekt': { level: 'geometry', nl: 'Het genoemde stelsel heeft hoogten, maar de punten niet', en: 'The CRS named has heights, but the positions have none', source: 'OPEN-crs-of-files' },
  'geometrie.buiten-bereik': { level: 'geometry', nl: 'Een punt ligt buiten het gebied van dit register', en: 'A position is outside the area of this register', source: 'OPEN-area' },
  'geometrie.ander-stelsel': { level: 'geometry', nl: 'De coördinaten lijken in een ander stelsel te staan dan is opgegeven', en: 'The coordinates seem to be in another CRS than was announced', source: 'OPEN-crs-of-files' },
  'geometrie.punt-ver': { level: 'geometry', nl: 'Eén punt van een geometrie ligt ver van alle andere', en: 'One position of a geometry lies far from all others', source: 'OPEN-far-vertex' },
  'geometrie.ring-open': { level: 'geometry', nl: 'Een ring is niet gesloten', en: 'A ring is not closed', source: 'RFC 7946, 3.1.6' },
  'geometrie.zelfdoorsnijding': { level: 'geometry', nl: 'De omtrek kruist of raakt zichzelf', en: 'The outline crosses or touches itself', source: 'Simple Features' },
  'geometrie.ring-raakt-zichzelf': { level: 'geometry', nl: 'Een ring komt twee keer door hetzelfde punt', en: 'A ring passes through the same position twice', source: 'Simple Features' },
  'geometrie.gat-buiten-vlak': { level: 'geometry', nl: 'Een gat ligt (deels) buiten het vlak', en: 'A hole lies (partly) outside the polygon', source: 'Simple Features' },
  'geometrie.gat-in-gat': { level: 'geometry', nl: 'Een gat ligt binnen een ander gat', en: 'A hole lies inside another hole', source: 'Simple Features' },
  'geometrie.binnenkant-los': { level: 'geometry', nl: 'Gaten die elkaar of de rand raken delen het vlak in losse stukken', en: 'Holes that touch each other or the outside cut the polygon into pieces', source: 'Simple Features' },
  'geometrie.vlak-in-vlak': { level: 'geometry', nl: 'Een deel van de MultiPolygon ligt in een ander deel', en: 'A part of the MultiPolygon lies inside another part', source: 'Simple Features' },
  'geometrie.dubbele-ring': { level: 'geometry', nl: 'Twee ringen zijn gelijk', en: 'Two rings are equal', source: 'Simple Features' },
  'geometrie.te-weinig-punten': { level: 'geometry', nl: 'Een lijn of ring heeft te weinig verschillende punten', en: 'A line or ring has too few distinct positions', source: 'Simple Features' },
  'geometrie.op-millimeter': { level: 'geometry', nl: 'Een geometrie wordt ongeldig bij 1 mm', en: 'A geometry becomes invalid at 1 mm', source: 'OPEN-published-valid' },
  'geometrie.na-afronden': { level: 'geometry', nl: 'Een geometrie wordt ongeldig bij de decimalen waarin zij gepubliceerd wordt', en: 'A geometry becomes invalid at the decimals in which it is published', source: 'OPEN-published-valid' },
  'geometrie.ongeldig': { level: 'geometry', nl: 'Een geometrie is niet geldig; de plaats is niet te noemen', en: 'A geometry is not valid; the location is unknown', source: 'Simple Features' },
  'id.dubbel': { level: 'links', nl: 'Een id is in de levering al door een ander object gebruikt', en: 'Another object of the delivery has this id already', source: 'IM Base type' },
  'id.te-veel-versies': { level: 'links', nl: 'Te veel versies van een object', en: 'Too many versions of an object', source: 'OPEN-versions-in-one-delivery' },
  'id.andere-vorm': { level: 'links' },
  'id.zelfde-begin': { level: 'links', nl: 'Twee versies van een object beginnen op hetzelfde moment en zijn niet gelijk', en: 'Two versions of an object begin at the same moment and are not equal', source: 'OPEN-versions-in-one-delivery' },
  'id.in-gebruik': { level: 'links', nl: 'Een id is al in gebruik bij een ander object of een ander type', en: 'An id is in use already for another object or another type', source: 'IM Base type' },
  'id.bestaat-niet': { level: 'links', nl: 'Er is geen object van dit type met dit id', en: 'There is no object of this type with this id', source: 'IR Endpoint table' },
  'id.gewijzigd': { level: 'links', nl: 'Een object is niet meer zoals If-Match het noemt', en: 'An object is no longer as If-Match names it', source: 'ARCHITECTURE, Responses' },
  'id.bestaat-al': { level: 'links', nl: 'Er is al een object met dit id', en: 'An object with this id exists already', source: 'IR Endpoint table' },
  'id.laatste-onderdeel': { level: 'links', nl: 'Een object moet minstens één onderdeel houden', en: 'An object must keep at least one part', source: 'OPEN-part-write' },
  'id.niets-te-corrigeren': { level: 'register', nl: 'Een correctie noemt een object waarvan het register geen versie heeft', en: 'A correction names an object of which the register has no version', source: 'OPEN-correction' },
  'id.correctie-versies': { level: 'register', nl: 'Een correctie brengt meer versies van één object', en: 'A correction brings several versions of one object', source: 'OPEN-correction' },
  'regel.correctie-begin': { level: 'register', nl: 'Een correctie begint niet na de versie vóór de nieuwste', en: 'A correction does not begin after the version before the newest', source: 'OPEN-correction' },
  'regel.gecorrigeerd': { level: 'register', nl: 'Een versie vervangt de nieuwste versie, met haar hele periode', en: 'A version replaces the newest version with all of its period', source: 'OPEN-correction' },
  'regel.alleen-verleden': { level: 'register', nl: 'Een versie verandert alleen het verleden', en: 'A version changes the past only', source: 'OPEN-past-only' },
  'regel.weer-geldig': { level: 'register', nl: 'Een object dat was geëindigd geldt weer', en: 'An object that had ended is valid again', source: 'OPEN-returns' },
  'regel.oude-inhoud': { level: 'register', nl: 'Een versie brengt oude inhoud terug', en: 'A version brings old content back', source: 'OPEN-returns' },
  'regel.versies-overlappen': { level: 'register', nl: 'Een versie begint voordat een eerdere volgens haar eindGeldigheid eindigt', en: 'A version begins before an earlier one ends by its eindGeldigheid', source: 'OPEN-overlapping-versions' },
  'regel.versie-geweigerd': { level: 'register', nl: 'Een versie blijft gelden omdat een latere is geweigerd', en: 'A version stays valid because a later one was refused', source: 'OPEN-versions-in-one-delivery' },
  'regel.onderdelen-weggelaten': { level: 'register', nl: 'Een versie laat onderdelen weg die de versie ervoor heeft', en: 'A version leaves out parts that the version before it has', source: 'OPEN-parts-left-out' },
  'regel.onderdelen-nieuwe-ids': { level: 'register', nl: 'Alle onderdelen van een object hebben een andere id dan in de versie ervoor', en: 'All parts of an object have another id than in the version before it', source: 'OPEN-parts-left-out' },
  'regel.dubbel-in-register': { level: 'register', nl: 'Een object kan hetzelfde zijn als een object dat het register al heeft, onder een andere id', en: 'An object may be the same as one that the register has already, under another id', source: 'OPEN-duplicates' },
  'verwijzing.zonder-doel': { level: 'links', nl: 'Een verwijzing noemt geen object', en: 'A link names no object', source: 'IM Relations' },
  'verwijzing.verkeerde-soort': { level: 'links', nl: 'Een verwijzing leidt naar een object van een soort waarnaar het veld niet verwijst', en: 'A link leads to an object of a kind that the field does not link to', source: 'IM Relations' },
  'verwijzing.anders-dan-plaats': { level: 'links' },
  'verwijzing.niet-gecontroleerd': { level: 'links' },
  'verwijzing.onbekend': { level: 'links', nl: 'Een verwijzing leidt naar een id dat niet in de levering of het register staat, of dat geweigerd is', en: 'A link leads to an id that is neither in the delivery nor in the register, or that was refused', source: 'IM Relations' },
  'verwijzing.niet-in-hoofdobject': { level: 'links', nl: 'Een verwijzing noemt geen object waarin een onderdeel kan staan', en: 'A link names no object that can be the parent of a nested object', source: 'OPEN-part-write' },
  'verwijzing.doel-vervalt': { level: 'links', nl: 'Een ander object verwijst naar een onderdeel dat in deze versie ontbreekt', en: 'Another object links to a part that this version leaves out', source: 'IM Relations' },
  'verwijzing.doel-verdwijnt': { level: 'links', nl: 'Een ander object verwijst naar een object dat verwijderd zou worden', en: 'Another object links to an object that would be deleted', source: 'ARCHITECTURE, Versions' },
  'houder.andere-bronhouder': { level: 'authority', nl: 'Een object heeft een andere bronhoudercode dan de bronhouder die levert', en: 'An object has another bronhoudercode than that of the source holder who delivers', source: 'IM Base type' },
  'houder.niet-de-eigenaar': { level: 'authority', nl: 'Een id is van een andere bronhouder', en: 'An id belongs to another source holder', source: 'IR Authentication' },
  'houder.niet-toegestaan': { level: 'authority', nl: 'Een pad hoort bij een object van een andere bronhouder', en: 'A path belongs to an object of another source holder', source: 'IR Authentication' },
  'verzoek.een-object': { level: 'request', nl: 'Een verzoek bevat precies één object', en: 'A request contains exactly one object', source: 'OPEN-request-form' },
  'verzoek.aantal-features': { level: 'request', nl: 'Een FeatureCollection bevat geen of te veel features', en: 'A FeatureCollection contains no features, or too many', source: 'OPEN-request-form' },
  'verzoek.vorm': { level: 'request', nl: 'Het pad neemt een andere vorm aan: een Feature, een FeatureCollection, of het object zelf', en: 'The path takes another form: a Feature, a FeatureCollection, or the object itself', source: 'OPEN-request-form' },
  'verzoek.ander-id': { level: 'request', nl: 'Een object heeft een ander id dan het pad', en: 'An object has another id than the path', source: 'OPEN-request-form' },
  'verzoek.ander-type': { level: 'request', nl: 'Een object heeft een ander entityType dan het object op het pad', en: 'An object has another entityType than the object at the path', source: 'OPEN-part-write' },
  'verzoek.patch-vorm': { level: 'request', nl: 'Een PATCH bevat geen wijziging van het object', en: 'A PATCH contains no change of the object', source: 'OPEN-request-form' },
  'verzoek.crs-gemengd': { level: 'request', nl: 'Een wijziging brengt geometrie in een ander CRS dan de geometrie die blijft', en: 'A change brings geometry in another CRS than the geometry that stays', source: 'IR Headers' },
  'verzoek.buiten-collectie': { level: 'request', nl: 'Een Feature hoort in een object dat niet in de FeatureCollection staat', en: 'A Feature belongs in an object that is not in the FeatureCollection', source: 'OPEN-post-collections' },
  'verzoek.meer-versies': { level: 'request', nl: 'Een Feature hoort in een object waarvan meer versies in de FeatureCollection staan', en: 'A Feature belongs in an object of which the FeatureCollection has several versions', source: 'OPEN-post-collections' },
  'verzoek.zonder-type': { level: 'request', nl: 'Een Feature noemt geen entityType, en zijn collectie heeft er meer', en: 'A Feature names no entityType, and its collection has several', source: 'OPEN-new-feature' },
  'verzoek.ingevuld': { level: 'request', nl: 'Het register heeft een leeg veld van een nieuwe Feature ingevuld', en: 'The register filled in an empty field of a new Feature', source: 'OPEN-new-feature' },
  'verzoek.tekst-gelezen': { level: 'request', nl: 'Een tekst in een Feature is gelezen als een waarde van zijn veld', en: 'A text in a Feature was read as a value of its field', source: 'OPEN-feature-texts' },
  'verzoek.zonder-plaats': { level: 'request', nl: 'Een Feature noemt niet in welk object hij staat', en: 'A Feature does not name its parent', source: 'OPEN-part-feature' },
  'verzoek.geometrie-vervangt-afstand': { level: 'request', nl: 'De geometrie van een contour neemt de plaats van haar afstand in', en: 'The geometry of a contour takes the place of its distance', source: 'OPEN-contour-area' },
  'verzoek.geometrie-van-ander': { level: 'request', nl: 'Een Feature van een activiteit heeft de geometrie van haar locatie', en: 'A Feature of an activity has the geometry of its location', source: 'OPEN-part-feature' },
  'verzoek.andere-collectie': { level: 'request', nl: 'Een object hoort niet op dit pad', en: 'An object does not belong at this path', source: 'OPEN-request-form' },
  'openbaarheid.informatieGeheim': { level: 'register' },
  'openbaarheid.privacyGevoelig': { level: 'register' },
  'openbaarheid.andere-versie': { level: 'register' },
  'regel.einde-na-begin': { level: 'domain', nl: 'eindGeldigheid ligt niet na beginGeldigheid', en: 'eindGeldigheid is not after beginGeldigheid', source: 'IM Base type: a validity has a begin and an end' },
  'regel.begin-onwaarschijnlijk': { level: 'domain' },
  'regel.einde-onwaarschijnlijk': { level: 'domain' },
  'regel.klok-verzet': { level: 'domain' },
  'regel.onderdeel-nooit-geldig': { level: 'domain' },
  'regel.onderdeel-eindigt-later': { level: 'domain' },
  'regel.onderdeel-andere-bronhouder': { level: 'domain' },
  'regel.alleen-lezen': { level: 'domain' },
  'regel.afgeleid-veld': { level: 'domain' },
  'regel.registratie-door-register': { level: 'domain' },
  'regel.id-aanbevolen': { level: 'domain' },
  'regel.id-normaalvorm': { level: 'domain' },
  'regel.lokaalid-bronhouder': { level: 'domain' },
  'regel.onzichtbaar-teken': { level: 'domain' },
  'regel.id-in-adres': { level: 'domain' },
  'regel.lijst-in-tekst': { level: 'domain', nl: 'Een tekst in een lijst is zelf een lijst, geschreven als tekst', en: 'A text in a list is a list itself, written as text', source: 'OPEN-list-in-text' },
  'regel.documentatie-link': { level: 'domain' },
  'regel.bag-soort': { level: 'domain' },
  'regel.geheim-zonder-grondslag': { level: 'domain' },
  'regel.activiteit-bij-locatie': { level: 'domain' },
  'regel.vergunningplicht': { level: 'domain' },
  'regel.wijziging-voor-vergunning': { level: 'domain' },
  'regel.vergunning-toekomst': { level: 'domain' },
  'regel.activiteiten-beeindigd': { level: 'domain' },
  'regel.tr-activiteit': { level: 'domain' },
  'regel.bal-artikel': { level: 'domain' },
  'regel.seveso-kvk': { level: 'domain' },
  'regel.stelsel-zonder-plaats': { level: 'domain' },
  'regel.propaan-opstelplaats': { level: 'domain' },
  'regel.eos-mobiel-vlak': { level: 'domain' },
  'regel.eos-oppervlakte': { level: 'domain' },
  'regel.eos-natrium': { level: 'domain' },
  'regel.eos-gecertificeerd': { level: 'domain' },
  'regel.vervoer-bij-locatie': { level: 'domain' },
  'regel.referentiesoort': { level: 'domain' },
  'regel.referentie-bij-activiteit': { level: 'domain' },
  'regel.aantal-windturbines': { level: 'domain' },
  'regel.referentie-ver-weg': { level: 'domain' },
  'regel.hoort-bij-elders': { level: 'domain' },
  'regel.contour-ver-weg': { level: 'domain' },
  'regel.contour-dubbel': { level: 'domain' },
  'regel.zone-bij-activiteit': { level: 'domain' },
  'regel.afstand-groot': { level: 'domain' },
  'regel.afstand-klein': { level: 'domain' },
  'regel.afstand-nul': { level: 'domain' },
  'regel.maat-onwaarschijnlijk': { level: 'domain' },
  'regel.pr-volgorde': { level: 'domain' },
  'regel.samengesteld-vastgesteld': { level: 'domain' },
  'regel.cas-controlecijfer': { level: 'domain' },
  'regel.buiten-nederland': { level: 'domain' },
  'regel.zelfde-geometrie': { level: 'domain' },
  'regel.zelfde-identificatie': { level: 'domain' },
} as const satisfies Readonly<Record<string, Rule>>;

/** Name of a rule: `geometrie.ring-open`. It does not change between releases. */
export type RuleId = keyof typeof RULES;

export const RULE_IDS = Object.keys(RULES) as readonly RuleId[];

export function levelOf(rule: RuleId): RuleLevel {
  return RULES[rule].level;
}

/** Whether an error of this rule leaves objects of the delivery unknown. */
export function leavesObjectsUnknown(rule: RuleId): boolean {
  const of: Rule = RULES[rule];
  return 'leavesObjectsUnknown' in of && of.leavesObjectsUnknown;
}

const TITLED = Object.entries<Rule>(RULES).flatMap(([rule, entry]) => ('nl' in entry ? [[rule, entry] as const] : []));

export const RULE_TITLES: ReadonlyMap<string, Pick<Title, 'nl' | 'en'>> = new Map(TITLED.map(([rule, { nl, en }]) => [rule, { nl, en }]));
export const RULE_SOURCES: ReadonlyMap<string, string> = new Map(TITLED.map(([rule, { source }]) => [rule, source]));
