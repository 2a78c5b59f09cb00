/**
 * Geometry: the six aliases of the Information Model (convention 7) and the two forms of a geometry.
 *
 * `Geometry` is GeoJSON as delivered. `FlatGeometry` is its shape without numbers. The numbers of one CRS are a Float64Array beside it,
 * `dimension` numbers per vertex, in the axis order of that CRS (schemas/crs.ts).
 */
export type GeometryType = typeof GEOMETRY_TYPES[number];

/** The order is that of their numbers in an edition (publisher/FORMAT.md, Page). */
export const GEOMETRY_TYPES = ['Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'] as const;

/** Kinds of geometry for filtering features, with their types. A layer of a GIS has one kind. */
export const GEOMETRY_KINDS = {
  punt: ['Point', 'MultiPoint'],
  lijn: ['LineString', 'MultiLineString'],
  vlak: ['Polygon', 'MultiPolygon'],
  geen: [],
} as const satisfies Record<string, readonly GeometryType[]>;

export type GeometryKind = keyof typeof GEOMETRY_KINDS;

export type Position = readonly number[];

/** First two axes in axis order, closed: [min0, min1, max0, max1]. */
export type Box = readonly [number, number, number, number];

/** A box that is extended by positions. */
export type GrowingBox = [number, number, number, number];

/** A box without any position. */
export function emptyBox(): GrowingBox {
  return [Infinity, Infinity, -Infinity, -Infinity];
}

/** Extends a box with a position. */
export function grow(box: GrowingBox, first: number, second: number): void {
  if (first < box[0]) box[0] = first;
  if (second < box[1]) box[1] = second;
  if (first > box[2]) box[2] = first;
  if (second > box[3]) box[3] = second;
}

/** Whether two boxes have a point in common; false for one that is NaN. */
export function overlap(one: Box, other: Box): boolean {
  return one[0] <= other[2] && one[2] >= other[0] && one[1] <= other[3] && one[3] >= other[1];
}

export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'LineString' | 'MultiPoint'; readonly coordinates: readonly Position[] }
  | { readonly type: 'Polygon' | 'MultiLineString'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] };

export const GEOMETRY_ALIASES = {
  Point: ['Point'],
  Polygon: ['Polygon'],
  VlakOfMultiVlak: ['Polygon', 'MultiPolygon'],
  LijnOfMultiLijn: ['LineString', 'MultiLineString'],
  PuntOfLijn: ['Point', 'LineString', 'MultiLineString'],
  PuntOfVlak: ['Point', 'Polygon'],
  PuntOfMultiPunt: ['Point', 'MultiPoint'],
  PuntLijnVlakMulti: ['Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'],
} as const satisfies Record<string, readonly GeometryType[]>;

export type GeometryAlias = keyof typeof GEOMETRY_ALIASES;

export interface FlatGeometry {
  readonly type: GeometryType;
  readonly dimension: 2 | 3;
  /** End index (exclusive) of the vertices of each path: a ring, a line; the whole geometry for Point and MultiPoint. */
  readonly pathEnds: Uint32Array;
  /** End index (exclusive) of the paths of each part: the polygons of a MultiPolygon; one entry for all other types. */
  readonly partEnds: Uint32Array;
}
