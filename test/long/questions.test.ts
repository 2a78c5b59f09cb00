/**
 * Questions about places against GEOS (DuckDB's spatial extension): counts around points, lines and areas, within a distance or wholly inside,
 * and chains, on the features of the same edition as the service gives them. `EV_QUESTIONS`: how many, 600 by default.
 *
 * Distances are those of GEOS, by ST_ShortestLine: DuckDB's own ST_DWithin gives 0 for areas apart whose sides lie on one line.
 */
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { provideSpatial } from '../../pipelines/prepare/spatial-extension.ts';
import { CACHE_FOLDER } from '../pipelines/prepare/spatial-for-tests.ts';
import { building, createAll, location, pipeline, state } from '../publisher/registry.ts';
import { realServer, type RealServer } from '../server/real-server.ts';

const COUNT = Number(process.env['EV_QUESTIONS'] ?? 600);
const COLLECTIONS = ['kwetsbare-gebouwen', 'locatie-activiteiten', 'vulpunten', 'brand-aandachtsgebieden', 'pr-contouren', 'buisleiding-stelsels'];
const CONTOURS = ['brand-aandachtsgebieden', 'pr-contouren'];
const [WEST, SOUTH] = [150_000, 450_000];

let server: RealServer;
let instance: DuckDBInstance;
let connection: DuckDBConnection;

/** Returns a source of pseudo-random whole numbers below `max`. */
function numbers(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * max);
  };
}

/** Positions lie on a grid of 25 m, so that sides touch and distances are whole again and again. */
function positions(next: (max: number) => number): () => readonly [number, number] {
  return () => [WEST + next(120) * 25, SOUTH + next(120) * 25];
}

beforeAll(async () => {
  const next = numbers(7);
  const at = positions(next);
  const roots = [
    ...Array.from({ length: 150 }, (_, n) => {
      const [x, y] = at();
      return state('KwetsbaarGebouw', `b${n}`, [building(`b${n}`, { x, y, size: 5 + next(8) * 25, name: `Huis ${n}` })]);
    }),
    ...Array.from({ length: 60 }, (_, n) => {
      const [x, y] = at();
      return state('LocatieActiviteit', `l${n}`, [location(`l${n}`, { x, y, reference: { id: `v${n}` } })]);
    }),
    ...Array.from({ length: 10 }, (_, n) => {
      const [x, y] = at();
      return state('BuisleidingStelsel', `p${n}`, [pipeline(`p${n}`, { x, y, vertices: 2 + next(80) })]);
    }),
  ];
  server = await realServer({ on: 1, changes: createAll(roots) });
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
  await connection.run(`LOAD '${await provideSpatial({ cacheFolder: CACHE_FOLDER, log: console.info })}'`);
  await connection.run('CREATE TABLE objects (collection VARCHAR, id VARCHAR, shape GEOMETRY)');
  for (const collection of COLLECTIONS) {
    const { features } = (await server.ask(`/v1/collections/${collection}/items?limit=10000&crs=${CRSS['28992'].uri}`)).json() as unknown as { features: readonly { id: string; geometry: object | null }[] };
    expect([collection, features.length > 5]).toEqual([collection, true]);
    const rows = JSON.stringify(features.filter(({ geometry }) => geometry !== null).map(({ id, geometry }) => ({ id, geometry: JSON.stringify(geometry) })));
    const insert = await connection.prepare('INSERT INTO objects SELECT $1, row.id, ST_GeomFromGeoJSON(row.geometry) FROM (SELECT unnest(from_json($2, \'[{"id":"VARCHAR","geometry":"VARCHAR"}]\')) AS row)');
    insert.bindVarchar(1, collection);
    insert.bindVarchar(2, rows);
    await insert.run();
  }
});
afterAll(async () => {
  connection.closeSync();
  instance.closeSync();
  await server.close();
});

interface Question {
  readonly wkt: string;
  readonly radius: number | null;
  readonly relation: 'raakt' | 'binnen';
  /** Collections of the further steps. */
  readonly steps: readonly (readonly string[])[];
}

