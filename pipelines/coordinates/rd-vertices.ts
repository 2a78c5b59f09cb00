/** RD vertices: the vertices of one delivered geometry in RD, to measure with. Not here: published positions (published-positions.ts). */
import { flatten, type Vertices } from '../../schemas/check/flatten.ts';
import type { CrsCode } from '../../schemas/crs.ts';
import type { Json } from '../../schemas/json.ts';
import { flat } from '../../publisher/validity/vertices.ts';
import type { Grids } from './grids.ts';
import { transform } from './transform.ts';

/** Returns a geometry in RD without heights; undefined for a value that is no geometry. Throws a Fault for a position without a result. */
export function rdVertices(geometry: Json, crs: CrsCode, grids: Grids): Vertices | undefined {
  const vertices = flatten(geometry);
  if (vertices === undefined || crs === '28992') return vertices;
  const { shape, numbers } = { ...vertices, ...(vertices.shape.dimension === 3 ? flat(vertices) : {}) };
  return { shape, numbers: transform(numbers, { from: crs, to: '28992' }, { grids }), mixed: false };
}
