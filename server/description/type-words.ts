/**
 * Type words: the words for an object of each type in a sentence, in the singular. Names of activities end in a clause about their
 * distance and their permit, which many types share; these clauses have words of their own.
 * Not here: titles of collections (collection-texts.ts); fields (field-words.ts).
 */
import type { Text } from '../../schemas/finding.ts';

/** Returns the words of a type without its clause: `opslagtank voor propaan of propeen`; for an unknown type its name. */
export function typeWords(entityType: string): Text {
  return ownWords(entityType) ?? ownWords(entityType.replace(CLAUSE, '')) ?? { nl: entityType, en: entityType };
}

/** Returns the words of a type with its clause, which distinguishes types with equal words. */
export function fullTypeWords(entityType: string): Text {
  const { nl, en } = typeWords(entityType);
  if (ownWords(entityType) !== undefined) return { nl, en };
  const [, distance = '', none, permit] = CLAUSE.exec(entityType) ?? [];
  const parts: readonly Text[] = [
    ...(distance === '' ? [] : [distance.startsWith('Vaste')
      ? { nl: 'vaste afstand', en: 'fixed distance' } : { nl: 'te berekenen afstand', en: 'distance to be calculated' }]),
    ...(permit === undefined ? [] : [none === undefined
      ? { nl: 'vergunning verplicht', en: 'permit required' } : { nl: 'geen vergunning nodig', en: 'no permit needed' }]),
  ];
  if (parts.length === 0) return { nl, en };
  return { nl: `${nl} (${parts.map((part) => part.nl).join(', ')})`, en: `${en} (${parts.map((part) => part.en).join(', ')})` };
}

const CLAUSE = /_((?:Te[Bb]erekenen|Vaste|berekende)Afstand)?(Geen)?(Vergunnings?plicht)?$/;

function ownWords(name: string): Text | undefined {
  return Object.hasOwn(TYPE_WORDS, name) ? TYPE_WORDS[name] : undefined;
}

function say(nl: string, en: string): Text {
  return { nl, en };
}

