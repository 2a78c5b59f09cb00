/** The spatial functions of filters against GEOS (DuckDB's spatial extension). */
import { DuckDBInstance } from '@duckdb/node-api';
import Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js';
import GeometryFactory from 'jsts/org/locationtech/jts/geom/GeometryFactory.js';
import IsSimpleOp from 'jsts/org/locationtech/jts/operation/IsSimpleOp.js';
import { expect, test } from 'vitest';
import { defectOf } from '../../publisher/validity/explain.ts';
import type { SpatialRelation } from '../../publisher/read/series-query.ts';
import { QueryShape } from '../../publisher/read/rows/shape.ts';
import { provideSpatial } from '../../pipelines/prepare/spatial-extension.ts';
import { flatten } from '../../schemas/check/flatten.ts';
import type { Geometry, Position } from '../../schemas/geometry.ts';
import { CACHE_FOLDER } from '../pipelines/prepare/spatial-for-tests.ts';

const RELATIONS: readonly SpatialRelation[] = ['intersects', 'contains', 'within', 'touches', 'crosses', 'overlaps', 'equals'];

/** Returns a source of pseudo-random whole numbers below `max`. */
function numbers(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x7fffffff) * max);
  };
}

/** A geometry on a grid of so few points that geometries touch, share edges and are equal again and again. */
function geometryFrom(next: (max: number) => number): Geometry {
  const position = (): Position => [155_000 + next(6), 463_000 + next(6)];
  const positions = (count: number): readonly Position[] => Array.from({ length: count }, position);
  const ring = (): readonly Position[] => {
    const open = positions(3 + next(3));
    return [...open, open[0]!];
  };
  switch (next(6)) {
    case 0: return { type: 'Point', coordinates: position() };
    case 1: return { type: 'MultiPoint', coordinates: positions(1 + next(3)) };
    case 2: return { type: 'LineString', coordinates: positions(2 + next(3)) };
    case 3: return { type: 'MultiLineString', coordinates: [positions(2), positions(2)] };
    case 4: return { type: 'MultiPolygon', coordinates: [[ring()], [ring()]] };
    default: return { type: 'Polygon', coordinates: [ring()] };
  }
}

/** Whether lines do not cross themselves or one another: a crossing lies between the numbers of a grid, where JSTS rounds it (shape.ts). */
function isSimple(geometry: Geometry): boolean {
  const lines = geometry.type === 'LineString' ? [geometry.coordinates] : geometry.type === 'MultiLineString' ? geometry.coordinates : undefined;
  if (lines === undefined) return true;
  const made = lines.map((line) => factory.createLineString(line.map(([first, second]) => new Coordinate(first, second))) as unknown);
  return new IsSimpleOp(made.length === 1 ? made[0] : factory.createMultiLineString(made)).isSimple();
}

const factory = new GeometryFactory();

interface Made {
  readonly json: Geometry;
  readonly shape: QueryShape;
}

function validFrom(next: (max: number) => number): Made {
  for (;;) {
    const made = validOf(geometryFrom(next));
    if (made !== undefined && isSimple(made.json)) return made;
  }
}

function validOf(json: Geometry): Made | undefined {
  const flat = flatten(json);
  if (flat === undefined || defectOf(flat) !== undefined) return undefined;
  return { json, shape: new QueryShape({ crs: '28992', shape: flat.shape, numbers: flat.numbers }) };
}

/** One pair in ten is a line or area and its reverse, because two geometries of the grid are seldom equal by chance. */
function otherThan({ json }: Made, next: (max: number) => number): Made {
  if (next(10) > 0) return validFrom(next);
  const made = json.type === 'LineString' ? validOf({ ...json, coordinates: json.coordinates.toReversed() })
    : json.type === 'Polygon' ? validOf({ ...json, coordinates: json.coordinates.map((ring) => ring.toReversed()) }) : undefined;
  return made ?? validFrom(next);
}

test('each relation of 8,000 pairs that touch, are equal or collapse is that of GEOS', { timeout: 600_000 }, async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`LOAD '${await provideSpatial({ cacheFolder: CACHE_FOLDER, log: console.info })}'`);
  const asked = RELATIONS.map((relation) => `ST_${relation}(a, b)`).join(', ');
  const question = await connection.prepare(`
    SELECT ${asked} FROM (SELECT ST_GeomFromGeoJSON(one) AS a, ST_GeomFromGeoJSON(other) AS b FROM (
      SELECT unnest(from_json($1, '["VARCHAR"]')) AS one, unnest(from_json($2, '["VARCHAR"]')) AS other))`);
  const next = numbers(33);
  const seen = new Map<SpatialRelation, number>();
  for (let turn = 0; turn < 8; turn += 1) {
    const pairs = Array.from({ length: 1_000 }, () => {
      const one = validFrom(next);
      return [one, otherThan(one, next)] as const;
    });
    question.bindVarchar(1, JSON.stringify(pairs.map(([{ json }]) => JSON.stringify(json))));
    question.bindVarchar(2, JSON.stringify(pairs.map(([, { json }]) => JSON.stringify(json))));
    const rows = (await question.runAndReadAll()).getRows();
    expect(rows).toHaveLength(pairs.length);
    pairs.forEach(([one, other], at) => RELATIONS.forEach((relation, which) => {
      const wanted = rows[at]![which] === true;
      const found = other.shape.relates(relation, Buffer.from(JSON.stringify(one.json)));
      expect(JSON.stringify([relation, found, one.json, other.json])).toBe(JSON.stringify([relation, wanted, one.json, other.json]));
      expect(other.shape.relatesToQuery(relation, one.shape)).toBe(wanted);
      if (wanted) seen.set(relation, (seen.get(relation) ?? 0) + 1);
    }));
  }
  for (const relation of RELATIONS) expect([relation, (seen.get(relation) ?? 0) > 50]).toEqual([relation, true]);
  connection.closeSync();
  instance.closeSync();
});
