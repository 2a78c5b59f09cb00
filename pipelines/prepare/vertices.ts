/**
 * Vertices: a GeoJSON geometry as flat numbers, the form in which geometry is checked.
 *
 * Numbers keep the CRS and axis order of the delivery. A geometry that is not shaped as its type says
 * gives `undefined`: the schema (level 2) says what is wrong with it. GeometryCollection is no shape of the model.
 * Not here: closure, ranges, limits (geometry.ts), transformation (pipelines/coordinates).
 */
import type { FlatGeometry, GeometryType } from '../../schemas/geometry.ts';
import type { Json } from '../../schemas/json.ts';
import { isObject } from '../../schemas/json.ts';

export interface Vertices {
  readonly shape: FlatGeometry;
  /** `shape.dimension` numbers a vertex; the height is NaN where positions of 2 and 3 numbers are mixed. */
  readonly numbers: Float64Array;
  readonly mixed: boolean;
}

interface TypeShape {
  /** How deep positions lie in `coordinates`. */
  readonly depth: 0 | 1 | 2 | 3;
  /** The fewest positions of a path: a closed ring of three corners, a line of two ends. */
  readonly fewest: 1 | 2 | 4;
  /** The type's number in WKB. */
  readonly wkb: number;
}

const TYPES: Readonly<Record<GeometryType, TypeShape>> = {
  Point: { depth: 0, fewest: 1, wkb: 1 },
  LineString: { depth: 1, fewest: 2, wkb: 2 },
  Polygon: { depth: 2, fewest: 4, wkb: 3 },
  MultiPoint: { depth: 1, fewest: 1, wkb: 4 },
  MultiLineString: { depth: 2, fewest: 2, wkb: 5 },
  MultiPolygon: { depth: 3, fewest: 4, wkb: 6 },
};

/** The flat form of a GeoJSON geometry, or undefined when its members are not what its type asks. */
export function flatten(value: Json | undefined): Vertices | undefined {
  if (!isObject(value) || !isGeometryType(value['type'])) return undefined;
  const { depth, fewest } = TYPES[value['type']];
  const { coordinates } = value;
  if (!isList(coordinates)) return undefined;
  const parts = depth === 3 ? coordinates : [coordinates];
  const positions: Position[] = [];
  const pathEnds: number[] = [];
  const partEnds: number[] = [];
  for (const part of parts) {
    const paths: Json = depth >= 2 ? part : [part];
    if (!isList(paths) || paths.length === 0) return undefined;
    for (const path of paths) {
      const points: Json = depth >= 1 ? path : [path];
      if (!isList(points) || points.length < fewest || !points.every(isPosition)) return undefined;
      for (const point of points) positions.push(point);
      pathEnds.push(positions.length);
    }
    partEnds.push(pathEnds.length);
  }
  if (positions.length === 0) return undefined;
  const { type } = value;
  return pack({ type, positions, pathEnds, partEnds: depth === 3 ? partEnds : [pathEnds.length] });
}

/** JSON Pointer of vertex `index` below the geometry's own pointer. */
export function vertexPointer({ shape }: Vertices, index: number): string {
  const path = shape.pathEnds.findIndex((end) => index < end);
  const inPath = index - (path > 0 ? shape.pathEnds[path - 1]! : 0);
  const { depth } = TYPES[shape.type];
  if (depth === 0) return '/coordinates';
  if (depth === 1) return `/coordinates/${inPath}`;
  if (depth === 2) return `/coordinates/${path}/${inPath}`;
  const part = shape.partEnds.findIndex((end) => path < end);
  return `/coordinates/${part}/${path - (part > 0 ? shape.partEnds[part - 1]! : 0)}/${inPath}`;
}

/** The numbers of one vertex, as delivered. */
export function vertexAt({ shape, numbers }: Vertices, index: number): readonly number[] {
  const all = numbers.subarray(index * shape.dimension, (index + 1) * shape.dimension);
  return Array.from(all).filter((number) => !Number.isNaN(number));
}

export function vertexCount({ shape, numbers }: Vertices): number {
  return numbers.length / shape.dimension;
}

