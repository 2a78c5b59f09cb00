/**
 * Collection texts: name, description and keywords of each series, Dutch and English. Data only; a test compares them with the series of
 * schemas/names.ts.
 */
import type { Text } from '../../schemas/finding.ts';
import { VULNERABLE_MODEL } from '../../schemas/model/vulnerable.ts';
import { CONTOURS, seriesOf } from '../../schemas/names.ts';

export interface CollectionText {
  readonly title: Text;
  readonly description: Text;
}

export const COLLECTION_TEXTS: Readonly<Record<string, CollectionText>> = {
  'locatie-activiteiten': text('Locaties met activiteiten', 'Locations with activities',
    'Bedrijfslocaties waar activiteiten met risico voor de omgeving plaatsvinden.',
    'Sites where activities take place that bring risk to their surroundings.'),
  'locaties-basisnet': text('Basisnetroutes', 'Basic network routes',
    'Delen van het basisnet: wegen, spoor en water voor vervoer van gevaarlijke stoffen.',
    'Parts of the basic network: roads, railways and waterways for the transport of dangerous goods.'),
  'wegen': text('Wegen buiten het basisnet', 'Roads outside the basic network',
    'Overige wegen waarover gevaarlijke stoffen worden vervoerd.',
    'Other roads along which dangerous goods are carried.'),
  'buisleiding-stelsels': text('Stelsels van buisleidingen', 'Systems of pipelines',
    'Buisleidingen voor gevaarlijke stoffen, met hun activiteiten en delen, waar hun leidingen liggen.',
    'Pipelines for dangerous substances, with their activities and parts, where their pipes lie.'),
  'kwetsbare-gebouwen': text('Kwetsbare gebouwen', 'Vulnerable buildings',
    'Gebouwen die beschermd worden tegen externe risico’s, zoals woningen, scholen en ziekenhuizen.',
    'Buildings protected against external risks, such as homes, schools and hospitals.'),
  'kwetsbare-locaties': text('Kwetsbare locaties', 'Vulnerable locations',
    'Plekken waar veel mensen samen zijn, zoals campings, sportvelden en evenemententerreinen.',
    'Places where many people gather, such as campsites, sports fields and event grounds.'),
  'ev-activiteiten': text('Activiteiten', 'Activities',
    'Alle activiteiten met externe-veiligheidsrisico, met de geometrie van hun locatie of hun buisleidingen.',
    'All activities with external-safety risk, with the geometry of their location or their pipelines.'),
  'aftappunten-opslagtank': text('Aftappunten van opslagtanks', 'Tapping points of storage tanks',
    'Punten waar een opslagtank wordt afgetapt.', 'Points where a storage tank is tapped.'),
  'ander-insluitsysteem-referenties': text('Andere insluitsystemen', 'Other containment systems',
    'Overige systemen die gevaarlijke stoffen insluiten.', 'Other systems that contain dangerous substances.'),
  'bewaarplaatsen': text('Bewaarplaatsen', 'Storage places',
    'Bewaarplaatsen, zoals die van vuurwerk.', 'Storage places, such as those of fireworks.'),
  'bewerkingsruimten': text('Bewerkingsruimten', 'Processing rooms',
    'Ruimten waar gevaarlijke stoffen of vuurwerk worden bewerkt.',
    'Rooms where dangerous substances or fireworks are processed.'),
  'buffer-bewaarplaatsen': text('Bufferbewaarplaatsen', 'Buffer storage places',
    'Bewaarplaatsen voor tijdelijke voorraad van vuurwerk.', 'Storage places for a temporary stock of fireworks.'),
  'buisleiding-referenties': text('Buisleidingen', 'Pipelines',
    'Leidingdelen voor vervoer van gas, olie en chemische stoffen.',
    'Pipeline sections that carry gas, oil and chemicals.'),
  'energie-opslag-systemen': text('Energieopslagsystemen', 'Energy storage systems',
    'Systemen die elektrische energie opslaan, zoals grote batterijen.',
    'Systems that store electric energy, such as large batteries.'),
  'installaties': text('Installaties', 'Installations',
    'Installaties met gevaarlijke stoffen.', 'Installations with dangerous substances.'),
  'leidingen': text('Leidingen', 'Pipes',
    'Leidingen binnen een bedrijfslocatie.', 'Pipes within a site.'),
  'machinekamers': text('Machinekamers', 'Machine rooms',
    'Machinekamers van ammoniakkoelinstallaties.', 'Machine rooms of ammonia cooling plants.'),
  'opslag-referenties': text('Opslagvoorzieningen', 'Storage facilities',
    'Tanks en andere voorzieningen voor opslag van gevaarlijke stoffen.',
    'Tanks and other facilities that store dangerous substances.'),
  'opslag-referenties-energiedrager': text('Opslag van energiedragers', 'Storage of energy carriers',
    'Plaatsen waar energiedragers, zoals losse batterijen, worden opgeslagen.',
    'Places where energy carriers, such as loose batteries, are stored.'),
  'opstelplaatsen-voertuig': text('Opstelplaatsen voor voertuigen', 'Vehicle stands',
    'Plaatsen waar voertuigen met gevaarlijke stoffen staan.',
    'Places where vehicles with dangerous goods stand.'),
  'samengestelde-referenties': text('Samengestelde referenties', 'Composite references',
    'Onderdelen die samen één bron van risico zijn.', 'Parts that together form one source of risk.'),
  'seveso-referenties': text('Seveso-onderdelen', 'Seveso parts',
    'Onderdelen van inrichtingen onder de Seveso-richtlijn.', 'Parts of establishments under the Seveso directive.'),
  'spoor-vervoer': text('Vervoer over spoor', 'Transport by rail',
    'Spoortrajecten waarover gevaarlijke stoffen worden vervoerd.',
    'Railway sections along which dangerous goods are carried.'),
  'tankzuilen': text('Tankzuilen', 'Fuel dispensers',
    'Zuilen waar brandstof wordt getankt.', 'Dispensers where fuel is taken.'),
  'vulpunten': text('Vulpunten', 'Filling points',
    'Punten waar een tankwagen een opslagtank vult.', 'Points where a tanker fills a storage tank.'),
  'water-vervoer': text('Vervoer over water', 'Transport by water',
    'Vaarwegen waarover gevaarlijke stoffen worden vervoerd.',
    'Waterways along which dangerous goods are carried.'),
  'weg-assen': text('Wegassen', 'Road axes',
    'Hartlijnen van wegen.', 'Centre lines of roads.'),
  'weg-vervoer': text('Vervoer over de weg', 'Transport by road',
    'Wegvakken waarover gevaarlijke stoffen worden vervoerd.',
    'Road sections along which dangerous goods are carried.'),
  'windturbines': text('Windturbines', 'Wind turbines',
    'Windturbines met de maten die hun risico bepalen.', 'Wind turbines with the sizes that decide their risk.'),
  'brand-aandachtsgebieden': text('Brandaandachtsgebieden', 'Fire attention areas',
    'Gebieden waar mensen binnenshuis niet genoeg beschermd zijn tegen brand.',
    'Areas where people indoors are not protected enough against fire.'),
  'civiel-explosie-aandachtsgebieden': text(
    'Explosieaandachtsgebieden civiel', 'Explosion attention areas, civil',
    'Gebieden rond civiele opslag van ontplofbare stoffen.', 'Areas around civil storage of explosives.'),
  'explosie-aandachtsgebieden': text('Explosieaandachtsgebieden', 'Explosion attention areas',
    'Gebieden waar mensen binnenshuis niet genoeg beschermd zijn tegen een explosie.',
    'Areas where people indoors are not protected enough against an explosion.'),
  'explosie-aandachtsgebieden-vuurwerk': text(
    'Explosieaandachtsgebieden vuurwerk', 'Explosion attention areas, fireworks',
    'Gebieden rond opslag van vuurwerk.', 'Areas around storage of fireworks.'),
  'gifwolk-aandachtsgebieden': text('Gifwolkaandachtsgebieden', 'Toxic cloud attention areas',
    'Gebieden waar mensen binnenshuis niet genoeg beschermd zijn tegen een gifwolk.',
    'Areas where people indoors are not protected enough against a toxic cloud.'),
  'militair-explosie-aandachtsgebieden': text(
    'Explosieaandachtsgebieden militair', 'Explosion attention areas, military',
    'Gebieden rond militaire opslag van ontplofbare stoffen.', 'Areas around military storage of explosives.'),
  'overige-contouren': text('Overige contouren', 'Other contours',
    'Contouren en afstanden van een andere soort.', 'Contours and distances of another kind.'),
  'pr-contouren': text('Contouren plaatsgebonden risico', 'Location-specific risk contours',
    'Contouren en afstanden waar het plaatsgebonden risico een grenswaarde haalt.',
    'Contours and distances where the location-specific risk reaches a limit value.'),
};

function text(nlTitle: string, enTitle: string, ...[nl, en]: readonly [string, string]): CollectionText {
  return { title: { nl: nlTitle, en: enTitle }, description: { nl, en } };
}

const COMMON: readonly Text[] = [{ nl: 'externe veiligheid', en: 'external safety' }, { nl: 'omgevingsveiligheid', en: 'environmental safety' }];
const SOURCE: Text = { nl: 'risicobron', en: 'source of risk' };
const CONTOUR: Text = { nl: 'risicocontour', en: 'risk contour' };
const VULNERABLE: Text = { nl: 'kwetsbaar object', en: 'vulnerable object' };
const CONTOUR_PATHS: ReadonlySet<string> = new Set(Object.values(CONTOURS).map(({ path }) => path));
const VULNERABLE_PATHS: ReadonlySet<string> = new Set(VULNERABLE_MODEL.map(({ entityType }) => seriesOf(entityType)));

/** Returns the keywords of a collection, for catalogues. */
export function keywordsOf(collection: string): readonly Text[] {
  if (CONTOUR_PATHS.has(collection)) return [...COMMON, CONTOUR];
  return [...COMMON, VULNERABLE_PATHS.has(collection) ? VULNERABLE : SOURCE];
}
