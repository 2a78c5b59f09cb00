/**
 * Flaws that are proven: each is one by DuckDB too, and its reason is the one that JSTS gives. So is its place where a
 * ring has one flaw; of several it is the first, by what JSTS says of each pair of segments.
 */
import * as fc from 'fast-check';
import Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js';
import RobustLineIntersector from 'jsts/org/locationtech/jts/algorithm/RobustLineIntersector.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Vertices } from '../../../schemas/check/flatten.ts';
import { explain } from '../../../pipelines/prepare/explain.ts';
import { flawOf } from '../../../pipelines/prepare/flawed.ts';
import { roundedPlace } from '../../../pipelines/prepare/reasons.ts';
import { isSurelyValid } from '../../../pipelines/prepare/ring.ts';
import type { Spatial } from '../../../pipelines/prepare/spatial.ts';
import { spatialForTests } from './spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => spatial.close());

type Ring = readonly (readonly [number, number])[];

function polygon(rings: readonly Ring[]): Vertices {
  const closed = rings.map((ring) => [...ring, ring[0]!]);
  let end = 0;
  return {
    shape: {
      type: 'Polygon', dimension: 2, partEnds: Uint32Array.of(closed.length),
      pathEnds: Uint32Array.from(closed, ({ length }) => end += length),
    },
    numbers: Float64Array.from(closed.flat(2)), mixed: false,
  };
}

/** Metres, some of them with millimetres. */
const coordinate = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5_000 }).map((whole) => whole / 1_000));
const position = fc.tuple(coordinate, coordinate);
const ring = fc.array(position, { minLength: 3, maxLength: 8 });
const aside = ring.map((positions) => positions.map(([x, y]) => [x + 4, y] as const));
/** A ring, the tip of a spike on it, at which of its positions that stands, and where the whole then starts. */
const spiking = fc.tuple(ring, position, fc.nat(7), fc.nat(9));
function withSpike([positions, tip, at, start]: readonly [Ring, Ring[number], number, number]): Ring {
  const foot = positions[at % positions.length]!;
  const whole = positions.toSpliced(at % positions.length, 1, foot, tip, foot);
  return [...whole.slice(start % whole.length), ...whole.slice(0, start % whole.length)];
}
/** Metres, and so near to the line between two positions that doubles hardly tell on which side. */
const nearly = fc.tuple(ring, fc.double({ min: 0, max: 1, noNaN: true })).map(([positions, along]) => {
  const [[ax, ay], [bx, by]] = [positions[0]!, positions[1]!];
  return [...positions, [ax + along * (bx - ax), ay + along * (by - ay)] as const];
});
const rings = fc.sample(fc.oneof(ring, spiking.map(withSpike), nearly), { numRuns: 6_000, seed: 7 });
const holes = fc.sample(fc.tuple(ring, fc.oneof(ring, aside)), { numRuns: 3_000, seed: 7 });
const polygons = [...rings.map((one) => [one]), ...holes].map(polygon);

test('what is called flawed is invalid by DuckDB', async () => {
  const invalid = new Set(await spatial.invalid(polygons));
  expect(polygons.filter((vertices, index) => flawOf(vertices) !== undefined && !invalid.has(index))).toEqual([]);
});

test('a reason that is given is the one that explains the geometry', () => {
  const reasons = polygons.map((vertices) => flawOf(vertices)?.rule);
  expect(polygons.filter((vertices, index) => reasons[index] !== undefined && explain(vertices).rule !== reasons[index])).toEqual([]);
  expect(Object.fromEntries([...Map.groupBy(reasons, String)].map(([rule, of]) => [rule, of.length > 50]))).toEqual({
    'undefined': true, 'geometrie.zelfdoorsnijding': true, 'geometrie.gat-buiten-vlak': true,
  });
});

test('a ring of one segment to and fro is not said to cross itself', () => {
  const flat = polygon([[[0, 0], [1, 0], [0, 0], [0, 0]]]);
  expect(flawOf(flat)).toBeUndefined();
  expect(explain(flat).rule).toBe('geometrie.te-weinig-punten');
});

/** In metres, as of RD and as of Web Mercator, and in degrees. */
const systems: readonly ((at: number) => number)[] = [(at) => 155_000.25 + 17.3 * at, (at) => 6_800_000 + at / 3, (at) => 5 + at / 7_000];
const inSystems = (of: readonly Vertices[]) => of.flatMap((vertices) => systems.map((move) => ({ ...vertices, numbers: vertices.numbers.map(move) })));

test('a place outside is the one that explains the hole, to the last digit', () => {
  const flawed = inSystems(holes.map(polygon)).filter((vertices) => flawOf(vertices) !== undefined);
  expect(flawed.map((vertices) => flawOf(vertices)!.place)).toEqual(flawed.map((vertices) => explain(vertices).place));
  expect(flawed.length).toBeGreaterThan(100);
});

const lines = new RobustLineIntersector();
const positionsOf = ({ numbers }: Vertices) =>
  Array.from({ length: numbers.length / 2 }, (_, index) => new Coordinate(numbers[2 * index], numbers[2 * index + 1]));

/** Where JSTS sees two segments of a ring cross in their midst, in the order of the ring. */
function crossings(vertices: Vertices): readonly (readonly number[])[] {
  const positions = positionsOf(vertices);
  return positions.slice(1).flatMap((to, i) => positions.slice(i + 3).flatMap((end, index) => {
    lines.computeIntersection(positions[i], to, positions[i + 2 + index], end);
    const { x, y } = lines.getIntersection(0);
    return lines.isProper() ? [roundedPlace(x, y)] : [];
  }));
}

test('the place of a crossing is that of the first along the ring; of the only one it explains the ring', () => {
  const crossed = inSystems(rings.map((one) => polygon([one])))
    .filter((vertices) => flawOf(vertices) !== undefined && crossings(vertices).length > 0);
  expect(crossed.map((vertices) => flawOf(vertices)!.place)).toEqual(crossed.map((vertices) => crossings(vertices)[0]));
  const alone = crossed.filter((vertices) => new Set(crossings(vertices).map(String)).size === 1);
  expect(alone.map((vertices) => flawOf(vertices)!.place)).toEqual(alone.map((vertices) => explain(vertices).place));
  expect(Math.min(alone.length, crossed.length - alone.length)).toBeGreaterThan(1_000);
});

/** Whether a ring is simple, and a spike at one of its positions meets it there only. */
function isAlone([positions, tip, at]: readonly [Ring, Ring[number], number, number]): boolean {
  const simple = polygon([positions]);
  const [foot, end] = [positions[at % positions.length]!, tip].map(([x, y]) => new Coordinate(x, y));
  return isSurelyValid(simple) && positionsOf(simple).every((to, i, all) => {
    if (i === 0) return true;
    lines.computeIntersection(foot, end, all[i - 1], to);
    return !lines.hasIntersection() || (lines.getIntersectionNum() === 1 && lines.getIntersection(0).equals2D(foot));
  });
}

test('the place of a spike explains a ring that is simple but for it, whichever way it runs and wherever it starts', () => {
  const spiked = fc.sample(spiking, { numRuns: 6_000, seed: 8 }).filter(isAlone).map((spike) => polygon([withSpike(spike)]));
  const places = spiked.map((vertices) => flawOf(vertices)?.place);
  expect(places).toEqual(spiked.map((vertices) => explain(vertices).place));
  expect(places.length).toBeGreaterThan(500);
});
