/**
 * Invalid: words the finding about an invalid geometry. It names the positions, lines or rings that make the geometry invalid, when they
 * are found, and points to them in the file.
 * Not here: whether and why it is invalid (spatial.ts, explain.ts).
 */
import type { Crs } from '../../../schemas/crs.ts';
import type { Finding, Issue, Text } from '../../../schemas/finding.ts';
import type { Box } from '../../../schemas/geometry.ts';
import type { Vertices } from '../../../schemas/check/flatten.ts';
import { GEOMETRY_WORDS } from '../../../schemas/rule-words/geometry.ts';
import { withRemark } from '../../../schemas/shown-values.ts';
import { explain, type GeometryDefect } from '../../../publisher/validity/explain.ts';
import { FAR_OF_INVALID, farVertex, farWords } from './far-vertex.ts';
import { error, type RootGeometry } from './issues.ts';
import { nameOf, pathName } from './position-names.ts';
import { isSurelyValid } from '../../../publisher/validity/proof.ts';
import { boxOf, hasRings, pathOf, pathStart, vertexAt, vertexCount, vertexPointer } from '../../../publisher/validity/vertices.ts';

/** Returns the issue of an invalid geometry, with reason and location. */
export function invalidIssue(geometry: RootGeometry, crs: Crs): Issue {
  const defect = explain(geometry.vertices);
  return error(defect.rule, geometry.pointer, () => {
    const { rule, location } = defect;
    const where = location === undefined ? {} : { place: { crs: crs.uri, coordinates: location } };
    const more = tooFew(geometry, defect) ?? farOff(geometry, defect, crs) ?? crossing(geometry, defect, crs)
      ?? holeOutside(geometry, defect) ?? twice(geometry, defect) ?? atVertex(geometry, location);
    return { pointer: geometry.pointer, ...GEOMETRY_WORDS[rule], ...where, ...more };
  });
}

type More = Partial<Pick<Finding, 'pointer' | 'message' | 'mend' | 'place'>>;

/** The words when one far position may explain the defect. */
function farOff(geometry: RootGeometry, { rule }: GeometryDefect, crs: Crs): More | undefined {
  const far = rule === 'geometrie.dubbele-ring' ? undefined : farVertex(geometry.vertices, crs, FAR_OF_INVALID);
  if (far === undefined) return undefined;
  const { remark, ...more } = farWords(geometry, far, crs);
  return { ...more, message: withRemark(GEOMETRY_WORDS[rule].message, { nl: `; ${remark.nl}`, en: `; ${remark.en}` }) };
}

/** Minimum number of distinct positions of a ring and of a line. */
const RING_DISTINCT_MIN = 3;
const LINE_DISTINCT_MIN = 2;

/** The words for the first ring or line with too few distinct positions. */
function tooFew({ pointer, vertices }: RootGeometry, { rule }: GeometryDefect): More | undefined {
  if (rule !== 'geometrie.te-weinig-punten') return undefined;
  const isRing = hasRings(vertices.shape.type);
  for (const [path, end] of vertices.shape.pathEnds.entries()) {
    const from = pathStart(vertices, path);
    const distinct = new Set(Array.from({ length: end - from }, (_, at) => vertexAt(vertices, from + at).slice(0, 2).join(' '))).size;
    if (distinct >= (isRing ? RING_DISTINCT_MIN : LINE_DISTINCT_MIN)) continue;
    const count = end - from;
    return {
      pointer: pointer + vertexPointer(vertices, from),
      message: isRing
        ? {
          nl: `Een ring heeft ten minste 4 punten, het laatste gelijk aan het eerste en de andere verschillend; van de ${count} van deze verschillen er ${distinct}.`,
          en: `A ring has at least 4 positions, the last equal to the first and the others distinct; of the ${count} here ${distinct} are distinct.`,
        }
        : { nl: `De ${count} punten van deze lijn zijn gelijk.`, en: `The ${count} positions of this line are equal.` },
      mend: { nl: 'Voeg de punten toe die ontbreken.', en: 'Add the positions that are missing.' },
    };
  }
  return undefined;
}

