/** Cold reads: other threads read data that is not in memory. The tests can block these reads, and count reads on the serving thread. */
import fs, { mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openEditions, type ReadOptions } from '../../publisher/read/editions-reader.ts';
import { openStore } from '../../publisher/store.ts';
import { publish } from '../../publisher/write/publish.ts';
import { CRSS } from '../../schemas/crs.ts';
import { building, createAll, day, request, state } from '../publisher/registry.ts';
import { started, type Client } from './harness.ts';
import { SOUND } from '../always-sound.ts';

/** `onThread`: number of reads on the serving thread, `bytes` their bytes, `slowMs` the time of each; `elsewhere` and `bytesElsewhere` of others. */
const readings = {
  /** Promise that reads on other threads wait for. */
  gate: undefined as Promise<void> | undefined,
  onThread: 0, bytes: 0, slowMs: 0, elsewhere: 0, bytesElsewhere: 0,
};

const real = { read: fs.read, readSync: fs.readSync };

function readGated(...given: Parameters<typeof fs.read>): void {
  readings.elsewhere += 1;
  readings.bytesElsewhere += (given[1] as unknown as Uint8Array).byteLength;
  if (readings.gate === undefined) real.read(...given);
  else void readings.gate.then(() => real.read(...given));
}

function readCounted(...given: Parameters<typeof fs.readSync>): number {
  readings.onThread += 1;
  if (readings.slowMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, readings.slowMs);
  const count = real.readSync(...given);
  readings.bytes += count;
  return count;
}

const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
const RD = encodeURIComponent(CRSS['28992'].uri);
const BUILDINGS = 1_500;
const ENOUGH = 64 * 1024 * 1024;
const AREA = encodeURIComponent('S_INTERSECTS(geometrie,POLYGON((99000 439000,112000 439000,104000 455000,99000 439000)))');
/** Filter for names that no building has, but that the ranges of pages may include. */
const between = (number: number): string => `filter=${encodeURIComponent(`bronhouder > 'Huis ${number}' AND bronhouder < 'Huis ${number + 1}'`)}`;
const QUESTIONS = [
  ITEMS, `${ITEMS}?limit=1000&offset=300`, `${ITEMS}?limit=1000&crs=${RD}`, `${ITEMS}/b700`, `${ITEMS}/b701?crs=${RD}`, `${ITEMS}/nothing`,
  `${ITEMS}?bbox=101010,440010,107005,446005&bbox-crs=${RD}&limit=500`, '/v1/kwetsbare-gebouwen/b12', '/v1/kwetsbare-gebouwen?paginaGrootte=900', '/v1/collections',
  `${ITEMS}?sorteer=-populatie,naam&limit=200`, `${ITEMS}?populatie=3`, `${ITEMS}?zoek=huis*`, `${ITEMS}?geldigOp=2026-02-01&limit=500`,
  `${ITEMS}?filter=${AREA}&filter-crs=${RD}&limit=400`, `${ITEMS}?datetime=2026-02-03T00:00:00Z/..`,
];

let folder: string;

beforeAll(() => {
  Object.assign(fs, { read: readGated, readSync: readCounted });
  syncBuiltinESMExports();
  folder = mkdtempSync(join(tmpdir(), 'ev-cold-'));
  const roots = Array.from({ length: BUILDINGS }, (_, at) => {
    const input = building(`b${at}`, { x: 100_000 + (at % 40) * 300, y: 440_000 + Math.floor(at / 40) * 300, size: 20, name: `Huis ${at % 9}` });
    const until = at % 10 === 0 ? { until: 50 } : {};
    return state('KwetsbaarGebouw', `b${at}`, [{ ...input, ...until, document: { ...input.document, populatie: at % 7 } }]);
  });
  publish(request(createAll(roots), { moment: day(60) }), openStore(folder, SOUND), new Date(day(60)));
});
afterAll(() => {
  Object.assign(fs, real);
  syncBuiltinESMExports();
  rmSync(folder, { recursive: true });
});

/** Starts a server that has only opened its files. Its reads are slow from now on. */
async function coldServer(options: ReadOptions = {}): Promise<Client> {
  const editions = openEditions(folder, 'public', options);
  const server = await started({ editions });
  onTestFinished(async () => {
    await server.close();
    editions.close();
  });
  return server;
}

/** Blocks new reads until the returned function is called. */
function holdReadings(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  readings.gate = promise;
  onTestFinished(() => { readings.gate = undefined; });
  return resolve;
}

const body = async (server: Client, path: string): Promise<string> => (await server.ask(path)).text;

