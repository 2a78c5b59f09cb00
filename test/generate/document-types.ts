/**
 * Documents: the types of the Information Model, its value types and code lists as TypeScript types.
 * Made by make-derived.ts from the model files; change those, not this.
 */
import type { Geometry } from '../../schemas/geometry.ts';

export type Point = Geometry & { readonly type: 'Point' };

export type Polygon = Geometry & { readonly type: 'Polygon' };

export type VlakOfMultiVlak = Geometry & { readonly type: 'Polygon' | 'MultiPolygon' };

export type LijnOfMultiLijn = Geometry & { readonly type: 'LineString' | 'MultiLineString' };

export type PuntOfLijn = Geometry & { readonly type: 'Point' | 'LineString' | 'MultiLineString' };

export type PuntOfVlak = Geometry & { readonly type: 'Point' | 'Polygon' };

export type PuntOfMultiPunt = Geometry & { readonly type: 'Point' | 'MultiPoint' };

export type PuntLijnVlakMulti = Geometry & { readonly type: 'Point' | 'LineString' | 'Polygon' | 'MultiPoint' | 'MultiLineString' | 'MultiPolygon' };

export type Void = {
  readonly waarde?: null;
  readonly geenWaardeReden: VoidReasonValue;
};

export type InterneVerwijzing = {
  readonly href: string;
  readonly title?: string;
  readonly rel?: string;
  readonly type?: string;
};

export type NEN3610ID = {
  readonly namespace: string;
  readonly lokaalID: string;
  readonly versie?: string;
};

export type Documentatie = {
  readonly naam: string;
  readonly link: string;
};

export type GeometrieMetagegevens = {
  readonly bronregistratie: Bronregistratie;
  readonly idInBronregistratie?: string;
  /** a complete URI, for example https://voorbeeld.nl/object/1 */
  readonly itemLink?: string;
  readonly toelichting?: string;
};

export type Grondslag = {
  readonly grondslagType: GrondslagGeheimhouding;
  readonly besluitnummer: string;
  readonly besluitdocument: Documentatie;
};

export type BevoorradingCategorieOfExactAantal =
  | { readonly categorie: CategorieAantalBevoorradingen; readonly exactAantal?: never }
  | { readonly exactAantal: number; readonly categorie?: never };

export type ReactietijdNoodstopBooleanOfExact =
  | { readonly exactAantalSeconden: number; readonly vijfofminder?: never }
  | { readonly vijfofminder: boolean; readonly exactAantalSeconden?: never };

export type VoordrukBooleanOfExact =
  | { readonly exacteHoeveelheid_kpa: number; readonly minderDanOfGelijkAan_420kPa?: never }
  | { readonly minderDanOfGelijkAan_420kPa: boolean; readonly exacteHoeveelheid_kpa?: never };

export type CapaciteitOfCategorieEOS =
  | { readonly categorieCapaciteitEOS: CategorieCapaciteitEOS; readonly specifiekeCapaciteitEOS?: never }
  | { readonly specifiekeCapaciteitEOS: number; readonly categorieCapaciteitEOS?: never };

export type OpslagdichtheidOfVeiligheidsniveau =
  | { readonly categorieOpslagdichtheid: CategorieOpslagdichtheidBatterijen; readonly veiligheidsniveau?: never }
  | { readonly veiligheidsniveau: TypeVeiligheidsniveau; readonly categorieOpslagdichtheid?: never };

export type AfstandOfGeometrieAandachtsgebied =
  | { readonly geometrie: VlakOfMultiVlak; readonly afstand?: never }
  | { readonly afstand: number; readonly geometrie?: never };

export type StofOfStofcategorie =
  | { readonly stof: Stof; readonly stofCategorie?: never }
  | { readonly stofCategorie: StofCategorie; readonly stof?: never };

export type Stof = {
  readonly naam: string;
  readonly chemischeNaam?: string;
  /** a CAS number: 2 to 7 digits, hyphen, 2 digits, hyphen, 1 digit */
  readonly CASnummer?: string;
  /** exactly 4 digits */
  readonly UNnummer?: string;
};

export type StofCategorie = {
  readonly categorieNaam: StofCategorieNaam;
  readonly chemischeNaam?: string;
};

export type AfstandOfGeometrieOverigeContour =
  | { readonly geometrie: PuntLijnVlakMulti; readonly afstand?: never }
  | { readonly afstand: number; readonly geometrie?: never };

export type AfstandOfGeometriePRContour =
  | { readonly geometrie: PuntLijnVlakMulti; readonly afstand?: never }
  | { readonly afstand: number; readonly geometrie?: never };

export type ExterneVeiligheidsObject = {
  readonly entityType: string;
  /** a text without control characters (such as tab or newline), not "." or ".." */
  readonly id: string;
  readonly comment?: readonly string[];
  readonly identificatie: NEN3610ID;
  readonly bronobjectID?: string;
  /** 3 to 6 characters from A-Z, 0-9 and comma */
  readonly bronhoudercode: string;
  readonly bronhoudercodeOverheid?: TooiWaardelijst;
  /** 3 to 6 characters from A-Z, 0-9 and comma */
  readonly bronhoudercodeGeenOverheid?: string;
  /** a name without a period */
  readonly bronhouder?: string;
  readonly documentInfo?: Documentatie;
  readonly informatieGeheim?: boolean;
  readonly beginGeldigheid: string;
  readonly eindGeldigheid?: string;
  readonly tijdstipRegistratie?: string;
  readonly eindRegistratie?: string;
};

export type LocatieEVActiviteit = ExterneVeiligheidsObject & {
  readonly voertUit: readonly Activiteit[];
};

export type GebouwOfLocatie = ExterneVeiligheidsObject;

export type EVActiviteit = ExterneVeiligheidsObject & {
  readonly locatieEVActiviteit: InterneVerwijzing;
  readonly heeft: readonly Referentie[];
};

export type BKLActiviteit = EVActiviteit & {
  readonly basisVergunningNummer?: string | Void;
  readonly datumVergunningOfMelding?: string | Void;
  readonly datumLaatsteWijziging?: string | Void;
  readonly vergunningsPlicht?: boolean;
  readonly bevoegdGezag?: BevoegdGezag;
  readonly balActiviteit?: readonly (string | Documentatie)[];
  readonly idActiviteitTR?: string;
  readonly grondslagInfo?: Grondslag;
};

