/**
 * CRSs: the eleven rows of the Interface Rules, and the only maker of CRS URIs.
 *
 * Decisions (the spec names codes, URIs and dimensions only):
 *  - Axis order is that of the CRS itself, in bodies and boxes alike (GeoJSON's prior arrangement). Among the CRSs in degrees only CRS84
 *    and CRS84h are longitude first.
 *  - RDNAPTRANS2018 yields ETRF2000. The ensembles 4258 and 4937 carry the numbers of their members 9067 and 7931. CRS84, CRS84h and 3857
 *    follow by the null transformation that the national CRS guide recommends.
 *  - `range` is the range of valid numbers; a box with other numbers is an error. In metres it is far wider than the country, so that a
 *    map can be zoomed out fully.
 *  - `extent` is where data can lie. A box wholly outside it is an error, because its axes or its CRS are mistaken. For RD it is the
 *    extent of the Dutch tiling scheme, with the whole grid area and the North Sea. Its y starts at 22 km, so no pair of degrees lies in
 *    it.
 *  - `area` is where delivered objects may lie: around the official grids, 50-56 N and 2-8 E. It refuses swapped axes and numbers of
 *    another CRS, and positions without an answer in a projection.
 * Not here: the computation (pipelines/coordinates/).    Rules: IR-crs-1..3, IR-crs-5, IR-crs-7
 */
import type { Brand } from './brand.ts';
import type { Box } from './geometry.ts';

export type CrsCode =
  'CRS84' | 'CRS84h' | '28992' | '7415' | '4258' | '4937' | '7931' | '9067' | '7912' | '9000' | '3857';
export type CrsUri = Brand<string, 'CrsUri'>;

export interface Crs {
  readonly code: CrsCode;
  readonly name: string;
  readonly uri: CrsUri;
  readonly dimension: 2 | 3;
  /** Order of the axes in coordinates: `lon` and `lat` in degrees, `x`, `y`, `h` (ellipsoidal height) and `H` (NAP height) in metres. */
  readonly axes: readonly ('lon' | 'lat' | 'x' | 'y' | 'h' | 'H')[];
  /** Number of decimals of the horizontal axes; heights have 3. */
  readonly decimals: 3 | 8;
  /** Valid range of the first two axes. */
  readonly range: Box;
  /** The box in which data can lie, inside `range`. */
  readonly extent: Box;
  /** The box in which delivered positions may lie: around 50-56 N, 2-8 E, inside `extent`. */
  readonly area: Box;
  /** The CRS of the first two axes; itself when it has no others. */
  readonly horizontal: CrsCode;
  /** The CRS whose numbers it carries unchanged (9067 those of 4258, 7931 those of 4937), else itself. */
  readonly sameBytesAs: CrsCode;
  /** Derivation of its numbers from ETRF2000 latitude and longitude (pipelines/coordinates/). */
  readonly derivation: 'identity' | 'swap' | 'rd' | 'web-mercator' | 'itrf2014';
}

const CRS_BASE = 'http://www.opengis.net/def/crs';

type Family = Pick<Crs, 'axes' | 'decimals' | 'range' | 'extent' | 'area' | 'derivation'>;

const LON_LAT: Family = {
  axes: ['lon', 'lat'], decimals: 8, derivation: 'swap',
  range: [-180, -90, 180, 90], extent: [-180, -90, 180, 90], area: [2, 50, 8, 56],
};
const ETRS89: Family = {
  axes: ['lat', 'lon'], decimals: 8, derivation: 'identity',
  range: [-90, -180, 90, 180], extent: [-90, -180, 90, 180], area: [50, 2, 56, 8],
};
const METRES: Box = [-100_000_000, -100_000_000, 100_000_000, 100_000_000];
const ITRF2014: Family = { ...ETRS89, derivation: 'itrf2014' };
const RD: Family = {
  axes: ['x', 'y'], decimals: 3, derivation: 'rd', range: METRES,
  extent: [-285_401.92, 22_598.08, 595_401.92, 903_401.92], area: [-90_000, 220_000, 345_000, 900_000],
};
const MERCATOR: Family = {
  axes: ['x', 'y'], decimals: 3, derivation: 'web-mercator', range: METRES,
  extent: [-20_037_508.343, -20_037_508.343, 20_037_508.343, 20_037_508.343],
  area: [222_638, 6_446_275, 890_556, 7_558_416],
};

function crs2d(code: CrsCode, name: string, family: Family & { readonly sameBytesAs?: CrsCode }): Crs {
  return { code, name, uri: uriOf(code), dimension: 2, horizontal: code, sameBytesAs: code, ...family };
}

