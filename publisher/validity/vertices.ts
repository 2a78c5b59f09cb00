/**
 * Vertices: access to the vertices of a flat geometry (schemas/check/flatten.ts), and its forms for DuckDB and JSTS.
 * Not here: closure, ranges, limits (pipelines/prepare/geometry), transformation (pipelines/coordinates).
 */
import type { Vertices } from '../../schemas/check/flatten.ts';
import { unreachable } from '../../schemas/fault.ts';
import { emptyBox, grow, type Box, type Geometry, type GeometryType, type Position } from '../../schemas/geometry.ts';
import { LEVELS } from '../../schemas/check/geometry-structure.ts';

/** The type's number in WKB. */
const WKB: Readonly<Record<GeometryType, number>> = {
  Point: 1, LineString: 2, Polygon: 3, MultiPoint: 4, MultiLineString: 5, MultiPolygon: 6,
};

/** Returns the JSON Pointer of vertex `index` below the geometry's own pointer. */
export function vertexPointer({ shape }: Vertices, index: number): string {
  const path = pathOf({ shape }, index);
  const inPath = index - pathStart({ shape }, path);
  const depth = LEVELS[shape.type].length;
  if (depth === 0) return '/coordinates';
  if (depth === 1) return `/coordinates/${inPath}`;
  if (depth === 2) return `/coordinates/${path}/${inPath}`;
  const part = shape.partEnds.findIndex((end) => path < end);
  return `/coordinates/${part}/${path - (part > 0 ? shape.partEnds[part - 1]! : 0)}/${inPath}`;
}

/** Returns the numbers of one vertex, as delivered. */
export function vertexAt({ shape, numbers }: Vertices, index: number): readonly number[] {
  const all = numbers.subarray(index * shape.dimension, (index + 1) * shape.dimension);
  return Array.from(all).filter((number) => !Number.isNaN(number));
}

export function vertexCount({ shape, numbers }: Vertices): number {
  return numbers.length / shape.dimension;
}

/** Returns the path of a vertex. */
export function pathOf({ shape: { pathEnds } }: Pick<Vertices, 'shape'>, index: number): number {
  return pathEnds.findIndex((end) => index < end);
}

/** Returns the first vertex of path `index`. */
export function pathStart({ shape }: Pick<Vertices, 'shape'>, index: number): number {
  return index === 0 ? 0 : shape.pathEnds[index - 1]!;
}

/** Returns the box of the vertices from `from` until `until`. */
export function boxOf({ numbers, shape: { dimension } }: Vertices, from: number, until: number): Box {
  const box = emptyBox();
  for (let vertex = from; vertex < until; vertex++) grow(box, numbers[vertex * dimension]!, numbers[vertex * dimension + 1]!);
  return box;
}

/** Returns whether the paths of this type are rings. */
export function hasRings(type: GeometryType): boolean {
  return type === 'Polygon' || type === 'MultiPolygon';
}

/** Returns two-dimensional WKB, little endian; heights are left out. */
export function toWkb(geometry: Vertices): Buffer {
  const { numbers, shape: { type, dimension, pathEnds, partEnds } } = geometry;
  const all = vertexCount(geometry);
  const headers = (type === 'MultiPoint' ? all * 5 : 0) + (pathEnds.length + partEnds.length + 2) * 9;
  const buffer = Buffer.alloc(all * 16 + headers);
  let at = 0;
  const count = (value: number): void => { at = buffer.writeUInt32LE(value, at); };
  const header = (of: GeometryType): void => {
    at = buffer.writeUInt8(1, at);
    count(WKB[of]);
  };
  const vertices = (from: number, until: number): void => {
    for (let i = from; i < until; i++) {
      at = buffer.writeDoubleLE(numbers[i * dimension]!, at);
      at = buffer.writeDoubleLE(numbers[i * dimension + 1]!, at);
    }
  };
  const path = (index: number): void => {
    const from = pathStart(geometry, index);
    count(pathEnds[index]! - from);
    vertices(from, pathEnds[index]!);
  };
  const paths = (from: number, until: number): void => {
    count(until - from);
    for (let i = from; i < until; i++) path(i);
  };
  /** Writes the parts of a multi geometry, each a geometry of this type. */
  const parts = (length: number, of: GeometryType, write: (index: number) => void): void => {
    count(length);
    for (let i = 0; i < length; i++) {
      header(of);
      write(i);
    }
  };
  header(type);
  switch (type) {
    case 'Point': vertices(0, 1); break;
    case 'LineString': path(0); break;
    case 'Polygon': paths(0, pathEnds.length); break;
    case 'MultiPoint': parts(all, 'Point', (i) => vertices(i, i + 1)); break;
    case 'MultiLineString': parts(pathEnds.length, 'LineString', path); break;
    case 'MultiPolygon': parts(partEnds.length, 'Polygon', (i) => paths(partEnds[i - 1] ?? 0, partEnds[i]!)); break;
  }
  return buffer.subarray(0, at);
}

/** Returns the geometry without heights; itself when it has none. */
export function flat(vertices: Vertices): Vertices {
  const { numbers, shape } = vertices;
  return shape.dimension === 2 ? vertices : { numbers: withoutHeights(numbers), shape: { ...shape, dimension: 2 }, mixed: false };
}

/** Returns the first two of every three numbers. */
export function withoutHeights(coordinates: Float64Array): Float64Array {
  const two = new Float64Array((coordinates.length / 3) * 2);
  for (let from = 0, to = 0; from < coordinates.length; from += 3, to += 2) {
    two[to] = coordinates[from]!;
    two[to + 1] = coordinates[from + 1]!;
  }
  return two;
}

/** Returns two-dimensional GeoJSON; heights are left out. */
export function toGeoJson(vertices: Vertices): Geometry {
  const { numbers, shape: { type, dimension, pathEnds, partEnds } } = vertices;
  const positions = Array.from({ length: vertexCount(vertices) }, (_, at): Position =>
    [numbers[at * dimension]!, numbers[at * dimension + 1]!]);
  const paths = Array.from(pathEnds, (end, path) => positions.slice(pathStart(vertices, path), end));
  switch (type) {
    case 'Point': return { type, coordinates: positions[0]! };
    case 'LineString': case 'MultiPoint': return { type, coordinates: positions };
    case 'Polygon': case 'MultiLineString': return { type, coordinates: paths };
    case 'MultiPolygon': return { type, coordinates: Array.from(partEnds, (end, part) => paths.slice(partEnds[part - 1] ?? 0, end)) };
    default: return unreachable(type);
  }
}
