/**
 * Activity constants: the value of `idActiviteitTR` for each activity type, and the addresses of the law to which a link in
 * `balActiviteit` leads.
 *
 * From the working version of the object catalogue (2026-07-16), which states both as constraints. Its texts are not consistent
 * everywhere, so another value gets a warning, never an error. A type without `tr` or `bal` has none in the catalogue; of several articles
 * each is right. `AKN follows later` is no address, so it is absent.
 * Not here: the comparison (pipelines/prepare/rules), the fields themselves (activities.ts).
 */
import type { ActivityType } from '../names.ts';

export interface ActivityConstants {
  /** The whole value of `idActiviteitTR`. */
  readonly tr?: string;
  /** Paths of the law (`/akn/nl/act/…`), without scheme and host. */
  readonly bal?: readonly string[];
}

const NOT_AVAILABLE: ActivityConstants = { tr: 'Niet beschikbaar' };

/** `name` without its prefix; `articles` of the Besluit activiteiten leefomgeving. */
function activity(name: string, ...articles: readonly string[]): ActivityConstants {
  const tr = `nl.imow-mnre1034.activiteit.${name}`;
  return articles.length === 0 ? { tr } : { tr, bal: articles.map((article) => `/akn/nl/act/bm/2018/stb-2018-293/${article}`) };
}

/** The items of a list in an article: `items('art_3.101/para_1', 'abcd')`. */
function items(list: string, letters: string): readonly string[] {
  return letters.split('').map((letter) => `${list}/list_1/item_${letter}`);
}

const AMMONIAK = activity('KoelinstalKooldioKoolwstAmmo', ...items('art_3.16/para_1', 'b'));
const EXPLOSIEVEN_CIVIEL = activity('OpslaanOntplofbareStoffenCiviel', 'art_3.33');
const EXPLOSIEVEN_MILITAIR = activity('OpslaanOntplofbStofMilitaireObj', 'art_3.332', 'art_3.33');
const VERPAKT = activity('OpslaanGevaarlijkeStofInVerpakk', ...items('art_3.28', 'h'));
const EOS = activity('Energieopslagsysteem');
const ENERGIEDRAGERS = activity('OpslagEnergiedragers');