/** Maximum distance, in metres or degrees, of a computed crossing to its lines, by the decimals of the CRS. */
const ON_LINE: Readonly<Record<3 | 8, number>> = { 3: 1e-6, 8: 1e-8 };

/** The words for the two lines that cross at the location of a defect. */
function crossing({ pointer, vertices }: RootGeometry, { rule, location }: GeometryDefect, { decimals }: Crs): More | undefined {
  if (rule !== 'geometrie.zelfdoorsnijding' || location === undefined) return undefined;
  const through = segmentsThrough(vertices, location, ON_LINE[decimals]);
  const [one] = through;
  const other = through.find((index) => one !== undefined && index > one + 1 && !areNeighbours(vertices, one, index));
  if (one === undefined || other === undefined) return undefined;
  const [first, second] = [nameOf(vertices, one), nameOf(vertices, other)];
  return {
    pointer: pointer + vertexPointer(vertices, one),
    message: withRemark(GEOMETRY_WORDS[rule].message, {
      nl: `: de lijn vanaf ${first.nl} en die vanaf ${second.nl}`, en: `: the line from ${first.en} and the one from ${second.en}`,
    }),
    ...(pathOf(vertices, one) === pathOf(vertices, other) ? exchange(vertices, one) : { mend: {
      nl: 'Twee ringen mogen elkaar niet kruisen: een gat ligt geheel binnen de buitenrand, delen liggen los van elkaar.',
      en: 'Two rings must not cross: a hole lies wholly within the outer ring, parts lie apart.',
    } }),
  };
}

/** Maximum number of positions of a ring in which an exchange of two neighbours is tried. */
const POSITIONS_MAX = 60;

/** The suggestion to exchange two neighbours, in a ring whose line from `one` is the first that crosses another. */
function exchange(vertices: Vertices, one: number): More {
  if (!hasRings(vertices.shape.type)) return {};
  const path = pathOf(vertices, one);
  const at = exchangeIn(vertices, path, one + 1);
  if (at === undefined) return {};
  const start = pathStart(vertices, path);
  const next = at + 2 === vertices.shape.pathEnds[path] ? start : at + 1;
  const [first, second] = [at, next].map((index) => `${index - start + 1} (${vertexAt(vertices, index).join(', ')})`) as [string, string];
  const closes = at === start || next === start;
  return { mend: {
    nl: `Verwissel punt ${first} en punt ${second}: dan kruist de ring zichzelf niet meer.${closes ? ' Het laatste punt blijft gelijk aan het eerste.' : ''}`,
    en: `Exchange position ${first} and position ${second}: then the ring no longer crosses itself.${closes ? ' The last position stays equal to the first.' : ''}`,
  } };
}

/**
 * The index of a position whose exchange with the next one makes a self-crossing ring simple. `from` is tried first, then all others;
 * POSITIONS_MAX bounds the work.
 */
function exchangeIn(vertices: Vertices, path: number, from: number): number | undefined {
  const { numbers, shape: { dimension, pathEnds } } = vertices;
  const start = pathStart(vertices, path);
  const count = pathEnds[path]! - start - 1;
  if (count >= POSITIONS_MAX) return undefined;
  const ring = Array.from({ length: count }, (_, at) => numbers.subarray((start + at) * dimension, (start + at) * dimension + 2));
  const order = Array.from({ length: count }, (_, step) => (from - start + step) % count);
  const first = order.find((at) => isSimple(exchanged(ring, at)));
  return first === undefined ? undefined : start + first;
}

/** Exchanges the item at an index with the next one. The first follows the last. */
function exchanged<T>(ring: readonly T[], at: number): readonly T[] {
  const next = (at + 1) % ring.length;
  return ring.map((_, index) => ring[index === at ? next : index === next ? at : index]!);
}

/** Whether a ring without its closing position certainly does not cross itself. */
function isSimple(ring: readonly ArrayLike<number>[]): boolean {
  const numbers = Float64Array.from([...ring, ring[0]!].flatMap((position) => [position[0]!, position[1]!]));
  const ends = Uint32Array.of(ring.length + 1);
  return isSurelyValid({ numbers, mixed: false, shape: { type: 'Polygon', dimension: 2, pathEnds: ends, partEnds: Uint32Array.of(1) } });
}