/** Returns the feature from a reader on its own thread. */
function featureOf(id: string): string | undefined {
  const editions = openEditions(folder, 'public');
  onTestFinished(() => editions.close());
  return editions.current()!.edition.feature('kwetsbare-gebouwen', id, 'CRS84')?.bytes.toString();
}

/** Drops the links, because a single feature has more of them than a feature in a list. */
function withoutLinks(feature: string | undefined): object {
  const { links: _, ...rest } = JSON.parse(feature!) as { links: unknown };
  return rest;
}

describe('a slow read', () => {
  test('delays only requests that need it', async () => {
    const server = await coldServer();
    const known = await body(server, `${ITEMS}/b700`);
    const release = holdReadings();
    let isAnswered = false;
    const slow = body(server, `${ITEMS}?limit=1000&crs=${RD}`).then((text) => {
      isAnswered = true;
      return text;
    });
    for (let n = 0; n < 20; n += 1) expect(await body(server, `${ITEMS}/b700`)).toBe(known);
    expect(isAnswered).toBe(false);
    release();
    expect(JSON.parse(await slow)).toMatchObject({ numberReturned: 1_000 });
  });

  test('gives all concurrent requests for the same data the right response', async () => {
    const server = await coldServer();
    const all = await Promise.all(Array.from({ length: 8 }, () => body(server, `${ITEMS}/b3`)));
    expect(new Set(all)).toEqual(new Set([await body(server, `${ITEMS}/b3`)]));
    expect(JSON.parse(all[0]!)).toMatchObject(withoutLinks(featureOf('b3')));
  });
});

test.each([
  { what: 'enough memory', cacheBytesMax: { scanned: ENOUGH, read: ENOUGH, rows: ENOUGH } }, { what: 'memory for next to nothing', cacheBytesMax: { scanned: 1, read: 1, rows: 1 } },
])('no question reads on the serving thread, and all have the same answer: $what', async ({ cacheBytesMax }) => {
  readings.onThread = 0;
  featureOf('b700');
  const reference = await coldServer();
  const expected: string[] = [];
  expect(readings.onThread, 'readings are counted').toBeGreaterThan(0);
  for (const path of QUESTIONS) expected.push(await body(reference, path));
  const server = await coldServer({ cacheBytesMax });
  readings.onThread = 0;
  const found = await Promise.all(QUESTIONS.map((path) => body(server, path)));
  expect(readings.onThread).toBe(0);
  const masked = (text: string): string => text.replaceAll(/urn:uuid:[\w-]+/g, '');
  expect(found.map(masked)).toEqual(expected.map(masked));
  expect(JSON.parse(found[3]!)).toMatchObject(withoutLinks(featureOf('b700')));
});

describe('data in the page cache of the operating system', () => {
  /** Starts a server that has read its packs ahead. */
  async function aheadServer(kept = 1): Promise<Client> {
    readings.elsewhere = 0;
    const server = await coldServer({ cacheBytesMax: { scanned: kept, read: kept, rows: kept }, readsAhead: true });
    // The last full piece of the pack, and a final empty one.
    await expect.poll(() => readings.elsewhere).toBeGreaterThanOrEqual(2);
    await new Promise((done) => { setTimeout(done, 20); });
    // The list waits for the extents, which come later.
    await body(server, '/v1/collections');
    return server;
  }

  test('is read on the serving thread, with the same responses', async () => {
    const reference = await coldServer();
    const server = await aheadServer();
    const masked = (text: string): string => text.replaceAll(/urn:uuid:[\w-]+/g, '');
    for (const path of QUESTIONS) {
      const expected = masked(await body(reference, path));
      readings.elsewhere = 0;
      for (const time of [1, 2, 3]) expect(masked(await body(server, path)), `${path}, time ${time}`).toBe(expected);
      expect(readings.elsewhere, path).toBe(0);
    }
  });

  test('one feature reads its row and no more of its block once the block is known to be sound', async () => {
    const server = await aheadServer(ENOUGH);
    const read = async (offset: number): Promise<number> => {
      readings.bytes = 0;
      await body(server, `${ITEMS}?limit=1&offset=${offset}&crs=${RD}`);
      return readings.bytes;
    };
    const [block, row] = [await read(0), await read(1)];
    expect(row).toBeGreaterThan(0);
    expect(row).toBeLessThan(block / 4);
  });

  test('is read on other threads again after a read waited for the disk', async () => {
    const server = await aheadServer();
    readings.slowMs = 6;
    const usage = process.resourceUsage();
    let fsRead = usage.fsRead;
    vi.spyOn(process, 'resourceUsage').mockImplementation(() => ({ ...usage, fsRead: fsRead += 8 }));
    const known = await body(server, `${ITEMS}/b702`);
    [readings.onThread, readings.slowMs] = [0, 0];
    expect(await body(server, `${ITEMS}/b702?crs=${RD}`)).not.toBe(known);
    expect(readings.onThread).toBe(0);
    vi.restoreAllMocks();
  });
});

