/**
 * Serving: CPU time per request of our server as a ratio to plain `node:http` sending one ready Buffer of the same size, in alternating
 * rounds of one run. 1.00 is as cheap as that. A packed page is compared with the same page as it is.
 */
import { join } from 'node:path';
import { measure, startServer, stopServer, type Measured, type Served } from './load.ts';
import type { Row } from './table.ts';

const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
const RD = 'http://www.opengis.net/def/crs/EPSG/9.9.1/28992';
const ROUNDS = 5;
const BOXES = 64;
const PAGES = 64;

interface Case {
  readonly name: string;
  readonly paths: readonly string[];
  readonly requests: number;
  readonly headers?: Record<string, string>;
  readonly status: number;
}

/** `folder`: the edition of edition.ts. */
export async function servingRows(folder: string): Promise<readonly Row[]> {
  process.stderr.write('serving\n');
  const ours = await startServer(join(import.meta.dirname, 'our-server.ts'), [folder]);
  const counting = await startServer(join(import.meta.dirname, 'our-server.ts'), [folder, 'counting']);
  const plain = await startServer(join(import.meta.dirname, 'baseline-server.ts'), []);
  try {
    const rows: Row[] = [];
    for (const one of await casesOf(ours)) rows.push(await compare(one, { ours, plain }));
    return [...rows, await packedRow(ours), await countedRow(counting, ours)];
  } finally {
    await stopServer(ours);
    await stopServer(counting);
    await stopServer(plain);
  }
}

async function casesOf({ base }: Served): Promise<readonly Case[]> {
  const first = await fetch(`${base}${ITEMS}`, { headers: { 'accept-encoding': 'identity' } });
  const etag = first.headers.get('etag') ?? '';
  const { features } = await first.json() as { features: { id: string }[] };
  const items = features.map(({ id }) => `${ITEMS}/${encodeURIComponent(id)}`);
  return [
    { name: 'first page of 10', paths: [ITEMS], requests: 6_000, status: 200 },
    { name: 'page of 1,000', paths: [`${ITEMS}?limit=1000`], requests: 300, status: 200 },
    { name: 'box page of 10, 2 km in RD', paths: await boxes(base), requests: 6_000, status: 200 },
    { name: '304', paths: [ITEMS], requests: 10_000, headers: { 'if-none-match': etag }, status: 304 },
    { name: 'one item', paths: items, requests: 10_000, status: 200 },
  ];
}

/** Windows of 2 km around buildings spread evenly through the collection, always the same. */
async function boxes(base: string): Promise<readonly string[]> {
  return await Promise.all(Array.from({ length: BOXES }, async (_, n) => {
    const response = await fetch(`${base}${ITEMS}?limit=1&offset=${n * 1_501}&crs=${RD}`);
    const { features: [building] } = await response.json() as { features: { geometry: { coordinates: [number, number][][] } }[] };
    const [x, y] = building?.geometry.coordinates[0]?.[0] ?? [155_000, 463_000];
    return `${ITEMS}?bbox=${x - 1_000},${y - 1_000},${x + 1_000},${y + 1_000}&bbox-crs=${RD}`;
  }));
}

async function compare(asked: Case, { ours, plain }: { ours: Served; plain: Served }): Promise<Row> {
  const warm = await measure(ours, asked.paths, { ...asked, requests: Math.ceil(asked.requests / 4) });
  const same = asked.status === 304 ? '/304' : `/${Math.round(warm.bytes)}`;
  const plainCase = { requests: asked.requests, status: asked.status };
  await measure(plain, [same], plainCase);
  const middle = await middleRound({ ours: () => measure(ours, asked.paths, asked), plain: () => measure(plain, [same], plainCase) });
  return {
    what: `${asked.name} (${Math.round(warm.bytes)} bytes)`, ours: `${middle.ours.cpuMicroseconds.toFixed(0)} µs CPU`,
    beside: `plain: ${middle.plain.cpuMicroseconds.toFixed(0)} µs`, ratio: ratioOf(middle).toFixed(2),
  };
}

/** Pages of 100 that begin and end anywhere in a block, each asked packed and as it is. */
async function packedRow(ours: Served): Promise<Row> {
  const paths = Array.from({ length: PAGES }, (_, n) => `${ITEMS}?limit=100&offset=${n * 1_501 + 7}`);
  const asIs = { requests: 3_000, status: 200 };
  const packed = { ...asIs, headers: { 'accept-encoding': 'gzip' } };
  for (const warming of [asIs, packed]) await measure(ours, paths, { ...warming, requests: PAGES * 4 });
  const middle = await middleRound({ ours: () => measure(ours, paths, packed), plain: () => measure(ours, paths, asIs) });
  return {
    what: `page of 100 packed with gzip (${Math.round(middle.ours.bytes)} bytes)`, ours: `${middle.ours.cpuMicroseconds.toFixed(0)} µs CPU`,
    beside: `as it is (${Math.round(middle.plain.bytes)} bytes): ${middle.plain.cpuMicroseconds.toFixed(0)} µs`, ratio: ratioOf(middle).toFixed(2),
  };
}

/** A page by a server that counts the requests of each client and sends the headers of its quota, beside one that does not. */
export async function countedRow(counting: Served, uncounted: Served): Promise<Row> {
  const asked = { requests: 10_000, status: 200 };
  for (const warmed of [counting, uncounted]) await measure(warmed, [ITEMS], asked);
  const middle = await middleRound({ ours: () => measure(counting, [ITEMS], asked), plain: () => measure(uncounted, [ITEMS], asked) });
  return {
    what: 'first page of 10, its request counted', ours: `${middle.ours.cpuMicroseconds.toFixed(0)} µs CPU`,
    beside: `not counted: ${middle.plain.cpuMicroseconds.toFixed(0)} µs`, ratio: ratioOf(middle).toFixed(2),
  };
}

interface Round {
  readonly ours: Measured;
  readonly plain: Measured;
}

async function middleRound({ ours, plain }: { ours: () => Promise<Measured>; plain: () => Promise<Measured> }): Promise<Round> {
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push({ ours: await ours(), plain: await plain() });
  const middle = rounds.sort((a, b) => ratioOf(a) - ratioOf(b))[Math.floor(ROUNDS / 2)];
  if (middle === undefined) throw new Error('no round was run');
  return middle;
}

function ratioOf({ ours, plain }: Round): number {
  return plain.cpuMicroseconds / ours.cpuMicroseconds;
}
