/**
 * Names: each type of the Information Model with its path and singular, the versions of the model, the code of a holder.
 *
 * A path is a kebab-case plural (ARCHITECTURE.md, Paths and features); the global search uses the singular.
 * Activities share one collection, `ev-activiteiten`.
 * A new type of root, reference or contour has a row here, its fields in the model file of its kind, and its texts in
 * server/description/collection-texts.ts. All else follows from these (test/long/new-type.test.ts adds some).
 * Not here: fields (model files), CRSs.
 */
/** Regular expression of a bronhoudercode, not anchored. */
export const HOLDER_CODE_PATTERN = '[A-Z0-9,]{3,6}';
export const HOLDER_CODE = new RegExp(`^${HOLDER_CODE_PATTERN}$`);

export interface TypeName {
  readonly path: string;
  readonly singular: string;
  /** Type of the nested references whose lines form the geometry of a root without its own. Its features are read-only. */
  readonly linesOf?: string;
  /** False for references that are not allowed in an activity. */
  readonly standsInActivity?: false;
}

/** Root documents; reached at `/{path}/{id}`. */
export const ROOTS = {
  LocatieActiviteit: { path: 'locatie-activiteiten', singular: 'locatie-activiteit' },
  LocatieBasisnet: { path: 'locaties-basisnet', singular: 'locatie-basisnet' },
  Wegen: { path: 'wegen', singular: 'weg' },
  BuisleidingStelsel: { path: 'buisleiding-stelsels', singular: 'buisleiding-stelsel', linesOf: 'BuisleidingReferentie' },
  KwetsbaarGebouw: { path: 'kwetsbare-gebouwen', singular: 'kwetsbaar-gebouw' },
  KwetsbareLocatie: { path: 'kwetsbare-locaties', singular: 'kwetsbare-locatie' },
} as const satisfies Record<string, TypeName>;

/** Reference types. */
export const REFERENCES = {
  AftappuntOpslagtank: { path: 'aftappunten-opslagtank', singular: 'aftappunt-opslagtank' },
  AnderInsluitsysteemReferentie: { path: 'ander-insluitsysteem-referenties', singular: 'ander-insluitsysteem-referentie' },
  Bewaarplaats: { path: 'bewaarplaatsen', singular: 'bewaarplaats' },
  Bewerkingsruimte: { path: 'bewerkingsruimten', singular: 'bewerkingsruimte' },
  BufferBewaarplaats: { path: 'buffer-bewaarplaatsen', singular: 'buffer-bewaarplaats' },
  BuisleidingReferentie: { path: 'buisleiding-referenties', singular: 'buisleiding-referentie' },
  EnergieOpslagSysteem: { path: 'energie-opslag-systemen', singular: 'energie-opslag-systeem' },
  Installatie: { path: 'installaties', singular: 'installatie' },
  Leiding: { path: 'leidingen', singular: 'leiding' },
  Machinekamer: { path: 'machinekamers', singular: 'machinekamer' },
  OpslagReferentie: { path: 'opslag-referenties', singular: 'opslag-referentie' },
  OpslagReferentieEnergiedrager: { path: 'opslag-referenties-energiedrager', singular: 'opslag-referentie-energiedrager' },
  OpstelplaatsVoertuig: { path: 'opstelplaatsen-voertuig', singular: 'opstelplaats-voertuig' },
  SamengesteldeReferentie: { path: 'samengestelde-referenties', singular: 'samengestelde-referentie' },
  SevesoReferentie: { path: 'seveso-referenties', singular: 'seveso-referentie' },
  SpoorVervoer: { path: 'spoor-vervoer', singular: 'spoor-vervoer' },
  Tankzuil: { path: 'tankzuilen', singular: 'tankzuil' },
  Vulpunt: { path: 'vulpunten', singular: 'vulpunt' },
  WaterVervoer: { path: 'water-vervoer', singular: 'water-vervoer' },
  WegAs: { path: 'weg-assen', singular: 'weg-as', standsInActivity: false },
  WegVervoer: { path: 'weg-vervoer', singular: 'weg-vervoer' },
  Windturbine: { path: 'windturbines', singular: 'windturbine' },
} as const satisfies Record<string, TypeName>;

