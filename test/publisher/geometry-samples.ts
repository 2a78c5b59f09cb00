/**
 * Random geometries and boxes for the tests of printed geometry: crowded on a small grid, so that everything touches.
 */
import * as fc from 'fast-check';
import type { Decimals } from '../../publisher/format/decimal.ts';
import { printGeometry, type PrintedGeometry } from '../../publisher/format/geometry-text.ts';
import { flatten } from '../../schemas/check/flatten.ts';
import type { Box } from '../../schemas/geometry.ts';
import type { Geometry, Position } from '../../schemas/geometry.ts';

/** A grid of `steps` · `steps` positions; `at` gives the decimal text of one step on an axis. */
export interface Grid {
  readonly name: string;
  readonly decimals: Decimals;
  readonly origin: readonly [number, number];
  /** Length of a step, as a power of ten. */
  readonly stepExponent: number;
}

export const GRIDS: readonly Grid[] = [
  { name: 'small whole numbers', decimals: 3, origin: [-3, -3], stepExponent: 0 },
  { name: 'RD in metres', decimals: 3, origin: [155_000, 463_000], stepExponent: 0 },
  { name: 'RD in millimetres', decimals: 3, origin: [131_072, 524_288], stepExponent: -3 },
  { name: 'Web Mercator in millimetres', decimals: 3, origin: [-20_037_508, 6_800_000], stepExponent: -3 },
  { name: 'degrees in units of 1e-8', decimals: 8, origin: [5, 52], stepExponent: -8 },
  { name: 'degrees in units of 1e-4', decimals: 8, origin: [52, -5], stepExponent: -4 },
];

/** `step` may be a fraction: then the number has more decimals than are published. */
export function place(grid: Grid, axis: 0 | 1, step: number): number {
  const decimals = Math.max(0, -grid.stepExponent);
  const value = grid.origin[axis] + step * 10 ** grid.stepExponent;
  return Number(value.toFixed(decimals + (Number.isInteger(step) ? 0 : 2)));
}

const STEPS = 7;
const steps = fc.tuple(fc.nat(STEPS), fc.nat(STEPS));

function positions(minLength: number, maxLength: number): fc.Arbitrary<[number, number][]> {
  return fc.array(steps, { minLength, maxLength });
}

/** Closed, often self-crossing or without area: the even-odd rule covers these too. */
const ring = positions(3, 7).map((list): [number, number][] => [...list, list[0] ?? [0, 0]]);
const polygon = few(ring);

function few<T>(item: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.array(item, { minLength: 1, maxLength: 3 });
}

/** A geometry in steps of a grid. */
export const stepGeometries: fc.Arbitrary<Geometry> = fc.oneof(
  steps.map((coordinates): Geometry => ({ type: 'Point', coordinates })),
  positions(2, 6).map((coordinates): Geometry => ({ type: 'LineString', coordinates })),
  positions(1, 4).map((coordinates): Geometry => ({ type: 'MultiPoint', coordinates })),
  few(positions(2, 4)).map((coordinates): Geometry => ({ type: 'MultiLineString', coordinates })),
  { arbitrary: polygon.map((coordinates): Geometry => ({ type: 'Polygon', coordinates })), weight: 3 },
  { arbitrary: few(polygon).map((coordinates): Geometry => ({ type: 'MultiPolygon', coordinates })), weight: 2 },
);

const edge = fc.oneof(
  { arbitrary: fc.integer({ min: -1, max: STEPS + 1 }), weight: 3 },
  fc.tuple(fc.integer({ min: -1, max: STEPS }), fc.constantFrom(0.25, 0.33, 0.5, 0.99))
    .map(([step, part]) => step + part),
);

/** Boxes in steps: edges on the grid and between, often of no width. */
export const stepBoxes = fc.tuple(edge, edge, edge, edge)
  .map(([a, b, c, d]): Box => [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]);

export function mapPositions(geometry: Geometry, change: (position: Position) => Position): Geometry {
  switch (geometry.type) {
    case 'Point': return { ...geometry, coordinates: change(geometry.coordinates) };
    case 'LineString': case 'MultiPoint': return { ...geometry, coordinates: geometry.coordinates.map(change) };
    case 'Polygon': case 'MultiLineString':
      return { ...geometry, coordinates: geometry.coordinates.map((path) => path.map(change)) };
    default: {
      const coordinates = geometry.coordinates.map((part) => part.map((path) => path.map(change)));
      return { ...geometry, coordinates };
    }
  }
}

export function onGrid(geometry: Geometry, grid: Grid): Geometry {
  return mapPositions(geometry, ([x = 0, y = 0]) => [place(grid, 0, x), place(grid, 1, y)]);
}

export function print(geometry: Geometry, decimals: Decimals): PrintedGeometry {
  const { shape, numbers } = flatten(geometry)!;
  return printGeometry(shape, numbers, decimals);
}