/** Whether two lines are the first and last of one ring, which share a position. */
function areNeighbours(vertices: Vertices, one: number, other: number): boolean {
  const path = pathOf(vertices, one);
  return one === pathStart(vertices, path) && other === vertices.shape.pathEnds[path]! - 2;
}

/** Indexes of the positions whose line passes a point within a distance. */
function segmentsThrough(vertices: Vertices, [x, y]: readonly number[], within: number): readonly number[] {
  const lasts = new Set(Array.from(vertices.shape.pathEnds, (end) => end - 1));
  return Array.from({ length: vertexCount(vertices) }, (_, index) => index).filter((index) => {
    if (lasts.has(index)) return false;
    const [[ax, ay], [bx, by]] = [vertexAt(vertices, index), vertexAt(vertices, index + 1)] as [[number, number], [number, number]];
    const [dx, dy] = [bx - ax, by - ay];
    const length = dx * dx + dy * dy;
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x! - ax) * dx + (y! - ay) * dy) / length));
    return Math.hypot(x! - ax - along * dx, y! - ay - along * dy) <= within;
  });
}

/** The words for a hole outside its polygon, which may be the outer ring in the wrong order. */
function holeOutside({ pointer, vertices }: RootGeometry, { rule, location }: GeometryDefect): More | undefined {
  const [at] = rule === 'geometrie.gat-buiten-vlak' ? indexesOf(vertices, location) : [];
  if (at === undefined) return undefined;
  const { shape: { pathEnds, partEnds } } = vertices;
  const path = pathOf(vertices, at);
  const shell = partEnds[partEnds.findIndex((end) => path < end) - 1] ?? 0;
  const [hole, outer] = [path, shell].map((ring) => boxOf(vertices, pathStart(vertices, ring), pathEnds[ring]!)) as [Box, Box];
  const isAround = hole[0] <= outer[0] && hole[1] <= outer[1] && hole[2] >= outer[2] && hole[3] >= outer[3];
  const name = nameOf(vertices, at);
  return {
    pointer: pointer + vertexPointer(vertices, at),
    message: withRemark(GEOMETRY_WORDS[rule].message, { nl: `: ${name.nl}`, en: `: ${name.en}` }),
    ...(isAround ? { mend: {
      nl: `Ring ${path - shell + 1} ligt om de eerste heen: zet die vooraan, de eerste ring is de buitenrand.`,
      en: `Ring ${path - shell + 1} surrounds the first: put it first, because the first ring is the outer ring.`,
    } } : {}),
  };
}

/** The words for two equal rings, which share the location of the defect. */
function twice({ pointer, vertices }: RootGeometry, { rule, location }: GeometryDefect): More | undefined {
  const at = rule === 'geometrie.dubbele-ring' ? indexesOf(vertices, location) : [];
  const again = at.find((index) => pathOf(vertices, index) !== pathOf(vertices, at[0]!));
  if (again === undefined) return undefined;
  const [one, other] = [at[0]!, again].map((index) => pathName(vertices, pathOf(vertices, index))) as [Text, Text];
  return {
    pointer: pointer + vertexPointer(vertices, pathStart(vertices, pathOf(vertices, again))),
    message: withRemark(GEOMETRY_WORDS[rule].message, { nl: `: ${one.nl} en ${other.nl}`, en: `: ${one.en} and ${other.en}` }),
  };
}

/** The pointer of the position at a location. */
function atVertex({ pointer, vertices }: RootGeometry, location: readonly number[] | undefined): More {
  const [at] = indexesOf(vertices, location);
  return at === undefined ? {} : { pointer: pointer + vertexPointer(vertices, at) };
}

/** Indexes of the positions at a location. */
function indexesOf(vertices: Vertices, location: readonly number[] | undefined): readonly number[] {
  return location === undefined ? [] : Array.from({ length: vertexCount(vertices) }, (_, index) => index).filter((index) => {
    const [x, y] = vertexAt(vertices, index);
    return x === location[0] && y === location[1];
  });
}
