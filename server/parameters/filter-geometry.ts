/**
 * Filter geometry: reads the geometry of a filter, in `filter-crs`, without heights. Every position is in the range of that CRS, and its
 * box meets the extent. Rings are closed, and the geometry is valid by the rules for delivered geometries (publisher/validity/).
 */
import type { QueryGeometry } from '../../publisher/read/series-query.ts';
import { defectOf } from '../../publisher/validity/explain.ts';
import { isSurelyValid } from '../../publisher/validity/proof.ts';
import { boundsText, boxOf } from '../../schemas/box-text.ts';
import { flatten } from '../../schemas/check/flatten.ts';
import { FilterFault, type Coordinates, type Expression } from '../../schemas/cql2/expression.ts';
import { isInBox, type Crs } from '../../schemas/crs.ts';
import { emptyBox, grow, overlap, type Box } from '../../schemas/geometry.ts';
import type { Json } from '../../schemas/json.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { GEOMETRY_WORDS } from '../../schemas/rule-words/geometry.ts';
import type { RequestedCrs } from './crs.ts';
import { limitExceeded } from './line-crossings.ts';

type GeometryExpression = Expression & { readonly kind: 'geometry' };
type BoxExpression = Expression & { readonly kind: 'bbox' };

/** Returns the box of a BBOX. Throws FilterFault. */
export function filterBox({ numbers, at }: BoxExpression, { crs }: RequestedCrs): Box {
  if (numbers.length !== 4 && numbers.length !== 6) {
    throw new FilterFault(at, { nl: `gevonden ${numbers.length} getallen, verwacht 4 of 6`, en: `found ${numbers.length} numbers, expected 4 or 6` });
  }
  const read = boxOf(numbers, { crs, namedBy: 'filter-crs' });
  if ('reason' in read) throw new FilterFault(at, { nl: lower(read.reason.nl), en: lower(read.reason.en) });
  return read.box;
}

/** Returns the box as a geometry: two polygons across the antimeridian, a line or a point without area. */
export function geometryOfBox(expression: BoxExpression, crs: RequestedCrs): QueryGeometry {
  const { at } = expression;
  const [min0, min1, max0, max1] = filterBox(expression, crs);
  const spans = min0 <= max0 ? [[min0, max0]] : [[min0, 180], [-180, max0]].filter(([from, to]) => from! < to!);
  const lines = spans.map(([from, to]) => [[from!, min1], [to!, max1]]);
  if (min0 === max0 && min1 === max1) return filterGeometry({ type: 'Point', coordinates: [min0, min1], at }, crs);
  if (min0 === max0 || min1 === max1) return filterGeometry({ type: 'MultiLineString', coordinates: lines, at }, crs);
  const polygons = spans.map(([from, to]) => [[[from!, min1], [to!, min1], [to!, max1], [from!, max1], [from!, min1]]]);
  return filterGeometry({ type: 'MultiPolygon', coordinates: polygons, at }, crs);
}

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}

function outside(at: number, { found, bounds, crs }: { found: string; bounds: Box; crs: Crs }): FilterFault {
  const may = boundsText(bounds, crs);
  return new FilterFault(at, {
    nl: `gevonden ${found}, buiten het bereik van ${crs.name} (${may}); een ander CRS noemt filter-crs, of bij een bericht de kop Content-Crs`,
    en: `found ${found}, outside the range of ${crs.name} (${may}); another CRS is named by filter-crs, or for a body by the header Content-Crs`,
  });
}