/** Contour types. */
export const CONTOURS = {
  BrandAandachtsgebied: { path: 'brand-aandachtsgebieden', singular: 'brand-aandachtsgebied' },
  CivielExplosieAandachtsgebied: { path: 'civiel-explosie-aandachtsgebieden', singular: 'civiel-explosie-aandachtsgebied' },
  ExplosieAandachtsgebied: { path: 'explosie-aandachtsgebieden', singular: 'explosie-aandachtsgebied' },
  ExplosieAandachtsgebiedVuurwerk: { path: 'explosie-aandachtsgebieden-vuurwerk', singular: 'explosie-aandachtsgebied-vuurwerk' },
  GifwolkAandachtsgebied: { path: 'gifwolk-aandachtsgebieden', singular: 'gifwolk-aandachtsgebied' },
  MilitairExplosieAandachtsgebied: { path: 'militair-explosie-aandachtsgebieden', singular: 'militair-explosie-aandachtsgebied' },
  OverigeContour: { path: 'overige-contouren', singular: 'overige-contour' },
  PRContour: { path: 'pr-contouren', singular: 'pr-contour' },
} as const satisfies Record<string, TypeName>;

/** The activity types that are allowed in `voertUit`. */
export const ACTIVITY_TYPES = [
  'Buisleiding',
  'Basisnet',
  'AmmoniakKoelinstallatie_TeBerekenenAfstand',
  'AmmoniakKoelinstallatie_VasteAfstandVergunningplicht',
  'AnderInsluitsysteem',
  'BadGiftig',
  'BehandelenRegelenMetenAardgas_TeBerekenenAfstandVergunningplicht',
  'BehandelenRegelenMetenAardgas_VasteAfstandGeenVergunningplicht',
  'Emplacement',
  'KernenergieInrichting',
  'Mestvergisting',
  'MijnbouwwerkExploiteren',
  'MijnbouwwerkVerplaatsbaar',
  'OpslagBrandbareVloeistofGeenDieselBovengronds',
  'OpslagBrandbareVloeistofGeenDieselOndergronds',
  'OpslagBrandstofBunkerstation',
  'OpslagMeststof',
  'OpslagOntplofbaarADR1.1Civiel',
  'OpslagOntplofbaarADR1.3Civiel',
  'OpslagOntplofbaarADR1.4Civiel',
  'OpslagOntplofbaarComplexen',
  'OpslagOntplofbaarMilitair_TeBerekenenAfstand',
  'OpslagOntplofbaarMilitair_VasteAfstand',
  'OpslagOxiderendVerstikkendGas',
  'OpslagSevesoHoeveelheidBuitenSevesoInrichting',
  'OpslagVerpakt_TeBerekenenAfstandVergunningplicht',
  'OpslagVerpakt_VasteAfstandGeenVergunningplicht',
  'OpslagVerpakt_VasteAfstandVergunningplicht',
  'OpslagVuurwerkF1F2F3T1T2_Vergunningplicht',
  'OpslagVuurwerkF4',
  'OpslagtankGas_TeBerekenenAfstandVergunningplicht',
  'OpslagtankPropaanPropeen_VasteAfstandGeenVergunningplicht',
  'OpslagtankPropaanPropeen_VasteAfstandVergunningplicht',
  'OpslagtankVloeistof',
  'OpstellenVoertuigen',
  'SevesoInrichting',
  'TankenCNG',
  'TankenGrootschaligVaartuig',
  'TankenKleinschaligVaartuig',
  'TankenVoertuigenEnWerktuigenLNG_TeberekenenAfstandVergunningsplicht',
  'TankstationLNGVoertuigen_TeBerekenenAfstandVergunningplicht',
  'TankenLPG',
  'OpslagTransportBedrijfWaterstof_VasteAfstandVergunningplicht',
  'TankenWaterstofVoertuigen_VasteAfstandVergunningplicht',
  'WegenNietBasisnet',
  'Windturbine_TeBerekenenAfstandGeenVergunningplicht',
  'Windturbine_TeBerekenenAfstandVergunningplicht',
  'ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht',
  'OpslagEnergiedragersElektrischeEnergie_VasteAfstandGeenVergunningplicht',
  'OpslagVerpaktZonder_F_Cl_Br_N_S_VasteAfstandGeenVergunningplicht',
  'GrootschaligMestverwerking_VasteAfstandVergunningplicht',
  'MestbehandelingsInstallatie_VasteAfstandVergunningplicht',
  'ExploiterenEnergieOpslagSysteem_TeBerekenenAfstandGeenVergunningplicht',
  'OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandGeenVergunningplicht',
  'OpstellenVoertuigen_TeBerekenenAfstandVergunningplicht',
  'TankenLNGVaartuigen_berekendeAfstandVergunningplicht',
  'ExploiterenEnergieOpslagSysteem_TeBerekenenAfstandVergunningplicht',
  'OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandVergunningplicht',
  'OpslagVuurwerkF1F2F3T1T2_GeenVergunningplicht',
] as const;

const ACTIVITY_NAME: TypeName = { path: 'ev-activiteiten', singular: 'ev-activiteit' };

export type RootType = keyof typeof ROOTS;
export type ReferenceType = keyof typeof REFERENCES;
export type ContourType = keyof typeof CONTOURS;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];
export type EntityType = RootType | ReferenceType | ContourType | ActivityType;

