/**
 * Activity kinds: what is stored, filled or driven at a generated LocatieActiviteit, how often, with which references and contours. Shares
 * of empty fields and ranges follow what was measured in the real register (Geonovum imev-werkomgeving, minmax); distances stay within 0
 * to 1,500 m. Two contours of one type around one spot have ranges apart, so that no geometry occurs twice.
 */
import type { JsonObject } from '../../schemas/json.ts';
import type { ActivityType } from '../../schemas/names.ts';
import { NOT_APPLICABLE, decimals, sometimes, type ContourKind, type ReferenceKind, type Substance } from './objects.ts';
import type { Random } from './random.ts';

export interface ActivityKind {
  /** Share among locations, in percent. */
  readonly percent: number;
  readonly type: ActivityType;
  /** Tail of idActiviteitTR, and the article of the Bal; null when the Bal has none yet. */
  readonly activiteit: string;
  readonly artikel: string | null;
  readonly vergunningsPlicht: boolean;
  readonly substance: Substance;
  readonly references: readonly [ReferenceKind, ...ReferenceKind[]];
  readonly contours: readonly [ContourKind, ...ContourKind[]];
  fields?(random: Random): JsonObject;
}

const PROPAAN: Substance = { stof: { naam: 'propaan', chemischeNaam: 'propaan', CASnummer: '74-98-6', UNnummer: '1978' } };
const LPG: Substance = { stof: { naam: 'LPG', CASnummer: '68476-85-7', UNnummer: '1965' } };
const AMMONIAK: Substance = { stof: { naam: 'ammoniak', CASnummer: '7664-41-7', UNnummer: '1005' } };
const WATERSTOF: Substance = { stof: { naam: 'waterstof', CASnummer: '1333-74-0', UNnummer: '1049' } };
const KLASSE_1: Substance = { stofCategorie: { categorieNaam: 'Klasse 1: Explosieve stoffen en voorwerpen' } };
const KLASSE_2_1: Substance = { stofCategorie: { categorieNaam: 'Klasse 2.1: Brandbaar gas' } };
const KLASSE_3: Substance = { stofCategorie: { categorieNaam: 'Klasse 3: Brandbare vloeistoffen' } };
const KLASSE_9: Substance = { stofCategorie: { categorieNaam: 'Klasse 9: Diverse gevaarlijke stoffen en voorwerpen' } };

const FIXED = { categorieAandachtsgebied: 'vastgesteld' };
const COMPUTED = { categorieAandachtsgebied: 'berekend' };

function pr(min: number, max: number, type = 'PR10-6'): ContourKind {
  return { type: 'PRContour', distance: [min, max], fields: { typePlaatsgebondenRisico: type } };
}
function fire(min: number, max: number, fields: JsonObject = FIXED): ContourKind {
  return { type: 'BrandAandachtsgebied', distance: [min, max], fields };
}
function explosion(min: number, max: number, fields: JsonObject = FIXED): ContourKind {
  return { type: 'ExplosieAandachtsgebied', distance: [min, max], fields };
}
function cloud(min: number, max: number, fields: JsonObject = FIXED): ContourKind {
  return { type: 'GifwolkAandachtsgebied', distance: [min, max], fields };
}

