/**
 * Effect geometries: the geometries that a delivery changes, before and after, in one CRS. A position without a result in that CRS, such as
 * one at the edge of the grids, leaves its geometry out.
 */
import { flatten, type Vertices } from '../../../schemas/check/flatten.ts';
import { parseCrsUri, type CrsCode } from '../../../schemas/crs.ts';
import type { ChangedShape, Effects, FieldDifference, RootEffect } from '../../../schemas/effects.ts';
import { Fault } from '../../../schemas/fault.ts';
import type { Json } from '../../../schemas/json.ts';
import { flat } from '../../../publisher/validity/vertices.ts';
import { gridsOfThread } from '../../coordinates/grids.ts';
import { transform } from '../../coordinates/transform.ts';

export const WHEN = ['before', 'after'] as const;

/** Geometries on a map at most. */
const SHAPES_MAX = 1_000;

/** Returns the first changed geometries, in RD. */
export function changedShapes(effects: Effects | undefined): readonly ChangedShape[] {
  const shapes: ChangedShape[] = [];
  for (const root of effects?.roots ?? []) {
    for (const difference of root.differences ?? []) {
      for (const when of WHEN) {
        const vertices = geometryAt(root, difference, { when, to: '28992' });
        if (vertices !== undefined) shapes.push({ when, shape: vertices.shape, numbers: vertices.numbers });
        if (shapes.length === SHAPES_MAX) return shapes;
      }
    }
  }
  return shapes;
}

/** Returns one side of a changed geometry in a CRS without heights; undefined without one. */
export function geometryAt(
  { crs }: RootEffect, difference: FieldDifference, { when, to }: { readonly when: (typeof WHEN)[number]; readonly to: CrsCode },
): Vertices | undefined {
  const value = difference.kind === 'geometry' ? difference[when] : undefined;
  const from = crs === undefined ? undefined : parseCrsUri(crs[when]);
  return value === undefined || from === undefined ? undefined : inCrs(value, from.horizontal, to);
}

function inCrs(value: Json, from: CrsCode, to: CrsCode): Vertices | undefined {
  const vertices = flatten(value);
  if (vertices === undefined) return undefined;
  const { shape, numbers } = flat(vertices);
  if (from === to) return { shape, numbers, mixed: false };
  try {
    return { shape, numbers: transform(numbers, { from, to }, { grids: gridsOfThread() }), mixed: false };
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}
