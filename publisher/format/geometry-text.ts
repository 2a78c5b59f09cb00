/**
 * Geometry text: prints the coordinates of one CRS as the bytes of a GeoJSON geometry, and measures the printed coordinates.
 *
 * Invariants:
 * - The bytes are `{"type":"…","coordinates":…}` without white space, two numbers a position, three with heights (decimal.ts).
 * - Runs and boxes are those of the first two axes. Only text without heights has runs.
 * - The box is that of the printed decimals: each number is the double nearest to the decimal.
 * - Vertices are printed in the order given. RFC 7946 wants outer rings counter-clockwise: call `orient` (orientation.ts) first, once for
 *   all CRSs.
 *
 * Not here: the exact test against a box (publisher/read/rows/exact.ts).
 */
import type { Box, FlatGeometry, GeometryType } from '../../schemas/geometry.ts';
import { DecimalWriter, roundHalfUp, type Decimals } from './decimal.ts';

/**
 * At most RUN_SEGMENTS consecutive segments of one path. The positions lie in bytes [start, end) of the geometry, from the first `[` to
 * just after the last `]`. The last position is also the first of the path's next run.
 */
export interface VertexRun {
  readonly start: number;
  readonly end: number;
  /** Box of the run's positions; it encloses the segments too. */
  readonly box: Box;
  /** Indexes into the geometry's pathEnds and partEnds. */
  readonly path: number;
  readonly part: number;
}

export interface PrintedGeometry {
  readonly type: GeometryType;
  readonly bytes: Buffer;
  readonly box: Box;
  /** The geometry has one part: Point, LineString, Polygon, or a multi type with one part. */
  readonly connected: boolean;
  /** In printed order; empty when the geometry has at most RUN_SEGMENTS vertices. */
  readonly runs: readonly VertexRun[];
}

export const RUN_SEGMENTS = 64;

interface Layout {
  /** The bytes before the coordinates. */
  readonly head: Buffer;
  /** Nesting depth of a position in the coordinates. */
  readonly depth: number;
}

const LAYOUTS: Readonly<Record<GeometryType, Layout>> = {
  Point: layout('Point', 1),
  LineString: layout('LineString', 2),
  MultiPoint: layout('MultiPoint', 2),
  Polygon: layout('Polygon', 3),
  MultiLineString: layout('MultiLineString', 3),
  MultiPolygon: layout('MultiPolygon', 4),
};

function layout(type: GeometryType, depth: number): Layout {
  return { head: Buffer.from(`{"type":"${type}","coordinates":`), depth };
}

const OPEN = 91;
const CLOSE = 93;
const COMMA = 44;
const END = 125;
/** Three numbers, two brackets, three commas. */
const POSITION_BYTES_MAX = 3 * 18 + 5;
/** Decimals of heights, in every CRS. */
export const HEIGHT_DECIMALS = 3;
/** Brackets and commas around a path and its part. */
const PATH_BYTES_MAX = 6;
const HEAD_BYTES_MAX = 64;

/** Vertices in the scratch space that printing reuses; a larger geometry gets space of its own. */
const SCRATCH_VERTICES = 1024;
const scratch = spaceFor(SCRATCH_VERTICES);

interface Space {
  readonly bytes: Buffer;
  /** Scaled numbers, two a vertex. */
  readonly scaled: Float64Array;
}

/** The heights of one geometry, one a vertex, in metres and unrounded. */
export type Heights = Float64Array;

/** Every path has a vertex, so there are no more paths than vertices. */
function spaceFor(vertices: number): Space {
  const bytes = Buffer.allocUnsafeSlow(HEAD_BYTES_MAX + vertices * (POSITION_BYTES_MAX + PATH_BYTES_MAX));
  return { bytes, scaled: new Float64Array(2 * vertices) };
}

/**
 * Prints one geometry. `coordinates` has two numbers a vertex in the axis order of its CRS, unrounded. `decimals` is the number of
 * decimals of the CRS (schemas/crs.ts). `heights` makes a text with heights. Throws a Fault on numbers that cannot be published (decimal.ts).
 */
