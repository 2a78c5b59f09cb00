/**
 * Rules: the one table of all rules of the checks and of the register, each with its level, its severity, its source and, mostly, a title.
 *
 * Invariants:
 *  - A finding names one of these rules and has the severity that the table gives it.
 *  - Every rule that can refuse an object has a title, and so has a rule whose findings have different texts.
 * Not here: the words of a finding (rule-words/), the table with words and fields for its readers (rule-table.ts).
 */

/**
 * The step that checks a rule, in this order: the file as a whole (`delivery`), strict JSON, the schema, geometry, links and ids, domain
 * rules, the holder of the object (`authority`). Also the form of a request, and the decisions of the `register`.
 */
export const RULE_LEVELS = ['delivery', 'json', 'schema', 'geometry', 'links', 'domain', 'authority', 'request', 'register'] as const;
export type RuleLevel = (typeof RULE_LEVELS)[number];

/** The severity of a finding. Only an error refuses the root that contains it. */
export type Severity = 'error' | 'warning' | 'info';

/** The severity of a rule's findings. For a few rules the case decides between two. */
export const RULE_SEVERITIES = ['error', 'warning', 'info', 'error-or-warning', 'warning-or-info'] as const satisfies readonly (Severity | `${Severity}-or-${Severity}`)[];
export type RuleSeverity = (typeof RULE_SEVERITIES)[number];

interface Title {
  readonly nl: string;
  readonly en: string;
}

interface RuleBase {
  readonly severity: RuleSeverity;
  /** Fields that a finding is about; absent when it can be any field, or none. */
  readonly fields?: readonly string[];
  /** The document, standard or decision of the rule. */
  readonly source: string;
}

/** A rule about reading bytes. */
interface ReadingRule extends RuleBase {
  readonly level: 'delivery' | 'json';
  /** Whether an error of this rule leaves objects of the delivery unknown. Then no object may end for being absent from it. */
  readonly leavesObjectsUnknown: boolean;
}

export type Rule = (ReadingRule | RuleBase & { readonly level: Exclude<RuleLevel, ReadingRule['level']> }) & (Title | object);

