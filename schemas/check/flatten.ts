/**
 * Flatten: a GeoJSON geometry as its shape and one array of numbers, for checking, transforming and printing.
 *
 * Invariants: vertices keep the order, CRS, axis order and numbers of the delivery. A malformed geometry (geometry-structure.ts) gives
 * `undefined`, so no later step meets one.
 * Not here: the mistake in a malformed geometry (geometry-structure.ts), closure and ranges (pipelines/prepare/geometry).
 */
import type { FlatGeometry, GeometryType, Position } from '../geometry.ts';
import { isPosition, LEVELS } from './geometry-structure.ts';
import { isObject, own } from '../json.ts';
import type { Json } from '../json.ts';

export interface Vertices {
  readonly shape: FlatGeometry;
  /** Coordinates, `shape.dimension` per vertex. The height is NaN where positions of 2 and 3 numbers are mixed. */
  readonly numbers: Float64Array;
  readonly mixed: boolean;
}

/** Depth of positions in `coordinates`, and the fewest positions of a path, by type. */
const NESTING = new Map(Object.entries(LEVELS).map(([type, levels]) =>
  [type, { depth: levels.length, fewest: levels.at(-1)?.min ?? 1 }]));

/** Returns the flat form of a geometry; undefined when it is malformed. */
export function flatten(value: Json | undefined): Vertices | undefined {
  const type = isObject(value) ? own(value, 'type') : undefined;
  const nesting = typeof type === 'string' ? NESTING.get(type) : undefined;
  if (!isObject(value) || nesting === undefined) return undefined;
  const { depth, fewest } = nesting;
  const positions: Position[] = [];
  const pathEnds: number[] = [];
  const partEnds: number[] = [];
  const parts = listAt(own(value, 'coordinates'), depth === 3);
  if (parts === undefined) return undefined;
  for (const part of parts) {
    const paths = listAt(part, depth >= 2);
    if (paths === undefined) return undefined;
    for (const path of paths) {
      const points = listAt(path, depth >= 1);
      if (points === undefined || points.length < fewest) return undefined;
      for (const point of points) {
        if (!isPosition(point)) return undefined;
        positions.push(point);
      }
      pathEnds.push(positions.length);
    }
    partEnds.push(pathEnds.length);
  }
  return pack(positions, { type: type as GeometryType, pathEnds, partEnds });
}

/** The items of a non-empty list, or the value as the only item where the type has no list. */
function listAt(value: Json | undefined, isList: boolean): readonly Json[] | undefined {
  if (value === undefined || !isList) return value === undefined ? undefined : [value];
  return Array.isArray(value) && value.length > 0 ? value as readonly Json[] : undefined;
}

interface Ends {
  readonly type: GeometryType;
  readonly pathEnds: readonly number[];
  readonly partEnds: readonly number[];
}

function pack(positions: readonly Position[], { type, pathEnds, partEnds }: Ends): Vertices {
  let heights = 0;
  for (const { length } of positions) if (length === 3) heights++;
  const dimension = heights === 0 ? 2 : 3;
  const numbers = numbersOf(positions.length * dimension);
  let at = 0;
  for (const position of positions) {
    numbers[at++] = position[0]!;
    numbers[at++] = position[1]!;
    if (dimension === 3) numbers[at++] = position[2] ?? Number.NaN;
  }
  return {
    // A loop, because `Uint32Array.from` goes through an iterator.
    shape: { type, dimension, pathEnds: new Uint32Array(pathEnds), partEnds: new Uint32Array(partEnds) },
    numbers, mixed: heights > 0 && heights < positions.length,
  };
}

/** Allocates numbers. Short arrays share memory, as small buffers do, because allocating takes longer than filling. */
function numbersOf(length: number): Float64Array {
  const { buffer, byteOffset } = Buffer.allocUnsafe(length * Float64Array.BYTES_PER_ELEMENT);
  return new Float64Array(buffer, byteOffset, length);
}