export function printGeometry(
  shape: FlatGeometry, coordinates: Float64Array, decimals: Decimals, heights?: Heights,
): PrintedGeometry {
  const vertices = coordinates.length / 2;
  const { bytes, scaled } = vertices <= SCRATCH_VERTICES ? scratch : spaceFor(vertices);
  for (let index = 0; index < coordinates.length; index += 1) {
    scaled[index] = roundHalfUp(coordinates[index] ?? Number.NaN, decimals);
  }
  const writer = new DecimalWriter(bytes, decimals);
  for (const byte of LAYOUTS[shape.type].head) writer.byte(byte);
  const scaledHeights = heights?.map((height) => roundHalfUp(height, HEIGHT_DECIMALS));
  const runs = new Printer(writer, scaled, scaledHeights).geometry(shape, vertices);
  return {
    type: shape.type,
    bytes: Buffer.from(bytes.subarray(0, writer.at)),
    box: boxOf(scaled, { from: 0, to: vertices, decimals }),
    connected: partCount(shape) === 1,
    runs,
  };
}

function partCount(shape: FlatGeometry): number {
  switch (shape.type) {
    case 'MultiPoint': return shape.pathEnds.at(-1) ?? 0;
    case 'MultiLineString': return shape.pathEnds.length;
    default: return shape.partEnds.length;
  }
}

/** Vertices [from, to). */
interface Path {
  readonly from: number;
  readonly to: number;
  readonly path: number;
  readonly part: number;
  readonly isLong: boolean;
}

class Printer {
  readonly #writer: DecimalWriter;
  readonly #scaled: Float64Array;
  readonly #heights: Float64Array | undefined;
  readonly #runs: VertexRun[] = [];

  constructor(writer: DecimalWriter, scaled: Float64Array, heights: Float64Array | undefined) {
    this.#writer = writer;
    this.#scaled = scaled;
    this.#heights = heights;
  }

  /** Writes `coordinates` and the closing brace. */
  geometry(shape: FlatGeometry, vertices: number): readonly VertexRun[] {
    const writer = this.#writer;
    const isLong = vertices > RUN_SEGMENTS && this.#heights === undefined;
    const { depth } = LAYOUTS[shape.type];
    if (depth === 4) writer.byte(OPEN);
    let path = 0;
    shape.partEnds.forEach((partEnd, part) => {
      if (part > 0) writer.byte(COMMA);
      if (depth >= 3) writer.byte(OPEN);
      for (const partStart = path; path < partEnd; path += 1) {
        if (path > partStart) writer.byte(COMMA);
        if (depth >= 2) writer.byte(OPEN);
        this.#path({ from: shape.pathEnds[path - 1] ?? 0, to: shape.pathEnds[path] ?? 0, path, part, isLong });
        if (depth >= 2) writer.byte(CLOSE);
      }
      if (depth >= 3) writer.byte(CLOSE);
    });
    if (depth === 4) writer.byte(CLOSE);
    writer.byte(END);
    return this.#runs;
  }

  #path({ from, to, path, part, isLong }: Path): void {
    const writer = this.#writer;
    const scaled = this.#scaled;
    const heights = this.#heights;
    let first = from;
    let firstByte = writer.at;
    for (let vertex = from; vertex < to; vertex += 1) {
      if (vertex > from) writer.byte(COMMA);
      const startByte = writer.at;
      writer.byte(OPEN);
      writer.decimal(scaled[2 * vertex] ?? Number.NaN);
      writer.byte(COMMA);
      writer.decimal(scaled[2 * vertex + 1] ?? Number.NaN);
      if (heights !== undefined) {
        writer.byte(COMMA);
        writer.height(heights[vertex] ?? Number.NaN);
      }
      writer.byte(CLOSE);
      if (isLong && (vertex - first === RUN_SEGMENTS || vertex === to - 1)) {
        const box = boxOf(scaled, { from: first, to: vertex + 1, decimals: writer.decimals });
        this.#runs.push({ start: firstByte, end: writer.at, box, path, part });
        [first, firstByte] = [vertex, startByte];
      }
    }
  }
}

/** Returns the box of vertices [from, to). Dividing exact integers rounds once, to the double nearest to the decimal. */
function boxOf(
  scaled: Float64Array, { from, to, decimals }: { from: number; to: number; decimals: Decimals },
): Box {
  let [min0, min1, max0, max1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 2 * from; index < 2 * to; index += 2) {
    const axis0 = scaled[index] ?? Number.NaN;
    const axis1 = scaled[index + 1] ?? Number.NaN;
    if (axis0 < min0) min0 = axis0;
    if (axis0 > max0) max0 = axis0;
    if (axis1 < min1) min1 = axis1;
    if (axis1 > max1) max1 = axis1;
  }
  const one = 10 ** decimals;
  return [min0 / one, min1 / one, max0 / one, max1 / one];
}