const RULES = {
  'levering.leeg': { level: 'delivery', severity: 'error', leavesObjectsUnknown: true, nl: 'Het bestand of bericht is leeg', en: 'The file or message is empty', source: 'ARCHITECTURE, Checking' },
  'levering.geen-json': { level: 'delivery', severity: 'error', leavesObjectsUnknown: true, nl: 'Dit is geen JSON', en: 'This is no JSON', source: 'OPEN-framing' },
  'levering.utf-16': { level: 'delivery', severity: 'error', leavesObjectsUnknown: true, nl: 'Dit bestand is UTF-16; JSON is UTF-8', en: 'This file is UTF-16; JSON is UTF-8', source: 'ARCHITECTURE, Checking' },
  'levering.te-groot': { level: 'delivery', severity: 'error', leavesObjectsUnknown: true, nl: 'De levering, of een object erin, is te groot', en: 'The delivery, or an object in it, is too large', source: 'limits' },
  'levering.te-veel-objecten': { level: 'delivery', severity: 'error', leavesObjectsUnknown: true, nl: 'De levering heeft meer objecten dan één rapport kan bevatten', en: 'The delivery has more objects than one report can contain', source: 'limits' },
  'levering.leeg-item': { level: 'delivery', severity: 'error', leavesObjectsUnknown: true, nl: 'Tussen of na de komma’s van de lijst ontbreekt een object', en: 'An object is missing between or after the commas of the list', source: 'ARCHITECTURE, Checking' },
  'levering.na-einde': { level: 'delivery', severity: 'error', leavesObjectsUnknown: true, nl: 'Na het einde van het object of de lijst staat nog tekst', en: 'There is text after the end of the object or list', source: 'OPEN-framing' },
  'levering.onaf': { level: 'delivery', severity: 'error', leavesObjectsUnknown: true, nl: 'Het bestand houdt midden in een object of lijst op', en: 'The file ends inside an object or a list', source: 'ARCHITECTURE, Checking' },
  'levering.gzip-afgekapt': { level: 'delivery', severity: 'error', leavesObjectsUnknown: true, nl: 'Het ingepakte bestand (gzip) is afgekapt', en: 'The packed file (gzip) was cut off', source: 'OPEN-gzip' },
  'levering.gzip-beschadigd': { level: 'delivery', severity: 'error', leavesObjectsUnknown: true, nl: 'Het ingepakte bestand (gzip) is beschadigd', en: 'The packed file (gzip) is damaged', source: 'OPEN-gzip' },
  'levering.gzip-opvulling': { level: 'delivery', severity: 'warning', leavesObjectsUnknown: false, source: 'OPEN-gzip' },
  'levering.gzip-te-groot': { level: 'delivery', severity: 'error', leavesObjectsUnknown: true, nl: 'Uitgepakt is de levering te groot', en: 'Unpacked the delivery is too large', source: 'OPEN-gzip' },
  'levering.gzip-verdacht': { level: 'delivery', severity: 'error', leavesObjectsUnknown: true, nl: 'Uitgepakt is dit bestand zo veel groter dat het geen gegevens zijn', en: 'Unpacked this file is so much larger that it is no data', source: 'OPEN-gzip' },
  'levering.voor-begin': { level: 'delivery', severity: 'error', leavesObjectsUnknown: true, nl: 'Voor het eerste object staat tekst die geen JSON is', en: 'There is text that is no JSON before the first object', source: 'OPEN-framing' },
  'levering.codeblok': { level: 'delivery', severity: 'error', leavesObjectsUnknown: true, nl: 'De JSON staat in een codeblok van Markdown', en: 'The JSON is in a code block of Markdown', source: 'OPEN-framing' },
  'levering.commentaar': { level: 'delivery', severity: 'error', leavesObjectsUnknown: true, nl: 'Er staat commentaar in het bestand; JSON kent dat niet', en: 'The file has comments; JSON knows none', source: 'OPEN-framing' },
  'levering.onzichtbaar': { level: 'delivery', severity: 'warning', leavesObjectsUnknown: false, source: 'OPEN-framing' },
  'levering.haak-ontbreekt': { level: 'delivery', severity: 'error', leavesObjectsUnknown: true, nl: 'Een haak van de lijst ontbreekt', en: 'A bracket of the list is missing', source: 'OPEN-framing' },
  'levering.komma-ontbreekt': { level: 'delivery', severity: 'warning', leavesObjectsUnknown: false, source: 'OPEN-framing' },
  'levering.komma-na-object': { level: 'delivery', severity: 'warning', leavesObjectsUnknown: false, source: 'OPEN-framing' },
  'levering.omhulsel': { level: 'delivery', severity: 'error', leavesObjectsUnknown: true, nl: 'De objecten staan in een omhulsel dat wij niet kennen', en: 'The objects are in an unknown wrapper', source: 'OPEN-framing' },
  'levering.esri': { level: 'delivery', severity: 'error', leavesObjectsUnknown: true, nl: 'Dit is een object van Esri JSON', en: 'This is a feature of Esri JSON', source: 'OPEN-framing' },
  'levering.geen-object': { level: 'delivery', severity: 'error', leavesObjectsUnknown: true, nl: 'Er staat een losse waarde of lijst waar een object moet staan', en: 'A bare value or list is where an object must be', source: 'IM Reading conventions' },
  'levering.object-in-tekst': { level: 'delivery', severity: 'error', leavesObjectsUnknown: true, nl: 'Een object staat als tekst tussen aanhalingstekens', en: 'An object is a text in quotes', source: 'IM Reading conventions' },
  'levering.zonder-features': { level: 'delivery', severity: 'error', fields: ['features'], leavesObjectsUnknown: true, nl: 'Een FeatureCollection heeft geen lijst features', en: 'A FeatureCollection has no list of features', source: 'RFC 7946, 3.3' },
  'levering.losse-geometrie': { level: 'delivery', severity: 'error', leavesObjectsUnknown: true, nl: 'Er staat een losse geometrie waar een object moet staan', en: 'A bare geometry is where an object must be', source: 'IM Reading conventions' },
  'levering.properties-in-properties': { level: 'delivery', severity: 'error', fields: ['properties'], leavesObjectsUnknown: true, nl: 'De velden van een Feature staan één niveau te diep', en: 'The fields of a Feature are one level too deep', source: 'ARCHITECTURE, Paths and features' },
  'levering.feature-zonder-properties': { level: 'delivery', severity: 'error', fields: ['properties'], leavesObjectsUnknown: true, nl: 'Een Feature heeft geen properties', en: 'A Feature has no properties', source: 'ARCHITECTURE, Paths and features' },
  'levering.geometrie-dubbel': { level: 'delivery', severity: 'error', fields: ['geometry'], leavesObjectsUnknown: true, nl: 'De geometrie staat zowel in geometry als in properties', en: 'The geometry is both in geometry and in properties', source: 'ARCHITECTURE, Paths and features' },
  'levering.feature-id': { level: 'delivery', severity: 'error', fields: ['id'], leavesObjectsUnknown: true, nl: 'De id van de Feature is een andere dan die in properties', en: 'The id of the Feature differs from the one in properties', source: 'ARCHITECTURE, Paths and features' },
  'levering.rijnummer': { level: 'delivery', severity: 'info', fields: ['id'], leavesObjectsUnknown: false, source: 'OPEN-feature-gis' },
  'levering.eigen-links': { level: 'delivery', severity: 'info', fields: ['_links'], leavesObjectsUnknown: false, source: 'OPEN-links-back' },
  'levering.geen-collectie': { level: 'delivery', severity: 'error', fields: ['type'], leavesObjectsUnknown: true, nl: 'Een object met features moet als type FeatureCollection hebben', en: 'An object with features must have the type FeatureCollection', source: 'ARCHITECTURE, Paths and features' },
  'levering.crs-in-bestand': { level: 'delivery', severity: 'warning', fields: ['crs'], leavesObjectsUnknown: false, source: 'OPEN-crs-of-files' },
  'levering.crs-onbekend': { level: 'delivery', severity: 'error', fields: ['crs'], leavesObjectsUnknown: true, nl: 'Dit coördinatenstelsel kennen wij niet', en: 'We do not know this CRS', source: 'OPEN-crs-of-files' },
  'levering.zonder-objecten': { level: 'delivery', severity: 'warning', leavesObjectsUnknown: false, source: 'ARCHITECTURE, Checking' },
  'levering.alles-of-niets': { level: 'delivery', severity: 'info', leavesObjectsUnknown: false, source: 'ARCHITECTURE, Checking' },
  'levering.beeindigd': { level: 'register', severity: 'info', nl: 'Een object staat niet in de volledige levering, en eindigt', en: 'An object is not in the full delivery, and ends', source: 'OPEN-full' },
  'levering.niet-beeindigd': { level: 'register', severity: 'warning', nl: 'Een object staat niet in de volledige levering, maar een ander object verwijst ernaar', en: 'An object is not in the full delivery, but another object links to it', source: 'OPEN-full' },
  'levering.volledig-onzeker': { level: 'register', severity: 'warning', nl: 'Niet alles was leesbaar, dus eindigt er niets', en: 'Not everything was readable, so nothing ends', source: 'OPEN-full' },
  'levering.geheel-geweigerd': { level: 'register', severity: 'error', nl: 'Geweigerd omdat een ander object in dezelfde levering is geweigerd', en: 'Refused because another object in the same delivery was refused', source: 'ARCHITECTURE, Checking' },
  'herroeping.onbekend': { level: 'register', severity: 'error', nl: 'Een herroeping noemt een indiening die er niet is', en: 'An undo names a submission that does not exist', source: 'OPEN-undo' },
  'herroeping.niet-verwerkt': { level: 'register', severity: 'error', nl: 'Een herroeping noemt een indiening waarvan niets verwerkt is', en: 'An undo names a submission of which nothing was processed', source: 'OPEN-undo' },
  'herroeping.niets-gewijzigd': { level: 'register', severity: 'info', nl: 'De herroepen indiening had niets gewijzigd', en: 'The undone submission had changed nothing', source: 'OPEN-undo' },
  'herroeping.later-gewijzigd': { level: 'register', severity: 'error', nl: 'Een latere indiening heeft een object gewijzigd dat herroepen wordt', en: 'A later submission changed an object of an undo', source: 'OPEN-undo' },
  'herroeping.overschrijft': { level: 'register', severity: 'warning', nl: 'Een herroeping overschrijft wat een latere indiening wijzigde', en: 'An undo overwrites what a later submission changed', source: 'OPEN-undo' },
  'herroeping.breekt-verwijzing': { level: 'register', severity: 'error', nl: 'Een herroeping zou een verwijzing zonder doel maken', en: 'An undo would leave a link without target', source: 'OPEN-undo' },
  'herroeping.id-bezet': { level: 'register', severity: 'error', nl: 'Een object zou openbaar worden met een id dat een openbaar object van een ander heeft', en: 'An object would become public with an id that a public object of another has', source: 'OPEN-free-ids' },
  'herroeping.overdracht': { level: 'register', severity: 'error', nl: 'Een overdracht kan alleen de beheerder herroepen', en: 'Only the operator can undo a transfer', source: 'OPEN-transfer' },
  'herroeping.andere-bronhouder': { level: 'register', severity: 'error', nl: 'Een object van de herroepen indiening is nu van een andere bronhouder', en: 'An object of the undone submission now belongs to another source holder', source: 'OPEN-undo' },
  'herroeping.geheel-geweigerd': { level: 'register', severity: 'error', nl: 'Niet herroepen omdat een ander object niet kan worden herroepen', en: 'Not undone, because another object cannot be undone', source: 'OPEN-undo' },
  'levering.geparkeerd': { level: 'register', severity: 'warning', nl: 'De levering wacht op de beheerder, omdat er veel door eindigt', en: 'The delivery waits for the operator, because much ends by it', source: 'ARCHITECTURE, State' },
  'levering.terzijde': { level: 'register', severity: 'error', nl: 'De levering is terzijde gelegd: verwerken mislukte', en: 'The delivery was set aside: processing it failed', source: 'ARCHITECTURE, State' },
  'levering.geweigerd': { level: 'register', severity: 'error', nl: 'De beheerder heeft deze indiening geweigerd', en: 'The operator refused this submission', source: 'OPEN-refused' },
  'model.3.0': { level: 'delivery', severity: 'info', leavesObjectsUnknown: false, source: 'OPEN-upgrade' },
  'rapport.ingekort': { level: 'delivery', severity: 'info', leavesObjectsUnknown: false, nl: 'Niet alles wat gevonden is staat in dit rapport', en: 'Not everything that was found is in this report', source: 'ARCHITECTURE, Checking' },
  'json.bom': { level: 'json', severity: 'warning', leavesObjectsUnknown: false, source: 'RFC 8259, 8.1' },
  'json.utf8': { level: 'json', severity: 'error', leavesObjectsUnknown: true, nl: 'Het bestand is geen UTF-8', en: 'The file is not UTF-8', source: 'RFC 8259, 8.1' },
  'json.syntaxis': { level: 'json', severity: 'error', leavesObjectsUnknown: true, nl: 'Dit is geen goed geschreven JSON', en: 'This is not well-written JSON', source: 'RFC 8259' },
  'json.dubbele-sleutel': { level: 'json', severity: 'error', leavesObjectsUnknown: true, nl: 'Een veldnaam staat twee keer in hetzelfde object', en: 'A field name occurs twice in one object', source: 'RFC 8259, 4' },
  'json.half-teken': { level: 'json', severity: 'error', leavesObjectsUnknown: true, nl: 'Een tekst bevat een half teken', en: 'A text contains half a character', source: 'RFC 8259, 8.2' },
  'json.verboden-teken': { level: 'json', severity: 'error-or-warning', leavesObjectsUnknown: true, nl: 'Een tekst bevat een stuurteken, of een teken dat de leesrichting omdraait', en: 'A text contains a control character, or one that changes the text direction', source: 'OPEN-text-characters' },
  'json.html-code': { level: 'json', severity: 'warning', leavesObjectsUnknown: false, source: 'RFC 8259, 7' },
  'json.tekst-verminkt': { level: 'json', severity: 'warning', leavesObjectsUnknown: false, nl: 'In een tekst zijn letters verminkt', en: 'Letters in a text are garbled', source: 'OPEN-text-characters' },
  'json.letter-verloren': { level: 'json', severity: 'warning', leavesObjectsUnknown: false, source: 'OPEN-text-characters' },
  'json.geheel-getal': { level: 'json', severity: 'error', leavesObjectsUnknown: true, nl: 'Een geheel getal is te groot om precies te bewaren', en: 'A whole number is too large to be stored exactly', source: 'RFC 8259, 6' },
  'json.getal-te-groot': { level: 'json', severity: 'error', leavesObjectsUnknown: true, nl: 'Een getal is te groot om te bewaren', en: 'A number is too large to be stored', source: 'RFC 8259, 6' },
  'json.diepte': { level: 'json', severity: 'error', leavesObjectsUnknown: true, nl: 'Er zijn te veel haken in elkaar geopend', en: 'Too many brackets are open inside each other', source: 'limits' },
  'json.objecten': { level: 'json', severity: 'error', leavesObjectsUnknown: true, nl: 'Een object bestaat uit te veel onderdelen', en: 'An object has too many objects in it', source: 'limits' },
  'json.tekst-te-lang': { level: 'json', severity: 'error', leavesObjectsUnknown: true, nl: 'Een tekst is te lang voor programma’s die kaarten tonen', en: 'A text is too long for programs that show maps', source: 'OPEN-text-limits' },
  'json.object-te-groot': { level: 'json', severity: 'error', leavesObjectsUnknown: true, nl: 'Een object is te groot, ook zonder de objecten erin en zonder coördinaten', en: 'An object is too large, even without the objects in it and without coordinates', source: 'OPEN-text-limits' },
  'schema.entityType': { level: 'schema', severity: 'error', fields: ['entityType'], nl: 'Het soort object bestaat niet, of hoort niet op deze plaats', en: 'The type of object does not exist, or does not belong here', source: 'IM Reading conventions 3' },
  'schema.required': { level: 'schema', severity: 'error', nl: 'Een verplicht veld ontbreekt', en: 'A required field is missing', source: 'IM Reading conventions 1' },
  'schema.onbekend-veld': { level: 'schema', severity: 'error', nl: 'Een veld bestaat niet, of niet in het object waarin het staat', en: 'A field does not exist, or not in this object', source: 'IM Reading conventions 3' },
  'schema.type': { level: 'schema', severity: 'error', nl: 'Een waarde is van de verkeerde soort', en: 'A value is of the wrong kind', source: 'IM Reading conventions 1' },
  'schema.waardelijst': { level: 'schema', severity: 'error', nl: 'Een waarde staat niet in haar waardelijst', en: 'A value is not in its code list', source: 'IM, fields with a code list' },
  'schema.bereik': { level: 'schema', severity: 'error', nl: 'Een getal is te groot of te klein', en: 'A number is too large or too small', source: 'IM, constraints' },
  'schema.patroon': { level: 'schema', severity: 'error', nl: 'Een waarde is niet in de juiste vorm geschreven', en: 'A value is not written in the right form', source: 'IM, constraints' },
  'schema.lengte': { level: 'schema', severity: 'error', nl: 'Een tekst is te lang of te kort', en: 'A text is too long or too short', source: 'IM, constraints' },
  'schema.aantal': { level: 'schema', severity: 'error', nl: 'Een lijst heeft te veel of te weinig onderdelen', en: 'A list has too many or too few items', source: 'IM, constraints' },
  'schema.uniek': { level: 'schema', severity: 'error', nl: 'Een lijst heeft twee keer hetzelfde onderdeel', en: 'A list has the same item twice', source: 'IM, constraints' },
  'schema.keuze': { level: 'schema', severity: 'error', nl: 'Er is niet precies één van de mogelijkheden gekozen', en: 'Not exactly one of the alternatives was chosen', source: 'IM Reading conventions 5' },
  'schema.datum': { level: 'schema', severity: 'error', nl: 'Een datum of tijd bestaat niet, of is anders geschreven; een tijdstip als 2021-01-31T09:00:00', en: 'A date or time does not exist, or is written differently; a time as 2021-01-31T09:00:00', source: 'IM Reading conventions 6' },
  'schema.geometrie': { level: 'schema', severity: 'error', fields: ['geometrie'], nl: 'Een geometrie is niet opgebouwd zoals GeoJSON voorschrijft', en: 'A geometry is not built as GeoJSON prescribes', source: 'IM Reading conventions 7' },
  'schema.ongebruikt-veld': { level: 'schema', severity: 'warning', nl: 'Een extra veld wordt niet gebruikt', en: 'An extra field is not used', source: 'IM Shared value types' },
  'schema.verwacht': { level: 'schema', severity: 'warning', nl: 'Een veld dat wij verwachten ontbreekt', en: 'A field that we expect is missing', source: 'OPEN-activity-fields' },
  'schema.geen-waarde': { level: 'schema', severity: 'warning', nl: 'Een tekst is leeg of zegt dat er geen waarde is, maar telt als waarde', en: 'A text is empty or says that there is no value, but counts as one', source: 'IM Reading conventions 4' },
  'schema.tooi': { level: 'schema', severity: 'warning', nl: 'Een code lijkt niet op een code uit de TOOI-lijst', en: 'A code does not look like one of the TOOI list', source: 'OPEN-tooi' },
  'geometrie.vorm': { level: 'geometry', severity: 'error', fields: ['geometrie'], nl: 'Een geometrie heeft niet de vorm van haar type', en: 'A geometry is not shaped as its type says', source: 'IM Reading conventions 7' },
  'geometrie.te-groot': { level: 'geometry', severity: 'error', fields: ['geometrie'], nl: 'Een geometrie heeft te veel punten, lijnen of ringen', en: 'A geometry has too many positions, lines or rings', source: 'limits' },
  'geometrie.te-ingewikkeld': { level: 'geometry', severity: 'error', fields: ['geometrie'], nl: 'De lijnen van een geometrie lopen zo door elkaar dat zij niet te controleren is', en: 'The lines of a geometry are so entangled that it cannot be checked', source: 'limits' },
  'geometrie.gemengd': { level: 'geometry', severity: 'error', fields: ['geometrie'], nl: 'Sommige punten hebben een hoogte en andere niet', en: 'Some positions have a height and others have none', source: 'ARCHITECTURE, Checking' },
  'geometrie.hoogte-teveel': { level: 'geometry', severity: 'error', fields: ['geometrie'], nl: 'De punten hebben een hoogte, maar het genoemde stelsel heeft er geen', en: 'The positions have a height, but the CRS named has none', source: 'OPEN-crs-of-files' },
  'geometrie.hoogte-ontbreekt': { level: 'geometry', severity: 'error', fields: ['geometrie'], nl: 'Het genoemde stelsel heeft hoogten, maar de punten niet', en: 'The CRS named has heights, but the positions have none', source: 'OPEN-crs-of-files' },
  'geometrie.hoogte-bereik': { level: 'geometry', severity: 'error', fields: ['geometrie'], nl: 'Een hoogte is geen hoogte in meters, of is hier niet om te rekenen', en: 'A height is no height in metres, or cannot be converted here', source: 'OPEN-heights-range' },
  'geometrie.buiten-bereik': { level: 'geometry', severity: 'error', fields: ['geometrie'], nl: 'Een punt ligt buiten het gebied van dit register', en: 'A position is outside the area of this register', source: 'OPEN-area' },
  'geometrie.ander-stelsel': { level: 'geometry', severity: 'error', fields: ['geometrie'], nl: 'De coördinaten lijken in een ander stelsel te staan dan is opgegeven', en: 'The coordinates seem to be in another CRS than was announced', source: 'OPEN-crs-of-files' },
  'geometrie.punt-ver': { level: 'geometry', severity: 'warning', fields: ['geometrie'], nl: 'Eén punt van een geometrie ligt ver van alle andere', en: 'One position of a geometry lies far from all others', source: 'OPEN-far-vertex' },
  'geometrie.ring-open': { level: 'geometry', severity: 'error', fields: ['geometrie'], nl: 'Een ring is niet gesloten', en: 'A ring is not closed', source: 'RFC 7946, 3.1.6' },
  'geometrie.zelfdoorsnijding': { level: 'geometry', severity: 'error', fields: ['geometrie'], nl: 'De omtrek kruist of raakt zichzelf', en: 'The outline crosses or touches itself', source: 'Simple Features' },
  'geometrie.ring-raakt-zichzelf': { level: 'geometry', severity: 'error', fields: ['geometrie'], nl: 'Een ring komt twee keer door hetzelfde punt', en: 'A ring passes through the same position twice', source: 'Simple Features' },
  'geometrie.gat-buiten-vlak': { level: 'geometry', severity: 'error', fields: ['geometrie'], nl: 'Een gat ligt (deels) buiten het vlak', en: 'A hole lies (partly) outside the polygon', source: 'Simple Features' },
  'geometrie.gat-in-gat': { level: 'geometry', severity: 'error', fields: ['geometrie'], nl: 'Een gat ligt binnen een ander gat', en: 'A hole lies inside another hole', source: 'Simple Features' },
  'geometrie.binnenkant-los': { level: 'geometry', severity: 'error', fields: ['geometrie'], nl: 'Gaten die elkaar of de rand raken delen het vlak in losse stukken', en: 'Holes that touch each other or the outside cut the polygon into pieces', source: 'Simple Features' },
  'geometrie.vlak-in-vlak': { level: 'geometry', severity: 'error', fields: ['geometrie'], nl: 'Een deel van de MultiPolygon ligt in een ander deel', en: 'A part of the MultiPolygon lies inside another part', source: 'Simple Features' },
  'geometrie.dubbele-ring': { level: 'geometry', severity: 'error', fields: ['geometrie'], nl: 'Twee ringen zijn gelijk', en: 'Two rings are equal', source: 'Simple Features' },
  'geometrie.te-weinig-punten': { level: 'geometry', severity: 'error', fields: ['geometrie'], nl: 'Een lijn of ring heeft te weinig verschillende punten', en: 'A line or ring has too few distinct positions', source: 'Simple Features' },
  'geometrie.op-millimeter': { level: 'geometry', severity: 'error', fields: ['geometrie'], nl: 'Een geometrie wordt ongeldig bij 1 mm', en: 'A geometry becomes invalid at 1 mm', source: 'OPEN-published-valid' },
  'geometrie.na-afronden': { level: 'geometry', severity: 'warning', fields: ['geometrie'], nl: 'Een geometrie wordt ongeldig bij de decimalen waarin zij gepubliceerd wordt', en: 'A geometry becomes invalid at the decimals in which it is published', source: 'OPEN-published-valid' },
  'geometrie.ongeldig': { level: 'geometry', severity: 'error', fields: ['geometrie'], nl: 'Een geometrie is niet geldig; de plaats is niet te noemen', en: 'A geometry is not valid; the location is unknown', source: 'Simple Features' },
  'id.dubbel': { level: 'links', severity: 'error', fields: ['id'], nl: 'Een id is in de levering al door een ander object gebruikt', en: 'Another object of the delivery has this id already', source: 'IM Base type' },
  'id.te-veel-versies': { level: 'links', severity: 'error', fields: ['id'], nl: 'Te veel versies van een object', en: 'Too many versions of an object', source: 'OPEN-versions-in-one-delivery' },
  'id.andere-vorm': { level: 'links', severity: 'info', fields: ['id'], nl: 'Een id is met andere tekens (Unicode) geschreven dan in het register', en: 'An id is written in other characters (Unicode) than in the register', source: 'OPEN-normal-form' },
  'id.zelfde-begin': { level: 'links', severity: 'error', fields: ['beginGeldigheid'], nl: 'Twee versies van een object beginnen op hetzelfde moment en zijn niet gelijk', en: 'Two versions of an object begin at the same moment and are not equal', source: 'OPEN-versions-in-one-delivery' },
  'id.openbaar-bezet': { level: 'links', severity: 'error', fields: ['id', 'informatieGeheim'], nl: 'Een object dat openbaar wordt heeft een id dat een openbaar object van een ander al heeft', en: 'An object that becomes public has an id that a public object of another has already', source: 'OPEN-free-ids' },
  'id.in-gebruik': { level: 'links', severity: 'error', fields: ['id'], nl: 'Een id is al in gebruik bij een ander object of een ander type', en: 'An id is in use already for another object or another type', source: 'IM Base type' },
  'id.bestaat-niet': { level: 'links', severity: 'error', fields: ['id'], nl: 'Er is geen object van dit type met dit id', en: 'There is no object of this type with this id', source: 'IR Endpoint table' },
  'id.gewijzigd': { level: 'links', severity: 'error', nl: 'Een object is niet meer zoals If-Match het noemt', en: 'An object is no longer as If-Match names it', source: 'ARCHITECTURE, Responses' },
  'id.bestaat-al': { level: 'links', severity: 'error', fields: ['id'], nl: 'Er is al een object met dit id', en: 'An object with this id exists already', source: 'IR Endpoint table' },
  'id.onderdeel': { level: 'links', severity: 'error', fields: ['id'], nl: 'Een opdracht noemt een onderdeel in plaats van het object waarin het staat', en: 'An order names a nested object instead of the object that contains it', source: 'OPEN-withdrawal' },
  'id.laatste-onderdeel': { level: 'links', severity: 'error', nl: 'Een object moet minstens één onderdeel houden', en: 'An object must keep at least one part', source: 'OPEN-part-write' },
  'overdracht.besluit': { level: 'register', severity: 'info', nl: 'Objecten zijn overgedragen aan een andere bronhouder', en: 'Objects were handed over to another source holder', source: 'OPEN-transfer' },
  'overdracht.niets': { level: 'register', severity: 'warning', nl: 'Een overdracht heeft geen object overgedragen', en: 'A transfer handed no object over', source: 'OPEN-transfer' },
  'overdracht.zonder-versie': { level: 'register', severity: 'info', nl: 'Overgedragen objecten waren al geëindigd of ingetrokken', en: 'Objects that were handed over had ended or were withdrawn', source: 'OPEN-transfer' },
  'overdracht.blijft': { level: 'register', severity: 'info', nl: 'Objecten zijn niet overgedragen', en: 'Objects were not handed over', source: 'OPEN-transfer' },
  'overdracht.te-vroeg': { level: 'register', severity: 'error', nl: 'Een versie begint na de dag van de overdracht', en: 'A version begins after the day of the transfer', source: 'OPEN-transfer' },
  'overdracht.id-bezet': { level: 'register', severity: 'error', fields: ['id'], nl: 'De ontvanger van een overdracht heeft al een object met dit id', en: 'The receiver of a transfer has an object with this id already', source: 'OPEN-free-ids' },
  'houder.vorige-code': { level: 'register', severity: 'warning', fields: ['bronhoudercode'], nl: 'Een object heeft nog de code van zijn vorige bronhouder', en: 'An object still has the code of its former source holder', source: 'OPEN-transfer' },
  'houder.vorige-periode': { level: 'register', severity: 'warning', fields: ['bronhoudercode'], nl: 'Een versie van voor de overdracht heeft de code van de bronhouder van nu', en: 'A version of before the handover has the code of the present source holder', source: 'OPEN-transfer' },
  'id.niets-te-corrigeren': { level: 'register', severity: 'error', nl: 'Een correctie noemt een object waarvan het register geen versie heeft', en: 'A correction names an object of which the register has no version', source: 'OPEN-correction' },
  'id.correctie-versies': { level: 'register', severity: 'error', nl: 'Een correctie brengt meer versies van één object', en: 'A correction brings several versions of one object', source: 'OPEN-correction' },
  'regel.correctie-begin': { level: 'register', severity: 'error', fields: ['beginGeldigheid'], nl: 'Een correctie begint niet na de versie vóór de nieuwste', en: 'A correction does not begin after the version before the newest', source: 'OPEN-correction' },
  'regel.gecorrigeerd': { level: 'register', severity: 'warning-or-info', nl: 'Een versie vervangt de nieuwste versie, met haar hele periode', en: 'A version replaces the newest version with all of its period', source: 'OPEN-correction' },
  'regel.alleen-verleden': { level: 'register', severity: 'warning', nl: 'Een versie verandert alleen het verleden', en: 'A version changes the past only', source: 'OPEN-past-only' },
  'regel.weer-geldig': { level: 'register', severity: 'warning-or-info', nl: 'Een object dat was geëindigd geldt weer', en: 'An object that had ended is valid again', source: 'OPEN-returns' },
  'regel.oude-inhoud': { level: 'register', severity: 'warning', nl: 'Een versie brengt oude inhoud terug', en: 'A version brings old content back', source: 'OPEN-returns' },
  'regel.versies-overlappen': { level: 'register', severity: 'warning', fields: ['beginGeldigheid'], nl: 'Een versie begint voordat een eerdere volgens haar eindGeldigheid eindigt', en: 'A version begins before an earlier one ends by its eindGeldigheid', source: 'OPEN-overlapping-versions' },
  'regel.versie-geweigerd': { level: 'register', severity: 'warning', nl: 'Een versie blijft gelden omdat een latere is geweigerd', en: 'A version stays valid because a later one was refused', source: 'OPEN-versions-in-one-delivery' },
  'regel.onderdelen-weggelaten': { level: 'register', severity: 'warning', nl: 'Een versie laat onderdelen weg die de versie ervoor heeft', en: 'A version leaves out parts that the version before it has', source: 'OPEN-parts-left-out' },
  'regel.onderdelen-nieuwe-ids': { level: 'register', severity: 'warning', nl: 'Alle onderdelen van een object hebben een andere id dan in de versie ervoor', en: 'All parts of an object have another id than in the version before it', source: 'OPEN-parts-left-out' },
  'regel.dubbel-in-register': { level: 'register', severity: 'warning', nl: 'Een object kan hetzelfde zijn als een object dat het register al heeft, onder een andere id', en: 'An object may be the same as one that the register has already, under another id', source: 'OPEN-duplicates' },
  'verwijzing.zonder-doel': { level: 'links', severity: 'error', nl: 'Een verwijzing noemt geen object', en: 'A link names no object', source: 'IM Relations' },
  'verwijzing.verkeerde-soort': { level: 'links', severity: 'error-or-warning', nl: 'Een verwijzing leidt naar een object van een soort waarnaar het veld niet verwijst', en: 'A link leads to an object of a kind that the field does not link to', source: 'IM Relations' },
  'verwijzing.anders-dan-plaats': { level: 'links', severity: 'warning', source: 'IM Relations' },
  'verwijzing.niet-gecontroleerd': { level: 'links', severity: 'warning', source: 'ARCHITECTURE, Checking' },
  'verwijzing.onbekend': { level: 'links', severity: 'error', nl: 'Een verwijzing leidt naar een id dat niet in de levering of het register staat, of dat geweigerd is', en: 'A link leads to an id that is neither in the delivery nor in the register, or that was refused', source: 'IM Relations' },
  'verwijzing.niet-in-hoofdobject': { level: 'links', severity: 'error', nl: 'Een verwijzing noemt geen object waarin een onderdeel kan staan', en: 'A link names no object that can be the parent of a nested object', source: 'OPEN-part-write' },
  'verwijzing.doel-vervalt': { level: 'links', severity: 'error', nl: 'Een ander object verwijst naar een onderdeel dat in deze versie ontbreekt', en: 'Another object links to a part that this version leaves out', source: 'IM Relations' },
  'verwijzing.doel-verdwijnt': { level: 'links', severity: 'error', nl: 'Een ander object verwijst naar een object dat verwijderd zou worden', en: 'Another object links to an object that would be deleted', source: 'ARCHITECTURE, Versions' },
  'houder.andere-bronhouder': { level: 'authority', severity: 'error', fields: ['bronhoudercode'], nl: 'Een object heeft een andere bronhoudercode dan de bronhouder die levert', en: 'An object has another bronhoudercode than that of the source holder who delivers', source: 'IM Base type' },
  'houder.overgedragen': { level: 'authority', severity: 'error', nl: 'Een object is overgedragen aan een andere bronhouder', en: 'An object was handed over to another source holder', source: 'OPEN-transfer' },
  'houder.voor-overdracht': { level: 'authority', severity: 'error', fields: ['beginGeldigheid'], nl: 'Een versie zou de periode van voor de overdracht van haar object wijzigen', en: 'A version would change the period of before the handover of its object', source: 'OPEN-transfer' },
  'houder.niet-de-eigenaar': { level: 'authority', severity: 'error', fields: ['id'], nl: 'Een id is van een andere bronhouder', en: 'An id belongs to another source holder', source: 'IR Authentication' },
  'houder.niet-toegestaan': { level: 'authority', severity: 'error', nl: 'Een pad hoort bij een object van een andere bronhouder', en: 'A path belongs to an object of another source holder', source: 'IR Authentication' },
  'verzoek.een-object': { level: 'request', severity: 'error', nl: 'Een verzoek bevat precies één object', en: 'A request contains exactly one object', source: 'OPEN-request-form' },
  'verzoek.aantal-features': { level: 'request', severity: 'error', nl: 'Een FeatureCollection bevat geen of te veel features', en: 'A FeatureCollection contains no features, or too many', source: 'OPEN-request-form' },
  'verzoek.vorm': { level: 'request', severity: 'error', nl: 'Het pad neemt een andere vorm aan: een Feature, een FeatureCollection, of het object zelf', en: 'The path takes another form: a Feature, a FeatureCollection, or the object itself', source: 'OPEN-request-form' },
  'verzoek.ander-id': { level: 'request', severity: 'error', fields: ['id'], nl: 'Een object heeft een ander id dan het pad', en: 'An object has another id than the path', source: 'OPEN-request-form' },
  'verzoek.ander-type': { level: 'request', severity: 'error', fields: ['entityType'], nl: 'Een object heeft een ander entityType dan het object op het pad', en: 'An object has another entityType than the object at the path', source: 'OPEN-part-write' },
  'verzoek.patch-vorm': { level: 'request', severity: 'error', nl: 'Een PATCH bevat geen wijziging van het object', en: 'A PATCH contains no change of the object', source: 'OPEN-request-form' },
  'verzoek.crs-gemengd': { level: 'request', severity: 'error', nl: 'Een wijziging brengt geometrie in een ander CRS dan de geometrie die blijft', en: 'A change brings geometry in another CRS than the geometry that stays', source: 'IR Headers' },
  'verzoek.buiten-collectie': { level: 'request', severity: 'error', nl: 'Een Feature hoort in een object dat niet in de FeatureCollection staat', en: 'A Feature belongs in an object that is not in the FeatureCollection', source: 'OPEN-post-collections' },
  'verzoek.meer-versies': { level: 'request', severity: 'error', nl: 'Een Feature hoort in een object waarvan meer versies in de FeatureCollection staan', en: 'A Feature belongs in an object of which the FeatureCollection has several versions', source: 'OPEN-post-collections' },
  'verzoek.zonder-type': { level: 'request', severity: 'error', fields: ['entityType'], nl: 'Een Feature noemt geen entityType, en zijn collectie heeft er meer', en: 'A Feature names no entityType, and its collection has several', source: 'OPEN-new-feature' },
  'verzoek.ingevuld': { level: 'request', severity: 'info', nl: 'Het register heeft een leeg veld van een nieuwe Feature ingevuld', en: 'The register filled in an empty field of a new Feature', source: 'OPEN-new-feature' },
  'verzoek.tekst-gelezen': { level: 'request', severity: 'info', nl: 'Een tekst in een Feature is gelezen als een waarde van zijn veld', en: 'A text in a Feature was read as a value of its field', source: 'OPEN-feature-texts' },
  'verzoek.zonder-plaats': { level: 'request', severity: 'error', nl: 'Een Feature noemt niet in welk object hij staat', en: 'A Feature does not name its parent', source: 'OPEN-part-feature' },
  'verzoek.geometrie-vervangt-afstand': { level: 'request', severity: 'warning', fields: ['geometrie'], nl: 'De geometrie van een contour neemt de plaats van haar afstand in', en: 'The geometry of a contour takes the place of its distance', source: 'OPEN-contour-area' },
  'verzoek.geometrie-van-ander': { level: 'request', severity: 'error-or-warning', fields: ['geometrie'], nl: 'Een Feature van een activiteit heeft de geometrie van haar locatie', en: 'A Feature of an activity has the geometry of its location', source: 'OPEN-part-feature' },
  'verzoek.andere-collectie': { level: 'request', severity: 'error', fields: ['entityType'], nl: 'Een object hoort niet op dit pad', en: 'An object does not belong at this path', source: 'OPEN-request-form' },
  'openbaarheid.informatieGeheim': { level: 'register', severity: 'info', fields: ['informatieGeheim'], source: 'OPEN-hidden' },
  'openbaarheid.onderdeelGeheim': { level: 'register', severity: 'info', fields: ['informatieGeheim'], source: 'OPEN-hidden-parts' },
  'openbaarheid.privacyGevoelig': { level: 'register', severity: 'info', fields: ['privacyGevoelig'], source: 'OPEN-hidden' },
  'openbaarheid.andere-versie': { level: 'register', severity: 'info', nl: 'Een object is niet openbaar, omdat een andere versie ervan dat niet is', en: 'An object is not public, because another version of it is not', source: 'OPEN-hidden' },
  'openbaarheid.privacy-andere-versie': { level: 'register', severity: 'info', nl: 'Persoonsgegevens van een object zijn niet openbaar, omdat een andere versie ervan privacyGevoelig is', en: 'Personal data of an object are not public, because another version of it has privacyGevoelig', source: 'OPEN-hidden' },
  'openbaarheid.velden-behouden': { level: 'register', severity: 'info', fields: ['bedrijfsnaam'], nl: 'Niet-openbare velden van een object zijn bewaard, omdat het is geleverd zoals iedereen het ziet', en: 'Fields of an object that are not public were kept, because it was delivered as everybody sees it', source: 'OPEN-hidden' },
  'regel.einde-na-begin': { level: 'domain', severity: 'error', fields: ['eindGeldigheid'], nl: 'eindGeldigheid ligt niet na beginGeldigheid', en: 'eindGeldigheid is not after beginGeldigheid', source: 'IM Base type: a validity has a begin and an end' },
  'regel.begin-onwaarschijnlijk': { level: 'domain', severity: 'warning', fields: ['beginGeldigheid'], source: 'IM Base type: beginGeldigheid; ahead of when the delivery is received or validated' },
  'regel.einde-onwaarschijnlijk': { level: 'domain', severity: 'warning', fields: ['eindGeldigheid'], source: 'IM Base type: eindGeldigheid is absent while the object is valid' },
  'regel.klok-verzet': { level: 'domain', severity: 'warning', fields: ['beginGeldigheid', 'eindGeldigheid'], source: 'IM Reading conventions 6; OPEN-clock-change' },
  'regel.onderdeel-nooit-geldig': { level: 'domain', severity: 'warning', fields: ['eindGeldigheid', 'beginGeldigheid'], source: 'IM Base type; a nested object is shown in its own period within those of its ancestors (IR time travel)' },
  'regel.onderdeel-eindigt-later': { level: 'domain', severity: 'warning', fields: ['eindGeldigheid'], source: 'IM Base type; a nested object is shown in its own period within those of its ancestors (IR time travel)' },
  'regel.onderdeel-andere-bronhouder': { level: 'domain', severity: 'warning', fields: ['bronhoudercode'], source: 'IM Base type: bronhoudercode; a root is accepted or refused whole' },
  'regel.alleen-lezen': { level: 'domain', severity: 'warning', fields: ['gebruiksdoelenVerblijfsobjectBAG', 'oppervlakteVerblijfsobjectBAG'], source: 'IM Vulnerable objects: read-only; OPEN-bag-fields' },
  'regel.afgeleid-veld': { level: 'domain', severity: 'info', fields: ['geometrieAfgeleid', 'locatieNaam', 'locatieActiviteit', 'locatieBronhoudercodeOverheid', 'afstand'], source: 'Fields that features have in addition to those of the model; OPEN-feature-fields' },
  'regel.registratie-door-register': { level: 'domain', severity: 'warning', fields: ['tijdstipRegistratie', 'eindRegistratie'], source: 'Catalogue of the model (Geonovum, July 2026): these times are set by the register' },
  'regel.id-aanbevolen': { level: 'domain', severity: 'warning', fields: ['id'], source: 'OPEN-id; practice of the present register' },
  'regel.id-normaalvorm': { level: 'domain', severity: 'warning', fields: ['id'], source: 'OPEN-normal-form' },
  'regel.lokaalid-bronhouder': { level: 'domain', severity: 'warning', fields: ['lokaalID'], source: 'IM Base type: identificatie, bronhoudercode; practice of the present register' },
  'regel.onzichtbaar-teken': { level: 'domain', severity: 'warning', fields: ['id', 'identificatie', 'bronobjectID'], source: 'OPEN-id: ids are texts, compared letter by letter' },
  'regel.id-in-adres': { level: 'domain', severity: 'warning', fields: ['id'], source: 'OPEN-id; RFC 3986, 3.3' },
  'regel.lijst-in-tekst': { level: 'domain', severity: 'error', fields: ['comment', 'gebruiksdoeleindenDetail', 'balActiviteit'], nl: 'Een tekst in een lijst is zelf een lijst, geschreven als tekst', en: 'A text in a list is a list itself, written as text', source: 'OPEN-list-in-text' },
  'regel.documentatie-link': { level: 'domain', severity: 'warning', fields: ['link'], source: 'Catalogue of the model (Geonovum, July 2026): Documentatie, link' },
  'regel.bag-soort': { level: 'domain', severity: 'warning', fields: ['idPandBAG', 'idAdresseerbaarobjectBAG', 'idNummeraanduidingBAG', 'idNummeraanduidingBAGExploitant'], source: 'IM IdentificatieBAG; the kinds are those of the BAG catalogue' },
  'regel.geheim-zonder-grondslag': { level: 'domain', severity: 'warning', fields: ['informatieGeheim', 'grondslagInfo'], source: 'Catalogue of the model (Geonovum, July 2026): BKLActiviteit, grondslagInfo' },
  'regel.activiteit-bij-locatie': { level: 'domain', severity: 'warning', fields: ['entityType'], source: 'IM Activity and location types: LocatieBasisnet, Wegen, BuisleidingStelsel and their activities' },
  'regel.vergunningplicht': { level: 'domain', severity: 'warning', fields: ['vergunningsPlicht'], source: 'IM Activity and location types: …Vergunningplicht and …GeenVergunningplicht' },
  'regel.wijziging-voor-vergunning': { level: 'domain', severity: 'warning', fields: ['datumLaatsteWijziging'], source: 'Catalogue of the model (Geonovum, July 2026): BKLActiviteit, definitions of the two dates' },
  'regel.vergunning-toekomst': { level: 'domain', severity: 'warning', fields: ['datumVergunningOfMelding', 'datumLaatsteWijziging'], source: 'Catalogue of the model (Geonovum, July 2026): BKLActiviteit, definitions of the two dates' },
  'regel.activiteiten-beeindigd': { level: 'domain', severity: 'warning', fields: ['voertUit'], source: 'IM What the service does: activities are carried out at locations' },
  'regel.tr-activiteit': { level: 'domain', severity: 'warning', fields: ['idActiviteitTR'], source: 'Catalogue of the model (Geonovum, July 2026): idActiviteitTR of each activity type' },
  'regel.bal-artikel': { level: 'domain', severity: 'warning', fields: ['balActiviteit'], source: 'Catalogue of the model (Geonovum, July 2026): balActiviteit of each activity type' },
  'regel.seveso-kvk': { level: 'domain', severity: 'warning', fields: ['kvkNummerExploitant'], source: 'Release notes of model 2.0 (Geonovum), number 88' },
  'regel.stelsel-zonder-plaats': { level: 'domain', severity: 'warning', fields: ['idNummeraanduidingBAG', 'locatieomschrijving'], source: 'Catalogue of the model (Geonovum, July 2026): BuisleidingStelsel' },
  'regel.propaan-opstelplaats': { level: 'domain', severity: 'warning', fields: ['aantalBevoorradingen'], source: 'Catalogue of the model (Geonovum, July 2026): OpslagtankPropaanPropeen, aantalBevoorradingen' },
  'regel.eos-mobiel-vlak': { level: 'domain', severity: 'warning', fields: ['geometrie'], source: 'Catalogue of the model (Geonovum, July 2026): EnergieOpslagSysteem, geometrie' },
  'regel.eos-oppervlakte': { level: 'domain', severity: 'warning', fields: ['oppervlakte'], source: 'Catalogue of the model (Geonovum, July 2026): EnergieOpslagSysteem, oppervlakte' },
  'regel.eos-natrium': { level: 'domain', severity: 'warning', fields: ['typeEnergiedrager'], source: 'Catalogue of the model (Geonovum, July 2026): ExploiterenEnergieOpslagSysteem, typeEnergiedrager' },
  'regel.eos-gecertificeerd': { level: 'domain', severity: 'warning', fields: ['gecertificeerd'], source: 'Catalogue of the model (Geonovum, July 2026): ExploiterenEnergieOpslagSysteem, gecertificeerd' },
  'regel.vervoer-bij-locatie': { level: 'domain', severity: 'warning', fields: ['entityType'], source: 'IM LocatieBasisnet: type (TypeVervoer has the names of the three reference types)' },
  'regel.referentiesoort': { level: 'domain', severity: 'warning', fields: ['referentiesoort'], source: 'IM WaterVervoer, WegVervoer, SpoorVervoer: referentiesoort (the meaning of the values of RepresentatieLijn)' },
  'regel.referentie-bij-activiteit': { level: 'domain', severity: 'warning', fields: ['entityType'], source: 'IM Reference types and activity types, where the name of one names the other' },
  'regel.aantal-windturbines': { level: 'domain', severity: 'warning', fields: ['aantalWindturbines'], source: 'Catalogue of the model (Geonovum, July 2026): Windturbine activities, aantalWindturbines' },
  'regel.referentie-ver-weg': { level: 'domain', severity: 'warning', fields: ['geometrie'], source: 'IM What the service does: activities are carried out at locations, references take part in them' },
  'regel.hoort-bij-elders': { level: 'domain', severity: 'warning', fields: ['hoortBij'], source: 'IM Relations: hoortBij; the area is made within one root (OPEN-contour-area)' },
  'regel.contour-ver-weg': { level: 'domain', severity: 'warning', fields: ['afstandOfGeometrie'], source: 'IM Relations: resulteertIn; no distance in the register is longer than 1,500 m; a surface lies within 100 m (OPEN-plausible-sizes)' },
  'regel.contour-dubbel': { level: 'domain', severity: 'warning', fields: ['resulteertIn'], source: 'IM Relations: resulteertIn; OPEN-contour-twice' },
  'regel.zone-bij-activiteit': { level: 'domain', severity: 'warning', fields: ['entityType'], source: 'IM Contour types and activity types, by their names (Militair, Civiel)' },
  'regel.afstand-groot': { level: 'domain', severity: 'warning', fields: ['afstand'], source: 'Measured in the present register (Geonovum, minmax): 0 to 1,500 m' },
  'regel.afstand-klein': { level: 'domain', severity: 'warning', fields: ['afstand'], source: 'IM AfstandOfGeometrie…: afstand; OPEN-plausible-sizes' },
  'regel.afstand-nul': { level: 'domain', severity: 'warning', fields: ['afstand'], source: 'IM AfstandOfGeometrie…: afstand, 0 to 9999.99' },
  'regel.maat-onwaarschijnlijk': { level: 'domain', severity: 'warning', fields: ['geometrie', 'populatie', 'ashoogte', 'rotordiameter', 'vermogen', 'diameter', 'wanddikte'], source: 'OPEN-plausible-sizes' },
  'regel.pr-volgorde': { level: 'domain', severity: 'warning', fields: ['afstandOfGeometrie'], source: 'IM PRContour: typePlaatsgebondenRisico; a higher risk lies nearer to its source' },
  'regel.samengesteld-vastgesteld': { level: 'domain', severity: 'warning', fields: ['typePlaatsgebondenRisico', 'typeOverigeContour', 'categorieAandachtsgebied'], source: 'Release notes of model 2.0 (Geonovum), number 84' },
  'regel.cas-controlecijfer': { level: 'domain', severity: 'warning', fields: ['CASnummer'], source: 'IM Stof: CASnummer; the check digit is that of the CAS registry' },
  'regel.buiten-nederland': { level: 'domain', severity: 'warning', fields: ['geometrie'], source: 'IM What the service does; outline of Natural Earth with a margin of 8 km (rules/country.ts)' },
  'regel.zelfde-geometrie': { level: 'domain', severity: 'warning', fields: ['geometrie'], source: 'IM Base type: an object has one id and one identificatie' },
  'regel.zelfde-identificatie': { level: 'domain', severity: 'warning', fields: ['identificatie'], source: 'IM Base type: an object has one id and one identificatie' },
} as const satisfies Readonly<Record<string, Rule>>;

