/**
 * Explain: why a geometry is not valid, and where. DuckDB finds invalid deliveries but gives no reason; rounded geometries are judged here
 * alone.
 *
 * JSTS explains a delivered geometry and does not decide. A geometry in which JSTS finds no defect stays invalid, without a location.
 * Invariant: geometries with very many crossings are not given to JSTS, which would list them all; the first crossing found by a plain
 * sweep explains those.
 */
import type { Vertices } from '../../schemas/check/flatten.ts';
import type { GEOMETRY_WORDS } from '../../schemas/rule-words/geometry.ts';
import { jts } from '../jts.ts';
import { crowding } from './crowding.ts';
import { pathStart, toGeoJson, vertexCount } from './vertices.ts';

/** Why a geometry is not valid, and where. */
export interface GeometryDefect {
  readonly rule: keyof typeof GEOMETRY_WORDS;
  /** In the axis order of the delivery; absent when the location is unknown. */
  readonly location?: readonly number[];
}

/** Keys are the error numbers of JTS's TopologyValidationError. */
const RULES: Readonly<Record<number, GeometryDefect['rule']>> = {
  2: 'geometrie.gat-buiten-vlak',
  3: 'geometrie.gat-in-gat',
  4: 'geometrie.binnenkant-los',
  5: 'geometrie.zelfdoorsnijding',
  6: 'geometrie.ring-raakt-zichzelf',
  7: 'geometrie.vlak-in-vlak',
  8: 'geometrie.dubbele-ring',
  9: 'geometrie.te-weinig-punten',
};
const UNKNOWN: GeometryDefect = { rule: 'geometrie.ongeldig' };

const CROWDED = 200_000;
const VERTICES_MAX = 20_000;
const COMPARISONS_MAX = 2e6;

/** Returns the defect of an invalid geometry. Never throws. */
export function explain(vertices: Vertices): GeometryDefect {
  try {
    return (isEasy(vertices) ? defectByJsts(vertices) : bySweep(vertices)) ?? UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

/**
 * Returns the defect of a geometry that JSTS finds invalid, or fails on; undefined when the geometry is valid, `undecided` when it is too
 * large or too crowded for JSTS. Never throws.
 */
export function defectOf(vertices: Vertices): GeometryDefect | 'undecided' | undefined {
  try {
    return isEasy(vertices) ? defectByJsts(vertices) : 'undecided';
  } catch {
    return UNKNOWN;
  }
}

function isEasy(vertices: Vertices): boolean {
  return vertexCount(vertices) <= VERTICES_MAX && crowding(vertices) <= CROWDED;
}

function defectByJsts(vertices: Vertices): GeometryDefect | undefined {
  const { factory, GeoJSONReader, IsValidOp } = jts();
  const operation = new IsValidOp(new GeoJSONReader(factory).read(toGeoJson(vertices)));
  const error: TopologyError | null = operation.getValidationError();
  if (error === null) return undefined;
  const rule = RULES[error.getErrorType()] ?? UNKNOWN.rule;
  const location = error.getCoordinate();
  return location === null ? { rule } : { rule, location: roundedLocation(location.x, location.y) };
}

interface TopologyError {
  getErrorType(): number;
  getCoordinate(): { readonly x: number; readonly y: number } | null;
}

/** Sorts segments by their left end and returns the first pair that properly crosses, if the budget suffices. */
function bySweep(vertices: Vertices): GeometryDefect | undefined {
  let comparisons = 0;
  const segments = segmentsOf(vertices).sort((a, b) => Math.min(a[0], a[2]) - Math.min(b[0], b[2]));
  let active: Segment[] = [];
  for (const segment of segments) {
    const left = Math.min(segment[0], segment[2]);
    active = active.filter((other) => Math.max(other[0], other[2]) >= left);
    comparisons += active.length;
    if (comparisons > COMPARISONS_MAX) return undefined;
    for (const other of active) {
      const location = crossing(segment, other);
      if (location !== undefined) return { rule: 'geometrie.zelfdoorsnijding', location };
    }
    active.push(segment);
  }
  return undefined;
}

type Segment = readonly [number, number, number, number];

function segmentsOf(vertices: Vertices): Segment[] {
  const { numbers, shape } = vertices;
  const { dimension } = shape;
  const segments: Segment[] = [];
  for (const [path, end] of shape.pathEnds.entries()) {
    for (let at = pathStart(vertices, path); at + 1 < end; at++) {
      const a = at * dimension;
      const b = a + dimension;
      segments.push([numbers[a]!, numbers[a + 1]!, numbers[b]!, numbers[b + 1]!]);
    }
  }
  return segments;
}

function crossing([ax, ay, bx, by]: Segment, [cx, cy, dx, dy]: Segment): readonly number[] | undefined {
  const along = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
  if (along === 0) return undefined;
  const t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / along;
  const u = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / along;
  return t > 0 && t < 1 && u > 0 && u < 1 ? roundedLocation(ax + t * (bx - ax), ay + t * (by - ay)) : undefined;
}

/** Rounds a computed location to 1e-9 metre or degree; the digits behind are noise. */
function roundedLocation(x: number, y: number): readonly number[] {
  return [Number(x.toFixed(9)), Number(y.toFixed(9))];
}