export type ReferentieEVContour = ExterneVeiligheidsObject & {
  readonly omschrijving?: string;
  readonly heeft: InterneVerwijzing;
  readonly resulteertIn: readonly Contour[] | Void;
};

export type EVContour = ExterneVeiligheidsObject & {
  readonly hoortBij: readonly InterneVerwijzing[];
};

export type Aandachtsgebied = EVContour & {
  readonly afstandOfGeometrie: AfstandOfGeometrieAandachtsgebied;
  readonly categorieAandachtsgebied?: CategorieAandachtsgebied;
  readonly maatgevendeStof: StofOfStofcategorie | Void;
  readonly aardRisico?: string;
};

export type LocatieActiviteit = LocatieEVActiviteit & {
  readonly entityType: 'LocatieActiviteit';
  readonly bedrijfsnaam: string;
  readonly geometrie: VlakOfMultiVlak;
  /** exactly 16 digits */
  readonly idNummeraanduidingBAG?: string;
  readonly locatieomschrijving?: string;
  readonly omschrijving?: string;
  readonly eigenaar?: string;
  readonly privacyGevoelig?: boolean;
  readonly naamExploitant: string | Void;
  /** exactly 16 digits */
  readonly idNummeraanduidingBAGExploitant: string | Void;
  readonly kvkNummerExploitant: readonly string[] | Void;
  /** exactly 8 digits */
  readonly kvkNummerAanvrager: string | Void;
  /** exactly 12 digits */
  readonly vestigingsnummerExploitant?: string;
  /** exactly 12 digits */
  readonly vestigingsnummerAanvrager?: string;
};

export type LocatieBasisnet = LocatieEVActiviteit & {
  readonly entityType: 'LocatieBasisnet';
  readonly geometrie: LijnOfMultiLijn;
  readonly type: TypeVervoer;
  readonly route: string;
};

export type Wegen = LocatieEVActiviteit & {
  readonly entityType: 'Wegen';
  readonly geometrie: LijnOfMultiLijn;
  readonly route: string;
};

export type BuisleidingStelsel = LocatieEVActiviteit & {
  readonly entityType: 'BuisleidingStelsel';
  readonly eigenaar: string;
  /** exactly 16 digits */
  readonly idNummeraanduidingBAG?: string;
  readonly locatieomschrijving?: string;
  readonly naamExploitant?: string;
  /** exactly 16 digits */
  readonly idNummeraanduidingBAGExploitant?: string;
  readonly kvkNummerExploitant: readonly (string | null)[];
  /** exactly 12 digits */
  readonly vestigingsnummerExploitant?: string;
};

export type KwetsbaarGebouw = GebouwOfLocatie & {
  readonly entityType: 'KwetsbaarGebouw';
  readonly geometrie: Polygon;
  readonly geometrieMetagegevens: GeometrieMetagegevens;
  readonly categorieKwetsbaarheid: CategorieKwetsbaarheidGebouw;
  readonly gebruiksdoeleindenDetail?: readonly string[];
  /** exactly 16 digits */
  readonly idPandBAG?: string;
  /** exactly 16 digits */
  readonly idAdresseerbaarobjectBAG?: string;
  readonly gebruiksdoelenVerblijfsobjectBAG?: readonly Gebruiksdoeleinden[];
  readonly oppervlakteVerblijfsobjectBAG?: number;
  readonly populatie?: number;
  readonly kadastraleAanduiding?: readonly string[];
};

export type KwetsbareLocatie = GebouwOfLocatie & {
  readonly entityType: 'KwetsbareLocatie';
  readonly geometrie: VlakOfMultiVlak;
  readonly geometrieMetagegevens: GeometrieMetagegevens;
  readonly categorieKwetsbaarheid: CategorieKwetsbaarheidLocatie;
  readonly gebruiksdoeleindenDetail?: string;
  readonly gebruiksdoeleindenLocatie?: GebruiksdoeleindenLocatie;
  readonly populatie?: number;
  readonly kadastraleAanduiding?: readonly string[];
};

export type Buisleiding = BKLActiviteit & {
  readonly entityType: 'Buisleiding';
};

export type Basisnet = BKLActiviteit & {
  readonly entityType: 'Basisnet';
};

export type AmmoniakKoelinstallatie_TeBerekenenAfstand = BKLActiviteit & {
  readonly entityType: 'AmmoniakKoelinstallatie_TeBerekenenAfstand';
  /** In °C. */
  readonly werktemperatuur?: number;
  readonly hoeveelheidsKlasseAmmoniak?: HoeveelheidsKlasseAmmoniak;
};

export type AmmoniakKoelinstallatie_VasteAfstandVergunningplicht = BKLActiviteit & {
  readonly entityType: 'AmmoniakKoelinstallatie_VasteAfstandVergunningplicht';
  /** In °C. */
  readonly werktemperatuur?: number;
  readonly hoeveelheidsKlasseAmmoniak?: HoeveelheidsKlasseAmmoniak;
};

export type AnderInsluitsysteem = BKLActiviteit & {
  readonly entityType: 'AnderInsluitsysteem';
  readonly drempelwaarde?: GevaarlijkeStofDrempelwaarde;
};

export type BadGiftig = BKLActiviteit & {
  readonly entityType: 'BadGiftig';
};

export type BehandelenRegelenMetenAardgas_TeBerekenenAfstandVergunningplicht = BKLActiviteit & {
  readonly entityType: 'BehandelenRegelenMetenAardgas_TeBerekenenAfstandVergunningplicht';
};

export type BehandelenRegelenMetenAardgas_VasteAfstandGeenVergunningplicht = BKLActiviteit & {
  readonly entityType: 'BehandelenRegelenMetenAardgas_VasteAfstandGeenVergunningplicht';
  /** In Nm3/h. */
  readonly ontwerpCapaciteit?: number;
  /** In kPa. */
  readonly werkdruk?: number;
  readonly opstellingsUitvoering?: OpstellingsUitvoeringAardgas;
};

export type Emplacement = BKLActiviteit & {
  readonly entityType: 'Emplacement';
};

export type KernenergieInrichting = BKLActiviteit & {
  readonly entityType: 'KernenergieInrichting';
};

export type Mestvergisting = BKLActiviteit & {
  readonly entityType: 'Mestvergisting';
};

export type MijnbouwwerkExploiteren = BKLActiviteit & {
  readonly entityType: 'MijnbouwwerkExploiteren';
};

export type MijnbouwwerkVerplaatsbaar = BKLActiviteit & {
  readonly entityType: 'MijnbouwwerkVerplaatsbaar';
};

