/**
 * As published: compares a geometry with the published positions of another one.
 *
 * A client can send back a geometry that it received. It is then the current geometry, which keeps its delivered decimals, heights, CRS
 * and ring direction.
 */
import type { ProjectedGeometry } from '../../publisher/write/input.ts';
import { orient } from '../../publisher/format/orientation.ts';
import { CRSS, PUBLISHED_CRSS, type CrsCode } from '../../schemas/crs.ts';
import { flatten, type Vertices } from '../../schemas/check/flatten.ts';
import type { FlatGeometry } from '../../schemas/geometry.ts';
import type { Json } from '../../schemas/json.ts';
import { gridsOfThread } from './grids.ts';
import { publishedNumbers, publishedPositions } from './published-positions.ts';

/** A geometry in the CRS of its document. */
export interface GeometryInCrs {
  readonly geometry: Json;
  readonly crs: CrsCode;
}

/** Whether a sent geometry has the published positions of a stored one, in the CRS of the sent one. */
export function isAsPublished(sent: GeometryInCrs, stored: GeometryInCrs): boolean {
  const other = flatten(stored.geometry);
  if (other === undefined || other.mixed || !isShapedAlike(flatten(sent.geometry), other.shape)) return false;
  return isPublishedAs(sent, publishedPositions(other, stored.crs, gridsOfThread()));
}

/** Whether a sent geometry has these positions as they are published, in the CRS of the sent one. */
export function isPublishedAs(sent: GeometryInCrs, { shape, coordinates }: Pick<ProjectedGeometry, 'shape' | 'coordinates'>): boolean {
  const crs = PUBLISHED_CRSS.find((code) => CRSS[code].sameBytesAs === CRSS[sent.crs].sameBytesAs);
  const one = flatten(sent.geometry);
  if (crs === undefined || one === undefined || !isShapedAlike(one, shape)) return false;
  const published = publishedNumbers(orient(shape, coordinates)[crs], crs);
  return one.numbers.every((number, at) => number === published[at]);
}

/** Whether a geometry has no heights, and has the type, paths and parts of another one. */
function isShapedAlike(one: Vertices | undefined, other: FlatGeometry): boolean {
  return one?.shape.dimension === 2 && one.shape.type === other.type
    && areEqual(one.shape.pathEnds, other.pathEnds) && areEqual(one.shape.partEnds, other.partEnds);
}

function areEqual(one: Uint32Array, other: Uint32Array): boolean {
  return one.length === other.length && one.every((end, at) => end === other[at]);
}
