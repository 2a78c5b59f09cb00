/**
 * Flatten: a GeoJSON geometry as its shape and one array of numbers, and so out of reach of the garbage
 * collector.
 *
 * Invariants: the vertices stay in the order of the delivery; the numbers are those delivered, untouched.
 * Not here: checks on rings, ranges and mixed dimensions (pipelines/prepare/geometry.ts); by now they have
 * passed.
 */
import type { FlatGeometry, Geometry, Position } from '../../schemas/geometry.ts';

export interface Flattened {
  readonly shape: FlatGeometry;
  /** `shape.dimension` numbers a vertex, in the axis order of the delivery's CRS. */
  readonly coordinates: Float64Array;
}

/**
 * Flattens one geometry. Throws a RangeError when a part or path is empty, or when positions do not all
 * have 2 or all have 3 numbers: that is a bug in the checks before.
 */
export function flatten(geometry: Geometry): Flattened {
  const parts = partsOf(geometry);
  const paths = parts.flat();
  const positions = paths.flat();
  const dimension = positions[0]?.length;
  if (dimension !== 2 && dimension !== 3) throw new RangeError(`a position of ${dimension} numbers`);
  if ([...parts, ...paths].some((list) => list.length === 0)) throw new RangeError('a part or path is empty');
  const coordinates = new Float64Array(positions.length * dimension);
  let at = 0;
  for (const position of positions) {
    if (position.length !== dimension) throw new RangeError(`positions of ${dimension} numbers and others`);
    for (const number of position) coordinates[at++] = number;
  }
  const shape = { type: geometry.type, dimension, pathEnds: ends(paths), partEnds: ends(parts) } as const;
  return { shape, coordinates };
}

/** Parts of paths of positions, as FlatGeometry defines them. */
function partsOf(geometry: Geometry): readonly (readonly (readonly Position[])[])[] {
  switch (geometry.type) {
    case 'Point': return [[[geometry.coordinates]]];
    case 'LineString': case 'MultiPoint': return [[geometry.coordinates]];
    case 'Polygon': case 'MultiLineString': return [geometry.coordinates];
    default: return geometry.coordinates;
  }
}

/** Running totals of the lengths. */
function ends(lists: readonly (readonly unknown[])[]): Uint32Array {
  let end = 0;
  return Uint32Array.from(lists, (list) => (end += list.length));
}