export type OpslagBrandbareVloeistofGeenDieselBovengronds = BKLActiviteit & {
  readonly entityType: 'OpslagBrandbareVloeistofGeenDieselBovengronds';
};

export type OpslagBrandbareVloeistofGeenDieselOndergronds = BKLActiviteit & {
  readonly entityType: 'OpslagBrandbareVloeistofGeenDieselOndergronds';
};

export type OpslagBrandstofBunkerstation = BKLActiviteit & {
  readonly entityType: 'OpslagBrandstofBunkerstation';
};

export type OpslagMeststof = BKLActiviteit & {
  readonly entityType: 'OpslagMeststof';
};

export type OpslagOntplofbaarADR1_1Civiel = BKLActiviteit & {
  readonly entityType: 'OpslagOntplofbaarADR1.1Civiel';
  /** In kg. */
  readonly nettoExplosieveMassa?: number;
};

export type OpslagOntplofbaarADR1_3Civiel = BKLActiviteit & {
  readonly entityType: 'OpslagOntplofbaarADR1.3Civiel';
  /** In kg. */
  readonly nettoExplosieveMassa?: number;
};

export type OpslagOntplofbaarADR1_4Civiel = BKLActiviteit & {
  readonly entityType: 'OpslagOntplofbaarADR1.4Civiel';
};

export type OpslagOntplofbaarComplexen = BKLActiviteit & {
  readonly entityType: 'OpslagOntplofbaarComplexen';
};

export type OpslagOntplofbaarMilitair_TeBerekenenAfstand = BKLActiviteit & {
  readonly entityType: 'OpslagOntplofbaarMilitair_TeBerekenenAfstand';
};

export type OpslagOntplofbaarMilitair_VasteAfstand = BKLActiviteit & {
  readonly entityType: 'OpslagOntplofbaarMilitair_VasteAfstand';
};

export type OpslagOxiderendVerstikkendGas = BKLActiviteit & {
  readonly entityType: 'OpslagOxiderendVerstikkendGas';
};

export type OpslagSevesoHoeveelheidBuitenSevesoInrichting = BKLActiviteit & {
  readonly entityType: 'OpslagSevesoHoeveelheidBuitenSevesoInrichting';
  /** In K. */
  readonly kritischeTemperatuur?: number;
  /** In K. */
  readonly kookTemperatuur?: number;
  /** In ppm. */
  readonly mediaanLetaleConcentratie?: number;
  /** In mbar. */
  readonly dampspanning?: number;
  readonly categorieGiftigeStof?: CategorieGiftigeStof;
};

export type OpslagVerpakt_TeBerekenenAfstandVergunningplicht = BKLActiviteit & {
  readonly entityType: 'OpslagVerpakt_TeBerekenenAfstandVergunningplicht';
  readonly beschermingsniveau?: BeschermingsniveauhoofdgroepTabelB3;
};

export type OpslagVerpakt_VasteAfstandGeenVergunningplicht = BKLActiviteit & {
  readonly entityType: 'OpslagVerpakt_VasteAfstandGeenVergunningplicht';
};

export type OpslagVerpakt_VasteAfstandVergunningplicht = BKLActiviteit & {
  readonly entityType: 'OpslagVerpakt_VasteAfstandVergunningplicht';
  readonly beschermingsniveauConformTabelB3?: BeschermingsniveauTabelB3;
};

export type OpslagVuurwerkF1F2F3T1T2_Vergunningplicht = BKLActiviteit & {
  readonly entityType: 'OpslagVuurwerkF1F2F3T1T2_Vergunningplicht';
  /** In kg netto explosieve massa. */
  readonly hoeveelheidVuurwerk?: number;
  readonly categorieVuurwerk?: readonly CategorieVuurwerk[];
};

export type OpslagVuurwerkF4 = BKLActiviteit & {
  readonly entityType: 'OpslagVuurwerkF4';
  /** In kg netto explosieve massa. */
  readonly hoeveelheidVuurwerk?: number;
};

export type OpslagtankGas_TeBerekenenAfstandVergunningplicht = BKLActiviteit & {
  readonly entityType: 'OpslagtankGas_TeBerekenenAfstandVergunningplicht';
};

export type OpslagtankPropaanPropeen_VasteAfstandGeenVergunningplicht = BKLActiviteit & {
  readonly entityType: 'OpslagtankPropaanPropeen_VasteAfstandGeenVergunningplicht';
  readonly aantalBevoorradingen?: BevoorradingCategorieOfExactAantal;
};

export type OpslagtankPropaanPropeen_VasteAfstandVergunningplicht = BKLActiviteit & {
  readonly entityType: 'OpslagtankPropaanPropeen_VasteAfstandVergunningplicht';
  /** In m3. */
  readonly doorzetPerJaar?: number;
};

export type OpslagtankVloeistof = BKLActiviteit & {
  readonly entityType: 'OpslagtankVloeistof';
};

export type OpstellenVoertuigen = BKLActiviteit & {
  readonly entityType: 'OpstellenVoertuigen';
};

export type SevesoInrichting = BKLActiviteit & {
  readonly entityType: 'SevesoInrichting';
  readonly sevesoDrempel?: SevesoDrempelType;
};

export type TankenCNG = BKLActiviteit & {
  readonly entityType: 'TankenCNG';
  /** In per dag. */
  readonly aantalPersonenauto?: number;
  /** In per dag. */
  readonly aantalAutobussen?: number;
};

export type TankenGrootschaligVaartuig = BKLActiviteit & {
  readonly entityType: 'TankenGrootschaligVaartuig';
};

export type TankenKleinschaligVaartuig = BKLActiviteit & {
  readonly entityType: 'TankenKleinschaligVaartuig';
};

export type TankenVoertuigenEnWerktuigenLNG_TeberekenenAfstandVergunningsplicht = BKLActiviteit & {
  readonly entityType: 'TankenVoertuigenEnWerktuigenLNG_TeberekenenAfstandVergunningsplicht';
  readonly reactietijdNoodstop?: ReactietijdNoodstopBooleanOfExact;
  readonly bovenvulling?: boolean;
  readonly verladingPomp?: boolean;
  readonly voordruk?: VoordrukBooleanOfExact;
};

export type TankstationLNGVoertuigen_TeBerekenenAfstandVergunningplicht = BKLActiviteit & {
  readonly entityType: 'TankstationLNGVoertuigen_TeBerekenenAfstandVergunningplicht';
  readonly reactietijdNoodstop?: ReactietijdNoodstopBooleanOfExact;
  readonly bovenvulling?: boolean;
  readonly verladingPomp?: boolean;
  readonly voordruk?: VoordrukBooleanOfExact;
};