/** First vertex of path `index`. */
export function pathStart({ shape }: Vertices, index: number): number {
  return index === 0 ? 0 : shape.pathEnds[index - 1]!;
}

/** Whether the paths of this type are rings. */
export function hasRings(type: GeometryType): boolean {
  return type === 'Polygon' || type === 'MultiPolygon';
}

/** Two-dimensional WKB, little endian; heights are left out. */
export function toWkb(geometry: Vertices): Buffer {
  const { shape } = geometry;
  const writer = new WkbWriter(geometry);
  writer.header(TYPES[shape.type].wkb);
  switch (shape.type) {
    case 'Point':
      writer.vertices(0, 1);
      break;
    case 'LineString':
      writer.path(0);
      break;
    case 'Polygon':
      writer.paths(0, shape.pathEnds.length);
      break;
    case 'MultiPoint':
      writer.count(vertexCount(geometry));
      for (let i = 0; i < vertexCount(geometry); i++) writer.header(1).vertices(i, i + 1);
      break;
    case 'MultiLineString':
      writer.count(shape.pathEnds.length);
      for (let i = 0; i < shape.pathEnds.length; i++) writer.header(2).path(i);
      break;
    case 'MultiPolygon':
      writer.count(shape.partEnds.length);
      for (const [i, end] of shape.partEnds.entries()) writer.header(3).paths(shape.partEnds[i - 1] ?? 0, end);
      break;
  }
  return writer.bytes();
}

class WkbWriter {
  readonly #geometry: Vertices;
  readonly #buffer: Buffer;
  #at = 0;

  constructor(geometry: Vertices) {
    this.#geometry = geometry;
    const { pathEnds, partEnds } = geometry.shape;
    const pointHeaders = geometry.shape.type === 'MultiPoint' ? vertexCount(geometry) * 5 : 0;
    const otherHeaders = (pathEnds.length + partEnds.length + 2) * 9;
    this.#buffer = Buffer.alloc(vertexCount(geometry) * 16 + pointHeaders + otherHeaders);
  }

  header(type: number): this {
    this.#at = this.#buffer.writeUInt8(1, this.#at);
    return this.count(type);
  }

  count(count: number): this {
    this.#at = this.#buffer.writeUInt32LE(count, this.#at);
    return this;
  }

  vertices(from: number, until: number): void {
    const { numbers, shape: { dimension } } = this.#geometry;
    for (let i = from; i < until; i++) {
      this.#at = this.#buffer.writeDoubleLE(numbers[i * dimension]!, this.#at);
      this.#at = this.#buffer.writeDoubleLE(numbers[i * dimension + 1]!, this.#at);
    }
  }

  path(index: number): void {
    const from = pathStart(this.#geometry, index);
    const until = this.#geometry.shape.pathEnds[index]!;
    this.count(until - from).vertices(from, until);
  }

  paths(from: number, until: number): void {
    this.count(until - from);
    for (let i = from; i < until; i++) this.path(i);
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#at);
  }
}

type Position = readonly number[];

function isGeometryType(type: Json | undefined): type is GeometryType {
  return typeof type === 'string' && Object.hasOwn(TYPES, type);
}

function isPosition(value: Json): value is Position {
  return isList(value) && (value.length === 2 || value.length === 3) && value.every(isFiniteNumber);
}

function isFiniteNumber(value: Json): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

interface Parts {
  readonly type: GeometryType;
  readonly positions: readonly Position[];
  readonly pathEnds: readonly number[];
  readonly partEnds: readonly number[];
}

function pack({ type, positions, pathEnds, partEnds }: Parts): Vertices {
  const flat = positions.every((position) => position.length === 2);
  const dimension = flat ? 2 : 3;
  const numbers = new Float64Array(positions.length * dimension);
  positions.forEach((position, index) => {
    for (let axis = 0; axis < dimension; axis++) numbers[index * dimension + axis] = position[axis] ?? NaN;
  });
  return {
    shape: { type, dimension, pathEnds: Uint32Array.from(pathEnds), partEnds: Uint32Array.from(partEnds) },
    numbers,
    mixed: !flat && positions.some((position) => position.length === 2),
  };
}