/** Returns a geometry of any type. Throws FilterFault. */
export function filterGeometry(
  { type, coordinates, at }: Pick<GeometryExpression, 'type' | 'at'> & { readonly coordinates: Json | Coordinates }, { crs, plane }: RequestedCrs,
): QueryGeometry {
  const flat = flatten({ type, coordinates });
  if (flat === undefined) {
    throw new FilterFault(at, {
      nl: `dit is geen ${type}: een ring heeft minstens 4 posities, een positie 2 of 3 getallen`,
      en: `this is no ${type}: a ring has at least 4 positions, a position 2 or 3 numbers`,
    });
  }
  const { dimension } = flat.shape;
  const box = emptyBox();
  const numbers = new Float64Array(flat.numbers.length / dimension * 2);
  for (let vertex = 0; vertex < numbers.length / 2; vertex += 1) {
    const [first, second] = [flat.numbers[vertex * dimension]!, flat.numbers[vertex * dimension + 1]!];
    if (!isInBox(crs.range, first, second)) throw outside(at, { found: `${first} ${second}`, bounds: crs.range, crs });
    grow(box, first, second);
    numbers.set([first, second], vertex * 2);
  }
  if (!overlap(box, crs.extent)) throw outside(at, { found: `${numbers[0]} ${numbers[1]}`, bounds: crs.extent, crs });
  if (type.endsWith('Polygon')) expectClosed(numbers, flat.shape.pathEnds, at);
  const geometry = { crs: plane, shape: { ...flat.shape, dimension: 2 as const }, numbers };
  if (type.endsWith('LineString')) expectPlain([geometry], at);
  expectValid(geometry, at);
  return geometry;
}

/** Throws FilterFault when lines cross or touch one another too often, or are too close together. */
export function expectPlain(geometries: readonly QueryGeometry[], at: number): void {
  const limit = limitExceeded(geometries);
  if (limit === undefined) return;
  const most = LIMITS[limit];
  throw new FilterFault(at, limit === 'filterIntersectionsMax' ? {
    nl: `deze lijnen kruisen of raken elkaar meer dan ${most} keer; vraag met minder of kortere lijnen`,
    en: `these lines cross or touch one another more than ${most} times; ask with fewer or shorter lines`,
  } : {
    nl: `deze lijnen liggen zo dicht bijeen dat meer dan ${most} paren te vergelijken zijn; vraag met minder of kortere lijnen`,
    en: `these lines are so close together that more than ${most} pairs would be compared; ask with fewer or shorter lines`,
  });
}

/** Throws FilterFault when a geometry is invalid. A cheap proof passes most; only the others are examined closely, within the limits. */
function expectValid(geometry: QueryGeometry, at: number): void {
  const vertices = { ...geometry, mixed: false };
  if (isSurelyValid(vertices)) return;
  if (geometry.shape.type.endsWith('Polygon')) {
    expectFewRings(geometry.shape.pathEnds.length, at);
    expectPlain([geometry], at);
  }
  const defect = defectOf(vertices);
  if (defect === undefined) return;
  const { message } = GEOMETRY_WORDS[defect === 'undecided' ? 'geometrie.te-ingewikkeld' : defect.rule];
  const location = defect === 'undecided' ? undefined : defect.location;
  const where = location === undefined ? { nl: '', en: '' } : { nl: `, bij ${location.join(' ')}`, en: `, at ${location.join(' ')}` };
  throw new FilterFault(at, { nl: lower(message.nl) + where.nl, en: lower(message.en) + where.en });
}

function expectFewRings(count: number, at: number): void {
  const most = LIMITS.filterRingsMax;
  if (count <= most) return;
  throw new FilterFault(at, {
    nl: `deze vlakken hebben ${count} ringen; vraag met hoogstens ${most}`, en: `these polygons have ${count} rings; ask with at most ${most}`,
  });
}

function expectClosed(numbers: Float64Array, pathEnds: Uint32Array, at: number): void {
  let start = 0;
  for (const end of pathEnds) {
    const last = (end - 1) * 2;
    if (numbers[start * 2] !== numbers[last] || numbers[start * 2 + 1] !== numbers[last + 1]) {
      throw new FilterFault(at, {
        nl: 'van een ring is de laatste positie gelijk aan de eerste', en: 'the last position of a ring equals its first',
      });
    }
    start = end;
  }
}