/** Returns the number of pieces that a request reads. */
async function readingsFor(server: Client, path: string): Promise<number> {
  readings.elsewhere = 0;
  await body(server, path);
  return readings.elsewhere;
}

describe('the cache', () => {
  test.each([
    { what: 'columns', first: between(3), again: between(4) },
    { what: 'periods', first: `geldigOp=2026-02-01&${between(3)}`, again: `geldigOp=2026-02-02&${between(3)}` },
    { what: 'boxes', first: `bbox=106025,445425,106275,445690&bbox-crs=${RD}`, again: `bbox=106026,445425,106275,445690&bbox-crs=${RD}` },
  ])('rows that come and go do not push out $what, which a question looks through', async ({ first, again }) => {
    const server = await coldServer({ cacheBytesMax: { scanned: ENOUGH, read: 1, rows: 1 } });
    expect(await readingsFor(server, `${ITEMS}?${first}`)).toBeGreaterThan(0);
    expect(await readingsFor(server, `${ITEMS}?limit=1000&crs=${RD}`)).toBeGreaterThan(5);
    expect(await readingsFor(server, `${ITEMS}?${again}`)).toBe(0);
  });

  test('cached documents are served without reading their rows', async () => {
    const server = await coldServer({ cacheBytesMax: { scanned: ENOUGH, read: 1, rows: 1 } });
    const [path, again] = ['/v1/kwetsbare-gebouwen?paginaGrootte=900', '/v1/kwetsbare-gebouwen?paginaGrootte=899'];
    expect(await readingsFor(server, path)).toBeGreaterThan(5);
    expect(await readingsFor(server, again)).toBe(0);
  });
});

/** Returns the number of bytes that a request reads on a server that has read nothing before. */
async function coldBytesFor(path: string): Promise<number> {
  const server = await coldServer();
  readings.bytesElsewhere = 0;
  const reply = await server.ask(path);
  expect([reply.status, reply.text.match(/"entityType"/g)?.length], path).toEqual([200, 10]);
  return readings.bytesElsewhere;
}

describe('paging to the end', () => {
  /** Every tenth building has ended. */
  const [CURRENT, LAST] = [BUILDINGS * 0.9, BUILDINGS * 0.9 - 20];

  test.each([
    ['a list', `${ITEMS}?limit=10`, `offset=${LAST}`], ['a CRS', `${ITEMS}?limit=10&crs=${RD}`, `offset=${LAST}`], ['an order', `${ITEMS}?limit=10&sorteer=-populatie`, `offset=${LAST}`],
    ['a filter', `${ITEMS}?limit=10&populatie=3`, 'offset=170'], ['a box', `${ITEMS}?limit=10&bbox=3,48,8,55`, `offset=${LAST}`], ['words', `${ITEMS}?limit=10&zoek=huis*`, `offset=${LAST}`],
    ['a moment', `${ITEMS}?limit=10&geldigOp=2026-02-01`, `offset=${LAST}`], ['documents', '/v1/kwetsbare-gebouwen?paginaGrootte=10', `pagina=${LAST / 10 + 1}`],
  ])('reads at most twice the bytes of the first page: %s', async (_, first, last) => {
    expect(await coldBytesFor(`${first}&${last}`)).toBeLessThanOrEqual(2 * await coldBytesFor(first));
  });

  test('by cursor reads as much for each page as for the first', async () => {
    const server = await coldServer({ cacheBytesMax: { scanned: 1, read: 1, rows: 1 } });
    const bytes: number[] = [];
    for (let next: string | undefined = `${ITEMS}?limit=50`; next !== undefined;) {
      readings.bytesElsewhere = 0;
      const reply = (await server.ask(next)).json() as { readonly links: readonly { rel: string; href: string }[] };
      bytes.push(readings.bytesElsewhere);
      next = reply.links.find(({ rel }) => rel === 'next')?.href;
    }
    expect(bytes).toHaveLength(CURRENT / 50);
    expect(Math.max(...bytes)).toBeLessThanOrEqual(2 * bytes[0]!);
    readings.bytesElsewhere = 0;
    await body(server, `${ITEMS}?limit=${CURRENT}`);
    expect(readings.bytesElsewhere, 'the whole list').toBeGreaterThan(4 * bytes[0]!);
  });
});