const VULPUNT: ReferenceKind = { type: 'Vulpunt', shape: 'point' };
const TANK: ReferenceKind = {
  type: 'OpslagReferentie',
  shape: 'point',
  fields: (random) => ({
    geometrieMetagegevens: { bronregistratie: random.pick(['BGT', 'zelfIngwonnen', 'overig']) },
    typeOpslagReferentie: 'opslagtank',
    bovengronds: random.chance(0.7),
    ...sometimes(random, 0.39, { inhoud: random.pick([3, 5, 8, 13, 20, 40]) }),
  }),
};
const STORE: ReferenceKind = {
  type: 'OpslagReferentie',
  shape: 'area',
  fields: (random) => ({
    geometrieMetagegevens: { bronregistratie: 'BGT' },
    typeOpslagReferentie: 'opslagplaats',
    ...sometimes(random, 0.01, { oppervlakte: random.whole(20, 2500) }),
  }),
};
const MACHINE_ROOM: ReferenceKind = {
  type: 'Machinekamer',
  shape: 'area',
  fields: (random) => ({ aantalKoelinstallaties: random.whole(1, 4), pompbeveiliging: random.chance(0.5) }),
};
const TURBINE: ReferenceKind = {
  type: 'Windturbine',
  shape: 'point',
  fields: (random) => ({
    geometrieMetagegevens: { bronregistratie: 'BGT' },
    ...sometimes(random, 0.85, { ashoogte: random.whole(40, 160) }),
    rotordiameter: decimals(random.between(30, 165), 1),
    vermogen: random.pick([850, 2000, 3000, 4200, 5600]),
    materiaalMast: random.pick(['staal', 'beton', 'hybride (staal/beton)']),
  }),
};