export type TankenLPG = BKLActiviteit & {
  readonly entityType: 'TankenLPG';
  /** In m3. */
  readonly doorzetPerJaar?: number;
};

export type OpslagTransportBedrijfWaterstof_VasteAfstandVergunningplicht = BKLActiviteit & {
  readonly entityType: 'OpslagTransportBedrijfWaterstof_VasteAfstandVergunningplicht';
};

export type TankenWaterstofVoertuigen_VasteAfstandVergunningplicht = BKLActiviteit & {
  readonly entityType: 'TankenWaterstofVoertuigen_VasteAfstandVergunningplicht';
};

export type WegenNietBasisnet = EVActiviteit & {
  readonly entityType: 'WegenNietBasisnet';
};

export type Windturbine_TeBerekenenAfstandGeenVergunningplicht = BKLActiviteit & {
  readonly entityType: 'Windturbine_TeBerekenenAfstandGeenVergunningplicht';
  readonly aantalWindturbines?: number;
};

export type Windturbine_TeBerekenenAfstandVergunningplicht = BKLActiviteit & {
  readonly entityType: 'Windturbine_TeBerekenenAfstandVergunningplicht';
  readonly aantalWindturbines?: number;
};

export type ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht = BKLActiviteit & {
  readonly entityType: 'ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht';
  readonly typeEnergieopslagsysteem?: TypeEnergieopslagsystem;
  readonly typeEnergiedrager?: TypeEnergiedragerKort;
  readonly capaciteitEOS?: CapaciteitOfCategorieEOS;
  readonly gecertificeerd?: boolean;
  readonly aantalBatterijcellen?: AantalBatterijcellenEOS;
  readonly maximaleModulegrootte?: MaximaleModulegrootteEOS;
  readonly maximaleRekgrootte?: MaximaleRekgrootteEOS;
  readonly categorieGebruiksduurMobieleEOS?: CategorieGebruiksduurMobileEOS;
};

export type OpslagEnergiedragersElektrischeEnergie_VasteAfstandGeenVergunningplicht = BKLActiviteit & {
  readonly entityType: 'OpslagEnergiedragersElektrischeEnergie_VasteAfstandGeenVergunningplicht';
  readonly typeEnergiedrager?: TypeEnergiedragerLang;
  readonly levensfaseEnergiedrager?: TypeLevensfaseEnergiedrager;
  readonly opslagdichtheidOfVeiligheidsniveau?: OpslagdichtheidOfVeiligheidsniveau;
  readonly aantalBatterijcellen?: AantalBatterijcellenOpslag;
};

export type OpslagVerpaktZonder_F_Cl_Br_N_S_VasteAfstandGeenVergunningplicht = BKLActiviteit & {
  readonly entityType: 'OpslagVerpaktZonder_F_Cl_Br_N_S_VasteAfstandGeenVergunningplicht';
};

export type GrootschaligMestverwerking_VasteAfstandVergunningplicht = BKLActiviteit & {
  readonly entityType: 'GrootschaligMestverwerking_VasteAfstandVergunningplicht';
};

export type MestbehandelingsInstallatie_VasteAfstandVergunningplicht = BKLActiviteit & {
  readonly entityType: 'MestbehandelingsInstallatie_VasteAfstandVergunningplicht';
};

export type ExploiterenEnergieOpslagSysteem_TeBerekenenAfstandGeenVergunningplicht = BKLActiviteit & {
  readonly entityType: 'ExploiterenEnergieOpslagSysteem_TeBerekenenAfstandGeenVergunningplicht';
  readonly typeEnergieopslagsysteem?: TypeEnergieopslagsystem;
  readonly typeEnergiedrager?: TypeEnergiedragerKort;
  readonly capaciteitEOS?: CapaciteitOfCategorieEOS;
  readonly gecertificeerd?: boolean;
  readonly aantalBatterijcellen?: AantalBatterijcellenEOS;
  readonly maximaleModulegrootte?: MaximaleModulegrootteEOS;
  readonly maximaleRekgrootte?: MaximaleRekgrootteEOS;
  readonly categorieGebruiksduurMobieleEOS?: CategorieGebruiksduurMobileEOS;
};

export type OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandGeenVergunningplicht = BKLActiviteit & {
  readonly entityType: 'OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandGeenVergunningplicht';
  readonly typeEnergiedrager?: TypeEnergiedragerLang;
  readonly levensfaseEnergiedrager?: TypeLevensfaseEnergiedrager;
  readonly opslagdichtheidOfVeiligheidsniveau?: OpslagdichtheidOfVeiligheidsniveau;
  readonly aantalBatterijcellen?: AantalBatterijcellenOpslag;
};

export type OpstellenVoertuigen_TeBerekenenAfstandVergunningplicht = BKLActiviteit & {
  readonly entityType: 'OpstellenVoertuigen_TeBerekenenAfstandVergunningplicht';
};

export type TankenLNGVaartuigen_berekendeAfstandVergunningplicht = BKLActiviteit & {
  readonly entityType: 'TankenLNGVaartuigen_berekendeAfstandVergunningplicht';
  readonly reactietijdNoodstop?: ReactietijdNoodstopBooleanOfExact;
  readonly bovenvulling?: boolean;
  readonly verladingPomp?: boolean;
  readonly voordruk?: VoordrukBooleanOfExact;
};

export type ExploiterenEnergieOpslagSysteem_TeBerekenenAfstandVergunningplicht = BKLActiviteit & {
  readonly entityType: 'ExploiterenEnergieOpslagSysteem_TeBerekenenAfstandVergunningplicht';
  readonly typeEnergieopslagsysteem?: TypeEnergieopslagsystem;
  readonly typeEnergiedrager?: TypeEnergiedragerLang;
  /** In MWh. */
  readonly specifiekeCapaciteitEOS?: number;
};

export type OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandVergunningplicht = BKLActiviteit & {
  readonly entityType: 'OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandVergunningplicht';
  readonly typeEnergiedrager?: readonly TypeEnergiedragerLang[];
  readonly categorieOpslagdichtheid?: CategorieOpslagdichtheidBatterijen;
  /** In kg. */
  readonly maximaleOpslagcapaciteit?: number;
};

