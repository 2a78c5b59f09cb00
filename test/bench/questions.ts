/**
 * Questions: CPU time of what readers ask of our server over HTTP, beside the same question prepared in DuckDB on Parquet of the same
 * columns, in this process and without HTTP; the numbers of both are compared first. Every request asks for other values, so nothing is
 * answered from an answer given before; columns and Parquet's pages are warm in both.
 *
 * As a program: `node questions.ts [OBJECTS]`; growth is against a tenth of them. Needs DuckDB's spatial extension, and 9 kB an object in the
 * folder for temporary files.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { DuckDBValue } from '@duckdb/node-api';
import { periodOfDay } from '../../schemas/time.ts';
import { buildingAt, ITEMS, PEOPLE_MAX, placeOf, publishAsked, RD, type AskedEdition } from './asked-edition.ts';
import { badInputRows } from './bad-input.ts';
import { openTables, type Matches, type Sql, type Tables } from './duckdb.ts';
import { coldRows } from './cold.ts';
import { growthRows } from './growth.ts';
import { longestTurnMs, measure, startServer, stopServer, type Served } from './load.ts';
import { pageRows } from './pages.ts';
import { givenNumber, printRows, type Row } from './table.ts';

const ROUNDS = 3;
const COMPARED = 20;
const TURNS = 5;
/** Values behind all that are asked before. */
const FRESH = 10_000;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse('2016-01-01T00:00:00Z');

/** One query, with other values for each `n`: as a request, and as values for `sql`. */
interface QueryRow {
  readonly what: string;
  /** So many times quicker than DuckDB. */
  readonly atLeast: number;
  readonly sql: Sql;
  readonly requests: number;
  readonly at: (n: number, objects: number) => { readonly query: string; readonly values: readonly DuckDBValue[] };
}

const QUESTIONS: readonly QueryRow[] = [
  {
    what: 'equality with few matches', atLeast: 10, sql: { from: 'now', where: 'idPandBAG = ?' }, requests: 60,
    at: (n, objects) => {
      const id = buildingAt(n * 7_919 % objects)['idPandBAG'] as string;
      return { query: `idPandBAG=${id}`, values: [id] };
    },
  },
  {
    what: 'equality with 30 % of all, and people above a number', atLeast: 2, sql: { from: 'now', where: 'bronhouder = ? AND populatie > ?' }, requests: 30,
    at: (n) => {
      const municipality = ['Noord', 'Zuid', 'Oost'][n % 3]!;
      return { query: `bronhouder=${municipality}&filter=${encodeURIComponent(`populatie > ${-1 - n}`)}`, values: [municipality, -1 - n] };
    },
  },
  {
    what: 'filter and a box of 20 km', atLeast: 3, requests: 40,
    sql: {
      from: 'now', where: `populatie > $1 AND x0 <= $4 AND x1 >= $2 AND y0 <= $5 AND y1 >= $3
        AND (x0 >= $2 AND x1 <= $4 AND y0 >= $3 AND y1 <= $5 OR ST_Intersects(ST_GeomFromWKB(geometry), ST_MakeEnvelope($2, $3, $4, $5)))`,
    },
    at: (n, objects) => {
      const [x, y] = placeOf(n * 7_919 % objects);
      const box = [x - 10_000, y - 10_000, x + 10_000, y + 10_000];
      const people = n * 31 % PEOPLE_MAX;
      return { query: `filter=${encodeURIComponent(`populatie > ${people}`)}&bbox=${box.join(',')}&bbox-crs=${RD}`, values: [people, ...box] };
    },
  },
  {
    what: 'sorteer of all above a number', atLeast: 1, sql: { from: 'now', where: 'populatie > ?', order: 'populatie DESC, rank' }, requests: 20,
    at: (n) => ({ query: `sorteer=-populatie&filter=${encodeURIComponent(`populatie > ${-1 - n}`)}`, values: [-1 - n] }),
  },
  {
    what: 'geldigOp in the past', atLeast: 2, sql: { from: 'all', where: 'begin <= $1 AND (until IS NULL OR until > $1)' }, requests: 30,
    at: (n) => {
      const day = dayOf(n);
      return { query: `geldigOp=${day}`, values: [BigInt(periodOfDay(day)!.until - 1)] };
    },
  },
];

function dayOf(n: number): string {
  return new Date(FIRST_DAY + n * 7 % 3_650 * DAY_MS).toISOString().slice(0, 10);
}

