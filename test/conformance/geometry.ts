/** Boxes of GeoJSON geometries: enough to decide that a feature is certainly in a box, or certainly outside it. */
import type { Feature, Geometry } from './site.ts';

/** Lowest first and second coordinate, highest first and second. */
export type Box = readonly [number, number, number, number];

export function positionsOf(geometry: Geometry): readonly (readonly number[])[] {
  const flat = (value: unknown): readonly (readonly number[])[] => {
    const items = value as readonly unknown[];
    return typeof items[0] === 'number' ? [items as readonly number[]] : items.flatMap(flat);
  };
  return flat(geometry.coordinates);
}

export function boxOf(geometry: Geometry): Box {
  const positions = positionsOf(geometry);
  const firsts = positions.map(([first]) => first ?? NaN);
  const seconds = positions.map(([, second]) => second ?? NaN);
  return [Math.min(...firsts), Math.min(...seconds), Math.max(...firsts), Math.max(...seconds)];
}

export function overlap(a: Box, b: Box): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

export function inside([a0, a1, a2, a3]: Box, [b0, b1, b2, b3]: Box): boolean {
  return a0 >= b0 && a1 >= b1 && a2 <= b2 && a3 <= b3;
}

/** Returns a box that is larger on each side. */
export function grown([first0, second0, first1, second1]: Box, by: number): Box {
  return [first0 - by, second0 - by, first1 + by, second1 + by];
}

/** Returns ids of features that a box in the same CRS must match, and must not match. */
export function sides(features: readonly Feature[], box: Box): { readonly must: readonly string[]; readonly mustNot: ReadonlySet<string> } {
  const placed = features.flatMap(({ id, geometry }) => (geometry === null ? [] : [{ id: String(id), of: boxOf(geometry) }]));
  return {
    must: placed.filter(({ of }) => inside(of, box)).map(({ id }) => id),
    mustNot: new Set(placed.filter(({ of }) => !overlap(of, box)).map(({ id }) => id)),
  };
}
