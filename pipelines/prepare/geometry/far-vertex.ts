/**
 * Far vertex: the one position of a geometry that lies far from those beside it, as a typing error does, and what is told of it.
 *
 * A long line by itself says nothing: a pipeline or a road has them, and the edge of a military zone. A slip goes out and
 * comes back: two long lines to one position, from positions that lie near each other.
 */
import type { Crs } from '../../../schemas/crs.ts';
import type { Finding, Issue, Text } from '../../../schemas/finding.ts';
import type { Vertices } from '../../../schemas/check/flatten.ts';
import type { PlacedGeometry } from './issues.ts';
import { metresBetween, metresPerUnit, shownMetres } from './metres.ts';
import { nameOf } from './position-names.ts';
import { hasRings, pathStart, vertexAt, vertexPointer } from '../../../publisher/validity/vertices.ts';

interface FarVertex {
  readonly index: number;
  /** To the nearer of the two beside it. */
  readonly metres: number;
  readonly before: number;
  readonly after: number;
}

/** So many times as long as any other line of its ring, and so many metres at least, are the lines to it. */
interface Bounds {
  readonly times: number;
  readonly metres: number;
}

/** Something is wrong: the position explains it. */
export const FAR_OF_INVALID: Bounds = { times: 5, metres: 100 };
/** Nothing else is wrong: only what no real outline does. */
const FAR_OF_VALID: Bounds = { times: 10, metres: 1_000 };

/** The position of which both lines are far longer than all others of its ring or line; undefined when there is none. */
export function farVertex(vertices: Vertices, crs: Crs, bounds: Bounds): FarVertex | undefined {
  for (const path of vertices.shape.pathEnds.keys()) {
    const far = farIn(vertices, path, { crs, bounds });
    if (far !== undefined) return far;
  }
  return undefined;
}

/** The same of a valid geometry. Nearly all have no two long lines after another, which one look at each line shows. */
function farOfValid(vertices: Vertices, crs: Crs): FarVertex | undefined {
  return hasLongPair(vertices, crs) ? farVertex(vertices, crs, FAR_OF_VALID) : undefined;
}

/** Whether two lines that follow each other in a path, a ring closed, are long. */
function hasLongPair({ shape: { type, dimension, pathEnds }, numbers }: Vertices, crs: Crs): boolean {
  const [perX, perY] = metresPerUnit(crs);
  const isRing = hasRings(type);
  let start = 0;
  for (const end of pathEnds) {
    let [isFirstLong, isBeforeLong] = [false, false];
    for (let at = start * dimension; at < (end - 1) * dimension; at += dimension) {
      const along = (numbers[at + dimension]! - numbers[at]!) * perX;
      const across = (numbers[at + dimension + 1]! - numbers[at + 1]!) * perY;
      const isLong = along * along + across * across >= FAR_OF_VALID.metres ** 2;
      if (isLong && isBeforeLong) return true;
      if (at === start * dimension) isFirstLong = isLong;
      isBeforeLong = isLong;
    }
    if (isRing && isFirstLong && isBeforeLong) return true;
    start = end;
  }
  return false;
}

function farIn(vertices: Vertices, path: number, { crs, bounds }: { readonly crs: Crs; readonly bounds: Bounds }): FarVertex | undefined {
  const [from, until] = [pathStart(vertices, path), vertices.shape.pathEnds[path]!];
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
  const isFar = metres >= bounds.metres && metres >= bounds.times * Math.max(others, across);
  return isFar ? { index: at(place), metres, before, after } : undefined;
}

type FarWords = Required<Pick<Finding, 'pointer' | 'mend' | 'place'>> & { readonly says: Text };

/** Which position it is, how far away, and what to compare. */
export function farWords({ pointer, vertices }: PlacedGeometry, far: FarVertex, crs: Crs): FarWords {
  const [name, metres] = [nameOf(vertices, far.index), shownMetres(far.metres)];
  const [position, before, after] = [far.index, far.before, far.after].map((index) => vertexAt(vertices, index).join(', '));
  return {
    pointer: pointer + vertexPointer(vertices, far.index), place: { crs: crs.uri, coordinates: vertexAt(vertices, far.index) },
    says: { nl: `${name.nl} ligt ${metres} van de punten ernaast`, en: `${name.en} lies ${metres} from those beside it` },
    mend: {
      nl: `Controleer de getallen van dat punt: ${position}. Het punt ervoor is ${before}, het punt erna ${after}.`,
      en: `Check the numbers of that position: ${position}. The one before it is ${before}, the one after it ${after}.`,
    },
  };
}

/** The warning about a valid geometry with a position that is surely a slip; undefined for nearly all. */
export function farIssue(geometry: PlacedGeometry, crs: Crs): Issue | undefined {
  const far = farOfValid(geometry.vertices, crs);
  if (far === undefined) return undefined;
  const [rule, severity] = ['geometrie.punt-ver', 'warning'] as const;
  return { rule, severity, at: geometry.pointer, finding: () => {
    const { says, ...where } = farWords(geometry, far, crs);
    return {
      rule, severity, ...where, message: {
        nl: `Eén punt van deze geometrie ligt ver van alle andere: ${says.nl}.`,
        en: `One position of this geometry lies far from all others: ${says.en}.`,
      },
    };
  } };
}
