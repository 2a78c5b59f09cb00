/** Limit words: what each limit bounds, in Dutch and English, for the page of limits and the OpenAPI document. No limit is without words. */
import type { Language, Text } from './finding.ts';
import { LIMITS } from './limits.ts';

export type LimitName = keyof typeof LIMITS;

/** Groups of limits, by whom they concern. */
export const LIMIT_GROUPS = {
  read: { nl: 'Wie leest', en: 'Who reads' },
  write: { nl: 'Wie aanlevert', en: 'Who delivers' },
  service: { nl: 'De dienst zelf', en: 'The service itself' },
} as const satisfies Record<string, Text>;

export type LimitGroup = keyof typeof LIMIT_GROUPS;

export interface LimitWords {
  readonly group: LimitGroup;
  /** Unit of the number; null: the text names what is counted. */
  readonly unit: keyof typeof UNITS | null;
  readonly text: Text;
}

const UNITS = {
  bytes: { nl: 'bytes', en: 'bytes' }, bytesPerSecond: { nl: 'bytes per seconde', en: 'bytes per second' }, chars: { nl: 'tekens', en: 'characters' },
  seconds: { nl: 'seconden', en: 'seconds' }, ms: { nl: 'ms', en: 'ms' }, metres: { nl: 'm', en: 'm' }, days: { nl: 'dagen', en: 'days' },
} as const satisfies Record<string, Text>;

function words(group: LimitGroup, unit: LimitWords['unit'], nl: string, en: string): LimitWords {
  return { group, unit, text: { nl, en } };
}

