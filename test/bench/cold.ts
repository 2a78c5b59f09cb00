/**
 * Cold: the cost of a request for an object, box or value that was not requested lately, as a multiple of the same request repeated in the
 * same run. The files are in the operating system's memory and the server has read them through. Also the memory of the server (PSS, so
 * Linux only) before and after that load, and two figures that depend on the machine, with those of plain `node:http` for as many bytes
 * beside them: the cost of `/collections`, and the time within which 99 of 100 random features are answered.
 *
 * As a program: `node cold.ts [OBJECTS]`. Needs 9 kB an object in the folder for temporary files.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { buildingAt, ITEMS, placeOf, publishAsked, RD, type AskedEdition } from './asked-edition.ts';
import { cpuMicroseconds, measure, pssMegabytes, startServer, stopServer, type Served } from './load.ts';
import { givenNumber, printRows, type Row } from './table.ts';

const ROUNDS = 5;
const DOCUMENTS = '/v1/kwetsbare-gebouwen';
const VALUES = 900;

interface Case {
  readonly what: string;
  /** Bound as a multiple of the hot cost, with 100,000 objects and with 1,000,000. */
  readonly bars: readonly [number, number];
  readonly requests: number;
  readonly headers?: Record<string, string>;
  readonly at: (n: number) => string;
}

const idOf = (n: number): string => encodeURIComponent(buildingAt(n)['id'] as string);
const CITY = (n: number): string => `${boxAround(n, 5_000)}&limit=100`;

const CASES: readonly Case[] = [
  { what: 'random feature', bars: [1.4, 1.8], requests: 3_000, at: (n) => `${ITEMS}/${idOf(n)}` },
  { what: 'random document of a building', bars: [1.4, 1.8], requests: 3_000, at: (n) => `${DOCUMENTS}/${idOf(n)}` },
  { what: 'random box of 2 km', bars: [2, 2.5], requests: 3_000, at: (n) => boxAround(n, 1_000) },
  { what: 'random box of 10 km, 100 a page', bars: [1.6, 2], requests: 1_000, at: CITY },
  { what: 'random box of 10 km, 100 a page, gzip', bars: [3, 4], requests: 1_000, headers: { 'accept-encoding': 'gzip' }, at: CITY },
  { what: `equality with ${VALUES} values in turn`, bars: [2, 3], requests: VALUES, at: (n) => `${ITEMS}?populatie=${n % VALUES}` },
];

export async function coldRows(edition: AskedEdition): Promise<readonly Row[]> {
  process.stderr.write(`what nobody asked lately, of ${edition.objects}\n`);
  const served = await startServer(join(import.meta.dirname, 'our-server.ts'), [edition.folder]);
  const plain = await startServer(join(import.meta.dirname, 'baseline-server.ts'), []);
  try {
    await measure(served, [ITEMS], { requests: 1, status: 200 });
    await untilIdle(served);
    const atStart = await pssMegabytes(served);
    const isLarge = edition.objects > 100_000;
    const rows: Row[] = [];
    for (const one of CASES) rows.push(await rowOf(one, { served, edition, isLarge }));
    rows.push(await collectionsRow(served, plain), await latencyRow(edition, isLarge, { served, plain }));
    const after = await pssMegabytes(served);
    return [...rows, {
      what: `memory (PSS) after that load of ${edition.objects}`, ours: `${after} MB`,
      beside: '', ratio: '', bar: { value: after, atMost: isLarge ? 500 : 400, unit: ' MB' },
    }, {
      what: `memory (PSS) at start, of ${edition.objects}`, ours: `${atStart} MB`, beside: '', ratio: '', bar: { value: atStart, atMost: isLarge ? 350 : 300, unit: ' MB' },
    }];
  } finally {
    await stopServer(served);
    await stopServer(plain);
  }
}

/** Waits until the server rests: at its start it reads packs through. */
async function untilIdle(served: Served): Promise<void> {
  for (let busy = true; busy;) {
    const before = await cpuMicroseconds(served);
    await setTimeout(1_000);
    busy = await cpuMicroseconds(served) - before > 20_000;
  }
}

function boxAround(n: number, reach: number): string {
  const [x, y] = placeOf(n);
  return `${ITEMS}?bbox=${x - reach},${y - reach},${x + reach},${y + reach}&bbox-crs=${RD}`;
}

/** Object `n` of a walk through all of them without a pattern. */
function spread(n: number, { objects }: AskedEdition): number {
  return n * 15_485_863 % objects;
}

async function rowOf({ what, bars, requests, headers, at }: Case, { served, edition, isLarge }: {
  served: Served; edition: AskedEdition; isLarge: boolean;
}): Promise<Row> {
  const options = { requests, status: 200, ...headers === undefined ? {} : { headers } };
  const cost = async (paths: readonly string[]): Promise<number> => (await measure(served, paths, options)).cpuMicroseconds;
  const hot = [at(spread(1, edition))];
  const costs: { readonly cold: number; readonly hot: number }[] = [];
  // The first round warms up the code.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const paths = Array.from({ length: requests }, (_, n) => at(spread(2 + round * requests + n, edition)));
    costs.push({ cold: await cost(paths), hot: await cost(hot) });
  }
  const middle = costs.slice(1).sort((one, other) => one.cold / one.hot - other.cold / other.hot)[ROUNDS >> 1]!;
  return {
    what: `${what} of ${edition.objects}`, ours: `${Math.round(middle.cold)} µs CPU`,
    beside: `the same one: ${Math.round(middle.hot)} µs`, ratio: `${(middle.cold / middle.hot).toFixed(2)}× the cost`,
    bar: { value: middle.cold / middle.hot, atMost: bars[isLarge ? 1 : 0], unit: '×' },
  };
}

async function collectionsRow(served: Served, plain: Served): Promise<Row> {
  const options = { requests: 2_000, status: 200 };
  const { bytes } = await measure(served, ['/v1/collections'], options);
  const same = [`/${Math.round(bytes)}`];
  await measure(plain, same, options);
  const { cpuMicroseconds } = await measure(served, ['/v1/collections'], options);
  const beside = await measure(plain, same, options);
  return {
    what: `\`/collections\` (${Math.round(bytes)} bytes)`, ours: `${Math.round(cpuMicroseconds)} µs CPU`,
    beside: `plain: ${Math.round(beside.cpuMicroseconds)} µs`, ratio: (beside.cpuMicroseconds / cpuMicroseconds).toFixed(2),
    bar: { value: cpuMicroseconds, atMost: 50, unit: ' µs' },
  };
}

async function latencyRow(edition: AskedEdition, isLarge: boolean, { served, plain }: { served: Served; plain: Served }): Promise<Row> {
  const paths = Array.from({ length: 10_000 }, (_, n) => `${ITEMS}/${idOf(spread(40_000 + n, edition))}`);
  const { p99Ms, bytes } = await measure(served, paths, { requests: paths.length, status: 200 });
  const beside = await measure(plain, [`/${Math.round(bytes)}`], { requests: paths.length, status: 200 });
  return {
    what: `99 of 100 random features of ${edition.objects} within`, ours: `${p99Ms.toFixed(1)} ms`,
    beside: `plain: ${beside.p99Ms.toFixed(1)} ms`, ratio: `${(p99Ms / beside.p99Ms).toFixed(1)}× the time`,
    bar: { value: p99Ms, atMost: isLarge ? 5 : 3, unit: ' ms' },
  };
}

async function ofNewEdition(objects: number): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'ev-bench-'));
  try {
    return await coldRows(publishAsked(objects, folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) await printRows(() => ofNewEdition(givenNumber(100_000)));
