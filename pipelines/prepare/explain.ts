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
import { unreachable } from '../../schemas/fault.ts';
import type { Text } from '../../schemas/finding.ts';
import type { Vertices } from '../../schemas/check/flatten.ts';
import { crowding } from './crowding.ts';
import { pathStart, vertexCount } from './vertices.ts';

export interface Explanation {
  readonly rule: string;
  readonly message: Text;
  readonly mend: Text;
  /** In the axis order of the delivery; absent when the place is not known. */
  readonly place?: readonly number[];
}

const CROWDED = 200_000;
const VERTICES_MAX = 20_000;
const COMPARISONS_MAX = 2e6;

/** The reason and place of an invalid geometry. Never throws. */
export function explain(vertices: Vertices): Explanation {
  const easy = vertexCount(vertices) <= VERTICES_MAX && crowding(vertices) <= CROWDED;
  try {
    return easy ? byJsts(vertices) : bySweep(vertices);
  } catch {
    return UNKNOWN;
  }
}

function byJsts(vertices: Vertices): Explanation {
  const operation = new IsValidOp(geometryOf(vertices));
  const error: TopologyError | null = operation.getValidationError();
  if (error === null) return UNKNOWN;
  const reason = REASONS[error.getErrorType()] ?? UNKNOWN;
  const place = error.getCoordinate();
  return place === null ? reason : { ...reason, place: [rounded(place.x), rounded(place.y)] };
}

interface TopologyError {
  getErrorType(): number;
  getCoordinate(): { readonly x: number; readonly y: number } | null;
}

/** A computed place without the digits that are noise: to 1e-9 metre or degree. */
function rounded(coordinate: number): number {
  return Number(coordinate.toFixed(9));
}

/** Segments by their left end; the first pair that properly crosses, if it comes soon enough. */
function bySweep(vertices: Vertices): Explanation {
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
      if (place !== undefined) return { ...SELF_INTERSECTION, place: place.map(rounded) };
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
  return t > 0 && t < 1 && u > 0 && u < 1 ? [ax + t * (bx - ax), ay + t * (by - ay)] : undefined;
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

const SELF_INTERSECTION: Explanation = {
  rule: 'geometrie.zelfdoorsnijding',
  message: { nl: 'De omtrek kruist of raakt zichzelf.', en: 'The outline crosses or touches itself.' },
  mend: {
    nl: 'Zet de punten in de goede volgorde, of splits het vlak op dit punt.',
    en: 'Put the positions in the right order, or split the polygon here.',
  },
};

const UNKNOWN: Explanation = {
  rule: 'geometrie.ongeldig',
  message: {
    nl: 'Deze geometrie is niet geldig; de plaats is niet te noemen.',
    en: 'This geometry is not valid; the place cannot be told.',
  },
  mend: { nl: 'Controleer de geometrie in een GIS-programma.', en: 'Check the geometry in a GIS program.' },
};

/** By the error numbers of JTS's TopologyValidationError. */
const REASONS: Readonly<Record<number, Explanation>> = {
  2: {
    rule: 'geometrie.gat-buiten-vlak',
    message: { nl: 'Een gat ligt (deels) buiten het vlak.', en: 'A hole lies (partly) outside the polygon.' },
    mend: {
      nl: 'De eerste ring is de buitenrand; elk gat moet daarbinnen liggen.',
      en: 'The first ring is the outside; every hole must lie within it.',
    },
  },
  3: {
    rule: 'geometrie.gat-in-gat',
    message: { nl: 'Een gat ligt binnen een ander gat.', en: 'A hole lies inside another hole.' },
    mend: {
      nl: 'Laat het binnenste gat weg, of maak er een eigen vlak van.',
      en: 'Leave the inner hole out, or make it a polygon of its own.',
    },
  },
  4: {
    rule: 'geometrie.binnenkant-los',
    message: {
      nl: 'Gaten die elkaar of de rand raken delen het vlak in losse stukken.',
      en: 'Holes that touch each other or the outside cut the polygon into pieces.',
    },
    mend: { nl: 'Maak er een MultiPolygon van.', en: 'Make it a MultiPolygon.' },
  },
  5: SELF_INTERSECTION,
  6: {
    rule: 'geometrie.ring-raakt-zichzelf',
    message: {
      nl: 'Een ring komt twee keer door hetzelfde punt.',
      en: 'A ring passes through the same position twice.',
    },
    mend: {
      nl: 'Splits de ring op dit punt: een gat of een tweede vlak.',
      en: 'Split the ring here: into a hole or a second polygon.',
    },
  },
  7: {
    rule: 'geometrie.vlak-in-vlak',
    message: {
      nl: 'Een deel van de MultiPolygon ligt in een ander deel.',
      en: 'A part of the MultiPolygon lies inside another part.',
    },
    mend: {
      nl: 'Laat het binnenste deel weg, of maak er een gat van.',
      en: 'Leave the inner part out, or make it a hole.',
    },
  },
  8: {
    rule: 'geometrie.dubbele-ring',
    message: { nl: 'Twee ringen zijn gelijk.', en: 'Two rings are equal.' },
    mend: { nl: 'Laat één van de twee weg.', en: 'Leave one of the two out.' },
  },
  9: {
    rule: 'geometrie.te-weinig-punten',
    message: {
      nl: 'Een lijn of ring heeft te weinig verschillende punten.',
      en: 'A line or ring has too few distinct positions.',
    },
    mend: {
      nl: 'Een lijn heeft er ten minste twee, een ring ten minste drie.',
      en: 'A line has at least two, a ring at least three.',
    },
  },
};
