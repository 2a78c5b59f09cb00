/** Stopping: pending requests are answered, new ones get 503. */
import { expect, onTestFinished, test } from 'vitest';
import type { Editions } from '../../publisher/read/types.ts';
import type { FinishedRequest } from '../../server/connection/pending-requests.ts';
import { aRegister, started } from './harness.ts';

async function heldUp(drainMs = 60_000) {
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const editions = Object.assign(aRegister(), {
    whenRead: async (work: () => unknown) => {
      begun.resolve();
      await go.promise;
      return await work();
    },
  }) as Editions;
  const answered: FinishedRequest[] = [];
  const client = await started({ editions, drainMs, onRequestFinished: (one) => { answered.push(one); } });
  onTestFinished(() => client.close());
  return { ...client, closing: () => client.close(), answered, begun: begun.promise, go: () => go.resolve() };
}

test('while requests are pending others get 503 with Retry-After; then the server closes', async () => {
  const { ask, raw, closing, begun, go } = await heldUp();
  const first = raw('GET /v1/collections HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n');
  await begun;
  const closed = closing();
  const late = await ask('/v1/collections');
  expect([late.status, late.headers['content-type'], late.headers['retry-after'], late.headers.connection])
    .toEqual([503, 'application/problem+json', '5', 'close']);
  go();
  expect(await first).toMatch(/^HTTP\/1.1 200 OK\r\n(?:.+\r\n)*Connection: close\r\n(?:.+\r\n)*\r\n\{.*\}$/);
  await closed;
  await expect(ask('/v1/collections')).rejects.toThrow('ECONNREFUSED');
});

test('each finished request is reported, with method, route pattern, status and the id of its problem', async () => {
  const { ask, answered, go } = await heldUp();
  go();
  await ask('/v1/collections/kwetsbare-gebouwen/items');
  const { instance } = (await ask('/v1/niets', { method: 'POST' })).json();
  await expect.poll(() => answered.map(({ method, route, status }) => `${method} ${route} ${status}`)).toEqual([
    'GET /v1/collections/:collectionId/items 200', 'POST null 404',
  ]);
  expect(answered.every(({ seconds }) => seconds >= 0)).toBe(true);
  expect(answered.map(({ problem }) => problem)).toEqual([null, 'BestaatNiet']);
  expect(instance).toBe(`urn:uuid:${answered[1]?.id}`);
});

test('a request that outlasts the drain is disconnected, and the server closes', async () => {
  const { ask, closing, begun } = await heldUp(50);
  const first = ask('/v1/collections');
  await begun;
  const [closed, cut] = await Promise.allSettled([closing(), first]);
  expect([closed.status, cut]).toMatchObject(['fulfilled', { reason: { message: 'socket hang up' } }]);
});

test.each([
  ['half a head', 'GET /v1 HTTP/1.1\r\nHost: x\r\n'],
  ['half a body', 'POST /v1/_search HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'],
])('a client that sent %s and then nothing does not keep the server from closing', async (_, bytes) => {
  const client = await started({ editions: aRegister(), drainMs: 50 });
  const ended = client.raw(bytes).catch(() => 'cut');
  // A later connection is answered later, so the earlier bytes have arrived.
  await client.ask('/v1');
  await client.close();
  await ended;
});
