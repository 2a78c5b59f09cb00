/**
 * CRSs: the eleven rows of the Interface Rules, and the only maker of `CrsCode` and CRS URIs.
 * Axis order is that of the CRS itself, in bodies and boxes alike (research: GeoJSON's prior arrangement).
 */
import type { Brand } from './brand.ts';

export type CrsCode = 'CRS84' | 'CRS84h' | '28992' | '7415' | '4258' | '4937' | '7931' | '9067' | '7912' | '9000' | '3857';
export type CrsUri = Brand<string, 'CrsUri'>;

export interface Crs {
  readonly code: CrsCode;
  readonly name: string;
  readonly uri: CrsUri;
  readonly dimension: 2 | 3;
  /** Order of the axes in coordinates; `h` ellipsoidal height, `H` NAP height. */
  readonly axes: readonly ('lon' | 'lat' | 'x' | 'y' | 'h' | 'H')[];
  /** Decimals published for the horizontal axes; heights have 3. */
  readonly decimals: 3 | 8;
  /** Valid range of the first two axes, in axis order: [min0, min1, max0, max1]. */
  readonly range: readonly [number, number, number, number];
  /** The CRS whose bytes it shares when dimension is 2 (9067 carries the numbers of 4258), else itself. */
  readonly sameBytesAs: CrsCode;
  /** How its numbers come from ETRF2000 latitude and longitude (pipelines/coordinates/). */
  readonly derivation: 'identity' | 'swap' | 'rd' | 'web-mercator' | 'itrf2014';
}

export const CRS_BASE = 'http://www.opengis.net/def/crs';

const DEGREES = [-180, -90, 180, 90] as const;
const LAT_LON = [-90, -180, 90, 180] as const;
const RD_RANGE = [-7_000, 289_000, 300_000, 629_000] as const;
const MERCATOR = [-20037508.343, -20037508.343, 20037508.343, 20037508.343] as const;

function epsg(code: CrsCode): CrsUri {
  return `${CRS_BASE}/EPSG/9.9.1/${code}` as CrsUri;
}

export const CRSS: Readonly<Record<CrsCode, Crs>> = {
  CRS84: { code: 'CRS84', name: 'WGS 84 lon-lat', uri: `${CRS_BASE}/OGC/1.3/CRS84` as CrsUri, dimension: 2, axes: ['lon', 'lat'], decimals: 8, range: DEGREES, sameBytesAs: 'CRS84', derivation: 'swap' },
  CRS84h: { code: 'CRS84h', name: 'WGS 84 lon-lat-height', uri: `${CRS_BASE}/OGC/0/CRS84h` as CrsUri, dimension: 3, axes: ['lon', 'lat', 'h'], decimals: 8, range: DEGREES, sameBytesAs: 'CRS84h', derivation: 'swap' },
  28992: { code: '28992', name: 'RD New', uri: epsg('28992'), dimension: 2, axes: ['x', 'y'], decimals: 3, range: RD_RANGE, sameBytesAs: '28992', derivation: 'rd' },
  7415: { code: '7415', name: 'RD New + NAP', uri: epsg('7415'), dimension: 3, axes: ['x', 'y', 'H'], decimals: 3, range: RD_RANGE, sameBytesAs: '7415', derivation: 'rd' },
  4258: { code: '4258', name: 'ETRS89', uri: epsg('4258'), dimension: 2, axes: ['lat', 'lon'], decimals: 8, range: LAT_LON, sameBytesAs: '4258', derivation: 'identity' },
  4937: { code: '4937', name: 'ETRS89 3D', uri: epsg('4937'), dimension: 3, axes: ['lat', 'lon', 'h'], decimals: 8, range: LAT_LON, sameBytesAs: '4937', derivation: 'identity' },
  7931: { code: '7931', name: 'ETRF2000 3D', uri: epsg('7931'), dimension: 3, axes: ['lat', 'lon', 'h'], decimals: 8, range: LAT_LON, sameBytesAs: '4937', derivation: 'identity' },
  9067: { code: '9067', name: 'ETRF2000', uri: epsg('9067'), dimension: 2, axes: ['lat', 'lon'], decimals: 8, range: LAT_LON, sameBytesAs: '4258', derivation: 'identity' },
  7912: { code: '7912', name: 'ITRF2014 3D', uri: epsg('7912'), dimension: 3, axes: ['lat', 'lon', 'h'], decimals: 8, range: LAT_LON, sameBytesAs: '7912', derivation: 'itrf2014' },
  9000: { code: '9000', name: 'ITRF2014', uri: epsg('9000'), dimension: 2, axes: ['lat', 'lon'], decimals: 8, range: LAT_LON, sameBytesAs: '9000', derivation: 'itrf2014' },
  3857: { code: '3857', name: 'WGS 84 Pseudo-Mercator', uri: epsg('3857'), dimension: 2, axes: ['x', 'y'], decimals: 3, range: MERCATOR, sameBytesAs: '3857', derivation: 'web-mercator' },
};

/** The CRSs in which an edition holds bytes, in fixed order; RD is the storage CRS. */
export const PUBLISHED_CRSS = ['CRS84', '28992', '4258', '3857'] as const satisfies readonly CrsCode[];
export type PublishedCrs = (typeof PUBLISHED_CRSS)[number];

const BY_TAIL: ReadonlyMap<string, Crs> = new Map(
  Object.values(CRSS).flatMap((crs) => tails(crs).map((tail) => [tail, crs] as const)),
);

function tails(crs: Crs): readonly string[] {
  const tail = crs.uri.slice(CRS_BASE.length);
  return tail.startsWith('/EPSG/') ? [tail, `/EPSG/0/${crs.code}`] : [tail];
}

/** The CRS a URI names; `https` and, for EPSG, version `0` mean the same. Undefined for anything else. */
export function parseCrsUri(text: string): Crs | undefined {
  const match = /^https?:\/\/www\.opengis\.net\/def\/crs(\/.+)$/.exec(text);
  return match?.[1] === undefined ? undefined : BY_TAIL.get(match[1]);
}
