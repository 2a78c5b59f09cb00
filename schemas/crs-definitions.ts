/**
 * CRS definitions: datum, base, axes, conversion, area and scope of each CRS of the table (crs.ts).
 *
 * The facts are those of the EPSG Geodetic Parameter Dataset under their EPSG codes. Identifiers have version 9.9.1, as the Interface
 * Rules write them; CRS84 and CRS84h are OGC's. Angles of a conversion are sexagesimal, as in the dataset:
 * 52.0922178 is 52 degrees 09 minutes 22.178 seconds. Not here: the computation (pipelines/coordinates/), the document about a CRS
 * (server/description/crs-document.ts).    Rules: IR-crs-6
 */
import { CRSS, type Crs, type CrsCode } from './crs.ts';
import type { Text } from './finding.ts';
import type { Box } from './geometry.ts';

export interface EpsgEntry {
  /** Code in the EPSG dataset. */
  readonly code: number;
  readonly name: string;
}

export interface Axis extends EpsgEntry {
  readonly abbreviation: string;
  readonly direction: 'east' | 'north' | 'up';
  readonly unit: 'degree' | 'metre';
}

export interface CoordinateSystem {
  readonly code: number;
  readonly axes: readonly Axis[];
}

export interface Ellipsoid extends EpsgEntry {
  readonly semiMajorAxisM: number;
  readonly inverseFlattening: number;
}

export interface GeodeticDatum extends EpsgEntry {
  readonly ellipsoid: Ellipsoid;
}

export interface Parameter extends EpsgEntry {
  readonly value: number;
  readonly unit: 'sexagesimal' | 'degree' | 'metre' | 'unity';
}

export interface Conversion extends EpsgEntry {
  readonly scope: string;
  readonly method: EpsgEntry;
  readonly parameters: readonly Parameter[];
}

export interface Area {
  readonly name: string;
  /** West, south, east, north in degrees. */
  readonly box: Box;
}

interface Common {
  /** Name in the spelling of its register. */
  readonly name: string;
  readonly area: Area;
  readonly scope: string;
}

export interface GeographicCrs extends Common {
  readonly kind: 'geographic 2D' | 'geographic 3D';
  readonly datum: GeodeticDatum;
  readonly system: CoordinateSystem;
}

export interface ProjectedCrs extends Common {
  readonly kind: 'projected';
  readonly base: GeographicCrs & { readonly code: number };
  readonly conversion: Conversion;
  readonly system: CoordinateSystem;
}

export interface VerticalCrs extends Common {
  readonly kind: 'vertical';
  readonly code: number;
  readonly datum: EpsgEntry;
  readonly system: CoordinateSystem;
}

export interface CompoundCrs extends Common {
  readonly kind: 'compound';
  readonly horizontal: CrsCode;
  readonly vertical: VerticalCrs;
}

export type CrsDefinition = (GeographicCrs | ProjectedCrs | CompoundCrs) & {
  /** Origin of its numbers in this register, and their accuracy. */
  readonly note: Text;
};

const latitude = (code: number): Axis => ({ code, name: 'Geodetic latitude', abbreviation: 'Lat', direction: 'north', unit: 'degree' });
const longitude = (code: number): Axis => ({ code, name: 'Geodetic longitude', abbreviation: 'Lon', direction: 'east', unit: 'degree' });
const height = (code: number): Axis => ({ code, name: 'Ellipsoidal height', abbreviation: 'h', direction: 'up', unit: 'metre' });

const LAT_LON: CoordinateSystem = { code: 6422, axes: [latitude(106), longitude(107)] };
const LAT_LON_HEIGHT: CoordinateSystem = { code: 6423, axes: [latitude(108), longitude(109), height(110)] };
const LON_LAT: CoordinateSystem = { code: 6424, axes: [longitude(220), latitude(221)] };
const LON_LAT_HEIGHT: CoordinateSystem = { code: 6426, axes: [longitude(222), latitude(223), height(224)] };
const X_Y: CoordinateSystem = {
  code: 4499,
  axes: [
    { code: 41, name: 'Easting', abbreviation: 'X', direction: 'east', unit: 'metre' },
    { code: 42, name: 'Northing', abbreviation: 'Y', direction: 'north', unit: 'metre' },
  ],
};
const UP: CoordinateSystem = {
  code: 6499, axes: [{ code: 114, name: 'Gravity-related height', abbreviation: 'H', direction: 'up', unit: 'metre' }],
};

