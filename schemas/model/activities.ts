/**
 * Activities: the sources of risk (Information Model, Activity and location types).
 *
 * The document names 59 types and leaves the fields of 57 open. Fields without a mark or marked 'W' come from the public sources of the
 * earlier model and its working version (object catalogue of 2026-07-16, schema 3.0.2). They are checked when present, never required.
 * Only fields that the document itself requires are 'R'.
 */
import { EXTERNE_VEILIGHEIDS_OBJECT } from './base.ts';
import {
  abstract, array, boolean, closed, codelist, date, integer, link, nested, number, object, orVoid, text,
  textOrObject,
} from './conventions.ts';
import type { ConcreteType, Fields } from './conventions.ts';
import { ACTIVITY_TYPES, NESTED_REFERENCE_TYPES } from '../names.ts';
import type { ActivityType } from '../names.ts';
import {
  BEVOORRADING, CAPACITEIT_EOS, DOCUMENTATIE, GRONDSLAG, OPSLAGDICHTHEID, REACTIETIJD_NOODSTOP, VOORDRUK,
} from './values.ts';

const EV_ACTIVITEIT = abstract('EVActiviteit', EXTERNE_VEILIGHEIDS_OBJECT, {
  locatieEVActiviteit: [link(), 'R'],
  heeft: [nested('Referentie', NESTED_REFERENCE_TYPES), 'R'],
});

const BKL_ACTIVITEIT = abstract('BKLActiviteit', EV_ACTIVITEIT, {
  basisVergunningNummer: [orVoid(text()), 'W'],
  datumVergunningOfMelding: [orVoid(date()), 'W'],
  datumLaatsteWijziging: [orVoid(date()), 'W'],
  vergunningsPlicht: [boolean(), 'W'],
  bevoegdGezag: codelist('BevoegdGezag'),
  balActiviteit: array(textOrObject(DOCUMENTATIE)),
  idActiviteitTR: [text(), 'W'],
  grondslagInfo: object(GRONDSLAG),
});

const NONE: Fields = {};

const AMMONIAK: Fields = {
  werktemperatuur: number(-273.15, 99.99, '°C'),
  hoeveelheidsKlasseAmmoniak: codelist('HoeveelheidsKlasseAmmoniak'),
};

const EXPLOSIEVEN: Fields = { nettoExplosieveMassa: number(0, 9999, 'kg') };

const LNG: Fields = {
  reactietijdNoodstop: object(REACTIETIJD_NOODSTOP),
  bovenvulling: boolean(),
  verladingPomp: boolean(),
  voordruk: object(VOORDRUK),
};

const VUURWERK_UNIT = 'kg netto explosieve massa';
const VUURWERK: Fields = {
  hoeveelheidVuurwerk: number(0, 999999, VUURWERK_UNIT),
  categorieVuurwerk: array(codelist('CategorieVuurwerk'), { unique: true }),
};

const EOS: Fields = {
  typeEnergieopslagsysteem: [codelist('TypeEnergieopslagsystem'), 'W'],
  typeEnergiedrager: [codelist('TypeEnergiedragerKort'), 'W'],
  capaciteitEOS: [object(CAPACITEIT_EOS), 'W'],
  gecertificeerd: [boolean(), 'W'],
  aantalBatterijcellen: codelist('AantalBatterijcellenEOS'),
  maximaleModulegrootte: [codelist('MaximaleModulegrootteEOS'), 'W'],
  maximaleRekgrootte: [codelist('MaximaleRekgrootteEOS'), 'W'],
  categorieGebruiksduurMobieleEOS: codelist('CategorieGebruiksduurMobileEOS'),
};

const ENERGIEDRAGERS: Fields = {
  typeEnergiedrager: [codelist('TypeEnergiedragerLang'), 'W'],
  levensfaseEnergiedrager: codelist('TypeLevensfaseEnergiedrager'),
  opslagdichtheidOfVeiligheidsniveau: [object(OPSLAGDICHTHEID), 'W'],
  aantalBatterijcellen: codelist('AantalBatterijcellenOpslag'),
};