/** Name of a rule: `geometrie.ring-open`. It does not change between releases. */
export type RuleId = keyof typeof RULES;

type SeverityOf<R extends RuleId> = (typeof RULES)[R]['severity'];

/** A rule whose severity depends on the case. */
export type CaseRule = { [R in RuleId]: SeverityOf<R> extends Severity ? never : R }[RuleId];
/** A rule with one severity. */
export type FixedRule = Exclude<RuleId, CaseRule>;
/** A rule that can refuse an object. */
export type RefusingRule = { [R in RuleId]: SeverityOf<R> extends 'error' | 'error-or-warning' ? R : never }[RuleId];
/** The two severities of a rule. */
type CaseSeverity<R extends CaseRule> = SeverityOf<R> extends `${infer One extends Severity}-or-${infer Other extends Severity}` ? One | Other : never;

export const RULE_IDS = Object.keys(RULES) as readonly RuleId[];

export function levelOf(rule: RuleId): RuleLevel {
  return RULES[rule].level;
}

/** Returns the severity of the findings of a rule. */
export function severityOf(rule: FixedRule): Severity {
  return RULES[rule].severity;
}

/** Returns the first two members of a finding: the rule, and its severity by the table. */
export function ofRule<R extends FixedRule>(rule: R): { readonly rule: R; readonly severity: Severity } {
  return { rule, severity: severityOf(rule) };
}

/** Returns the first two members of a finding that refuses an object. */
export function ofRefusal<R extends RefusingRule>(rule: R): { readonly rule: R; readonly severity: 'error' } {
  return { rule, severity: 'error' };
}

/** Returns the first two members of a finding of a rule whose severity depends on the case. */
export function ofCaseRule<R extends CaseRule>(rule: R, severity: CaseSeverity<R>): { readonly rule: R; readonly severity: Severity } {
  return { rule, severity };
}

/** Whether an error of this rule leaves objects of the delivery unknown. */
export function leavesObjectsUnknown(rule: RuleId): boolean {
  const of: Rule = RULES[rule];
  return 'leavesObjectsUnknown' in of && of.leavesObjectsUnknown;
}

/** Returns the rule's row of the table. */
export function ruleRowOf(rule: RuleId): Rule {
  return RULES[rule];
}

export const RULE_TITLES: ReadonlyMap<string, Title> = new Map(Object.entries<Rule>(RULES).flatMap(([rule, entry]) =>
  ('nl' in entry ? [[rule, { nl: entry.nl, en: entry.en }]] : [])));