const BESSEL: Ellipsoid = { code: 7004, name: 'Bessel 1841', semiMajorAxisM: 6_377_397.155, inverseFlattening: 299.1528128 };
const GRS80: Ellipsoid = { code: 7019, name: 'GRS 1980', semiMajorAxisM: 6_378_137, inverseFlattening: 298.257222101 };
const WGS84: Ellipsoid = { code: 7030, name: 'WGS 84', semiMajorAxisM: 6_378_137, inverseFlattening: 298.257223563 };

const AMERSFOORT: GeodeticDatum = { code: 6289, name: 'Amersfoort', ellipsoid: BESSEL };
const ETRS89: GeodeticDatum = { code: 6258, name: 'European Terrestrial Reference System 1989', ellipsoid: GRS80 };
const ETRF2000: GeodeticDatum = { code: 1186, name: 'European Terrestrial Reference Frame 2000', ellipsoid: GRS80 };
const ITRF2014: GeodeticDatum = { code: 1165, name: 'International Terrestrial Reference Frame 2014', ellipsoid: GRS80 };
const WORLD_1984: GeodeticDatum = { code: 6326, name: 'World Geodetic System 1984', ellipsoid: WGS84 };

const ONSHORE: Area = {
  name: 'Netherlands - onshore, including Waddenzee, Dutch Wadden Islands and 12-mile offshore coastal zone', box: [3.2, 50.75, 7.22, 53.7],
};
const NETHERLANDS: Area = { name: 'Netherlands - onshore and offshore', box: [2.53, 50.75, 7.22, 55.77] };
const EUROPE: Area = { name: 'Europe - onshore and offshore, the countries of ETRF', box: [-16.1, 32.88, 40.18, 84.17] };
const WORLD: Area = { name: 'World', box: [-180, -90, 180, 90] };
const WEB_MAPS: Area = { name: 'World between 85.06°S and 85.06°N', box: [-180, -85.06, 180, 85.06] };

const SURVEY = 'Engineering survey, topographic mapping.';
const WEB_MAPPING = 'Web mapping and visualisation.';

const LATITUDE_OF_ORIGIN: EpsgEntry = { code: 8801, name: 'Latitude of natural origin' };
const LONGITUDE_OF_ORIGIN: EpsgEntry = { code: 8802, name: 'Longitude of natural origin' };
const SCALE: EpsgEntry = { code: 8805, name: 'Scale factor at natural origin' };
const FALSE_EASTING: EpsgEntry = { code: 8806, name: 'False easting' };
const FALSE_NORTHING: EpsgEntry = { code: 8807, name: 'False northing' };

const RD_NEW: ProjectedCrs = {
  kind: 'projected', name: 'Amersfoort / RD New', area: ONSHORE, scope: SURVEY, system: X_Y,
  base: {
    kind: 'geographic 2D', code: 4289, name: 'Amersfoort', area: ONSHORE,
    scope: 'Intermediate CRS in transformation to and from projected CRS.', datum: AMERSFOORT, system: LAT_LON,
  },
  conversion: {
    code: 19_914, name: 'RD New', scope: SURVEY, method: { code: 9809, name: 'Oblique Stereographic' },
    parameters: [
      { ...LATITUDE_OF_ORIGIN, value: 52.0922178, unit: 'sexagesimal' },
      { ...LONGITUDE_OF_ORIGIN, value: 5.23155, unit: 'sexagesimal' },
      { ...SCALE, value: 0.9999079, unit: 'unity' },
      { ...FALSE_EASTING, value: 155_000, unit: 'metre' },
      { ...FALSE_NORTHING, value: 463_000, unit: 'metre' },
    ],
  },
};

const PSEUDO_MERCATOR: ProjectedCrs = {
  kind: 'projected', name: 'WGS 84 / Pseudo-Mercator', area: WEB_MAPS, scope: WEB_MAPPING, system: X_Y,
  base: {
    kind: 'geographic 2D', code: 4326, name: 'WGS 84', area: WORLD, scope: 'Horizontal component of 3D system.',
    datum: WORLD_1984, system: LAT_LON,
  },
  conversion: {
    code: 3856, name: 'Popular Visualisation Pseudo-Mercator', scope: WEB_MAPPING,
    method: { code: 1024, name: 'Popular Visualisation Pseudo Mercator' },
    parameters: [
      { ...LATITUDE_OF_ORIGIN, value: 0, unit: 'degree' },
      { ...LONGITUDE_OF_ORIGIN, value: 0, unit: 'degree' },
      { ...FALSE_EASTING, value: 0, unit: 'metre' },
      { ...FALSE_NORTHING, value: 0, unit: 'metre' },
    ],
  },
};

