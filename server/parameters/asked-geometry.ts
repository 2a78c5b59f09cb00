/**
 * Asked geometry: the geometry of a filter as Question has it, in `filter-crs`, heights left out. Every position lies in the
 * range of that CRS and its box meets the extent, rings are closed, and it is valid as a delivered geometry must be (publisher/validity/).
 */
import type { AskedGeometry, Filter } from '../../publisher/read/question.ts';
import { defectOf } from '../../publisher/validity/explain.ts';
import { isSurelyValid } from '../../publisher/validity/proof.ts';
import { flatten, type Vertices } from '../../schemas/check/flatten.ts';
import { FilterFault, type Coordinates, type Expression } from '../../schemas/cql2/expression.ts';
import { liesIn, type Crs } from '../../schemas/crs.ts';
import { emptyBox, grow, overlap, type Box, type GeometryType } from '../../schemas/geometry.ts';
import type { Json } from '../../schemas/json.ts';
import { GEOMETRY_WORDS } from '../../schemas/rule-words/geometry.ts';
import { boundsText, boxOf } from './bbox.ts';
import type { AskedCrs } from './crs.ts';

/** What a filter may compare geometries with, beside a box (OGC 21-065r2, Basic Spatial Functions, and polygons). */
const ASKABLE: readonly GeometryType[] = ['Point', 'Polygon', 'MultiPolygon'];

type GeometryExpression = Expression & { readonly kind: 'geometry' };
type BoxExpression = Expression & { readonly kind: 'bbox' };

/** The filter that a geometry or a box intersects. Throws FilterFault. */
export function intersecting(expression: GeometryExpression | BoxExpression, crs: AskedCrs): Filter {
  if (expression.kind === 'geometry') return { kind: 'intersects', geometry: geometryOf(expression, crs) };
  const { numbers, at } = expression;
  if (numbers.length !== 4 && numbers.length !== 6) {
    throw new FilterFault(at, { nl: `gevonden ${numbers.length} getallen, verwacht 4 of 6`, en: `found ${numbers.length} numbers, expected 4 or 6` });
  }
  const read = boxOf(numbers, crs.crs);
  if ('reason' in read) throw new FilterFault(at, { nl: lower(read.reason.nl), en: lower(read.reason.en) });
  return { kind: 'box', crs: crs.bytes, box: read.box };
}

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}

function geometryOf(expression: GeometryExpression, crs: AskedCrs): AskedGeometry {
  const { type, at } = expression;
  if (ASKABLE.includes(type)) return askedGeometry(expression, crs);
  throw new FilterFault(at, {
    nl: `gevonden ${type}, verwacht ${ASKABLE.join(', ')} of een BBOX`, en: `found ${type}, expected ${ASKABLE.join(', ')} or a BBOX`,
  });
}

function outside(at: number, { found, bounds, crs }: { found: string; bounds: Box; crs: Crs }): FilterFault {
  const may = boundsText(bounds, crs);
  return new FilterFault(at, {
    nl: `gevonden ${found}, buiten het bereik van ${crs.name} (${may}); een ander CRS noemt filter-crs, of bij een bericht de kop Content-Crs`,
    en: `found ${found}, outside the range of ${crs.name} (${may}); another CRS is named by filter-crs, or for a body by the header Content-Crs`,
  });
}

/** A geometry of any type. Throws FilterFault. */
export function askedGeometry(
  { type, coordinates, at }: Pick<GeometryExpression, 'type' | 'at'> & { readonly coordinates: Json | Coordinates }, { crs, bytes }: AskedCrs,
): AskedGeometry {
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
    if (!liesIn(crs.range, first, second)) throw outside(at, { found: `${first} ${second}`, bounds: crs.range, crs });
    grow(box, first, second);
    numbers.set([first, second], vertex * 2);
  }
  if (!overlap(box, crs.extent)) throw outside(at, { found: `${numbers[0]} ${numbers[1]}`, bounds: crs.extent, crs });
  if (type.endsWith('Polygon')) expectClosed(numbers, flat.shape.pathEnds, at);
  const vertices = { shape: { ...flat.shape, dimension: 2 as const }, numbers };
  expectValid({ ...vertices, mixed: false }, at);
  return { crs: bytes, ...vertices };
}

/** Most geometries are proven valid; only the others are looked at closely. */
function expectValid(vertices: Vertices, at: number): void {
  if (isSurelyValid(vertices)) return;
  const defect = defectOf(vertices);
  if (defect === undefined) return;
  const { message } = GEOMETRY_WORDS[defect === 'undecided' ? 'geometrie.te-ingewikkeld' : defect.rule];
  const place = defect === 'undecided' ? undefined : defect.place;
  const where = place === undefined ? { nl: '', en: '' } : { nl: `, bij ${place.join(' ')}`, en: `, at ${place.join(' ')}` };
  throw new FilterFault(at, { nl: lower(message.nl) + where.nl, en: lower(message.en) + where.en });
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