/** In the order of the document's list. */
const BY_TYPE: Readonly<Record<ActivityType, ActivityConstants>> = {
  Buisleiding: activity('BuisleidingGevaarlijkeStoffen', ...items('art_3.101/para_1', 'abcd')),
  Basisnet: { ...NOT_AVAILABLE, bal: ['/akn/nl/act/w/1995/stb-1995-525/art_1'] },
  AmmoniakKoelinstallatie_TeBerekenenAfstand: AMMONIAK,
  AmmoniakKoelinstallatie_VasteAfstandVergunningplicht: AMMONIAK,
  AnderInsluitsysteem: NOT_AVAILABLE,
  BadGiftig: activity('Metaalproductenindustrie', ...items('art_3.105', 'de')),
  BehandelenRegelenMetenAardgas_TeBerekenenAfstandVergunningplicht:
    activity('GasdrukRegelMeetStation', ...items('art_3.98', 'b')),
  BehandelenRegelenMetenAardgas_VasteAfstandGeenVergunningplicht: activity('GasdrukRegelMeetStation', 'art_3.97/para_1'),
  Emplacement: activity('Spoorwegemplacementen', 'art_3.295b'),
  KernenergieInrichting: { ...NOT_AVAILABLE, bal: ['/akn/nl/act/w/1963/stb-1963-82/art_15/list_1/item_b'] },
  Mestvergisting: activity('Mestvergistingsinstallatie', ...items('art_4.864', 'b')),
  MijnbouwwerkExploiteren: activity('Mijnbouw', 'art_3.321/para_1'),
  MijnbouwwerkVerplaatsbaar: activity('WerkzaamhedenVerplaatsbMijnbouw', ...items('art_4.1116', 'a')),
  OpslagBrandbareVloeistofGeenDieselBovengronds: activity('OpslBrandVloeisNietDieselBovengr', 'art_4.910'),
  OpslagBrandbareVloeistofGeenDieselOndergronds: activity('OpslBrandVloeisNietDieselOndergr', 'art_4.958'),
  OpslagBrandstofBunkerstation: activity('OpslaanBrandstoffenBunkerstation', 'art_4.522'),
  OpslagMeststof: activity('OpslaanVasteMinerAnorgMeststof', ...items('art_3.28', 'a')),
  'OpslagOntplofbaarADR1.1Civiel': EXPLOSIEVEN_CIVIEL,
  'OpslagOntplofbaarADR1.3Civiel': EXPLOSIEVEN_CIVIEL,
  'OpslagOntplofbaarADR1.4Civiel': EXPLOSIEVEN_CIVIEL,
  OpslagOntplofbaarComplexen: EXPLOSIEVEN_CIVIEL,
  OpslagOntplofbaarMilitair_TeBerekenenAfstand: EXPLOSIEVEN_MILITAIR,
  OpslagOntplofbaarMilitair_VasteAfstand: EXPLOSIEVEN_MILITAIR,
  OpslagOxiderendVerstikkendGas: activity('OpslaanOxidVerstikCryogGasOpslta', 'art_4.902'),
  OpslagSevesoHoeveelheidBuitenSevesoInrichting: activity('OpslagTransportbedrijf', ...items('art_3.286/para_1', 'k')),
  OpslagVerpakt_TeBerekenenAfstandVergunningplicht: {},
  OpslagVerpakt_VasteAfstandGeenVergunningplicht: activity('OpslaanGevStofNietOrgPerInVerpak', 'art_4.1004'),
  OpslagVerpakt_VasteAfstandVergunningplicht: VERPAKT,
  OpslagVuurwerkF1F2F3T1T2_Vergunningplicht:
    activity('OpslaanVuurwPyroArtikelenTheater', ...items('art_3.31/para_1', 'abd')),
  OpslagVuurwerkF4: activity('OpslaanVuurwPyroArtikelenTheater', ...items('art_3.31/para_1', 'c')),
  OpslagtankGas_TeBerekenenAfstandVergunningplicht:
    activity('OpslagtankVoorGassen', ...items('art_3.22/para_1', 'abce')),
  OpslagtankPropaanPropeen_VasteAfstandGeenVergunningplicht: activity('OpslaanPropaanPropeenOpslagtanks', 'art_4.896'),
  OpslagtankPropaanPropeen_VasteAfstandVergunningplicht:
    activity('OpslagtankVoorGassen', ...items('art_3.22/para_1', 'c')),
  // Lists that the catalogue names both with and without their paragraph; both are right.
  OpslagtankVloeistof: activity('OpslaanVloeistoffenOpslagtank',
    ...items('art_3.25', 'egh'), ...items('art_3.25/para_1', 'egh')),
  OpstellenVoertuigen: activity('OpstellenVoertuigGevaarlStoffen', 'art_4.1099'),
  SevesoInrichting: activity('SevesoInrichting', 'art_3.51/para_1'),
  TankenCNG: activity('TankenCNG', 'art_4.481'),
  TankenGrootschaligVaartuig: {},
  TankenKleinschaligVaartuig: activity('KleinschaligTankenVaartuigen', 'art_4.529'),
  TankenVoertuigenEnWerktuigenLNG_TeberekenenAfstandVergunningsplicht:
    activity('OpslagTransportbedrijf', ...items('art_3.286/para_1', 'e')),
  TankstationLNGVoertuigen_TeBerekenenAfstandVergunningplicht: activity('Tankstation', ...items('art_3.297', 'a')),
  TankenLPG: activity('TankenOpslaanLPG', 'art_4.472'),
  OpslagTransportBedrijfWaterstof_VasteAfstandVergunningplicht:
    activity('OpslagTransportbedrijf', ...items('art_3.286/para_1', 'f')),
  TankenWaterstofVoertuigen_VasteAfstandVergunningplicht: activity('Tankstation', ...items('art_3.297', 'b')),
  WegenNietBasisnet: {},
  Windturbine_TeBerekenenAfstandGeenVergunningplicht: activity('Windturbine', 'art_3.11'),
  Windturbine_TeBerekenenAfstandVergunningplicht: activity('Windturbine', 'art_3.13'),
  ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht: EOS,
  OpslagEnergiedragersElektrischeEnergie_VasteAfstandGeenVergunningplicht: ENERGIEDRAGERS,
  OpslagVerpaktZonder_F_Cl_Br_N_S_VasteAfstandGeenVergunningplicht: VERPAKT,
  GrootschaligMestverwerking_VasteAfstandVergunningplicht:
    activity('GrootschaligeMestverwerking', ...items('art_3.90', 'a')),
  // The catalogue once has the TR value of the type before it, which is taken for a slip.
  MestbehandelingsInstallatie_VasteAfstandVergunningplicht:
    activity('Mestbehandelingsinstallatie', ...items('art_3.226', 'bc')),
  ExploiterenEnergieOpslagSysteem_TeBerekenenAfstandGeenVergunningplicht: EOS,
  OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandGeenVergunningplicht: ENERGIEDRAGERS,
  OpstellenVoertuigen_TeBerekenenAfstandVergunningplicht: activity('OpstellenVoertuigGevaarlStoffen',
    ...items('art_3.286', 'bc'), ...items('art_3.286/para_1', 'bc')),
  TankenLNGVaartuigen_berekendeAfstandVergunningplicht:
    activity('BunkerstationsTankplaatsSchepen', ...items('art_3.273/para_1', 'c')),
  ExploiterenEnergieOpslagSysteem_TeBerekenenAfstandVergunningplicht: EOS,
  OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandVergunningplicht: ENERGIEDRAGERS,
  OpslagVuurwerkF1F2F3T1T2_GeenVergunningplicht: activity('OpslaanVuurwPyroArtikelenTheater', 'art_3.30'),
};

export const ACTIVITY_CONSTANTS: ReadonlyMap<string, ActivityConstants> = new Map(Object.entries(BY_TYPE));
