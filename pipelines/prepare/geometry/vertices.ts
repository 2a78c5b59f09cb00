/**
 * Vertices: questions to a flat geometry (schemas/check/flatten.ts) while it is checked, and its WKB for DuckDB.
 * Not here: closure, ranges, limits (checks.ts), transformation (pipelines/coordinates).
 */
import type { Vertices } from '../../../schemas/check/flatten.ts';
import { emptyBox, grow } from '../../../schemas/geometry.ts';
import type { Box, GeometryType } from '../../../schemas/geometry.ts';
import { LEVELS } from '../../../schemas/check/geometry-structure.ts';

/** The type's number in WKB. */
const WKB: Readonly<Record<GeometryType, number>> = {
  Point: 1, LineString: 2, Polygon: 3, MultiPoint: 4, MultiLineString: 5, MultiPolygon: 6,
};

/** JSON Pointer of vertex `index` below the geometry's own pointer. */
export function vertexPointer({ shape }: Vertices, index: number): string {
  const path = shape.pathEnds.findIndex((end) => index < end);
  const inPath = index - (path > 0 ? shape.pathEnds[path - 1]! : 0);
  const depth = LEVELS[shape.type].length;
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

/** The box of the vertices from `from` until `until`. */
export function boxOf({ numbers, shape: { dimension } }: Vertices, from: number, until: number): Box {
  const box = emptyBox();
  for (let vertex = from; vertex < until; vertex++) grow(box, numbers[vertex * dimension]!, numbers[vertex * dimension + 1]!);
  return box;
}

/** Whether the paths of this type are rings. */
export function hasRings(type: GeometryType): boolean {
  return type === 'Polygon' || type === 'MultiPolygon';
}

/** Two-dimensional WKB, little endian; heights are left out. */
export function toWkb(geometry: Vertices): Buffer {
  const { shape } = geometry;
  const writer = new WkbWriter(geometry);
  writer.header(WKB[shape.type]);
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
      for (let i = 0; i < vertexCount(geometry); i++) writer.header(WKB.Point).vertices(i, i + 1);
      break;
    case 'MultiLineString':
      writer.count(shape.pathEnds.length);
      for (let i = 0; i < shape.pathEnds.length; i++) writer.header(WKB.LineString).path(i);
      break;
    case 'MultiPolygon':
      writer.count(shape.partEnds.length);
      for (const [i, end] of shape.partEnds.entries()) writer.header(WKB.Polygon).paths(shape.partEnds[i - 1] ?? 0, end);
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