export const TYPE_WORDS: Readonly<Record<string, Text>> = {
  LocatieActiviteit: say('locatie met activiteiten', 'location with activities'),
  LocatieBasisnet: say('locatie van het basisnet', 'location of the basic network'),
  Wegen: say('weg buiten het basisnet', 'road outside the basic network'),
  BuisleidingStelsel: say('stelsel van buisleidingen', 'system of pipelines'),
  KwetsbaarGebouw: say('kwetsbaar gebouw', 'vulnerable building'),
  KwetsbareLocatie: say('kwetsbare locatie', 'vulnerable location'),
  Buisleiding: say('buisleiding', 'pipeline'),
  Basisnet: say('vervoer over het basisnet', 'transport on the basic network'),
  AmmoniakKoelinstallatie: say('ammoniakkoelinstallatie', 'ammonia cooling plant'),
  AnderInsluitsysteem: say('insluiten van stoffen in een ander systeem', 'containment of substances in another system'),
  BadGiftig: say('bad met giftige stoffen', 'bath with toxic substances'),
  BehandelenRegelenMetenAardgas: say('behandelen, regelen en meten van aardgas', 'treatment, control and metering of natural gas'),
  Emplacement: say('emplacement', 'railway yard'),
  KernenergieInrichting: say('inrichting voor kernenergie', 'nuclear installation'),
  Mestvergisting: say('mestvergisting', 'manure digestion'),
  MijnbouwwerkExploiteren: say('mijnbouwwerk', 'mining work'),
  MijnbouwwerkVerplaatsbaar: say('verplaatsbaar mijnbouwwerk', 'mobile mining work'),
  OpslagBrandbareVloeistofGeenDieselBovengronds: say(
    'bovengrondse opslag van brandbare vloeistof (geen diesel)', 'storage above ground of flammable liquid (no diesel)'),
  OpslagBrandbareVloeistofGeenDieselOndergronds: say(
    'ondergrondse opslag van brandbare vloeistof (geen diesel)', 'storage below ground of flammable liquid (no diesel)'),
  OpslagBrandstofBunkerstation: say('opslag van brandstof in een bunkerstation', 'storage of fuel in a bunker station'),
  OpslagMeststof: say('opslag van meststof', 'storage of fertiliser'),
  'OpslagOntplofbaarADR1.1Civiel': say('civiele opslag van ontplofbare stoffen (ADR 1.1)', 'civil storage of explosives (ADR 1.1)'),
  'OpslagOntplofbaarADR1.3Civiel': say('civiele opslag van ontplofbare stoffen (ADR 1.3)', 'civil storage of explosives (ADR 1.3)'),
  'OpslagOntplofbaarADR1.4Civiel': say('civiele opslag van ontplofbare stoffen (ADR 1.4)', 'civil storage of explosives (ADR 1.4)'),
  OpslagOntplofbaarComplexen: say('complex met opslag van ontplofbare stoffen', 'complex with storage of explosives'),
  OpslagOntplofbaarMilitair: say('militaire opslag van ontplofbare stoffen', 'military storage of explosives'),
  OpslagOxiderendVerstikkendGas: say('opslag van oxiderend of verstikkend gas', 'storage of oxidising or asphyxiant gas'),
  OpslagSevesoHoeveelheidBuitenSevesoInrichting: say(
    'opslag van een Seveso-hoeveelheid buiten een Seveso-inrichting', 'storage of a Seveso quantity outside a Seveso establishment'),
  OpslagVerpakt: say('opslag van verpakte gevaarlijke stoffen', 'storage of packaged dangerous substances'),
  OpslagVuurwerkF1F2F3T1T2: say('opslag van vuurwerk F1, F2, F3, T1 en T2', 'storage of fireworks F1, F2, F3, T1 and T2'),
  OpslagVuurwerkF4: say('opslag van vuurwerk F4', 'storage of fireworks F4'),
  OpslagtankGas: say('opslagtank voor gas', 'storage tank for gas'),
  OpslagtankPropaanPropeen: say('opslagtank voor propaan of propeen', 'storage tank for propane or propene'),
  OpslagtankVloeistof: say('opslagtank voor vloeistof', 'storage tank for liquid'),
  OpstellenVoertuigen: say('opstellen van voertuigen met gevaarlijke stoffen', 'parking of vehicles with dangerous goods'),
  SevesoInrichting: say('Seveso-inrichting', 'Seveso establishment'),
  TankenCNG: say('tanken van CNG', 'fuelling with CNG'),
  TankenGrootschaligVaartuig: say('grootschalig tanken van vaartuigen', 'large-scale fuelling of vessels'),
  TankenKleinschaligVaartuig: say('kleinschalig tanken van vaartuigen', 'small-scale fuelling of vessels'),
  TankenVoertuigenEnWerktuigenLNG: say('tanken van voertuigen en werktuigen met LNG', 'fuelling of vehicles and machines with LNG'),
  TankstationLNGVoertuigen: say('tankstation voor LNG', 'LNG filling station'),
  TankenLPG: say('tanken van LPG', 'fuelling with LPG'),
  OpslagTransportBedrijfWaterstof: say('opslag van waterstof bij een transportbedrijf', 'storage of hydrogen at a transport company'),
  TankenWaterstofVoertuigen: say('tanken van voertuigen met waterstof', 'fuelling of vehicles with hydrogen'),
  WegenNietBasisnet: say('vervoer over een weg buiten het basisnet', 'transport on a road outside the basic network'),
  Windturbine: say('windturbine', 'wind turbine'),
  Windturbine_TeBerekenenAfstandGeenVergunningplicht: say(
    'een of twee windturbines (te berekenen afstand, geen vergunning nodig)', 'one or two wind turbines (distance to be calculated, no permit needed)'),
  Windturbine_TeBerekenenAfstandVergunningplicht: say(
    'drie of meer windturbines (te berekenen afstand, vergunning verplicht)', 'three or more wind turbines (distance to be calculated, permit required)'),
  ExploiterenEnergieOpslagSysteem: say('energieopslagsysteem', 'energy storage system'),
  OpslagEnergiedragersElektrischeEnergie: say('opslag van dragers van elektrische energie', 'storage of carriers of electric energy'),
  OpslagVerpaktZonder_F_Cl_Br_N_S: say(
    'opslag van verpakte gevaarlijke stoffen zonder F, Cl, Br, N of S', 'storage of packaged dangerous substances without F, Cl, Br, N or S'),
  GrootschaligMestverwerking: say('grootschalige mestverwerking', 'large-scale manure processing'),
  MestbehandelingsInstallatie: say('installatie voor mestbehandeling', 'manure treatment plant'),
  TankenLNGVaartuigen: say('tanken van vaartuigen met LNG', 'fuelling of vessels with LNG'),
  AftappuntOpslagtank: say('aftappunt van een opslagtank', 'tapping point of a storage tank'),
  AnderInsluitsysteemReferentie: say('ander insluitsysteem', 'other containment system'),
  Bewaarplaats: say('bewaarplaats', 'storage place'),
  Bewerkingsruimte: say('bewerkingsruimte', 'processing room'),
  BufferBewaarplaats: say('bufferbewaarplaats', 'buffer storage place'),
  BuisleidingReferentie: say('deel van een buisleiding', 'section of a pipeline'),
  EnergieOpslagSysteem: say('energieopslagsysteem', 'energy storage system'),
  Installatie: say('installatie', 'installation'),
  Leiding: say('leiding op een bedrijfsterrein', 'pipe within a site'),
  Machinekamer: say('machinekamer', 'machine room'),
  OpslagReferentie: say('opslagvoorziening', 'storage facility'),
  OpslagReferentieEnergiedrager: say('opslag van energiedragers', 'storage of energy carriers'),
  OpstelplaatsVoertuig: say('opstelplaats voor voertuigen', 'vehicle stand'),
  SamengesteldeReferentie: say('samengestelde referentie', 'composite reference'),
  SevesoReferentie: say('onderdeel van een Seveso-inrichting', 'part of a Seveso establishment'),
  SpoorVervoer: say('spoortraject met gevaarlijke stoffen', 'railway section with dangerous goods'),
  Tankzuil: say('tankzuil', 'fuel dispenser'),
  Vulpunt: say('vulpunt', 'filling point'),
  WaterVervoer: say('vaarweg met gevaarlijke stoffen', 'waterway with dangerous goods'),
  WegAs: say('wegas', 'road axis'),
  WegVervoer: say('wegvak met gevaarlijke stoffen', 'road section with dangerous goods'),
  BrandAandachtsgebied: say('brandaandachtsgebied', 'fire attention area'),
  CivielExplosieAandachtsgebied: say('explosieaandachtsgebied (civiel)', 'explosion attention area (civil)'),
  ExplosieAandachtsgebied: say('explosieaandachtsgebied', 'explosion attention area'),
  ExplosieAandachtsgebiedVuurwerk: say('explosieaandachtsgebied voor vuurwerk', 'explosion attention area for fireworks'),
  GifwolkAandachtsgebied: say('gifwolkaandachtsgebied', 'toxic cloud attention area'),
  MilitairExplosieAandachtsgebied: say('explosieaandachtsgebied (militair)', 'explosion attention area (military)'),
  OverigeContour: say('overige contour', 'other contour'),
  PRContour: say('contour van het plaatsgebonden risico', 'contour of the location-specific risk'),
};