interface Crs3dOptions extends Family {
  readonly horizontal: CrsCode;
  readonly height: 'h' | 'H';
  readonly sameBytesAs?: CrsCode;
}

function crs3d(code: CrsCode, name: string, { height, ...family }: Crs3dOptions): Crs {
  const axes = [...family.axes, height];
  return { code, name, uri: uriOf(code), dimension: 3, sameBytesAs: code, ...family, axes };
}

function uriOf(code: CrsCode): CrsUri {
  if (code === 'CRS84') return `${CRS_BASE}/OGC/1.3/CRS84` as CrsUri;
  if (code === 'CRS84h') return `${CRS_BASE}/OGC/0/CRS84h` as CrsUri;
  return `${CRS_BASE}/EPSG/9.9.1/${code}` as CrsUri;
}

export const CRSS: Readonly<Record<CrsCode, Crs>> = {
  CRS84: crs2d('CRS84', 'WGS 84 lon-lat', LON_LAT),
  CRS84h: crs3d('CRS84h', 'WGS 84 lon-lat-height', { ...LON_LAT, horizontal: 'CRS84', height: 'h' }),
  28992: crs2d('28992', 'RD New', RD),
  7415: crs3d('7415', 'RD New + NAP', { ...RD, horizontal: '28992', height: 'H' }),
  4258: crs2d('4258', 'ETRS89', ETRS89),
  4937: crs3d('4937', 'ETRS89 3D', { ...ETRS89, horizontal: '4258', height: 'h' }),
  7931: crs3d('7931', 'ETRF2000 3D', { ...ETRS89, horizontal: '9067', height: 'h', sameBytesAs: '4937' }),
  9067: crs2d('9067', 'ETRF2000', { ...ETRS89, sameBytesAs: '4258' }),
  7912: crs3d('7912', 'ITRF2014 3D', { ...ITRF2014, horizontal: '9000', height: 'h' }),
  9000: crs2d('9000', 'ITRF2014', ITRF2014),
  3857: crs2d('3857', 'WGS 84 Pseudo-Mercator', MERCATOR),
};

/** The CRSs in which every edition stores features, in fixed order. RD is the storage CRS. */
export const PUBLISHED_CRSS = ['CRS84', '28992', '4258', '3857'] as const satisfies readonly CrsCode[];
export type PublishedCrs = (typeof PUBLISHED_CRSS)[number];
export type PerCrs<Value> = Readonly<Record<PublishedCrs, Value>>;

/** The CRSs with two axes that an edition can have: 9000 (ITRF2014) when an epoch is configured. */
export type PlaneCrs = PublishedCrs | '9000';
/** Transforms a position to RD by the official procedure, in millimetres. */
export type ToRd = (position: readonly [number, number], from: PlaneCrs) => readonly [number, number];
/** The CRSs with heights. An edition has the rows whose geometry has heights in them; 7912 (ITRF2014) only with an epoch. */
export type HeightCrs = 'CRS84h' | '7415' | '4937' | '7912';
/** The CRSs in which an edition can store features. */
export type EditionCrs = PlaneCrs | HeightCrs;

/** The CRSs in which an edition stores features, in fixed order. */
export interface EditionCrss {
  /** The CRSs with two axes: every row is stored in each of them. */
  readonly planes: readonly PlaneCrs[];
  /** The CRSs with heights: rows whose geometry has heights are stored in each of them. */
  readonly heights: readonly HeightCrs[];
}

/** Returns the CRSs of editions with this epoch of ITRF2014; null: no epoch is configured. */
export function editionCrssFor(epoch: number | null): EditionCrss {
  return epoch === null ? WITHOUT_EPOCH : WITH_EPOCH;
}

const WITHOUT_EPOCH: EditionCrss = { planes: PUBLISHED_CRSS, heights: ['CRS84h', '7415', '4937'] };
const WITH_EPOCH: EditionCrss = { planes: [...WITHOUT_EPOCH.planes, '9000'], heights: [...WITHOUT_EPOCH.heights, '7912'] };

/** Returns the CRS of an edition that has the numbers of the first two axes of a CRS. */
export function planeOf(crs: CrsCode): PlaneCrs {
  return CRSS[CRSS[crs].horizontal].sameBytesAs as PlaneCrs;
}

/** Whether an edition stores features in this CRS only where their geometry has heights. */
export function isHeightCrs(crs: EditionCrs): crs is HeightCrs {
  return CRSS[crs].dimension === 3;
}

/** The numbers of the CRSs with heights among those with two axes, in fixed order. */
export const PLANE_OF_HEIGHT: readonly number[] = WITH_EPOCH.heights.map((crs) => WITH_EPOCH.planes.indexOf(planeOf(crs)));

