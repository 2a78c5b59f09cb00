/**
 * Shapes: readers of the two geometries that hold nearly all coordinates of a register, a point and a polygon of one ring.
 * Structure (level 2), closure, range and validity (level 3) are proven in one pass; all else is NO.
 */
import type { Crs } from '../../../schemas/crs.ts';
import type { GeometryType } from '../../../schemas/geometry.ts';
import { CLOSE_ARRAY, CLOSE_OBJECT, COLON, COMMA, equalAt, NO, numberEnd, OPEN_ARRAY, OPEN_OBJECT, readNumber, space } from './bytes.ts';
import type { Reader } from './bytes.ts';
import { isSimpleRing, RING_VERTICES_MAX } from '../ring.ts';

/** The positions of the geometry read last. */
export interface ReadShape {
  readonly numbers: Float64Array;
  /** The same memory. */
  readonly words: Uint32Array;
  count: number;
}

const TYPE = Buffer.from('"type"');
const COORDINATES = Buffer.from('"coordinates"');
const POLYGON = Buffer.from('"Polygon"');
const POINT = Buffer.from('"Point"');

export function newShape(): ReadShape {
  const numbers = new Float64Array(2 * RING_VERTICES_MAX);
  return { numbers, words: new Uint32Array(numbers.buffer), count: 0 };
}

/** A GeoJSON point or polygon, `type` first, in a CRS of two axes. */
export function shape(types: readonly GeometryType[], crs: Crs, into: ReadShape): Reader {
  const positionEnd = positionReader(crs, into);
  const polygon = types.includes('Polygon');
  const point = types.includes('Point');
  return (bytes, start) => {
    if (crs.dimension !== 2 || bytes[start] !== OPEN_OBJECT) return NO;
    let at = valueOf(bytes, space(bytes, start + 1), TYPE);
    if (at === NO) return NO;
    const isPolygon = polygon && equalAt(bytes, at, POLYGON);
    if (!isPolygon && !(point && equalAt(bytes, at, POINT))) return NO;
    at = space(bytes, at + (isPolygon ? POLYGON : POINT).length);
    if (bytes[at] !== COMMA) return NO;
    at = valueOf(bytes, space(bytes, at + 1), COORDINATES);
    if (at === NO) return NO;
    into.count = 0;
    at = isPolygon ? ringEnd(bytes, at) : positionEnd(bytes, at);
    if (at === NO || (isPolygon && !isRightRing(into))) return NO;
    at = space(bytes, at);
    return bytes[at] === CLOSE_OBJECT ? at + 1 : NO;
  };

  /** The only ring of a polygon: two brackets around positions. */
  function ringEnd(bytes: Buffer, start: number): number {
    if (bytes[start] !== OPEN_ARRAY) return NO;
    let at = space(bytes, start + 1);
    if (bytes[at] !== OPEN_ARRAY) return NO;
    do {
      at = positionEnd(bytes, space(bytes, at + 1));
      if (at === NO) return NO;
      at = space(bytes, at);
    } while (bytes[at] === COMMA);
    if (bytes[at] !== CLOSE_ARRAY) return NO;
    at = space(bytes, at + 1);
    return bytes[at] === CLOSE_ARRAY ? at + 1 : NO;
  }
}

function isRightRing({ numbers, count }: ReadShape): boolean {
  return numbers[0] === numbers[2 * count - 2] && numbers[1] === numbers[2 * count - 1] && isSimpleRing(numbers, count);
}

function positionReader({ area }: Crs, into: ReadShape): Reader {
  const [min0, min1, max0, max1] = area;
  const { numbers } = into;
  return (bytes, start) => {
    if (bytes[start] !== OPEN_ARRAY || into.count === RING_VERTICES_MAX) return NO;
    let at = numberEnd(bytes, space(bytes, start + 1));
    if (at === NO) return NO;
    const first = readNumber[0]!;
    at = space(bytes, at);
    if (bytes[at] !== COMMA) return NO;
    at = numberEnd(bytes, space(bytes, at + 1));
    if (at === NO) return NO;
    const second = readNumber[0]!;
    at = space(bytes, at);
    if (bytes[at] !== CLOSE_ARRAY) return NO;
    if (!(first >= min0 && first <= max0 && second >= min1 && second <= max1)) return NO;
    numbers[2 * into.count] = first;
    numbers[2 * into.count + 1] = second;
    into.count++;
    return at + 1;
  };
}

/** Where the value of the member `name` begins, when that stands here. */
function valueOf(bytes: Buffer, at: number, name: Uint8Array): number {
  if (!equalAt(bytes, at, name)) return NO;
  const colon = space(bytes, at + name.length);
  return bytes[colon] === COLON ? space(bytes, colon + 1) : NO;
}
