/** The areas of contours against those that GEOS makes (DuckDB's spatial extension) with 512 chords in a quarter of a circle. */
import { DuckDBInstance, blobValue } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { areaWithin } from '../../pipelines/coordinates/area-within.ts';
import { provideSpatial } from '../../pipelines/prepare/spatial-extension.ts';
import { toWkb } from '../../publisher/validity/vertices.ts';
import { flatten, type Vertices } from '../../schemas/check/flatten.ts';
import type { Geometry, Position } from '../../schemas/geometry.ts';
import { CACHE_FOLDER } from '../pipelines/prepare/spatial-for-tests.ts';

const QUESTION = `WITH g AS (SELECT ST_Buffer(ST_GeomFromWKB($1), $2, 512) AS wanted, ST_GeomFromWKB($3) AS made)
  SELECT ST_Area(made) / ST_Area(wanted) AS ratio, ST_Area(ST_Difference(wanted, made)) / ST_Area(wanted) AS missing, ST_IsValid(made) AS valid FROM g`;

/** Numbers from 0 to 1, the same each time. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) yield state / 2_147_483_648;
}

function shapesOf(scale: number, next: () => number): readonly Geometry[] {
  const position = (): Position => [155_000 + next() * scale, 463_000 + next() * scale];
  const star = (corners: number): readonly Position[] => {
    const ring = Array.from({ length: corners }, (_, at): Position => {
      const [angle, radius] = [at / corners * 2 * Math.PI, scale * (0.2 + next())];
      return [155_000 + radius * Math.cos(angle), 463_000 + radius * Math.sin(angle)];
    });
    return [...ring, ring[0]!];
  };
  return [
    { type: 'Point', coordinates: position() },
    { type: 'MultiPoint', coordinates: [position(), position(), position()] },
    { type: 'LineString', coordinates: Array.from({ length: 2 + Math.floor(next() * 30) }, position) },
    { type: 'MultiLineString', coordinates: [[position(), position(), position()], [position(), position()]] },
    { type: 'Polygon', coordinates: [star(4 + Math.floor(next() * 20))] },
  ];
}

/** A star of this many corners, a surface. */
function jagged(corners: number): Geometry {
  const ring = Array.from({ length: corners }, (_, at): Position => {
    const [angle, radius] = [at / corners * 2 * Math.PI, at % 2 === 0 ? 2_000 : 4_000];
    return [155_000 + radius * Math.cos(angle), 463_000 + radius * Math.sin(angle)];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}

/** A line of this many positions that are off by up to 20 m. */
function noise(positions: number, next: () => number): Geometry {
  return { type: 'LineString', coordinates: Array.from({ length: positions }, (_, at): Position => [150_000 + at * 5 + next() * 20, 450_000 + next() * 20]) };
}

test('OPEN-contour-area: for 500 points, lines and polygons never smaller than the exact area, at most 0.3 % larger, and nothing of it is missing', async () => {
  const spatial = await provideSpatial({ cacheFolder: CACHE_FOLDER, log: console.info });
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`LOAD '${spatial}'`);
  const source = numbers(32);
  const next = (): number => source.next().value;
  const seen = { smallest: Infinity, largest: 0, missing: 0 };
  for (let turn = 0; turn < 100; turn += 1) {
    const metres = [0.5, 5, 45, 150, 1_500][turn % 5]!;
    for (const geometry of shapesOf(metres * [0.1, 2, 20][turn % 3]!, next)) {
      const given = flatten(geometry) as Vertices;
      const prepared = await connection.prepare(QUESTION);
      prepared.bindBlob(1, blobValue(toWkb(given)).bytes);
      prepared.bindDouble(2, metres);
      prepared.bindBlob(3, blobValue(toWkb(areaWithin(metres, [given]))).bytes);
      const [[ratio, missing, isValid]] = (await prepared.runAndReadAll()).getRows() as [[number, number, boolean]];
      expect([geometry.type, isValid]).toEqual([geometry.type, true]);
      seen.smallest = Math.min(seen.smallest, ratio);
      seen.largest = Math.max(seen.largest, ratio);
      seen.missing = Math.max(seen.missing, missing);
    }
  }
  // Jagged outlines of which the exact area would take minutes: it is a little larger, and nothing of it is missing.
  for (const [geometry, metres] of [[jagged(3_000), 50], [jagged(3_000), 900], [noise(1_500, next), 200]] as const) {
    const given = flatten(geometry) as Vertices;
    const prepared = await connection.prepare(QUESTION.replace('512', '8'));
    prepared.bindBlob(1, blobValue(toWkb(given)).bytes);
    prepared.bindDouble(2, metres);
    prepared.bindBlob(3, blobValue(toWkb(areaWithin(metres, [given]))).bytes);
    const [[ratio, missing, isValid]] = (await prepared.runAndReadAll()).getRows() as [[number, number, boolean]];
    expect([isValid, missing < 1e-9, ratio >= 1, ratio < 1.5], String(ratio)).toEqual([true, true, true, true]);
  }
  connection.closeSync();
  instance.closeSync();
  expect(seen.smallest).toBeGreaterThanOrEqual(1);
  expect(seen.largest).toBeLessThanOrEqual(1.003);
  expect(seen.missing).toBeLessThan(1e-9);
  console.info(seen);
});