/** Delivered heights in metres; others are mistakes of unit or of axis. */
export const HEIGHT_RANGE = { min: -10_000, max: 10_000 } as const;

/** Epochs of ITRF2014 that can be configured, as decimal years: from the first epoch of ETRS89 on. */
export const EPOCH_RANGE = { min: 1989, max: 2100 } as const;

/** Makes a value for each published CRS. */
export function perCrs<Value>(make: (crs: PublishedCrs) => Value): PerCrs<Value> {
  return { CRS84: make('CRS84'), 28992: make('28992'), 4258: make('4258'), 3857: make('3857') };
}

/** The CRSs of deliveries: all but ITRF2014. Its numbers need the epoch of measurement, for which a delivery has no field. */
export const DELIVERY_CRSS: readonly CrsCode[] = Object.values(CRSS)
  .filter(({ derivation }) => derivation !== 'itrf2014').map(({ code }) => code);

/** Second URI of a CRS. The ensemble WGS 84 in its own axis order has, by the null transformation, the numbers of ETRS89. */
export const SECOND_URI_PATHS: Readonly<Partial<Record<CrsCode, string>>> = { 4258: '/EPSG/0/4326' };

const BY_URI_PATH: ReadonlyMap<string, Crs> = new Map(
  Object.values(CRSS).flatMap((crs) => uriPathsOf(crs).map((tail) => [tail, crs] as const)),
);

function uriPathsOf(crs: Crs): readonly string[] {
  const tail = crs.uri.slice(CRS_BASE.length);
  const second = SECOND_URI_PATHS[crs.code];
  return [tail, ...(tail.startsWith('/EPSG/') ? [`/EPSG/0/${crs.code}`] : []), ...(second === undefined ? [] : [second])];
}

/**
 * Returns the CRS of a URI, `http` or `https`; undefined for other texts. Version `0` of an EPSG code is accepted too, and that of 4326
 * means 4258.
 */
export function parseCrsUri(text: string): Crs | undefined {
  const match = /^https?:\/\/www\.opengis\.net\/def\/crs(\/.+)$/.exec(text);
  return match?.[1] === undefined ? undefined : BY_URI_PATH.get(match[1]);
}

/**
 * Names in common use, beside the code, `EPSG:` with the code, and the name in the table. For the command line only:
 * HTTP uses URIs. `WGS84` and `4326` are left out, because their axis order is ambiguous.
 */
const SHORT_NAMES: Readonly<Partial<Record<CrsCode, readonly string[]>>> = {
  CRS84: ['OGC:CRS84'],
  CRS84h: ['OGC:CRS84h'],
  28992: ['RD', 'RDNew', 'Rijksdriehoek', 'Amersfoort RD New'],
  7415: ['RDNAP', 'RD+NAP', 'Amersfoort RD New + NAP height'],
  4937: ['ETRS89h'],
  3857: ['WebMercator', 'Pseudo-Mercator'],
};

const BY_NAME: ReadonlyMap<string, Crs> = new Map(Object.values(CRSS).flatMap((crs) =>
  namesOf(crs).map((name) => [plainName(name), crs] as const)));

function namesOf({ code, name }: Crs): readonly string[] {
  const numbered = /^\d+$/.test(code) ? [`EPSG:${code}`, `urn:ogc:def:crs:EPSG::${code}`] : [`urn:ogc:def:crs:OGC:1.3:${code}`];
  return [code, name, ...numbered, ...SHORT_NAMES[code] ?? []];
}

/** Normalises a name: case, spaces and punctuation are ignored. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Returns the CRS of a URI or of a short name such as `RD`, `28992`, `EPSG:28992`, `CRS84`, `ETRS89`. */
export function crsByName(text: string): Crs | undefined {
  return parseCrsUri(text) ?? BY_NAME.get(plainName(text));
}

/** The most common name of a CRS. */
export function shortNameOf(code: CrsCode): string {
  return /^\d+$/.test(code) ? SHORT_NAMES[code]?.[0] ?? CRSS[code].name : code;
}

/** The short names for messages: the most common name and the code of each CRS of deliveries. */
export const CRS_NAMES: readonly string[] = DELIVERY_CRSS.flatMap((code) =>
  (/^\d+$/.test(code) ? [shortNameOf(code), `EPSG:${code}`] : [code]));

/** The short names of the CRSs of nearly all Dutch deliveries. */
export const CRS_NAMES_MOST: readonly string[] = ['RD', 'RDNAP', 'CRS84', 'ETRS89'];

/** Whether a position lies in a box of the same CRS, edges included. NaN lies nowhere. */
export function isInBox([min0, min1, max0, max1]: Box, first: number, second: number): boolean {
  return first >= min0 && first <= max0 && second >= min1 && second <= max1;
}