export const ACTIVITY_KINDS: readonly [ActivityKind, ...ActivityKind[]] = [
  {
    percent: 44, type: 'OpslagtankPropaanPropeen_VasteAfstandGeenVergunningplicht', vergunningsPlicht: false,
    activiteit: 'OpslaanPropaanPropeenOpslagtanks', artikel: 'art_4.896', substance: PROPAAN,
    references: [TANK],
    contours: [pr(10, 20, 'vastgesteld K'), fire(20, 40), explosion(50, 90, { ...FIXED, bleve: true })],
    fields: (random) => ({ aantalBevoorradingen: random.chance(0.5)
      ? { categorie: random.pick(['kleiner of gelijk vijf', 'groter dan vijf']) } : { exactAantal: random.whole(1, 12) } }),
  },
  {
    percent: 14, type: 'BehandelenRegelenMetenAardgas_VasteAfstandGeenVergunningplicht', vergunningsPlicht: false,
    activiteit: 'GasdrukRegelMeetStation', artikel: 'art_3.97/para_1',
    substance: { stof: { naam: 'aardgas', CASnummer: '74-82-8', UNnummer: '1971' } },
    references: [{ type: 'Installatie', shape: 'area' }, { type: 'Leiding', shape: 'point' }],
    contours: [pr(4, 14, 'vastgesteld BK'), pr(15, 25, 'vastgesteld K')],
    fields: (random) =>
      sometimes(random, 0.6, { ontwerpCapaciteit: random.whole(100, 40_000), werkdruk: random.whole(800, 8000) }),
  },
  {
    percent: 9, type: 'OpslagVuurwerkF1F2F3T1T2_Vergunningplicht', vergunningsPlicht: true,
    activiteit: 'OpslaanVuurwPyroArtikelenTheater', artikel: 'art_3.31/para_1/list_1/item_a', substance: KLASSE_1,
    references: [{ type: 'Bewaarplaats', shape: 'point' }, { type: 'BufferBewaarplaats', shape: 'point' }],
    contours: [
      { type: 'OverigeContour', distance: [8, 20], fields: { typeOverigeContour: 'vastgesteld vuurwerk' } },
      { type: 'ExplosieAandachtsgebiedVuurwerk', distance: [48, 400], fields: FIXED },
    ],
    fields: (random) =>
      sometimes(random, 0.46, { hoeveelheidVuurwerk: random.whole(1000, 50_000), categorieVuurwerk: ['F1', 'F2'] }),
  },
  {
    percent: 8, type: 'TankenLPG', vergunningsPlicht: true,
    activiteit: 'TankenOpslaanLPG', artikel: 'art_4.472', substance: LPG,
    references: [VULPUNT, TANK, { type: 'Tankzuil', shape: 'point' }],
    contours: [pr(15, 45), fire(60, 60), explosion(160, 160, { ...FIXED, bleve: true })],
    fields: (random) => ({ doorzetPerJaar: random.pick([300, 480, 500, 999, 1000, 1500]) }),
  },
  {
    percent: 8, type: 'Windturbine_TeBerekenenAfstandVergunningplicht', vergunningsPlicht: true,
    activiteit: 'Windturbine', artikel: 'art_3.13', substance: NOT_APPLICABLE,
    references: [TURBINE, TURBINE, TURBINE], contours: [pr(15, 79, 'PR10-5'), pr(80, 250)],
    fields: () => ({ aantalWindturbines: 3 }),
  },
  {
    percent: 6, type: 'AmmoniakKoelinstallatie_VasteAfstandVergunningplicht', vergunningsPlicht: true,
    activiteit: 'KoelinstalKooldioKoolwstAmmo', artikel: 'art_3.16/para_1/list_1/item_b', substance: AMMONIAK,
    references: [MACHINE_ROOM],
    contours: [pr(10, 60), cloud(50, 500)],
    fields: (random) => ({
      werktemperatuur: decimals(random.between(-40, 5), 1),
      hoeveelheidsKlasseAmmoniak: random.pick(['1500tot3500', '3500tot6000', '6000tot8000']),
    }),
  },
  {
    percent: 5, type: 'OpslagVerpakt_VasteAfstandVergunningplicht', vergunningsPlicht: true,
    activiteit: 'OpslaanGevaarlijkeStofInVerpakk', artikel: 'art_3.28/list_1/item_h', substance: KLASSE_3,
    references: [STORE], contours: [pr(20, 90), fire(20, 30), cloud(150, 700)],
    fields: (random) => ({ beschermingsniveauConformTabelB3: random.pick([
      'Beschermingsniveau 1: Automatische blusgasinstallatie', 'Alle beschermingsniveaus: Gasflessen']) }),
  },
  {
    percent: 3, type: 'ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht', vergunningsPlicht: false,
    activiteit: 'Energieopslagsysteem', artikel: null, substance: KLASSE_9,
    references: [{ type: 'EnergieOpslagSysteem', shape: 'area' }], contours: [fire(10, 30), cloud(25, 100)],
    fields: (random) => ({
      typeEnergieopslagsysteem: random.pick(['A', 'B']), typeEnergiedrager: random.pick(['NMC', 'LFP']),
      capaciteitEOS: { specifiekeCapaciteitEOS: decimals(random.between(0.1, 20), 2) }, gecertificeerd: true,
      maximaleModulegrootte: 'kleinerOfGelijkAan100', maximaleRekgrootte: 'kleinerOfGelijkAan500',
    }),
  },
  {
    percent: 2, type: 'SevesoInrichting', vergunningsPlicht: true,
    activiteit: 'SevesoInrichting', artikel: 'art_3.51/para_1', substance: KLASSE_2_1,
    references: [{ type: 'SevesoReferentie', shape: 'area' }, { type: 'SevesoReferentie', shape: 'point' }],
    contours: [pr(50, 299), pr(300, 1500, 'PR10-8'), fire(60, 400, COMPUTED), cloud(300, 1500, COMPUTED)],
    fields: (random) => ({ sevesoDrempel: random.pick(['hoog', 'laag']) }),
  },
  {
    percent: 1, type: 'TankenWaterstofVoertuigen_VasteAfstandVergunningplicht', vergunningsPlicht: true,
    activiteit: 'Tankstation', artikel: 'art_3.297/list_1/item_b', substance: WATERSTOF,
    references: [{ type: 'OpstelplaatsVoertuig', shape: 'area' }],
    contours: [pr(30, 35), fire(25, 60, { ...FIXED, typeBrand: 'fakkelbrand' })],
  },
];

/** A kind, as often as its percentage says. */
export function drawActivityKind(random: Random): ActivityKind {
  let left = random.next() * 100;
  return ACTIVITY_KINDS.find(({ percent }) => (left -= percent) < 0) ?? ACTIVITY_KINDS[0];
}