const NAP: VerticalCrs = {
  kind: 'vertical', code: 5709, name: 'NAP height', area: NETHERLANDS, scope: 'Geodesy, engineering survey.',
  datum: { code: 5109, name: 'Normaal Amsterdams Peil' }, system: UP,
};

const geographic2d = (name: string, datum: GeodeticDatum, { area = EUROPE, scope = 'Geodesy.', system = LAT_LON } = {}): GeographicCrs => (
  { kind: 'geographic 2D', name, area, scope, datum, system }
);
const geographic3d = (name: string, datum: GeodeticDatum, { area = EUROPE, scope = 'Geodesy.', system = LAT_LON_HEIGHT } = {}): GeographicCrs => (
  { kind: 'geographic 3D', name, area, scope, datum, system }
);

const RD_NOTE: Text = {
  nl: 'Opslag-CRS van dit register. Naar ETRF2000 volgens de procedure RDNAPTRANS2018 (niet gecertificeerd).',
  en: 'Storage CRS of this register. To ETRF2000 by the procedure RDNAPTRANS2018 (not certified).',
};
const ENSEMBLE_NOTE: Text = {
  nl: 'Een verzameling realisaties (0,1 m); de getallen hier zijn die van het lid ETRF2000.',
  en: 'An ensemble of realisations (0.1 m); the numbers here are those of its member ETRF2000.',
};
const MEMBER_NOTE: Text = {
  nl: 'De realisatie van ETRS89 die RDNAPTRANS2018 oplevert.', en: 'The realisation of ETRS89 that RDNAPTRANS2018 yields.',
};
const DYNAMIC_NOTE: Text = {
  nl: 'Posities bewegen met de aarde mee: een getal betekent alleen iets met zijn epoche.',
  en: 'Positions move with the Earth: a number means something together with its epoch only.',
};
const NULL_NOTE: Text = {
  nl: 'Door de nultransformatie gelijk aan ETRF2000, zoals de Handreiking CRS aanbeveelt; nauwkeurigheid ongeveer 2 m.',
  en: 'Equal to ETRF2000 by the null transformation, as the national CRS guide recommends; accuracy about 2 m.',
};

/** Every CRS of the table. */
export const CRS_DEFINITIONS: Readonly<Record<CrsCode, CrsDefinition>> = {
  CRS84: { ...geographic2d('WGS 84 longitude-latitude', WORLD_1984, { area: WORLD, system: LON_LAT }), note: NULL_NOTE },
  CRS84h: { ...geographic3d('WGS 84 longitude-latitude-height', WORLD_1984, { area: WORLD, system: LON_LAT_HEIGHT }), note: NULL_NOTE },
  28992: { ...RD_NEW, note: RD_NOTE },
  7415: {
    kind: 'compound', name: 'Amersfoort / RD New + NAP height', area: ONSHORE, scope: SURVEY, horizontal: '28992', vertical: NAP, note: RD_NOTE,
  },
  4258: { ...geographic2d('ETRS89', ETRS89, { scope: 'Spatial referencing.' }), note: ENSEMBLE_NOTE },
  4937: { ...geographic3d('ETRS89', ETRS89, { scope: 'Spatial referencing.' }), note: ENSEMBLE_NOTE },
  7931: { ...geographic3d('ETRF2000', ETRF2000), note: MEMBER_NOTE },
  9067: { ...geographic2d('ETRF2000', ETRF2000), note: MEMBER_NOTE },
  7912: { ...geographic3d('ITRF2014', ITRF2014, { area: WORLD }), note: DYNAMIC_NOTE },
  9000: { ...geographic2d('ITRF2014', ITRF2014, { area: WORLD }), note: DYNAMIC_NOTE },
  3857: { ...PSEUDO_MERCATOR, note: NULL_NOTE },
};

/** The axes of a CRS, in the order of its coordinates. */
export function axesOf(code: CrsCode): readonly Axis[] {
  const definition = CRS_DEFINITIONS[code];
  return definition.kind === 'compound' ? [...axesOf(definition.horizontal), ...definition.vertical.system.axes] : definition.system.axes;
}

/** The datum of the first two axes of a CRS. */
export function datumOf(code: CrsCode): GeodeticDatum {
  const definition = CRS_DEFINITIONS[code];
  if (definition.kind === 'compound') return datumOf(definition.horizontal);
  return definition.kind === 'projected' ? definition.base.datum : definition.datum;
}

/** A CRS by the last segment of its URI: `28992`, `CRS84`. */
export function crsOfCode(code: string): Crs | undefined {
  return Object.hasOwn(CRSS, code) ? CRSS[code as CrsCode] : undefined;
}