export const LIMIT_WORDS: Readonly<Record<LimitName, LimitWords>> = {
  requestsPerFrame: words('read', null, 'Aanvragen van één client in een periode, standaard', 'Requests of one client in a time frame, by default'),
  frameSeconds: words('read', 'seconds', 'Duur van die periode', 'Length of that time frame'),
  featuresDefault: words('read', null, 'Objecten op een bladzijde, standaard', 'Features on a page, by default'),
  featuresMax: words('read', null, 'Objecten op een bladzijde, hoogstens', 'Features on a page, at most'),
  resourcesDefault: words('read', null, 'Documenten op een bladzijde, standaard', 'Documents on a page, by default'),
  resourcesMax: words('read', null, 'Documenten op een bladzijde, hoogstens', 'Documents on a page, at most'),
  pageBytesMax: words('read', 'bytes', 'Grootte van een bladzijde', 'Size of a page'),
  addressBytesMax: words('read', 'bytes', 'Lengte van een adres', 'Length of an address'),
  headerBytesMax: words('read', 'bytes', 'Koppen van een aanvraag samen', 'Headers of a request together'),
  filterCharsMax: words('read', 'chars', 'Lengte van een filter', 'Length of a filter'),
  filterDepthMax: words('read', null, 'Diepte van haakjes en functies in een filter', 'Depth of brackets and functions in a filter'),
  filterIntersectionsMax: words('read', null, 'Kruisingen van lijnen in de geometrie van een filter', 'Crossings of lines in the geometry of a filter'),
  filterComparisonsMax: words('read', null, 'Vergelijkingen van lijnen in de geometrie van een filter', 'Comparisons of lines in the geometry of a filter'),
  filterRingsMax: words('read', null, 'Ringen in de geometrie van een filter', 'Rings in the geometry of a filter'),
  searchBodyBytesMax: words('read', 'bytes', 'Grootte van een zoekvraag (POST)', 'Size of a search (POST)'),
  searchCharsMax: words('read', 'chars', 'Lengte van zoekwoorden', 'Length of the words of a search'),
  searchWordsMax: words('read', null, 'Aantal zoekwoorden', 'Words of a search'),
  cellsMax: words('read', null, 'Cellen van een antwoord met tellingen', 'Cells of an answer with counts'),
  tileFeaturesMax: words('read', null, 'Objecten in een vectortegel; bij meer heeft het niveau aantallen', 'Features in a vector tile; with more its level has counts'),
  tileTouchesMax: words('read', null, 'Objecten die één vectortegel raken; bij meer heeft de tegel aantallen', 'Features that touch one vector tile; with more the tile has counts'),
  requestedFileFeaturesMax: words('read', null, 'Objecten in een bestand op verzoek', 'Features in a requested file'),
  requestedFileBytesMax: words('read', 'bytes', 'Die objecten als GeoJSON', 'Those features as GeoJSON'),
  requestedFileMakeSecondsMax: words('read', 'seconds', 'Tijd om een bestand op verzoek te maken', 'Time to make a requested file'),
  requestedFilesWaitingMax: words('read', null, 'Bestanden op verzoek die nog niet klaar zijn', 'Requested files that are not finished'),
  requestedFilesOfClientMax: words('read', null, 'Bestanden van één client die nog niet klaar zijn', 'Unfinished files of one client'),
  requestedFilesStoredMax: words('read', null, 'Bestanden op verzoek die bewaard worden; de oudste gaat het eerst', 'Requested files that are stored; the oldest goes first'),
  requestedFileSeconds: words('read', 'seconds', 'Tijd dat een bestand op verzoek bewaard wordt', 'Time for which a requested file is stored'),
  radiusMetresMax: words('read', 'metres', 'Straal rond een punt', 'Radius around a point'),
  areaCornersMax: words('read', null, 'Hoeken van een getekend gebied', 'Corners of a drawn area'),
  surroundingsMax: words('read', null, 'Objecten in een omgeving; de andere worden geteld', 'Objects of surroundings; the others are counted'),
  liveStreamsMax: words('read', null, 'Stromen van publicaties die tegelijk open zijn', 'Streams of publications that are open at once'),
  publicationEventsMax: words('read', null, 'Publicaties in één antwoord', 'Publications in one answer'),
  requestBodyBytesMax: words('write', 'bytes', 'Grootte van een verzoek dat schrijft', 'Size of a request that writes'),
  requestFeaturesMax: words('write', null, 'Objecten in een verzoek dat schrijft', 'Features in a request that writes'),
  deliveryBytesMax: words('write', 'bytes', 'Grootte van een levering, ook uitgepakt', 'Size of a delivery, also uncompressed'),
  deliveryBytesPerSecondMin: words('write', 'bytesPerSecond', 'Snelheid waarmee een levering minstens binnenkomt', 'Least speed of a delivery that arrives'),
  deliveryObjectsMax: words('write', null, 'Objecten in een levering', 'Objects in a delivery'),
  tableBytesMax: words('write', 'bytes', 'Grootte van een tabel waarvan een levering wordt gemaakt', 'Size of a table of which a delivery is made'),
  tableSecondsMax: words('write', 'seconds', 'Tijd om een tabel te lezen', 'Time to read a table'),
  versionsPerObjectMax: words('write', null, 'Versies van één object in een levering', 'Versions of one object in a delivery'),
  earlierVersionsMax: words('write', null, 'Eerdere versies waarin naar dezelfde inhoud wordt gezocht', 'Earlier versions that are searched for the same content'),
  driftShareMax: words('write', null, 'Deel van de eigen objecten dat één levering zonder vraag mag beëindigen, standaard', 'Share of its own objects that one delivery may end unasked, by default'),
  driftRootsMin: words('write', null, 'Vanaf dit aantal objecten geldt dat deel', 'That share counts from this number of objects on'),
  gzipRatioMax: words('write', null, 'Uitgepakte bytes per ingepakte byte', 'Uncompressed bytes for each compressed byte'),
  gzipFreeBytes: words('write', 'bytes', 'Tot deze grootte telt die verhouding niet', 'Up to this size that ratio does not count'),
  rootBytesMax: words('write', 'bytes', 'Grootte van één document', 'Size of one document'),
  jsonDepthMax: words('write', null, 'Diepte van JSON', 'Depth of JSON'),
  jsonObjectsMax: words('write', null, 'JSON-objecten in één document', 'JSON objects in one document'),
  objectBytesMax: words('write', 'bytes', 'Grootte van één object, zonder geneste objecten en coördinaten', 'Size of one object, without nested objects and coordinates'),
  idCharsMax: words('write', 'chars', 'Lengte van een id', 'Length of an id'),
  textCharsMax: words('write', 'chars', 'Lengte van een tekst', 'Length of a text'),
  verticesPerGeometryMax: words('write', null, 'Punten van één geometrie', 'Vertices of one geometry'),
  pathsPerGeometryMax: words('write', null, 'Lijnen, ringen en delen van één geometrie', 'Lines, rings and parts of one geometry'),
  unknownFieldsMax: words('write', null, 'Onbekende velden van één object die elk worden gemeld', 'Unknown fields of one object that are each reported'),
  findingsPerRuleMax: words('write', null, 'Bevindingen van één regel en veld in een rapport', 'Findings of one rule and field in a report'),
  findingsMax: words('write', null, 'Bevindingen in een rapport', 'Findings in a report'),
  fieldsPerRuleMax: words('write', null, 'Velden van één regel die apart worden geteld', 'Fields of one rule that are counted separately'),
  comparedFindingsMax: words('write', null, 'Nieuwe en verdwenen bevindingen in de vergelijking met de vorige levering', 'New and gone findings in the comparison with the previous delivery'),
  effectsMax: words('write', null, 'Documenten bij de gevolgen in een rapport', 'Documents among the effects of a report'),
  effectsBytesMax: words('write', 'bytes', 'Grootte van die gevolgen', 'Size of these effects'),
  effectDetailsMax: words('write', null, 'Verschillen van één document bij de gevolgen', 'Differences of one document among the effects'),
  answerDirectMs: words('write', 'ms', 'Daarna is het antwoord op een wijziging 202', 'After this time the answer to a change is 202'),
  submissionsDefault: words('write', null, 'Indieningen op een bladzijde, standaard', 'Submissions on a page, by default'),
  submissionsMax: words('write', null, 'Indieningen op een bladzijde, hoogstens', 'Submissions on a page, at most'),
  rulingBytesMax: words('write', 'bytes', 'Grootte van een besluit van de beheerder', 'Size of a decision of the operator'),
  proposalBytesMax: words('write', 'bytes', 'Grootte van een voorstel tot overdracht', 'Size of a proposed transfer'),
  openProposalsMax: words('write', null, 'Open voorstellen van één organisatie', 'Open proposals of one organisation'),
  openProposalsToHolderMax: words('write', null, 'Open voorstellen aan één bronhouder', 'Open proposals to one source holder'),
  countedAddressesMax: words('service', null, 'Adressen waarvan aanvragen apart worden geteld', 'Addresses whose requests are counted separately'),
  overloadMs: words('service', 'ms', 'Vertraging van de dienst waarboven aanvragen 503 krijgen', 'Delay of the service above which requests get 503'),
  readyBytesMax: words('service', 'bytes', 'Grootte van een antwoord dat in één keer wordt gemaakt', 'Size of an answer that is made at once'),
  chunkBytes: words('service', 'bytes', 'Stukken waarin een langer antwoord wordt gemaakt', 'Chunks in which a longer answer is made'),
  unsentBytesMax: words('service', 'bytes', 'Antwoorden die op hun lezers wachten, samen', 'Answers that wait for their readers, together'),
  cacheBytesMax: words('service', 'bytes', 'Geheugen voor wat vaker wordt gevraagd', 'Memory for what is asked more often'),
  openFilesMin: words('service', null, 'Bestanden en verbindingen die tegelijk open kunnen zijn, minstens', 'Files and connections that can be open at once, at least'),
  inlinePayloadBytesMax: words('service', 'bytes', 'Aanleveringen tot deze grootte staan in de database, grotere zijn bestanden', 'Deliveries up to this size are in the database, larger ones are files'),
  listedSubmissionsMax: words('service', null, 'Indieningen die ev submissions list toont', 'Submissions that ev submissions list prints'),
  refusalReasonCharsMax: words('service', 'chars', 'Lengte van de reden van een weigering', 'Length of the reason of a refusal'),
  accessFileBytesMax: words('service', 'bytes', 'Grootte van elk bestand met rechten of planning', 'Size of each file of access or schedule'),
  settingsFileBytesMax: words('service', 'bytes', 'Grootte van het bestand met instellingen', 'Size of the file with settings'),
  runsPerPipelineMax: words('service', null, 'Bewaarde uitvoeringen van elke pijplijn', 'Stored runs of each pipeline'),
  runLinesMax: words('service', null, 'Regels van een uitvoering', 'Lines of a run'),
  runLineCharsMax: words('service', 'chars', 'Lengte van zo’n regel', 'Length of such a line'),
  subscriptionsMax: words('service', null, 'Abonnementen op publicaties', 'Subscriptions to publications'),
  issuerKeysBytesMax: words('service', 'bytes', 'Grootte van de sleutels van een uitgever van tokens', 'Size of the keys of an issuer of tokens'),
  rememberedTokensMax: words('service', null, 'Gecontroleerde tokens die worden onthouden', 'Verified tokens that are remembered'),
  tokenDaysMax: words('service', 'days', 'Geldigheid van een token', 'Validity of a token'),
  backupsStored: words('service', null, 'Reservekopieën in een map, standaard', 'Backups in a folder, by default'),
};

export const LIMIT_NAMES = Object.keys(LIMIT_WORDS) as readonly LimitName[];

/** Returns the number of a limit; of a limit in parts their sum. */
export function limitOf(name: LimitName): number {
  const value: number | Readonly<Record<string, number>> = LIMITS[name];
  return typeof value === 'number' ? value : Object.values(value).reduce((sum, part) => sum + part, 0);
}

export function unitOf(name: LimitName, language: Language): string {
  const { unit } = LIMIT_WORDS[name];
  return unit === null ? '' : UNITS[unit][language];
}
