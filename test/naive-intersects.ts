/**
 * Naive oracle for box answers: does a GeoJSON geometry, as text, intersect a closed box? Slow, in whole numbers of any length, and on
 * purpose without a line in common with publisher/read/exact*.ts.
 *
 * Numbers mean the decimals as written; those of the box, their shortest texts. A polygon is what its rings enclose by the even-odd rule,
 * with its rings; a multi type is the union of its parts. A box with min >
 * max is empty.
 */
type Point = readonly [bigint, bigint];
type Nested = Decimal | readonly Nested[];
type Texts = string | readonly Texts[];

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

export function naiveIntersects(geometryJsonText: string, box: readonly [number, number, number, number]): boolean {
  if (box[0] > box[2] || box[1] > box[3]) return false;
  const { type, coordinates, least } = parsed(geometryJsonText);
  const edges = box.map((edge) => decimal(String(edge)));
  const exponent = edges.reduce((lowest, one) => Math.min(lowest, one.exponent), least);
  const integer = (value: Decimal): bigint => value.digits * 10n ** BigInt(value.exponent - exponent);
  const point = (position: Nested): Point => {
    const [x, y] = position as readonly Decimal[];
    if (x === undefined || y === undefined) throw new Error('a position has two numbers');
    return [integer(x), integer(y)];
  };
  const [x0 = 0n, y0 = 0n, x1 = 0n, y1 = 0n] = edges.map(integer);
  const corners: readonly Point[] = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];

  const list = (nested: Nested): readonly Nested[] => nested as readonly Nested[];
  const line = (positions: Nested): boolean => lineMeets(list(positions).map(point), corners);
  const polygon = (rings: Nested): boolean => {
    const points = list(rings).map((ring) => list(ring).map(point));
    return points.some((ring) => lineMeets(ring, corners)) || encloses(points, [x1, y1]);
  };
  switch (type) {
    case 'Point': return inBox(point(coordinates), corners);
    case 'MultiPoint': return list(coordinates).some((position) => inBox(point(position), corners));
    case 'LineString': return line(coordinates);
    case 'MultiLineString': return list(coordinates).some(line);
    case 'Polygon': return polygon(coordinates);
    case 'MultiPolygon': return list(coordinates).some(polygon);
    default: throw new Error(`type ${type}`);
  }
}

interface Parsed {
  readonly type: string;
  readonly coordinates: Nested;
  /** The least exponent of its numbers, or 0. */
  readonly least: number;
}

/** One geometry is asked about several boxes, one after the other. */
let last: { readonly text: string; readonly parsed: Parsed } | null = null;

function parsed(text: string): Parsed {
  if (last?.text === text) return last.parsed;
  const quoted = text.replaceAll(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, '"$&"');
  const { type, coordinates } = JSON.parse(quoted) as { type: string; coordinates: Texts };
  let least = 0;
  const numbers = (texts: Texts): Nested => {
    if (typeof texts !== 'string') return texts.map(numbers);
    const number = decimal(texts);
    least = Math.min(least, number.exponent);
    return number;
  };
  last = { text, parsed: { type, coordinates: numbers(coordinates), least } };
  return last.parsed;
}

function decimal(text: string): Decimal {
  const match = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) throw new Error(`number ${text}`);
  const fraction = match[2] ?? '';
  return { digits: BigInt(`${match[1]}${fraction}`), exponent: Number(match[3] ?? 0) - fraction.length };
}

function inBox([x, y]: Point, [low, , high]: readonly Point[]): boolean {
  if (low === undefined || high === undefined) throw new Error('a box has four corners');
  return low[0] <= x && x <= high[0] && low[1] <= y && y <= high[1];
}

function lineMeets(points: readonly Point[], corners: readonly Point[]): boolean {
  if (points.some((point) => inBox(point, corners))) return true;
  const sides = corners.map((corner, side): Segment => [corner, corners[(side + 1) % 4] ?? corner]);
  return points.slice(1).some((end, index) =>
    sides.some((side) => segmentsMeet([points[index] ?? end, end], side)));
}

type Segment = readonly [Point, Point];

function segmentsMeet([a, b]: Segment, [c, d]: Segment): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (abc * abd < 0n && cda * cdb < 0n) return true;
  return (abc === 0n && between(a, b, c)) || (abd === 0n && between(a, b, d))
    || (cda === 0n && between(c, d, a)) || (cdb === 0n && between(c, d, b));
}

function turn(a: Point, b: Point, c: Point): bigint {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** For a point on the line through both. */
function between(a: Point, b: Point, point: Point): boolean {
  return [0, 1].every((axis) => {
    const [from = 0n, to = 0n, at = 0n] = [a[axis], b[axis], point[axis]];
    return (from <= at && at <= to) || (to <= at && at <= from);
  });
}

/** Even-odd along a ray straight up; the point is on no ring. */
function encloses(rings: readonly (readonly Point[])[], [x, y]: Point): boolean {
  let crossings = 0;
  for (const ring of rings) {
    for (const [index, end] of ring.entries()) {
      const start = ring[index - 1];
      if (start === undefined) continue;
      const [left, right] = start[0] <= end[0] ? [start, end] : [end, start];
      if (!(left[0] <= x && x < right[0])) continue;
      // Height of the edge at x, times its width.
      const width = right[0] - left[0];
      const height = left[1] * width + (right[1] - left[1]) * (x - left[0]);
      if (height > y * width) crossings += 1;
    }
  }
  return crossings % 2 === 1;
}
