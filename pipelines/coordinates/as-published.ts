/**
 * As published: compares a geometry with the published positions of another one.
 *
 * A client can send back a geometry that it received. It is then the current geometry, which keeps its delivered decimals, heights, CRS
 * and ring direction.
 */
import type { ProjectedGeometry } from '../../publisher/write/input.ts';
import { orient, orientHeights } from '../../publisher/format/orientation.ts';
import { flat } from '../../publisher/validity/vertices.ts';
import { CRSS, planeOf, PUBLISHED_CRSS, type CrsCode } from '../../schemas/crs.ts';
import { flatten, type Vertices } from '../../schemas/check/flatten.ts';
import type { FlatGeometry } from '../../schemas/geometry.ts';
import type { Json } from '../../schemas/json.ts';
import { gridsOfThread } from './grids.ts';
import { heightsOf, publishedHeights } from './projected-heights.ts';
import { publishedNumbers } from './published-positions.ts';
import { projectGeometry } from './reproject.ts';

/** A geometry in the CRS of its document. */
export interface GeometryInCrs {
  readonly geometry: Json;
  readonly crs: CrsCode;
}

/** Whether a sent geometry has the published positions of a stored one, in the CRS of the sent one. */
export function isAsPublished(sent: GeometryInCrs, stored: GeometryInCrs): boolean {
  const other = flatten(stored.geometry);
  if (other === undefined || other.mixed || !isShapedAlike(flatten(sent.geometry), other.shape)) return false;
  return isPublishedAs(sent, projectGeometry(stored.geometry, stored.crs, { grids: gridsOfThread() }));
}

type Published = Pick<ProjectedGeometry, 'shape' | 'coordinates' | 'heights'>;

/** Whether a sent geometry has these positions as they are published, in the CRS of the sent one: with heights in a CRS with heights. */
export function isPublishedAs(sent: GeometryInCrs, published: Published): boolean {
  const { shape, coordinates } = published;
  const plane = PUBLISHED_CRSS.find((code) => code === planeOf(sent.crs));
  const one = flatten(sent.geometry);
  if (plane === undefined || one === undefined || one.mixed || !isShapedAlike(one, shape)) return false;
  if (one.shape.dimension !== CRSS[sent.crs].dimension) return false;
  const positions = publishedNumbers(orient(shape, coordinates)[plane], plane);
  const isSamePlane = flat(one).numbers.every((number, at) => number === positions[at]);
  return isSamePlane && (one.shape.dimension === 2 || hasHeights(one, sent.crs, published));
}

function hasHeights(one: Vertices, crs: CrsCode, { shape, coordinates, heights }: Published): boolean {
  if (heights === undefined) return false;
  const { nap, ellipsoidal } = orientHeights(shape, coordinates, heights);
  const published = publishedHeights(CRSS[crs].axes[2] === 'H' ? nap : ellipsoidal);
  return heightsOf(one).every((height, at) => height === published[at]);
}

/** Whether a geometry has the type, paths and parts of another one. */
function isShapedAlike(one: Vertices | undefined, other: FlatGeometry): boolean {
  return one?.shape.type === other.type
    && areEqual(one.shape.pathEnds, other.pathEnds) && areEqual(one.shape.partEnds, other.partEnds);
}

function areEqual(one: Uint32Array, other: Uint32Array): boolean {
  return one.length === other.length && one.every((end, at) => end === other[at]);
}