export async function questionRows(objects: number): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'ev-bench-'));
  try {
    const [large, small] = [objects, Math.ceil(objects / 10)].map((count) => {
      const own = join(folder, String(count));
      mkdirSync(own);
      return publishAsked(count, own);
    }) as [AskedEdition, AskedEdition];
    return [...await askedRows(large), ...await growthRows(large, small), ...await coldRows(small), ...await coldRows(large)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function askedRows(edition: AskedEdition): Promise<readonly Row[]> {
  const served = await startServer(join(import.meta.dirname, 'our-server.ts'), [edition.folder]);
  const tables = await openTables(edition);
  try {
    const rows: Row[] = [];
    for (const question of QUESTIONS) rows.push(await compared(question, { served, tables, objects: edition.objects }));
    return [...rows, ...await pageRows(served, edition.objects), await turnRow(served, edition.objects), ...await badInputRows(edition)];
  } finally {
    tables.close();
    await stopServer(served);
  }
}

interface Sides {
  readonly served: Served;
  readonly tables: Tables;
  readonly objects: number;
}

async function compared({ what, atLeast, sql, requests, at }: QueryRow, { served, tables, objects }: Sides): Promise<Row> {
  process.stderr.write(`${what}\n`);
  const ask = await tables.prepare(sql);
  const path = (n: number): string => `${ITEMS}?${at(n, objects).query}&crs=${RD}`;
  let next = 0;
  let matched = 0;
  for (; next < COMPARED; next += 1) {
    const found = await ask(at(next, objects).values);
    const ours = await foundAt(served.base + path(next));
    if (!isDeepStrictEqual(ours, found)) throw new Error(`${path(next)} gives ${JSON.stringify(ours)}, DuckDB ${JSON.stringify(found)}`);
    matched += found.matched / COMPARED;
  }
  const costs: { readonly ours: number; readonly duckdb: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1, next += requests) {
    const paths = Array.from({ length: requests }, (_, index) => path(next + index));
    const { cpuMicroseconds } = await measure(served, paths, { requests, status: 200, connections: 1 });
    const values = Array.from({ length: requests }, (_, index) => at(next + index, objects).values);
    const before = process.cpuUsage();
    for (const some of values) await ask(some);
    const { user, system } = process.cpuUsage(before);
    costs.push({ ours: cpuMicroseconds, duckdb: (user + system) / requests });
  }
  const { ours, duckdb } = costs.sort((one, other) => one.duckdb / one.ours - other.duckdb / other.ours)[ROUNDS >> 1]!;
  return {
    what: `${what}: ${Math.round(matched)} of ${objects}, other values each time, columns warm`, ours: `${Math.round(ours)} µs CPU`,
    beside: `DuckDB on Parquet: ${Math.round(duckdb)} µs`, ratio: `${(duckdb / ours).toFixed(1)}×`, bar: { value: duckdb / ours, atLeast, unit: '×' },
  };
}

/** All queries, and a sort by a text that is unique per building, a search, and a large box. */
async function turnRow(served: Served, objects: number): Promise<Row> {
  process.stderr.write('turns\n');
  const more = (n: number): readonly (readonly [what: string, query: string])[] => [
    ['sorteer by a text', `sorteer=-idPandBAG&filter=${encodeURIComponent(`populatie > ${-1000 - n}`)}`],
    ['sorteer and geldigOp', `sorteer=bronhouder,-populatie&geldigOp=${dayOf(1_000 + n)}`],
    ['zoek', `zoek=*${n}*`],
    ['a box of the country', `bbox=0,300000,${280_000 - n},620000&bbox-crs=${RD}`],
  ];
  const asked = Array.from({ length: TURNS }, (_, n) => [
    ...QUESTIONS.map(({ what, at }) => [what, at(FRESH + n, objects).query] as const), ...more(n),
  ]).flat();
  let worst = { what: '', ms: 0 };
  for (const [what, query] of asked) {
    const ms = await longestTurnMs(served, () => foundAt(`${served.base}${ITEMS}?${query}`));
    if (ms > worst.ms) worst = { what, ms };
  }
  return {
    what: `longest that a question keeps the thread, the worst of ${asked.length}`,
    ours: `${worst.ms.toFixed(1)} ms CPU: ${worst.what}`, beside: '', ratio: '', bar: { value: worst.ms, atMost: 50, unit: ' ms' },
  };
}

async function foundAt(url: string): Promise<Matches> {
  const { numberMatched, features } = await (await fetch(url)).json() as { numberMatched: number; features: { id: string }[] };
  return { matched: numberMatched, ids: features.map(({ id }) => id) };
}

if (import.meta.main) await printRows(() => questionRows(givenNumber(100_000)));