export type OpslagVuurwerkF1F2F3T1T2_GeenVergunningplicht = BKLActiviteit & {
  readonly entityType: 'OpslagVuurwerkF1F2F3T1T2_GeenVergunningplicht';
  /** In kg netto explosieve massa. */
  readonly hoeveelheidVuurwerk?: number;
  readonly categorieVuurwerk?: readonly CategorieVuurwerk[];
};

export type AftappuntOpslagtank = ReferentieEVContour & {
  readonly entityType: 'AftappuntOpslagtank';
  readonly geometrie: Point;
};

export type AnderInsluitsysteemReferentie = ReferentieEVContour & {
  readonly entityType: 'AnderInsluitsysteemReferentie';
  readonly geometrie: PuntOfVlak;
};

export type Bewaarplaats = ReferentieEVContour & {
  readonly entityType: 'Bewaarplaats';
  readonly geometrie: Point;
  readonly oppervlakteDeuropening?: number;
};

export type Bewerkingsruimte = ReferentieEVContour & {
  readonly entityType: 'Bewerkingsruimte';
  readonly geometrie: Point;
};

export type BufferBewaarplaats = ReferentieEVContour & {
  readonly entityType: 'BufferBewaarplaats';
  readonly geometrie: Point;
};

export type BuisleidingReferentie = ReferentieEVContour & {
  readonly entityType: 'BuisleidingReferentie';
  readonly geometrie: LijnOfMultiLijn;
  readonly status?: StatusBuisleiding;
  readonly buisleidingCategorieStof?: readonly BuisleidingCategorieStof[];
  readonly buisleidingMateriaal?: PipeMaterialTypeValue;
  readonly buisleidingProduct?: OilGasChemicalsProductTypeValue;
  readonly wanddikte?: number;
  readonly diameter?: number;
  readonly bovenkantbuis?: number;
  readonly maximaleWerkdruk?: number;
};

export type EnergieOpslagSysteem = ReferentieEVContour & {
  readonly entityType: 'EnergieOpslagSysteem';
  readonly geometrie: PuntOfVlak;
  readonly oppervlakte?: number;
};

export type Installatie = ReferentieEVContour & {
  readonly entityType: 'Installatie';
  readonly geometrie: PuntOfVlak;
};

export type Leiding = ReferentieEVContour & {
  readonly entityType: 'Leiding';
  readonly geometrie: PuntOfLijn;
  readonly bovengronds?: boolean;
  readonly diameter?: number;
};

export type Machinekamer = ReferentieEVContour & {
  readonly entityType: 'Machinekamer';
  readonly geometrie: PuntOfVlak;
  readonly aantalKoelinstallaties?: number;
  readonly opstellingsUitvoering?: OpstellingsUitvoeringAmmoniak;
  readonly pompbeveiliging?: boolean;
};

export type OpslagReferentie = ReferentieEVContour & {
  readonly entityType: 'OpslagReferentie';
  readonly geometrie: PuntOfVlak;
  readonly geometrieMetagegevens: GeometrieMetagegevens;
  readonly typeOpslagReferentie: TypeOpslagReferentie;
  readonly bovengronds?: boolean;
  readonly inhoud?: number;
  readonly oppervlakte?: number;
};

export type OpslagReferentieEnergiedrager = ReferentieEVContour & {
  readonly entityType: 'OpslagReferentieEnergiedrager';
  readonly geometrie: Point;
  readonly geometrieMetagegevens: GeometrieMetagegevens;
  readonly buiten?: boolean;
  readonly oppervlakte?: number;
};

export type OpstelplaatsVoertuig = ReferentieEVContour & {
  readonly entityType: 'OpstelplaatsVoertuig';
  readonly geometrie: PuntOfVlak;
};

export type SamengesteldeReferentie = ReferentieEVContour & {
  readonly entityType: 'SamengesteldeReferentie';
  readonly geometrie: PuntOfVlak;
};

export type SevesoReferentie = ReferentieEVContour & {
  readonly entityType: 'SevesoReferentie';
  readonly geometrie: PuntOfVlak;
};

export type SpoorVervoer = ReferentieEVContour & {
  readonly entityType: 'SpoorVervoer';
  readonly geometrie: LijnOfMultiLijn;
  /** 2 or 3 digits */
  readonly trajectcode: string;
  readonly referentiesoort: RepresentatieLijn;
};

export type Tankzuil = ReferentieEVContour & {
  readonly entityType: 'Tankzuil';
  readonly geometrie: Point;
};

export type Vulpunt = ReferentieEVContour & {
  readonly entityType: 'Vulpunt';
  readonly geometrie: Point;
};

export type WaterVervoer = ReferentieEVContour & {
  readonly entityType: 'WaterVervoer';
  readonly geometrie: LijnOfMultiLijn;
  /** 1 to 4 capitals */
  readonly watervakcode: string;
  readonly referentiesoort: RepresentatieLijn;
};

export type WegAs = ReferentieEVContour & {
  readonly entityType: 'WegAs';
  readonly geometrie: LijnOfMultiLijn;
};

export type WegVervoer = ReferentieEVContour & {
  readonly entityType: 'WegVervoer';
  readonly geometrie: LijnOfMultiLijn;
  /** a capital followed by 1 to 7 characters */
  readonly wegvakcode: string;
  readonly referentiesoort: RepresentatieLijn;
};

export type Windturbine = ReferentieEVContour & {
  readonly entityType: 'Windturbine';
  readonly geometrie: Point;
  readonly geometrieMetagegevens: GeometrieMetagegevens;
  readonly ashoogte?: number;
  readonly rotordiameter?: number;
  readonly vermogen?: number;
  readonly type?: string;
  readonly materiaalMast?: MateriaalWindturbineMast;
  readonly lengteGondel?: number;
  readonly breedteGondel?: number;
  readonly hoogteGondel?: number;
  readonly massaGondel?: number;
  readonly zwaartepunt?: number;
  readonly nominaalToerental?: number;
  readonly maxWerpafstandNominaal?: number;
  readonly maxWerpafstandOvertoeren?: number;
};

export type BrandAandachtsgebied = Aandachtsgebied & {
  readonly entityType: 'BrandAandachtsgebied';
  readonly typeBrand?: TypeBrand;
};

export type CivielExplosieAandachtsgebied = Aandachtsgebied & {
  readonly entityType: 'CivielExplosieAandachtsgebied';
  readonly typeCivExpAandachtsgebied: TypeExplosieAandachtsgebied;
};

export type ExplosieAandachtsgebied = Aandachtsgebied & {
  readonly entityType: 'ExplosieAandachtsgebied';
  readonly bleve?: boolean;
};