/** Own fields of each type, in the order of the document's list. */
const OWN: Readonly<Record<ActivityType, Fields>> = {
  Buisleiding: NONE,
  Basisnet: NONE,
  AmmoniakKoelinstallatie_TeBerekenenAfstand: AMMONIAK,
  AmmoniakKoelinstallatie_VasteAfstandVergunningplicht: AMMONIAK,
  AnderInsluitsysteem: { drempelwaarde: [codelist('GevaarlijkeStofDrempelwaarde'), 'W'] },
  BadGiftig: NONE,
  BehandelenRegelenMetenAardgas_TeBerekenenAfstandVergunningplicht: NONE,
  BehandelenRegelenMetenAardgas_VasteAfstandGeenVergunningplicht: {
    ontwerpCapaciteit: number(0, 99999, 'Nm3/h'),
    werkdruk: number(0, 99999, 'kPa'),
    opstellingsUitvoering: codelist('OpstellingsUitvoeringAardgas'),
  },
  Emplacement: NONE,
  KernenergieInrichting: NONE,
  Mestvergisting: NONE,
  MijnbouwwerkExploiteren: NONE,
  MijnbouwwerkVerplaatsbaar: NONE,
  OpslagBrandbareVloeistofGeenDieselBovengronds: NONE,
  OpslagBrandbareVloeistofGeenDieselOndergronds: NONE,
  OpslagBrandstofBunkerstation: NONE,
  OpslagMeststof: NONE,
  'OpslagOntplofbaarADR1.1Civiel': EXPLOSIEVEN,
  'OpslagOntplofbaarADR1.3Civiel': EXPLOSIEVEN,
  'OpslagOntplofbaarADR1.4Civiel': NONE,
  OpslagOntplofbaarComplexen: NONE,
  OpslagOntplofbaarMilitair_TeBerekenenAfstand: NONE,
  OpslagOntplofbaarMilitair_VasteAfstand: NONE,
  OpslagOxiderendVerstikkendGas: NONE,
  OpslagSevesoHoeveelheidBuitenSevesoInrichting: {
    kritischeTemperatuur: number(0, 99999.99, 'K'),
    kookTemperatuur: number(0, 99999.99, 'K'),
    mediaanLetaleConcentratie: number(0, 999999, 'ppm'),
    dampspanning: number(0, 9999999, 'mbar'),
    categorieGiftigeStof: codelist('CategorieGiftigeStof'),
  },
  OpslagVerpakt_TeBerekenenAfstandVergunningplicht: {
    beschermingsniveau: codelist('BeschermingsniveauhoofdgroepTabelB3'),
  },
  OpslagVerpakt_VasteAfstandGeenVergunningplicht: NONE,
  OpslagVerpakt_VasteAfstandVergunningplicht: {
    beschermingsniveauConformTabelB3: [codelist('BeschermingsniveauTabelB3'), 'W'],
  },
  OpslagVuurwerkF1F2F3T1T2_Vergunningplicht: VUURWERK,
  OpslagVuurwerkF4: { hoeveelheidVuurwerk: number(0, 999999, VUURWERK_UNIT) },
  OpslagtankGas_TeBerekenenAfstandVergunningplicht: NONE,
  OpslagtankPropaanPropeen_VasteAfstandGeenVergunningplicht: { aantalBevoorradingen: object(BEVOORRADING) },
  OpslagtankPropaanPropeen_VasteAfstandVergunningplicht: { doorzetPerJaar: number(0, 999, 'm3') },
  OpslagtankVloeistof: NONE,
  OpstellenVoertuigen: NONE,
  SevesoInrichting: { sevesoDrempel: [codelist('SevesoDrempelType'), 'W'] },
  TankenCNG: { aantalPersonenauto: integer(0, 999, 'per dag'), aantalAutobussen: integer(0, 999, 'per dag') },
  TankenGrootschaligVaartuig: NONE,
  TankenKleinschaligVaartuig: NONE,
  TankenVoertuigenEnWerktuigenLNG_TeberekenenAfstandVergunningsplicht: LNG,
  TankstationLNGVoertuigen_TeBerekenenAfstandVergunningplicht: LNG,
  TankenLPG: { doorzetPerJaar: number(0, 9999, 'm3') },
  OpslagTransportBedrijfWaterstof_VasteAfstandVergunningplicht: NONE,
  TankenWaterstofVoertuigen_VasteAfstandVergunningplicht: NONE,
  WegenNietBasisnet: NONE,
  Windturbine_TeBerekenenAfstandGeenVergunningplicht: { aantalWindturbines: [integer(1, 2), 'W'] },
  Windturbine_TeBerekenenAfstandVergunningplicht: { aantalWindturbines: [integer(3, 999), 'W'] },
  ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht: EOS,
  OpslagEnergiedragersElektrischeEnergie_VasteAfstandGeenVergunningplicht: ENERGIEDRAGERS,
  OpslagVerpaktZonder_F_Cl_Br_N_S_VasteAfstandGeenVergunningplicht: NONE,
  GrootschaligMestverwerking_VasteAfstandVergunningplicht: NONE,
  MestbehandelingsInstallatie_VasteAfstandVergunningplicht: NONE,
  ExploiterenEnergieOpslagSysteem_TeBerekenenAfstandGeenVergunningplicht: EOS,
  OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandGeenVergunningplicht: ENERGIEDRAGERS,
  OpstellenVoertuigen_TeBerekenenAfstandVergunningplicht: NONE,
  TankenLNGVaartuigen_berekendeAfstandVergunningplicht: LNG,
  ExploiterenEnergieOpslagSysteem_TeBerekenenAfstandVergunningplicht: {
    typeEnergieopslagsysteem: [codelist('TypeEnergieopslagsystem'), 'W'],
    typeEnergiedrager: [codelist('TypeEnergiedragerLang'), 'W'],
    specifiekeCapaciteitEOS: number(0.02, 50, 'MWh'),
  },
  OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandVergunningplicht: {
    typeEnergiedrager: [array(codelist('TypeEnergiedragerLang'), { min: 1, max: 12 }), 'W'],
    categorieOpslagdichtheid: [codelist('CategorieOpslagdichtheidBatterijen'), 'W'],
    maximaleOpslagcapaciteit: number(0, undefined, 'kg'),
  },
  OpslagVuurwerkF1F2F3T1T2_GeenVergunningplicht: VUURWERK,
};

export const ACTIVITY_MODEL: readonly ConcreteType[] = ACTIVITY_TYPES.map((type) =>
  closed(type, type === 'WegenNietBasisnet' ? EV_ACTIVITEIT : BKL_ACTIVITEIT, OWN[type]));
