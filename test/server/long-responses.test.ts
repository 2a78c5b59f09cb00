/** Long responses: made while they are sent, with the same bytes as when made at once. */
import { connect, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { LIMITS } from '../../schemas/limits.ts';
import { FakeEditions, fakeEdition, type FakeSeries } from './fake-editions.ts';
import { ACTIVATED, started, type Client } from './harness.ts';

const COUNT = 30;
const REQUESTS = 30;
/** A text that makes the whole list too long to be made at once. */
const TEXT = 'x'.repeat(Math.ceil(LIMITS.readyBytesMax / COUNT) + 1_000);
const ITEMS = `/v1/collections/kwetsbare-gebouwen/items?limit=${COUNT}`;
const LIST = `/v1/kwetsbare-gebouwen?paginaGrootte=${COUNT}`;

function longRegister(): { editions: FakeEditions; series: FakeSeries } {
  const editions = new FakeEditions();
  const features = Array.from({ length: COUNT }, (_, at) => ({ id: `g${at}`, at: [100_000 + at, 450_000] as const, properties: { bronhouder: `${at}`, bestemming: TEXT } }));
  editions.activate(fakeEdition(1, { 'kwetsbare-gebouwen': features }), ACTIVATED);
  return { editions, series: editions.current()!.edition.series.get('kwetsbare-gebouwen') as FakeSeries };
}

let client: Client;
let series: FakeSeries;
const faults: Error[] = [];

beforeAll(async () => {
  const register = longRegister();
  series = register.series;
  client = await started({ editions: register.editions, onFault: (error) => { faults.push(error); } });
});
afterAll(() => client.close());

test.each([
  ['features', ITEMS, {}], ['a box of features', `${ITEMS}&bbox=3,48,6,53`, {}], ['documents', LIST, {}],
  ['documents in HAL', LIST, { accept: 'application/hal+json' }],
])('%s: length, tag and bytes are known before the last chunk, and HEAD gives the same', async (_, path, headers) => {
  const made = series.chunks.made;
  const head = await client.ask(path, { method: 'HEAD', headers });
  expect(series.chunks.made, 'nothing is made for HEAD').toBe(made);
  const reply = await client.ask(path, { headers });
  expect(series.chunks.made - made).toBe(COUNT);
  expect([reply.status, head.status]).toEqual([200, 200]);
  expect(Number(reply.headers['content-length'])).toBe(reply.body.length);
  expect([head.headers.etag, head.headers['content-length']]).toEqual([reply.headers.etag, reply.headers['content-length']]);
  expect(listed(reply.json())).toEqual(Array.from({ length: COUNT }, (__, at) => `g${at}`));
  const again = await client.ask(path, { headers: { ...headers, 'if-none-match': reply.headers.etag! } });
  expect([again.status, series.chunks.made - made]).toEqual([304, COUNT]);
});

test.each([['features', `${ITEMS}&fields=bronhouder`], ['documents', `${LIST}&fields=bronhouder`]])('%s with some fields come in chunks', async (_, path) => {
  const reply = await client.ask(path);
  expect([reply.status, reply.headers['content-length'], reply.headers['transfer-encoding']]).toEqual([200, undefined, 'chunked']);
  expect(reply.body.length).toBeLessThan(LIMITS.chunkBytes);
  expect(listed(reply.json())).toHaveLength(COUNT);
  expect(reply.text).toContain('"bronhouder":"29"');
  const head = await client.ask(path, { method: 'HEAD' });
  expect([head.status, head.headers.etag, head.body.length]).toEqual([200, reply.headers.etag, 0]);
});

test.each([['features', ITEMS], ['some fields', `${ITEMS}&fields=bronhouder`], ['documents', LIST]])('%s compressed with gzip are the same, with their own tag', async (_, path) => {
  const plain = await client.ask(path);
  const packed = await client.ask(path, { headers: { 'accept-encoding': 'gzip' } });
  expect([packed.headers['content-encoding'], packed.headers.etag]).toEqual(['gzip', plain.headers.etag!.replace(/"$/, '.gzip"')]);
  expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
  const again = await client.ask(path, { headers: { 'accept-encoding': 'gzip' } });
  expect(again.body.equals(packed.body)).toBe(true);
});

test('a web page is made of chunks too', async () => {
  const reply = await client.ask(ITEMS, { headers: { accept: 'text/html' } });
  expect([reply.status, reply.text.match(/<tr><td>/g)?.length]).toEqual([200, COUNT]);
});

test('HTTP/1.0 gets a body of unknown length until the connection closes', async () => {
  const receivedText = await client.raw(`GET ${ITEMS}&fields=bronhouder HTTP/1.0\r\nHost: x\r\n\r\n`);
  expect(receivedText).not.toMatch(/transfer-encoding/i);
  expect((JSON.parse(receivedText.slice(receivedText.indexOf('\r\n\r\n') + 4)) as { features: unknown[] }).features).toHaveLength(COUNT);
});

test('an unreadable first chunk gives a problem, a later one ends the connection', async () => {
  onTestFinished(() => { series.failsAt = Infinity; });
  series.failsAt = 0;
  expect((await client.ask(ITEMS)).status).toBe(500);
  series.failsAt = 3;
  await expect(client.ask(ITEMS)).rejects.toThrow(/aborted|hang up|ECONNRESET/);
  expect(faults.map(({ message }) => message)).toEqual(['a chunk cannot be read', 'a chunk cannot be read']);
});

test('a client that leaves stops the making of its response', async () => {
  const socket = await unread(client, `GET ${ITEMS} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(4));
  await expect.poll(() => series.chunks.begun - series.chunks.ended).toBe(1);
  socket.destroy();
  await expect.poll(() => series.chunks.begun - series.chunks.ended).toBe(0);
});

test('clients that leave before their response begins free its memory', async () => {
  const { editions, series: own } = longRegister();
  const answer = own.answer.bind(own) as (...asked: readonly unknown[]) => unknown;
  const left = Promise.withResolvers<void>();
  let asked = 0;
  Object.assign(own, {
    answer: async (...question: readonly unknown[]) => {
      asked += 1;
      await left.promise;
      return answer(...question);
    },
  });
  let bytes = 0;
  const answered: number[] = [];
  const crowd = await started({
    editions, onUnsentChange: (figures) => { ({ bytes } = figures); }, onRequestFinished: ({ status }) => { answered.push(status); },
  });
  const socket = await unread(crowd, `GET ${ITEMS} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await expect.poll(() => asked).toBe(1);
  socket.destroy();
  await expect.poll(() => answered).toEqual([499]);
  left.resolve();
  await expect.poll(() => own.chunks.begun - own.chunks.ended).toBe(0);
  await crowd.close();
  expect(bytes).toBe(0);
});

test('pipelined requests are handled one by one, as their responses are read', async () => {
  const { editions, series: own } = longRegister();
  const crowd = await started({ editions });
  onTestFinished(() => crowd.close());
  const socket = await unread(crowd, `GET ${ITEMS} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(REQUESTS));
  await expect.poll(() => own.chunks.begun).toBeGreaterThan(0);
  for (let round = 0; round < 20; round += 1) await crowd.ask('/v1/conformance');
  expect(own.chunks.begun - own.chunks.ended).toBeLessThanOrEqual(1);
  // Only as many as the system's buffers hold.
  expect(own.chunks.begun).toBeLessThan(REQUESTS / 2);
  let receivedText = '';
  socket.on('data', (chunk) => { receivedText += chunk.toString('latin1'); });
  socket.resume();
  socket.write('GET /v1/nergens HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await new Promise((resolve) => { socket.once('close', resolve); });
  expect(receivedText.match(/HTTP\/1\.1 \d+/g)).toEqual([...Array.from({ length: REQUESTS }, () => 'HTTP/1.1 200'), 'HTTP/1.1 404']);
  expect(own.chunks.begun).toBe(REQUESTS);
});

test('requests behind the response of a departed client do not delay a stop', async () => {
  const { editions, series: own } = longRegister();
  const crowd = await started({ editions, drainMs: 600_000 });
  const socket = await unread(crowd, `GET ${ITEMS} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(REQUESTS));
  await expect.poll(() => own.chunks.begun).toBeGreaterThan(0);
  socket.destroy();
  await crowd.close();
  expect(own.chunks.begun).toBe(own.chunks.ended);
});

/** Sends requests on a connection and reads no response. */
async function unread({ port }: Client, requests: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  await new Promise<void>((resolve) => { socket.once('connect', resolve); });
  socket.write(requests);
  return socket;
}

function listed(body: Readonly<Record<string, unknown>>): unknown[] {
  const items = (body['features'] ?? body['kwetsbareGebouwen'] ?? (body['_embedded'] as Record<string, unknown>)['kwetsbareGebouwen']) as { id: unknown }[];
  return items.map(({ id }) => id);
}