export type ExplosieAandachtsgebiedVuurwerk = Aandachtsgebied & {
  readonly entityType: 'ExplosieAandachtsgebiedVuurwerk';
};

export type GifwolkAandachtsgebied = Aandachtsgebied & {
  readonly entityType: 'GifwolkAandachtsgebied';
};

export type MilitairExplosieAandachtsgebied = Aandachtsgebied & {
  readonly entityType: 'MilitairExplosieAandachtsgebied';
  readonly typeMilitairExpAandachtsgebied: TypeExplosieAandachtsgebied;
};

export type OverigeContour = EVContour & {
  readonly entityType: 'OverigeContour';
  readonly aardRisico?: string;
  readonly typeOverigeContour: TypeOverigeContour;
  readonly afstandOfGeometrie: AfstandOfGeometrieOverigeContour;
  readonly maatgevendeStof: StofOfStofcategorie | Void;
};

export type PRContour = EVContour & {
  readonly entityType: 'PRContour';
  readonly afstandOfGeometrie: AfstandOfGeometriePRContour;
  readonly typePlaatsgebondenRisico: TypePlaatsgebondenRisico;
  readonly maatgevendeStof: StofOfStofcategorie | Void;
  readonly aardRisico?: string;
};

export type Activiteit =
  | Buisleiding
  | Basisnet
  | AmmoniakKoelinstallatie_TeBerekenenAfstand
  | AmmoniakKoelinstallatie_VasteAfstandVergunningplicht
  | AnderInsluitsysteem
  | BadGiftig
  | BehandelenRegelenMetenAardgas_TeBerekenenAfstandVergunningplicht
  | BehandelenRegelenMetenAardgas_VasteAfstandGeenVergunningplicht
  | Emplacement
  | KernenergieInrichting
  | Mestvergisting
  | MijnbouwwerkExploiteren
  | MijnbouwwerkVerplaatsbaar
  | OpslagBrandbareVloeistofGeenDieselBovengronds
  | OpslagBrandbareVloeistofGeenDieselOndergronds
  | OpslagBrandstofBunkerstation
  | OpslagMeststof
  | OpslagOntplofbaarADR1_1Civiel
  | OpslagOntplofbaarADR1_3Civiel
  | OpslagOntplofbaarADR1_4Civiel
  | OpslagOntplofbaarComplexen
  | OpslagOntplofbaarMilitair_TeBerekenenAfstand
  | OpslagOntplofbaarMilitair_VasteAfstand
  | OpslagOxiderendVerstikkendGas
  | OpslagSevesoHoeveelheidBuitenSevesoInrichting
  | OpslagVerpakt_TeBerekenenAfstandVergunningplicht
  | OpslagVerpakt_VasteAfstandGeenVergunningplicht
  | OpslagVerpakt_VasteAfstandVergunningplicht
  | OpslagVuurwerkF1F2F3T1T2_Vergunningplicht
  | OpslagVuurwerkF4
  | OpslagtankGas_TeBerekenenAfstandVergunningplicht
  | OpslagtankPropaanPropeen_VasteAfstandGeenVergunningplicht
  | OpslagtankPropaanPropeen_VasteAfstandVergunningplicht
  | OpslagtankVloeistof
  | OpstellenVoertuigen
  | SevesoInrichting
  | TankenCNG
  | TankenGrootschaligVaartuig
  | TankenKleinschaligVaartuig
  | TankenVoertuigenEnWerktuigenLNG_TeberekenenAfstandVergunningsplicht
  | TankstationLNGVoertuigen_TeBerekenenAfstandVergunningplicht
  | TankenLPG
  | OpslagTransportBedrijfWaterstof_VasteAfstandVergunningplicht
  | TankenWaterstofVoertuigen_VasteAfstandVergunningplicht
  | WegenNietBasisnet
  | Windturbine_TeBerekenenAfstandGeenVergunningplicht
  | Windturbine_TeBerekenenAfstandVergunningplicht
  | ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht
  | OpslagEnergiedragersElektrischeEnergie_VasteAfstandGeenVergunningplicht
  | OpslagVerpaktZonder_F_Cl_Br_N_S_VasteAfstandGeenVergunningplicht
  | GrootschaligMestverwerking_VasteAfstandVergunningplicht
  | MestbehandelingsInstallatie_VasteAfstandVergunningplicht
  | ExploiterenEnergieOpslagSysteem_TeBerekenenAfstandGeenVergunningplicht
  | OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandGeenVergunningplicht
  | OpstellenVoertuigen_TeBerekenenAfstandVergunningplicht
  | TankenLNGVaartuigen_berekendeAfstandVergunningplicht
  | ExploiterenEnergieOpslagSysteem_TeBerekenenAfstandVergunningplicht
  | OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandVergunningplicht
  | OpslagVuurwerkF1F2F3T1T2_GeenVergunningplicht;

export type Referentie =
  | AftappuntOpslagtank
  | AnderInsluitsysteemReferentie
  | Bewaarplaats
  | Bewerkingsruimte
  | BufferBewaarplaats
  | BuisleidingReferentie
  | EnergieOpslagSysteem
  | Installatie
  | Leiding
  | Machinekamer
  | OpslagReferentie
  | OpslagReferentieEnergiedrager
  | OpstelplaatsVoertuig
  | SamengesteldeReferentie
  | SevesoReferentie
  | SpoorVervoer
  | Tankzuil
  | Vulpunt
  | WaterVervoer
  | WegVervoer
  | Windturbine;

export type Contour =
  | BrandAandachtsgebied
  | CivielExplosieAandachtsgebied
  | ExplosieAandachtsgebied
  | ExplosieAandachtsgebiedVuurwerk
  | GifwolkAandachtsgebied
  | MilitairExplosieAandachtsgebied
  | OverigeContour
  | PRContour;

/** A document that stands by itself. */
export type Root =
  | LocatieActiviteit
  | LocatieBasisnet
  | Wegen
  | BuisleidingStelsel
  | KwetsbaarGebouw
  | KwetsbareLocatie;

export type Concrete =
  | Root
  | Activiteit
  | Referentie
  | Contour
  | WegAs;

/** Each concrete type under its entityType. */
export type TypeOf = {
  readonly [Type in Concrete['entityType']]: Extract<Concrete, { readonly entityType: Type }>;
};

export type AantalBatterijcellenEOS =
  | 'kleinerOfGelijkAan35000'
  | 'groterDan35000';

