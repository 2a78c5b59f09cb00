/** Far vertex: the one position of a geometry that lies far from those beside it, as a typing error does. Asked when something is wrong. */
import type { Crs } from '../../../schemas/crs.ts';
import type { Vertices } from '../../../schemas/check/flatten.ts';
import { metresBetween } from './metres.ts';
import { hasRings, pathStart, vertexAt } from './vertices.ts';

export interface FarVertex {
  readonly index: number;
  /** To the nearer of the two beside it. */
  readonly metres: number;
  readonly before: number;
  readonly after: number;
}

/** So many times as long as any other line of its ring, and so many metres at least, are the lines to it. */
const TIMES = 5;
const METRES_MIN = 100;

/** The position of which both lines are far longer than all others of its ring or line; undefined when there is none. */
export function farVertex(vertices: Vertices, crs: Crs): FarVertex | undefined {
  for (const [path, end] of vertices.shape.pathEnds.entries()) {
    const far = farIn(vertices, crs, { from: pathStart(vertices, path), until: end });
    if (far !== undefined) return far;
  }
  return undefined;
}

function farIn(vertices: Vertices, crs: Crs, { from, until }: { readonly from: number; readonly until: number }): FarVertex | undefined {
  const isRing = hasRings(vertices.shape.type);
  const count = isRing ? until - from - 1 : until - from;
  if (count < 3) return undefined;
  const at = (place: number): number => from + (place + count) % count;
  /** From each position to the next. */
  const lengths = Array.from({ length: count }, (_, place) =>
    (place === count - 1 && !isRing ? 0 : metresBetween(vertexAt(vertices, at(place)), vertexAt(vertices, at(place + 1)), crs)));
  const near = lengths.map((length, place) => Math.min(length, lengths[(place + count - 1) % count]!));
  const place = near.reduce((best, metres, index) => (metres > near[best]! ? index : best), 0);
  const metres = near[place]!;
  const others = lengths.reduce((most, length, index) =>
    (index === place || index === (place + count - 1) % count ? most : Math.max(most, length)), 0);
  const [before, after] = [at(place - 1), at(place + 1)];
  const across = metresBetween(vertexAt(vertices, before), vertexAt(vertices, after), crs);
  const isFar = metres >= METRES_MIN && metres >= TIMES * Math.max(others, across);
  return isFar ? { index: at(place), metres, before, after } : undefined;
}