function questionFrom(next: (max: number) => number): Question {
  const at = positions(next);
  const [x, y] = at();
  const [width, height] = [25 + next(40) * 25, 25 + next(40) * 25];
  const wkt = [
    () => `POINT(${x} ${y})`, () => `LINESTRING(${x} ${y},${x + width} ${y - height},${x + 2 * width} ${y})`,
    () => `POLYGON((${x} ${y},${x + width} ${y},${x + width} ${y + height},${x} ${y + height},${x} ${y}))`,
    () => `POLYGON((${x} ${y},${x + width} ${y},${x} ${y + height},${x} ${y}))`,
    () => `MULTIPOLYGON(((${x} ${y},${x + 50} ${y},${x} ${y + 50},${x} ${y})),((${x + 500} ${y},${x + 900} ${y},${x + 500} ${y + 400},${x + 500} ${y})))`,
  ][next(5)]!();
  const steps = [[], [], [['kwetsbare-gebouwen']], [CONTOURS], [CONTOURS, ['kwetsbare-gebouwen', 'vulpunten']]][next(5)]!;
  const isArea = wkt.includes('POLYGON');
  const radius = next(2) === 0 ? next(41) * 25 : null;
  const relation = next(3) === 0 && (steps.length > 0 || isArea && radius === null) ? 'binnen' : 'raakt';
  return { wkt, radius, relation, steps };
}

interface Answer { readonly aantallen: Readonly<Record<string, number>>; readonly keten?: readonly { readonly aantallen: Readonly<Record<string, number>> }[] }

/** Undefined: the chain is refused, because a step starts from too many objects. */
async function ours({ wkt, radius, relation, steps }: Question): Promise<readonly Readonly<Record<string, number>>[] | undefined> {
  const query = new URLSearchParams({ plaats: wkt, collecties: COLLECTIONS.join(','), toon: 'aantallen', relatie: relation });
  if (radius !== null) query.set('straal', String(radius));
  steps.forEach((step, at) => query.set(['dan', 'daarna'][at]!, step.join(',')));
  const reply = await server.ask(`/v1/omgeving?${query.toString()}`);
  if (reply.status === 400 && /hoogstens 200/.test(reply.text)) return undefined;
  expect([wkt, radius, relation, steps, reply.status, reply.status === 200 ? '' : reply.text]).toEqual([wkt, radius, relation, steps, 200, '']);
  const { aantallen, keten = [] } = reply.json() as unknown as Answer;
  return [aantallen, ...keten.map((step) => step.aantallen)];
}

/** The same counts by SQL: each step joins with the one before. */
async function theirs({ wkt, radius, relation, steps }: Question): Promise<readonly Readonly<Record<string, number>>[]> {
  const relationOf = (isLast: boolean): string => (isLast && relation === 'binnen' ? 'ST_Within' : 'ST_Intersects');
  const first = radius === null ? `${relationOf(steps.length === 0)}(shape, ST_GeomFromText('${wkt}'))` : `ST_Length(ST_ShortestLine(shape, ST_GeomFromText('${wkt}'))) <= ${radius}`;
  const tables = [`s0 AS (SELECT * FROM objects WHERE ${first})`];
  steps.forEach((step, at) => tables.push(
    `s${at + 1} AS (SELECT * FROM objects AS o WHERE o.collection IN (${step.map((name) => `'${name}'`).join(',')})
      AND EXISTS (SELECT 1 FROM s${at} AS p WHERE ${relationOf(at === steps.length - 1)}(o.shape, p.shape)))`,
  ));
  const counts = tables.map((_, at) => `SELECT ${at} AS step, collection, count(*)::INTEGER AS number FROM s${at} GROUP BY ALL`).join(' UNION ALL ');
  const rows = (await connection.runAndReadAll(`WITH ${tables.join(', ')} ${counts}`)).getRows() as [number, string, number][];
  return [COLLECTIONS, ...steps].map((collections, at) => Object.fromEntries(
    collections.map((name) => [name, rows.find(([step, collection]) => step === at && collection === name)?.[2] ?? 0]),
  ));
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

test(`each of ${COUNT} questions has the counts of GEOS`, { timeout: 3_600_000 }, async () => {
  const next = numbers(42);
  const seen = { matched: 0, empty: 0, chained: 0 };
  for (let number = 0; number < COUNT; number += 1) {
    const question = questionFrom(next);
    const [found, wanted] = await Promise.all([ours(question), theirs(question)]);
    if (found === undefined) {
      expect([number, question, wanted.slice(0, -1).some((counts) => sumOf(counts) > LIMITS.surroundingsMax)]).toEqual([number, question, true]);
      continue;
    }
    expect([number, question, found]).toEqual([number, question, wanted]);
    const last = sumOf(found.at(-1)!);
    seen[last === 0 ? 'empty' : found.length > 1 ? 'chained' : 'matched'] += 1;
  }
  for (const [kind, count] of Object.entries(seen)) expect([kind, count > COUNT / 20]).toEqual([kind, true]);
});