export type AantalBatterijcellenOpslag =
  | 'kleinerOfGelijkAan3700'
  | 'groterDan3700';

export type BeschermingsniveauTabelB3 =
  | 'Beschermingsniveau 1: Automatische blusgasinstallatie'
  | 'Beschermingsniveau 1: Automatische hi-ex inside-air installatie'
  | 'Beschermingsniveau 1: (Semi-)automatische monitorinstallatie'
  | 'Beschermingsniveau 1: Bedrijfsbrandweer met handbediende deluge-installatie'
  | 'Beschermingsniveau 1: Handbediende deluge-installatie met watervoorziening door bedrijfsbrandweer'
  | 'Beschermingsniveau 1: Handbediende deluge-installatie met watervoorziening door lokale brandweer'
  | 'Beschermingsniveau 1: Automatische sprinklerinstallatie of sprinkler in rekken'
  | 'Beschermingsniveau 1: Automatische deluge installatie'
  | 'Beschermingsniveau 1: Automatische hi-ex outside-air installatie, stikstofgehalte < 5%'
  | 'Beschermingsniveau 1: Automatische hi-ex outside-air installatie, stikstofgehalte 5 =< 10%'
  | 'Beschermingsniveau 1: Automatische hi-ex outside-air installatie, stikstofgehalte > 10%'
  | 'Beschermingsniveau 1: Bedrijfsbrandweer met ter plaatse blussen, stikstofgehalte < 5%'
  | 'Beschermingsniveau 1: Bedrijfsbrandweer met ter plaatse blussen, stikstofgehalte 5 =< 10%'
  | 'Beschermingsniveau 1: Bedrijfsbrandweer met ter plaatse blussen, stikstofgehalte > 10%'
  | 'Beschermingsniveau 2a: Stikstofgehalte < 5%, ADR-klasse 3 in kunststof'
  | 'Beschermingsniveau 2a: Stikstofgehalte < 5%, ADR-klasse 3 niet in kunststof'
  | 'Beschermingsniveau 2a: Stikstofgehalte < 5%, geen ADR-klasse 3'
  | 'Beschermingsniveau 2a: Stikstofgehalte 5 =< 10%, ADR-klasse 3 in kunststof'
  | 'Beschermingsniveau 2a: Stikstofgehalte 5 =< 10%, ADR-klasse 3 niet in kunststof'
  | 'Beschermingsniveau 2a; Stikstofgehalte 5 =< 10%, geen ADR-klasse 3'
  | 'Beschermingsniveau 2a: Stikstofgehalte > 10%, ADR-klasse 3 in kunststof'
  | 'Beschermingsniveau 2a: Stikstofgehalte > 10%, ADR-klasse 3 niet in kunststof'
  | 'Beschermingsniveau 2a: Stikstofgehalte > 10%, geen ADR-klasse 3'
  | 'Beschermingsniveau 3: Stikstofgehalte < 5%'
  | 'Beschermingsniveau 3: Stikstofgehalte 5 =< 10%'
  | 'Beschermingsniveau 3: Stikstofgehalte > 10%'
  | 'Alle beschermingsniveaus: Gasflessen';

export type BeschermingsniveauhoofdgroepTabelB3 =
  | 'beschermingsniveau 1'
  | 'beschermingsniveau 2a'
  | 'beschermingsniveau 3';

export type BevoegdGezag =
  | 'rijk'
  | 'provincie'
  | 'gemeente';

export type Bronregistratie =
  | 'BAG'
  | 'BGT'
  | 'BRK'
  | 'BRO'
  | 'BRTnext'
  | 'zelfIngwonnen'
  | 'overig';

export type BuisleidingCategorieStof =
  | 'aardgas'
  | 'ontvlambareGassenNietAardgas'
  | 'ontvlambareVloeistoffen'
  | 'acuutToxischeStoffen'
  | 'kooldioxide'
  | 'zuurstof'
  | 'stikstof';

export type CategorieAandachtsgebied =
  | 'vastgesteld'
  | 'berekend';

export type CategorieAantalBevoorradingen =
  | 'groter dan vijf'
  | 'kleiner of gelijk vijf';

export type CategorieCapaciteitEOS =
  | '1 MWh'
  | '2 MWh'
  | '5 MWh'
  | '10 MWh'
  | '30 MWh'
  | '50 MWh';

export type CategorieGebruiksduurMobileEOS =
  | 'tot12Dagen'
  | '12DagenOfMeer';

export type CategorieGiftigeStof =
  | 'GT5'
  | 'LT4'
  | 'LT3'
  | 'overig';

export type CategorieKwetsbaarheidGebouw =
  | 'beperktKwetsbaar'
  | 'kwetsbaar'
  | 'zeerKwetsbaar';

export type CategorieKwetsbaarheidLocatie =
  | 'beperktKwetsbaar'
  | 'kwetsbaar';

export type CategorieOpslagdichtheidBatterijen =
  | 'laag'
  | 'gemiddeld'
  | 'hoog';

export type CategorieStikstofgehalte =
  | 'kleiner5'
  | '5tot10'
  | 'hoger10';

export type CategorieVuurwerk =
  | 'T1'
  | 'T2'
  | 'F1'
  | 'F2'
  | 'F3';

export type Gebruiksdoeleinden =
  | 'woonfunctie'
  | 'bijeenkomstfunctie'
  | 'celfunctie'
  | 'gezondheidszorgfunctie'
  | 'industriefunctie'
  | 'kantoorfunctie'
  | 'logiesfunctie'
  | 'onderwijsfunctie'
  | 'sportfunctie'
  | 'winkelfunctie'
  | 'overige gebruiksfunctie';

export type GebruiksdoeleindenLocatie =
  | 'recreatief nachtverblijf'
  | 'sport, spel of recreatief dagverblijf'
  | 'evenementen in de openlucht';

export type GevaarlijkeStofDrempelwaarde =
  | 'ammoniak meer dan 1500 kg'
  | 'propaan of propeen 13 tot 50 m3 doorzet meer dan 600 m3'
  | 'propaan of propeen meer dan 50 m3'
  | 'acetyleen meer dan 13 m3'
  | 'vloeistof ADR 6.1 meer dan 1 m3'
  | 'vloeistof acuut tox cat 1 of 2 meer dan 1 m3'
  | 'vloeistof acuut tox cat 3 spec meer dan 1 m3'
  | 'vloeistof ADR 3 PG I, II meer dan 150 m3';

