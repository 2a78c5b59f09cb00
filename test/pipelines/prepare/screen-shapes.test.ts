/**
 * What the reader of the screen says of shapes is what the long way says: which rings are simple, and what the key of
 * a geometry is.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generate } from '../../../pipelines/generate/generate.ts';
import { Cap } from '../../../pipelines/prepare/findings.ts';
import { checkGeometries, geometriesOf } from '../../../pipelines/prepare/geometry.ts';
import { ProvenRoots } from '../../../pipelines/prepare/proven.ts';
import type { Proven } from '../../../pipelines/prepare/proven.ts';
import { isSimpleRing } from '../../../pipelines/prepare/ring.ts';
import { shapesOf } from '../../../pipelines/prepare/rules/repeated-geometry.ts';
import { Program } from '../../../pipelines/prepare/screen/program.ts';
import { Screen } from '../../../pipelines/prepare/screen/screen.ts';
import { CRSS } from '../../../schemas/crs.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { objectsOf } from '../../../schemas/model/objects.ts';
import { building } from './deliveries.ts';
import { whole } from './whole.ts';

type Ring = readonly (readonly [number, number])[];

const screen = new Screen(CRSS['28992']);

/** What is proven of a document; undefined when nothing is. */
function proofOf(document: JsonObject): Proven | undefined {
  const bytes = Buffer.from(JSON.stringify(document));
  const proven = new ProvenRoots(1);
  return screen.take(bytes) && screen.prove(0, { start: 0, end: bytes.length }, proven) ? proven.columns() : undefined;
}

/** By the long way, of all objects. */
function keysOf(document: JsonObject): readonly number[] {
  const objects = objectsOf(document);
  const shapes = shapesOf(objects, checkGeometries(geometriesOf(objects).geometries, CRSS['28992'], undefined).sane);
  const keys = new Map(shapes.map(({ id, key }) => [id, key]));
  return objects.map(({ id }) => keys.get(id!) ?? 0);
}

/** Whether the open ring, closed, is simple: by the reader and by ring.ts. */
function bothWays(open: Ring): [reader: boolean, longWay: boolean] {
  const ring = [...open, open[0]!];
  const proof = proofOf(building(1, { geometrie: { type: 'Polygon', coordinates: [ring.map(([x, y]) => [x, y])] } }));
  return [proof !== undefined, isSimpleRing(Float64Array.from(ring.flat()), ring.length)];
}

/** As near RD as the reader reads: 6 digits before the point, 9 behind it. */
function near(x: number, y: number): readonly [number, number] {
  return [Number((150_000 + x).toFixed(9)), Number((410_000 + y).toFixed(9))];
}

describe('the reader calls the same rings simple as ring.ts', () => {
  /** Fails when they differ, or when nearly all rings are alike and nothing is told apart. */
  function compare(rings: fc.Arbitrary<Ring>, numRuns: number): void {
    let simple = 0;
    fc.assert(fc.property(rings, (ring) => {
      const [reader, longWay] = bothWays(ring);
      if (longWay) simple++;
      expect(reader).toBe(longWay);
    }), { numRuns });
    expect(simple).toBeGreaterThan(numRuns / 50);
    expect(simple).toBeLessThan(numRuns - numRuns / 50);
  }

  test('of a few positions on a grid, often on one line or twice in one place', () => {
    const at = fc.integer({ min: 0, max: 5 });
    compare(fc.array(fc.tuple(at, at).map(([x, y]) => near(x, y)), { minLength: 3, maxLength: 8 }), 5_000);
  });

  test('of positions that lie off a line by as little as is just certain, or just not', () => {
    const fibonacci = [1, 1];
    while (fibonacci.length < 40) fibonacci.push(fibonacci.at(-1)! + fibonacci.at(-2)!);
    // Two that follow each other make a direction, and it and the next differ by the least that whole numbers can.
    const place = fc.tuple(fc.integer({ min: 33, max: 38 }), fc.constantFrom(0, 0, 0, 1, -1))
      .map(([n, aside]) => [120_000 + (fibonacci[n - 1]! + aside) / 512, 420_000 + fibonacci[n]! / 512] as const);
    compare(fc.array(place, { minLength: 2, maxLength: 5 }).map((others) => [[120_000, 420_000], ...others]), 5_000);
  });

  test('of a footprint with teeth, far apart or not, perhaps turned, of which one position is moved; until there are too many', () => {
    const made = fc.record({
      teeth: fc.integer({ min: 1, max: 27 }), slot: fc.constantFrom(2, 0.005),
      angle: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 6.3, noNaN: true })),
      moved: fc.nat(), by: fc.tuple(fc.constantFrom(0, 0.5, -1.5, 3, 40), fc.constantFrom(0, 1, -4, 25)),
    });
    compare(made.map(({ teeth, slot, angle, moved, by }) => {
      const plan = Array.from({ length: teeth }, (_, tooth) => {
        const [start, open, shut] = [4 * tooth, 4 * tooth + 2, 4 * tooth + 2 + slot];
        return [[start, 0], [open, 0], [open, 3], [shut, 3], [shut, 0]];
      }).flat();
      plan.push([4 * teeth, 0], [4 * teeth, 9], [0, 9]);
      const place = plan[moved % plan.length]!;
      place[0]! += by[0];
      place[1]! += by[1];
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      return plan.map(([x, y]) => near(x! * cos - y! * sin, x! * sin + y! * cos));
    }), 2_000);
  });

  test('of stars that turn one way, round once or more than once', () => {
    const star = fc.tuple(fc.integer({ min: 3, max: 130 }), fc.integer({ min: 1, max: 4 }), fc.boolean());
    compare(star.map(([points, step, back]) => {
      const ring = Array.from({ length: points }, (_, at) => {
        const angle = 2 * Math.PI * ((at * step) % points) / points + 0.1;
        return near(100 * Math.cos(angle), 100 * Math.sin(angle));
      });
      return back ? ring.toReversed() : ring;
    }), 1_000);
  });
});

