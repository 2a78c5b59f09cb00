/**
 * Shape and box: the relation of everything in a box to a geometry of a query, from its edges and without error.
 *
 * When no edge meets the box, the box lies wholly inside or wholly outside, and one corner decides which. An edge misses a box when the
 * box lies on one side of it by more than the rounding error of doubles; nearer edges are left undecided.
 */
import type { Box } from '../../../schemas/geometry.ts';
import type { QueryGeometry } from '../series-query.ts';

export type Relation = 'inside' | 'outside' | 'open';

/** Rounding of a difference of products is below 8 · 2^-53 of the products; this is far more. */
const ERROR = 1e-14;

/** A box without geometry, which is NaN, is outside. */
export function relationOf({ shape: { type, pathEnds, partEnds }, numbers }: QueryGeometry, box: Box): Relation {
  if (!(box[0] <= box[2])) return 'outside';
  let isInAny = false;
  let isInPart = false;
  for (let path = 0, part = 0, start = 0; path < pathEnds.length; path += 1) {
    const end = pathEnds[path]!;
    for (let at = start; at < Math.max(start + 1, end - 1); at += 1) {
      const next = Math.min(at + 1, end - 1);
      const side = sideOf([numbers[at * 2]!, numbers[at * 2 + 1]!, numbers[next * 2]!, numbers[next * 2 + 1]!], box);
      if (side === 'meets') return 'open';
      if (side === 'crosses') isInPart = !isInPart;
    }
    start = end;
    if (path + 1 < (partEnds[part] ?? Infinity)) continue;
    isInAny ||= isInPart;
    isInPart = false;
    part += 1;
  }
  const isArea = type === 'Polygon' || type === 'MultiPolygon';
  return isArea && (isInAny || isInPart) ? 'inside' : 'outside';
}

/** `crosses`: the ray from the lower left corner along axis 0 crosses an edge that certainly misses the box. */
function sideOf([x1, y1, x2, y2]: Box, box: Box): 'meets' | 'crosses' | 'passes' {
  const [min0, min1, max0, max1] = box;
  const spans = y1 > min1 !== y2 > min1;
  if (Math.max(y1, y2) < min1 || Math.min(y1, y2) > max1 || Math.max(x1, x2) < min0) return 'passes';
  if (Math.min(x1, x2) > max0) return spans ? 'crosses' : 'passes';
  const turn = (x: number, y: number): number => turnOf([x1, y1, x2, y2], x, y);
  const corner = turn(min0, min1);
  const isApart = corner !== 0 && corner === turn(max0, min1) && corner === turn(max0, max1) && corner === turn(min0, max1);
  if (!isApart) return 'meets';
  return spans && corner > 0 === y2 > y1 ? 'crosses' : 'passes';
}

/** 1: the point certainly lies left of the edge, -1: right, 0: on its line or too near. */
function turnOf([x1, y1, x2, y2]: Box, x: number, y: number): number {
  const [one, other] = [(x2 - x1) * (y - y1), (y2 - y1) * (x - x1)];
  const difference = one - other;
  return Math.abs(difference) <= ERROR * (Math.abs(one) + Math.abs(other)) ? 0 : Math.sign(difference);
}
