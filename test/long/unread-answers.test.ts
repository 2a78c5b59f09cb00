/**
 * Readers that ask for long answers and read nothing, on a register of 60,000 objects: the memory that they take is bounded, and others
 * are answered. No time is judged.
 */
import { readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishBuildings } from '../bench/edition.ts';
import { startServer, stopServer, type Served } from '../bench/load.ts';

const [OBJECTS, READERS, LISTS, GETS] = [60_000, 300, 64, 100];
const GROWTH_BYTES_MAX = 300 * 2 ** 20;
const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
const LIST = '/v1/kwetsbare-gebouwen?paginaGrootte=1000';

let folder: string;
let served: Served;
let idleBytes: number;

beforeAll(async () => {
  ({ folder } = await publishBuildings(OBJECTS));
  served = await startServer(join(import.meta.dirname, '..', 'bench', 'our-server.ts'), [folder]);
  for (let at = 0; at < GETS; at += 1) await fetch(`${served.base}${ITEMS}?limit=100&offset=${at * 500}`).then((reply) => reply.arrayBuffer());
  idleBytes = memoryBytes();
});
afterAll(async () => {
  await stopServer(served);
  rmSync(folder, { recursive: true });
});

test.each([
  ['features', `${ITEMS}?limit=10000`, ''],
  ['features of different pages', `${ITEMS}?limit=10000&offset={n}00`, ''],
  ['some fields', `${ITEMS}?limit=10000&fields=populatie`, ''],
  ['some fields, packed', `${ITEMS}?limit=10000&fields=populatie`, 'Accept-Encoding: gzip\r\n'],
  ['features that are made at once', `${ITEMS}?limit=1000&offset={n}00`, ''],
  ['pages for people', `${ITEMS}?limit=10000`, 'Accept: text/html\r\n'],
  ['documents', LIST, ''],
  ['documents in HAL with some fields', `${LIST}&fields=populatie&pagina={n}`, 'Accept: application/hal+json\r\n'],
])(`${READERS} readers that read nothing of %s keep to their memory`, async (_, path, headers) => {
  const readers = await Promise.all(Array.from({ length: READERS }, (__, at) => reader(path.replaceAll('{n}', String(at % 50 + 1)), headers)));
  let mostBytes = 0;
  for (let at = 0; at < GETS; at += 1) {
    const reply = await fetch(`${served.base}${ITEMS}?limit=1`);
    expect(reply.status).toBe(200);
    await reply.arrayBuffer();
    mostBytes = Math.max(mostBytes, memoryBytes());
  }
  for (const one of readers) one.destroy();
  expect((mostBytes - idleBytes) / 2 ** 20).toBeLessThan(GROWTH_BYTES_MAX / 2 ** 20);
});

test(`${LISTS} clients that ask for the longest list of all at once get it, and take no more memory than one limit`, async () => {
  let mostBytes = 0;
  const watch = setInterval(() => { mostBytes = Math.max(mostBytes, memoryBytes()); }, 20);
  const lengths = await Promise.all(Array.from({ length: LISTS }, async (_, at) => {
    const reply = await fetch(`${served.base}${ITEMS}?limit=1000000000&offset=${at}00`, { headers: { 'accept-encoding': 'identity' } });
    let bytes = 0;
    for await (const chunk of reply.body!) bytes += chunk.length;
    expect([reply.status, Number(reply.headers.get('content-length'))]).toEqual([200, bytes]);
    return bytes;
  })).finally(() => { clearInterval(watch); });
  expect(Math.min(...lengths) * LISTS, 'together they are longer than the memory').toBeGreaterThan(GROWTH_BYTES_MAX);
  expect((mostBytes - idleBytes) / 2 ** 20).toBeLessThan(GROWTH_BYTES_MAX / 2 ** 20);
});

/** A connection that asks some times over and reads nothing. */
async function reader(path: string, headers: string): Promise<Socket> {
  const { hostname, port } = new URL(served.base);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.pause();
  await new Promise<void>((resolve) => { socket.once('connect', resolve); });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`.repeat(8));
  return socket;
}

/** Resident memory of the server. */
function memoryBytes(): number {
  const [, kibibytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${served.child.pid}/status`, 'utf8'))!;
  return Number(kibibytes) * 1024;
}