export type GrondslagGeheimhouding =
  | 'Woo_Art_5.1_1a_Staatsveiligheid'
  | 'Woo_Art_5.1_1c_Bedrijfsvertrouwelijk'
  | 'Woo_Art_5.1_2h_VoorkomingSabotage'
  | 'Woo_Art_5.1_2i_FunctionerenStaat'
  | 'NIS2_Wbni_KritiekeInfrastructuur'
  | 'CER_Wwke_FysiekeWeerbaarheid';

export type HoeveelheidsKlasseAmmoniak =
  | '1500tot3500'
  | '3500tot6000'
  | '6000tot8000'
  | '8000tot10000'
  | 'meer10000';

export type MateriaalWindturbineMast =
  | 'staal'
  | 'beton'
  | 'hybride (staal/beton)';

export type MaximaleModulegrootteEOS =
  | 'kleinerOfGelijkAan100'
  | 'groterDan100';

export type MaximaleRekgrootteEOS =
  | 'kleinerOfGelijkAan500'
  | 'groterDan500';

export type OilGasChemicalsProductTypeValue =
  | 'accetone'
  | 'air'
  | 'argon'
  | 'butadiene'
  | 'butadiene1,3'
  | 'butane'
  | 'c3'
  | 'carbonDioxide'
  | 'carbonMonoxide'
  | 'chlorine'
  | 'compressedAir'
  | 'crude'
  | 'dichloroethane'
  | 'diesel'
  | 'empty'
  | 'ethylene'
  | 'gasFabricationOfCocs'
  | 'gasHFx'
  | 'gasoil'
  | 'hydrogen'
  | 'isobutane'
  | 'JET-A1'
  | 'kerosene'
  | 'liquefiedNaturalGas'
  | 'liquidAmmonia'
  | 'liquidHydrocarbon'
  | 'methane'
  | 'multiProduct'
  | 'MVC'
  | 'naturalGas'
  | 'naturalGasAndTetrahydrothiophene'
  | 'nitrogen'
  | 'nitrogenGas'
  | 'oxygen'
  | 'phenol'
  | 'propane'
  | 'propylene'
  | 'raffinate'
  | 'refineryProducts'
  | 'residualGas'
  | 'saltWater'
  | 'saumur'
  | 'tetrachloroethane'
  | 'unknown'
  | 'overig';

export type OpstellingsUitvoeringAardgas =
  | 'ondergronds'
  | 'inBehuizingKlein'
  | 'inBehuizingMiddel'
  | 'inBehuizingGrootOfBuiten';

export type OpstellingsUitvoeringAmmoniak =
  | '1'
  | '2'
  | '3';

export type PipeMaterialTypeValue =
  | 'Koolstofstaal, (CS)'
  | 'Koolstofstaal, (CS+SS clad)'
  | 'Koolstofstaal, (LTCS)'
  | 'Kunststof, composiet'
  | 'Kunststof, FRP'
  | 'Kunststof, GRE'
  | 'Kunststof, HDPE'
  | 'Roestvrijstaal, (SS)'
  | 'Roestvrijstaal, (DSS)';

export type RepresentatieLijn =
  | 'referentielijnSpoor'
  | 'referentielijnWater'
  | 'referentielijnWeg'
  | 'kantstreep'
  | 'oeverlijn'
  | 'buitensteSpoor'
  | 'kantVerharding'
  | 'basisnet';

export type SevesoDrempelType =
  | 'hoog'
  | 'laag';

export type StatusBuisleiding =
  | 'geprojecteerd'
  | 'operationeel'
  | 'tijdelijkBuitenGebruik';

export type StofCategorieNaam =
  | 'Klasse 1: Explosieve stoffen en voorwerpen'
  | 'Klasse 2.1: Brandbaar gas'
  | 'Klasse 2.2: Niet brandbaar, niet giftig gas'
  | 'Klasse 2.3: Giftig gas'
  | 'Klasse 3: Brandbare vloeistoffen'
  | 'Klasse 4.1: Brandbare vaste stoffen'
  | 'Klasse 4.2: Voor zelfontbranding vatbare stoffen'
  | 'Klasse 4.3: Stoffen die brandbaar gas ontwikkelen bij water'
  | 'Klasse 5.1: Oxiderende stoffen'
  | 'Klasse 5.2: Organische Peroxiden'
  | 'Klasse 6.1: Giftige stoffen'
  | 'Klasse 6.2: Infectueuze stoffen'
  | 'Klasse 7: Radioactieve stoffen'
  | 'Klasse 8: Bijtende stoffen'
  | 'Klasse 9: Diverse gevaarlijke stoffen en voorwerpen';

export type TooiWaardelijst = string;

export type TypeBrand =
  | 'fakkelbrand'
  | 'plasbrand'
  | 'overig';

export type TypeEnergiedragerKort =
  | 'NMC'
  | 'NMC+LFP'
  | 'LFP'
  | 'natrium';

export type TypeEnergiedragerLang =
  | 'NMC'
  | 'NMC+LFP'
  | 'LFP'
  | 'natrium'
  | 'LCO'
  | 'NCA'
  | 'LMO'
  | 'LTO'
  | 'LIN'
  | 'LAO'
  | 'NCA-LATP'
  | 'overige Lithium';

export type TypeEnergieopslagsystem =
  | 'A'
  | 'B'
  | 'C';

export type TypeExplosieAandachtsgebied =
  | 'A'
  | 'B'
  | 'C';

export type TypeLevensfaseEnergiedrager =
  | 'nieuw'
  | 'gebruikt'
  | 'afgedankt';

export type TypeOpslagReferentie =
  | 'opslagplaats'
  | 'bufferopslag'
  | 'opslagtank'
  | 'gaszak'
  | 'tussenopslag'
  | 'bunkerstation'
  | 'overig';

export type TypeOverigeContour =
  | 'vastgesteld ontplofbaar'
  | 'vastgesteld vuurwerk';

export type TypePlaatsgebondenRisico =
  | 'PR10-5'
  | 'PR10-6'
  | 'PR10-7'
  | 'PR10-8'
  | 'vastgesteld BK'
  | 'vastgesteld K'
  | 'vastgesteld ZK';

export type TypeVeiligheidsniveau =
  | '1'
  | '2'
  | '3';

export type TypeVervoer =
  | 'WaterVervoer'
  | 'WegVervoer'
  | 'SpoorVervoer';

export type VoidReasonValue =
  | 'nietVanToepassing'
  | 'waardeOnbekend';