test('the key of a shape is the one that the long way gives it', async () => {
  let made = '';
  await generate({ objects: 1_000, seed: 4, write: (chunk) => { made += chunk.toString('latin1'); } });
  let keys = 0;
  for (const line of made.trimEnd().split('\n')) {
    const document = JSON.parse(Buffer.from(line, 'latin1').toString()) as JsonObject;
    const proof = proofOf(document);
    if (proof === undefined) continue;
    expect([...proof.keys]).toEqual(keysOf(document));
    keys += proof.keys.filter((key) => key !== 0).length;
  }
  expect(keys).toBeGreaterThan(800);
});

test('so is that of a form that the reader does not read, and if it is valid the root is proven all the same', () => {
  const square = (x: number): Json => [[0, 0], [5, 0], [5, 5], [0, 5], [0, 0]].map(([left, top]) => [155_000 + x + left!, 463_000 + top!]);
  const many = (...at: readonly number[]): JsonObject => ({ type: 'MultiPolygon', coordinates: at.map((x) => [square(x)]) });
  const told = (geometrie: JsonObject, type: string): Proven | undefined => {
    const document = type === 'KwetsbareLocatie' ? building(1, { entityType: type, geometrie }) : { ...whole({ entityType: type }), geometrie };
    const bytes = Buffer.from(JSON.stringify(document));
    const proven = new ProvenRoots(1);
    expect(screen.take(bytes) && screen.prove(0, { start: 0, end: bytes.length }, proven)).toBe(false);
    if (screen.tell(0, new Cap(), proven) === undefined) return undefined;
    expect([...proven.columns().keys]).toEqual(keysOf(document));
    return proven.columns();
  };
  for (const type of ['KwetsbareLocatie', 'LocatieActiviteit']) {
    const [one, same, other] = [told(many(0, 10), type), told({ ...many(0, 10), kleur: 'rood' }, type), told(many(0, 11), type)];
    expect(one!.keys[0]).toBeGreaterThan(0);
    expect(same!.keys).toEqual(one!.keys);
    expect(other!.keys).not.toEqual(one!.keys);
    expect(told(many(0, 5), type)).toBeUndefined();
  }
});

test('the box that the reader keeps of a shape is that of its positions', () => {
  const { reader, roots } = new Program(CRSS['28992']);
  const input = reader.allocate(10_000);
  const corner = fc.tuple(fc.double({ min: 1, max: 50, noNaN: true }), fc.double({ min: 1, max: 50, noNaN: true }));
  fc.assert(fc.property(corner, fc.nat(3), ([width, height], start) => {
    const corners = [near(-width, 0), near(0, -height), near(width / 2, 0), near(0, height / 2)];
    const ring = [...corners.slice(start), ...corners.slice(0, start), corners[start]!];
    const bytes = Buffer.from(JSON.stringify(building(1, { geometrie: { type: 'Polygon', coordinates: [ring.map(([x, y]) => [x, y])] } })));
    reader.bytes.set(bytes, input);
    expect(reader.exports.prove(roots, input, input + bytes.length)).toBe(1);
    const box = new Float64Array(reader.exports.memory.buffer, reader.exports.shapesAt() + 24, 4);
    expect([...box]).toEqual([corners[0]![0], corners[1]![1], corners[2]![0], corners[3]![1]]);
    reader.bytes.fill(0, input, input + bytes.length);
  }));
});

test('a line of which so many parts meet that they are not compared is not proven', () => {
  const line = (length: number): JsonObject => {
    const coordinates = Array.from({ length }, (_, index) => [155_000 + 100 * (index % 2) + index / 1000, 463_000 + 100 * (index % 2)]);
    return whole({ entityType: 'PRContour', afstandOfGeometrie: { geometrie: { type: 'LineString', coordinates } } });
  };
  expect(proofOf(line(3_000))).toBeDefined();
  for (const length of [5_000, 8_000]) {
    const { geometries } = geometriesOf(objectsOf(line(length)));
    expect(checkGeometries(geometries, CRSS['28992'], undefined).remarks.map(({ rule }) => rule)).toEqual(['geometrie.te-ingewikkeld']);
    expect(proofOf(line(length)), String(length)).toBeUndefined();
  }
});
