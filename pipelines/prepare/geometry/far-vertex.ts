/**
 * Far vertex: finds the one position of a geometry that is far from its neighbours, as after a typing error, and words its finding.
 *
 * One long line is no sign: pipelines, roads and edges of military zones have them. A typing error makes two long lines to one position,
 * from neighbours that are near each other.
 */
import type { Crs } from '../../../schemas/crs.ts';
import type { Finding, Issue, Text } from '../../../schemas/finding.ts';
import type { Vertices } from '../../../schemas/check/flatten.ts';
import { ofRule } from '../../../schemas/rules.ts';
import type { RootGeometry } from './issues.ts';
import { metresBetween, metresPerUnit, shownMetres } from './metres.ts';
import { nameOf } from './position-names.ts';
import { hasRings, pathStart, vertexAt, vertexPointer } from '../../../publisher/validity/vertices.ts';

interface FarVertex {
  readonly index: number;
  /** Metres to the nearer of its two neighbours. */
  readonly metres: number;
  readonly before: number;
  readonly after: number;
}

/** Minimum length of the lines to a far position: a multiple of the longest other line of its ring, and a number of metres. */
interface Bounds {
  readonly times: number;
  readonly metres: number;
}

/** Bounds in an invalid geometry, which the far position may explain. */
export const FAR_OF_INVALID: Bounds = { times: 5, metres: 100 };
/** Bounds in a valid geometry, which no real outline reaches. */
const FAR_OF_VALID: Bounds = { times: 10, metres: 1_000 };

/** The position whose two lines are far longer than all others of its ring or line; undefined when there is none. */
export function farVertex(vertices: Vertices, crs: Crs, bounds: Bounds): FarVertex | undefined {
  for (const path of vertices.shape.pathEnds.keys()) {
    const far = farIn(vertices, path, { crs, bounds });
    if (far !== undefined) return far;
  }
  return undefined;
}

/** The far position of a valid geometry. Nearly all geometries are cleared by one pass that finds no two long lines in a row. */
function farOfValid(vertices: Vertices, crs: Crs): FarVertex | undefined {
  return hasLongPair(vertices, crs) ? farVertex(vertices, crs, FAR_OF_VALID) : undefined;
}

/** Whether two successive lines of a path are long. The last and first line of a ring are successive. */
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
  const at = (step: number): number => from + (step + count) % count;
  /** Distances in metres from each position to the next. */
  const lengths = Array.from({ length: count }, (_, step) =>
    (step === count - 1 && !isRing ? 0 : metresBetween(vertexAt(vertices, at(step)), vertexAt(vertices, at(step + 1)), crs)));
  const near = lengths.map((length, step) => Math.min(length, lengths[(step + count - 1) % count]!));
  const farthest = near.reduce((best, metres, index) => (metres > near[best]! ? index : best), 0);
  const metres = near[farthest]!;
  const others = lengths.reduce((most, length, index) =>
    (index === farthest || index === (farthest + count - 1) % count ? most : Math.max(most, length)), 0);
  const [before, after] = [at(farthest - 1), at(farthest + 1)];
  const across = metresBetween(vertexAt(vertices, before), vertexAt(vertices, after), crs);
  const isFar = metres >= bounds.metres && metres >= bounds.times * Math.max(others, across);
  return isFar ? { index: at(farthest), metres, before, after } : undefined;
}

type FarWords = Required<Pick<Finding, 'pointer' | 'mend' | 'place'>> & { readonly remark: Text };

/** The words for a far position: its name, its distance, and the positions to compare. */
export function farWords({ pointer, vertices }: RootGeometry, far: FarVertex, crs: Crs): FarWords {
  const [name, metres] = [nameOf(vertices, far.index), shownMetres(far.metres)];
  const [position, before, after] = [far.index, far.before, far.after].map((index) => vertexAt(vertices, index).join(', '));
  return {
    pointer: pointer + vertexPointer(vertices, far.index), place: { crs: crs.uri, coordinates: vertexAt(vertices, far.index) },
    remark: { nl: `${name.nl} ligt ${metres} van de punten ernaast`, en: `${name.en} is ${metres} from its neighbours` },
    mend: {
      nl: `Controleer de getallen van dat punt: ${position}. Het punt ervoor is ${before}, het punt erna ${after}.`,
      en: `Check the numbers of that position: ${position}. The one before it is ${before}, the one after it ${after}.`,
    },
  };
}

/** The warning about a valid geometry with a far position; undefined for nearly all geometries. */
export function farIssue(geometry: RootGeometry, crs: Crs): Issue | undefined {
  const far = farOfValid(geometry.vertices, crs);
  if (far === undefined) return undefined;
  const rule = ofRule('geometrie.punt-ver');
  return { ...rule, at: geometry.pointer, finding: () => {
    const { remark, ...where } = farWords(geometry, far, crs);
    return {
      ...rule, ...where, message: {
        nl: `Eén punt van deze geometrie ligt ver van alle andere: ${remark.nl}.`,
        en: `One position of this geometry is far from all others: ${remark.en}.`,
      },
    };
  } };
}
