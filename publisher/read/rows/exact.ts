/**
 * Exact: decides whether a printed geometry intersects a box. It works on the published decimals, without error, straight from the bytes
 * that `printGeometry` wrote (publisher/format/geometry-text.ts).
 *
 * A polygon is the set that its rings enclose by the even-odd rule, with its rings; a multi type is the union of its parts. A box in a
 * hole therefore does not intersect; a box that touches the hole's ring does. How: when a boundary meets the box, they intersect.
 * Otherwise the box lies wholly inside or outside each polygon, and one corner decides which.
 * Not here: the arithmetic (exact-box.ts); boxes that cross the antimeridian (the caller tests both halves).
 */
import type { Box } from '../../../schemas/geometry.ts';
import { DecimalReader } from '../../format/decimal.ts';
import type { VertexRun } from '../../format/geometry-text.ts';
import { ExactBox } from './exact-box.ts';

const OPEN = 91;
const CLOSE = 93;
const COMMA = 44;
const END = 125;

/** Cached, because many geometries in sequence are tested with the same box. */
let latest = new ExactBox([0, 0, 0, 0]);

/**
 * Returns whether the geometry and the closed box have a point in common. `geometry` is the whole geometry object as printed. Box and
 * geometry have the same CRS and axis order; a box whose min exceeds its max is empty. `runs` are those printed with the geometry, in that
 * order; their boxes may be rounded outwards.
 * With runs, only those that touch the box are read whole.
 */
export function intersectsBox(geometry: Buffer, box: Box, runs: readonly VertexRun[] = []): boolean {
  if (!(box[0] <= box[2] && box[1] <= box[3])) return false;
  if (box.some((edge, index) => edge !== latest.box[index])) latest = new ExactBox(box);
  const { kind, start } = headOf(geometry);
  const walk = new Walk(geometry, latest, kind);
  return runs.length === 0 ? wholeMeets(geometry, start, walk) : runsMeet(runs, walk);
}

type Kind = 'points' | 'lines' | 'areas';

/** Returns the kind of the type, and the offset of the first position. */
function headOf(geometry: Buffer): { kind: Kind; start: number } {
  const type = geometry.toString('latin1', TYPE_AT, geometry.indexOf(QUOTE, TYPE_AT));
  const kind = KINDS[type];
  if (kind === undefined) throw new Error(`no printed geometry: type ${type}`);
  let start = TYPE_AT + type.length + '","coordinates":'.length;
  while (geometry[start + 1] === OPEN) start += 1;
  return { kind, start };
}

const QUOTE = 34;
const TYPE_AT = '{"type":"'.length;
const KINDS: Readonly<Record<string, Kind>> = {
  Point: 'points', MultiPoint: 'points', LineString: 'lines', MultiLineString: 'lines',
  Polygon: 'areas', MultiPolygon: 'areas',
};

function wholeMeets(geometry: Buffer, start: number, walk: Walk): boolean {
  for (let at = start; ;) {
    if (walk.path(at, geometry.length)) return true;
    at = walk.at;
    while (geometry[at] === CLOSE) at += 1;
    const closed = at - walk.at;
    const isEnd = geometry[at] === END;
    if (!isEnd && geometry[at] !== COMMA) throw new Error(`no comma at byte ${at} of a printed geometry`);
    // One bracket closes a ring, two close its polygon.
    if ((isEnd || closed > 1) && walk.endPart()) return true;
    if (isEnd) return false;
    at += 1 + closed;
  }
}

function runsMeet(runs: readonly VertexRun[], walk: Walk): boolean {
  let part = 0;
  for (const run of runs) {
    if (run.part !== part && walk.endPart()) return true;
    part = run.part;
    if (walk.run(run)) return true;
  }
  return walk.endPart();
}

/** Walks over positions, part by part, and tracks whether the box's corner is inside the present part. */
class Walk {
  /** Offset after the last position read. */
  at = 0;
  readonly #geometry: Buffer;
  readonly #box: ExactBox;
  readonly #kind: Kind;
  #inside = false;

  constructor(geometry: Buffer, box: ExactBox, kind: Kind) {
    this.#geometry = geometry;
    this.#box = box;
    this.#kind = kind;
  }

  /** Returns whether the path whose first position starts at `start` meets the box; it stops before `end` or at its own end. */
  path(start: number, end: number): boolean {
    const geometry = this.#geometry;
    const box = this.#box;
    const kind = this.#kind;
    const reader = new DecimalReader(geometry, start);
    let [x1, y1] = [Number.NaN, Number.NaN];
    for (let isFirst = true; ; isFirst = false) {
      const x2 = reader.after(OPEN);
      const y2 = reader.after(COMMA);
      reader.at += 1;
      if (isFirst || kind === 'points') [x1, y1] = [x2, y2];
      const segment = { x1, y1, x2, y2 };
      if (box.meets(segment)) return true;
      if (kind === 'areas' && box.rayCrosses(segment)) this.#inside = !this.#inside;
      if (reader.at >= end || geometry[reader.at] !== COMMA) break;
      reader.at += 1;
      [x1, y1] = [x2, y2];
    }
    this.at = reader.at;
    return false;
  }

  run({ start, end, box }: VertexRun): boolean {
    const asked = this.#box.box;
    const isTouched = box[0] <= asked[2] && box[2] >= asked[0] && box[1] <= asked[3] && box[3] >= asked[1];
    if (isTouched) return this.path(start, end);
    // The run does not surround the corner, so all of the run that the ray can reach lies to its right.
    const isReached = box[0] > asked[0] && box[1] <= asked[1] && box[3] >= asked[1];
    if (this.#kind === 'areas' && isReached) {
      const first = this.#height(start);
      const last = this.#height(this.#geometry.lastIndexOf(OPEN, end - 1));
      if (this.#box.rayPasses(first, last)) this.#inside = !this.#inside;
    }
    return false;
  }

  /** Returns whether the part that ends here contains the whole box. */
  endPart(): boolean {
    const inside = this.#inside;
    this.#inside = false;
    return inside;
  }

  /** Returns the second number of the position that starts at `start`. */
  #height(start: number): number {
    const reader = new DecimalReader(this.#geometry, start);
    reader.after(OPEN);
    return reader.after(COMMA);
  }
}
