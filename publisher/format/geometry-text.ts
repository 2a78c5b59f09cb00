/**
 * Geometry text: prints the coordinates of one CRS as the bytes of a GeoJSON geometry, and measures what it printed.
 *
 * Invariants:
 *  - The bytes are `{"type":"…","coordinates":…}` without white space, two numbers a position (decimal.ts).
 *  - The box is that of the printed decimals: each number is the double nearest to the decimal.
 *  - Vertices are printed in the order given. RFC 7946 wants outer rings counter-clockwise: call `orient`
 *    (orientation.ts) first, once for all CRSs.
 * Not here: the exact test against a box (publisher/read/exact.ts).
 */
import type { FlatGeometry, GeometryType } from '../../schemas/geometry.ts';
import type { Box } from '../read/types.ts';
import { roundHalfUp, writeDecimal, type Decimals } from './decimal.ts';

/**
 * Up to 64 segments in a row of one path. Its positions stand in bytes [start, end) of the geometry, from the `[` of
 * the first to just after the `]` of the last; the last is also the first of the next run of the same path.
 */
export interface VertexRun {
  readonly start: number;
  readonly end: number;
  /** Of the run's positions, so it holds its segments too. */
  readonly box: Box;
  /** Indexes in the geometry's pathEnds and partEnds. */
  readonly path: number;
  readonly part: number;
}

export interface PrintedGeometry {
  readonly bytes: Buffer;
  readonly box: Box;
  /** One part: Point, LineString, Polygon, or a multi type with one part. */
  readonly connected: boolean;
  /** Only when there are more than RUN_VERTICES vertices; in printed order. */
  readonly runs: readonly VertexRun[];
}

export const RUN_VERTICES = 64;

/** Nesting depth of a position in `coordinates`. */
const DEPTH: Readonly<Record<GeometryType, number>> = {
  Point: 1, LineString: 2, MultiPoint: 2, Polygon: 3, MultiLineString: 3, MultiPolygon: 4,
};

const OPEN = 91;
const CLOSE = 93;
const COMMA = 44;
const END = 125;
/** Two numbers of 18 bytes, two brackets, two commas. */
const POSITION_BYTES_MAX = 40;
/** Brackets and commas around a path and its part. */
const PATH_BYTES_MAX = 6;

const shared = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * Prints one geometry. `coordinates` has two numbers a vertex in the axis order of its CRS, unrounded; `decimals` is
 * that of the CRS (schemas/crs.ts). Throws a Fault on numbers that cannot be published (decimal.ts).
 */
export function printGeometry(shape: FlatGeometry, coordinates: Float64Array, decimals: Decimals): PrintedGeometry {
  const head = `{"type":"${shape.type}","coordinates":`;
  const bytesMax = head.length + 8 + (coordinates.length / 2) * POSITION_BYTES_MAX
    + shape.pathEnds.length * PATH_BYTES_MAX;
  const target = bytesMax <= shared.length ? shared : Buffer.allocUnsafeSlow(bytesMax);
  const printer = new Printer(target, coordinates, decimals);
  printer.at = target.write(head, 'latin1');
  printer.geometry(shape);
  return {
    bytes: Buffer.from(target.subarray(0, printer.at)),
    box: printer.box(),
    connected: partCount(shape) === 1,
    runs: printer.runs,
  };
}

function partCount(shape: FlatGeometry): number {
  switch (shape.type) {
    case 'MultiPoint': return shape.pathEnds.at(-1) ?? 0;
    case 'MultiLineString': return shape.pathEnds.length;
    default: return shape.partEnds.length;
  }
}

interface Path {
  /** Vertices [start, end). */
  readonly start: number;
  readonly end: number;
  readonly path: number;
  readonly part: number;
  readonly withRuns: boolean;
}

class Printer {
  at = 0;
  readonly runs: VertexRun[] = [];
  private readonly target: Buffer;
  private readonly coordinates: Float64Array;
  private readonly decimals: Decimals;
  private readonly whole = new Bounds();

  constructor(target: Buffer, coordinates: Float64Array, decimals: Decimals) {
    this.target = target;
    this.coordinates = coordinates;
    this.decimals = decimals;
  }

  box(): Box {
    return this.whole.box(this.decimals);
  }

  /** `coordinates` and the closing brace. */
  geometry(shape: FlatGeometry): void {
    const depth = DEPTH[shape.type];
    const withRuns = this.coordinates.length > 2 * RUN_VERTICES;
    if (depth === 4) this.put(OPEN);
    let path = 0;
    shape.partEnds.forEach((partEnd, part) => {
      if (part > 0) this.put(COMMA);
      if (depth >= 3) this.put(OPEN);
      for (const partStart = path; path < partEnd; path += 1) {
        if (path > partStart) this.put(COMMA);
        if (depth >= 2) this.put(OPEN);
        this.path({ start: shape.pathEnds[path - 1] ?? 0, end: shape.pathEnds[path] ?? 0, path, part, withRuns });
        if (depth >= 2) this.put(CLOSE);
      }
      if (depth >= 3) this.put(CLOSE);
    });
    if (depth === 4) this.put(CLOSE);
    this.put(END);
  }

  private path({ start, end, path, part, withRuns }: Path): void {
    let first = start;
    let firstByte = this.at;
    let bounds = new Bounds();
    for (let vertex = start; vertex < end; vertex += 1) {
      if (vertex > start) this.put(COMMA);
      const startByte = this.at;
      const axis0 = this.axis(OPEN, vertex * 2);
      const axis1 = this.axis(COMMA, vertex * 2 + 1);
      this.put(CLOSE);
      this.whole.add(axis0, axis1);
      if (!withRuns) continue;
      bounds.add(axis0, axis1);
      if (vertex - first < RUN_VERTICES && vertex < end - 1) continue;
      this.runs.push({ start: firstByte, end: this.at, box: bounds.box(this.decimals), path, part });
      first = vertex;
      firstByte = startByte;
      bounds = new Bounds();
      bounds.add(axis0, axis1);
    }
  }

  /** Prints one number after the byte `before`; returns it, scaled. */
  private axis(before: number, index: number): number {
    const scaled = roundHalfUp(this.coordinates[index] ?? Number.NaN, this.decimals);
    this.put(before);
    this.at = writeDecimal(this.target, this.at, { scaled, decimals: this.decimals });
    return scaled;
  }

  private put(byte: number): void {
    this.target[this.at] = byte;
    this.at += 1;
  }
}

/** A box that grows, in scaled integers. */
class Bounds {
  private min0 = Infinity;
  private min1 = Infinity;
  private max0 = -Infinity;
  private max1 = -Infinity;

  add(first: number, second: number): void {
    if (first < this.min0) this.min0 = first;
    if (first > this.max0) this.max0 = first;
    if (second < this.min1) this.min1 = second;
    if (second > this.max1) this.max1 = second;
  }

  /** Division of exact integers rounds once, to the double that is nearest to the decimal. */
  box(decimals: Decimals): Box {
    const one = 10 ** decimals;
    return [this.min0 / one, this.min1 / one, this.max0 / one, this.max1 / one];
  }
}
