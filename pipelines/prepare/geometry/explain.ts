/**
 * Explain: why a geometry that DuckDB found invalid is so, and where (DuckDB has no reason to give).
 *
 * JSTS explains, it does not decide: a geometry it sees nothing wrong with stays invalid, without a place.
 * Invariant: geometries with very many crossings are not given to JSTS, which would list them all; the first
 * crossing found by a plain sweep explains those.
 */
import Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js';
import GeometryFactory from 'jsts/org/locationtech/jts/geom/GeometryFactory.js';
import IsValidOp from 'jsts/org/locationtech/jts/operation/valid/IsValidOp.js';
import { unreachable } from '../../../schemas/fault.ts';
import type { Vertices } from '../../../schemas/check/flatten.ts';
import { crowding } from './crowding.ts';
import { REASONS, roundedPlace, SELF_INTERSECTION, UNKNOWN } from './reasons.ts';
import type { GeometryDefect } from './reasons.ts';
import { pathStart, vertexCount } from './vertices.ts';

const CROWDED = 200_000;
const VERTICES_MAX = 20_000;
const COMPARISONS_MAX = 2e6;

/** The defect of an invalid geometry. Never throws. */
export function explain(vertices: Vertices): GeometryDefect {
  const easy = vertexCount(vertices) <= VERTICES_MAX && crowding(vertices) <= CROWDED;
  try {
    return easy ? byJsts(vertices) : bySweep(vertices);
  } catch {
    return UNKNOWN;
  }
}

function byJsts(vertices: Vertices): GeometryDefect {
  const operation = new IsValidOp(geometryOf(vertices));
  const error: TopologyError | null = operation.getValidationError();
  if (error === null) return UNKNOWN;
  const reason = REASONS[error.getErrorType()] ?? UNKNOWN;
  const place = error.getCoordinate();
  return place === null ? reason : { ...reason, place: roundedPlace(place.x, place.y) };
}

interface TopologyError {
  getErrorType(): number;
  getCoordinate(): { readonly x: number; readonly y: number } | null;
}

/** Segments by their left end; the first pair that properly crosses, if it comes soon enough. */
function bySweep(vertices: Vertices): GeometryDefect {
  let comparisons = 0;
  const segments = segmentsOf(vertices).sort((a, b) => Math.min(a[0], a[2]) - Math.min(b[0], b[2]));
  let active: Segment[] = [];
  for (const segment of segments) {
    const left = Math.min(segment[0], segment[2]);
    active = active.filter((other) => Math.max(other[0], other[2]) >= left);
    comparisons += active.length;
    if (comparisons > COMPARISONS_MAX) return UNKNOWN;
    for (const other of active) {
      const place = crossing(segment, other);
      if (place !== undefined) return { ...SELF_INTERSECTION, place };
    }
    active.push(segment);
  }
  return UNKNOWN;
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
  return t > 0 && t < 1 && u > 0 && u < 1 ? roundedPlace(ax + t * (bx - ax), ay + t * (by - ay)) : undefined;
}

function geometryOf(vertices: Vertices): unknown {
  const factory = new GeometryFactory();
  const { shape: { type, pathEnds, partEnds, dimension }, numbers } = vertices;
  const coordinates = (from: number, until: number) => Array.from({ length: until - from }, (_, index) =>
    new Coordinate(numbers[(from + index) * dimension], numbers[(from + index) * dimension + 1]));
  const path = (index: number) => coordinates(pathStart(vertices, index), pathEnds[index]!);
  const polygon = (from: number, until: number) => {
    const [shell, ...holes] = Array.from({ length: until - from }, (_, index) => path(from + index))
      .map((ring) => factory.createLinearRing(ring) as unknown);
    return factory.createPolygon(shell, holes) as unknown;
  };
  switch (type) {
    case 'Point': return factory.createPoint(path(0)[0]);
    case 'MultiPoint': return factory.createMultiPointFromCoords(path(0));
    case 'LineString': return factory.createLineString(path(0));
    case 'MultiLineString': {
      const lines = Array.from(pathEnds, (_, index) => factory.createLineString(path(index)) as unknown);
      return factory.createMultiLineString(lines);
    }
    case 'Polygon': return polygon(0, pathEnds.length);
    case 'MultiPolygon':
      return factory.createMultiPolygon(Array.from(partEnds, (end, i) => polygon(partEnds[i - 1] ?? 0, end)));
    default: return unreachable(type);
  }
}