export const ROOT_TYPES = Object.keys(ROOTS) as readonly RootType[];
export const REFERENCE_TYPES = Object.keys(REFERENCES) as readonly ReferenceType[];
/** The reference types that are allowed in `heeft` of an activity. */
export const NESTED_REFERENCE_TYPES = REFERENCE_TYPES.filter((type) => nameOf(type).standsInActivity !== false);
export const CONTOUR_TYPES = Object.keys(CONTOURS) as readonly ContourType[];
/** All types with an `entityType`, roots first. */
export const OBJECT_TYPES: readonly EntityType[] = [...ROOT_TYPES, ...ACTIVITY_TYPES, ...REFERENCE_TYPES, ...CONTOUR_TYPES];

export type Kind = 'root' | 'activity' | 'reference' | 'contour';

/** The model versions of deliveries. The register stores 4.0. */
export const MODEL_VERSIONS = ['3.0', '4.0'] as const;
export type ModelVersion = (typeof MODEL_VERSIONS)[number];

/** The array for nested objects of each kind. */
export const NESTED_IN: Readonly<Partial<Record<Kind, string>>> = {
  activity: 'voertUit', reference: 'heeft', contour: 'resulteertIn',
};

/** Returns the kind of the objects in an array. */
export function kindNestedIn(field: string): Kind {
  return (Object.keys(NESTED_IN) as Kind[]).find((kind) => NESTED_IN[kind] === field) ?? 'root';
}

/** The arrays of nested objects, parent to child. */
export const NESTING_FIELDS: readonly string[] = Object.values(NESTED_IN);

/** The field in which an object of each kind links to its parent; a contour has a list of links. */
export const BACK_LINKS: Readonly<Partial<Record<Kind, string>>> = {
  activity: 'locatieEVActiviteit', reference: 'heeft', contour: 'hoortBij',
};

export function backLinkOf(kind: Kind | undefined): string | undefined {
  return kind && BACK_LINKS[kind];
}

/** Sub-resources of a root: its nested objects of a kind, at any depth, told apart by `entityType`. */
export const SUB_RESOURCES = {
  'ev-activiteiten': 'activity', referenties: 'reference', contouren: 'contour',
} as const satisfies Readonly<Record<string, Kind>>;

export type SubResource = keyof typeof SUB_RESOURCES;

/** Returns the sub-resource of objects of a type; undefined for a root. */
export function subResourceOf(entityType: string): SubResource | undefined {
  const kind = kindOf(entityType);
  return (Object.keys(SUB_RESOURCES) as SubResource[]).find((sub) => SUB_RESOURCES[sub] === kind);
}

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...Object.keys(ROOTS).map((type) => [type, 'root'] as const),
  ...Object.keys(REFERENCES).map((type) => [type, 'reference'] as const),
  ...Object.keys(CONTOURS).map((type) => [type, 'contour'] as const),
  ...ACTIVITY_TYPES.map((type) => [type, 'activity'] as const),
]);

export function kindOf(entityType: string): Kind | undefined {
  return KINDS.get(entityType);
}

export function isRootType(entityType: string): entityType is RootType {
  return kindOf(entityType) === 'root';
}

/** Returns the name of an array of objects: `kwetsbareGebouwen` (Interface Rules, General 9). */
export function arrayNameOf(path: string): string {
  return path.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the series of the rows of a type: its own path, or the shared one of activities. */
export function seriesOf(entityType: string): string {
  return nameOf(entityType).path;
}

export function nameOf(entityType: string): TypeName {
  const name = (ROOTS as Record<string, TypeName>)[entityType]
    ?? (REFERENCES as Record<string, TypeName>)[entityType]
    ?? (CONTOURS as Record<string, TypeName>)[entityType];
  return name ?? ACTIVITY_NAME;
}

/** Every series of an edition, in fixed order. */
export const SERIES: readonly string[] = [
  ...Object.values(ROOTS).map(({ path }) => path),
  ACTIVITY_NAME.path,
  ...Object.values(REFERENCES).map(({ path }) => path),
  ...Object.values(CONTOURS).map(({ path }) => path),
];

/** The OGC collections: every series. */
export const COLLECTIONS = SERIES;

/** Returns the type of the nested references whose lines form the geometry of a root; undefined for a root with its own geometry. */
export function linesOf(entityType: string): string | undefined {
  return isRootType(entityType) ? nameOf(entityType).linesOf : undefined;
}

const MADE_OF_LINES: ReadonlySet<string> = new Set(ROOT_TYPES.filter(linesOf).map(seriesOf));

/** The collections with writable features. A root whose geometry the register makes is written as a document only. */
export const WRITABLE_COLLECTIONS: readonly string[] = COLLECTIONS.filter((path) => !MADE_OF_LINES.has(path));
