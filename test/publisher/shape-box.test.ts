/** Shape and box: a decided relation is the one that JSTS finds; an undecided one is near an edge. */
import * as fc from 'fast-check';
import Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js';
import Envelope from 'jsts/org/locationtech/jts/geom/Envelope.js';
import GeometryFactory from 'jsts/org/locationtech/jts/geom/GeometryFactory.js';
import RelateOp from 'jsts/org/locationtech/jts/operation/relate/RelateOp.js';
import { expect, test } from 'vitest';
import { relationOf } from '../../publisher/read/rows/shape-box.ts';
import type { Box } from '../../schemas/geometry.ts';

const factory = new GeometryFactory();
const small = fc.integer({ min: -12, max: 12 });
const boxes = fc.tuple(small, small, fc.nat(6), fc.nat(6)).map(([x, y, width, height]): Box => [x, y, x + width, y + height]);

/** A star around the origin, closed, with a hole or not: its rings never cross. */
const areas = fc.tuple(fc.array(fc.integer({ min: 4, max: 11 }), { minLength: 3, maxLength: 9 }), fc.boolean()).map(([radii, holed]) => {
  const ring = (scale: number): readonly (readonly [number, number])[] => {
    const corners = radii.map((radius, at): readonly [number, number] => {
      const angle = (2 * Math.PI * at) / radii.length;
      return [Math.round(radius * scale * Math.cos(angle) * 64) / 64, Math.round(radius * scale * Math.sin(angle) * 64) / 64];
    });
    return [...corners, corners[0]!];
  };
  return holed ? [ring(1), ring(0.25)] : [ring(1)];
});

function flat(rings: readonly (readonly (readonly [number, number])[])[]) {
  let end = 0;
  const pathEnds = Uint32Array.from(rings, ({ length }) => (end += length));
  const shape = { type: 'Polygon', dimension: 2, pathEnds, partEnds: Uint32Array.of(rings.length) } as const;
  return { crs: '28992', shape, numbers: Float64Array.from(rings.flat(2)) } as const;
}

test('inside is covered, outside is apart, for areas with holes and boxes of any size, points too', () => {
  const seen = { inside: 0, outside: 0, open: 0 };
  fc.assert(fc.property(areas, boxes, (rings, box) => {
    const relation = relationOf(flat(rings), box);
    const [outer, ...holes] = rings.map((ring) => factory.createLinearRing(ring.map(([x, y]) => new Coordinate(x, y))) as unknown);
    const matrix = new RelateOp(factory.createPolygon(outer, holes), factory.toGeometry(new Envelope(box[0], box[2], box[1], box[3]))).getIntersectionMatrix();
    seen[relation] += 1;
    if (relation === 'inside') expect(matrix.isCovers()).toBe(true);
    if (relation === 'outside') expect(matrix.isIntersects()).toBe(false);
    // Only an edge in the box, or its touching, leaves it open.
    if (relation === 'open') expect(matrix.isContains() && !(matrix.get(1, 0) >= 0 || matrix.get(1, 1) >= 0 || matrix.get(1, 2) >= 0)).toBe(false);
  }), { numRuns: 3_000 });
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
});

test('a box without geometry is outside', () => {
  expect(relationOf(flat([[[0, 0], [9, 0], [0, 9], [0, 0]]]), [Number.NaN, Number.NaN, Number.NaN, Number.NaN])).toBe('outside');
});
