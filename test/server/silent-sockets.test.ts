/** Who waits for us is not cut, who keeps us waiting is. Node cuts every silent socket by itself; times here are shorter. */
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Editions } from '../../publisher/read/types.ts';
import { buildApp } from '../../server/app.ts';
import { serve } from '../../server/main.ts';
import { aRegister, NOW } from './harness.ts';

const SILENT_MS = 100;
const ANSWER_MS = 400;
const REQUEST = 'GET /v1/collections HTTP/1.1\r\nHost: x\r\nAccept: application/json\r\n';

test('an answer that takes longer than a socket may be silent arrives', async () => {
  expect(await heard(await slowServer(), `${REQUEST}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /);
});

test.each([
  ['nothing', ''],
  ['half a request', REQUEST],
])('who sends %s is cut', { timeout: 30_000 }, async (_, bytes) => {
  expect(await heard(await slowServer(), bytes)).toBe('');
});

async function slowServer(): Promise<number> {
  const editions = Object.assign(aRegister(), {
    whenRead: async (work: () => unknown) => {
      await wait(ANSWER_MS);
      return await work();
    },
  }) as Editions;
  const app = buildApp({ editions, desk: null, baseUrl: 'https://voorbeeld.nl/v1', profile: 'demo', tokens: () => undefined, clock: () => NOW });
  app.server.setTimeout(SILENT_MS);
  // Without the other limits of Node a socket that is not cut for its silence stays open, until the test times out.
  Object.assign(app.server, { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 });
  const serving = await serve({ app, port: 0, host: '127.0.0.1' });
  onTestFinished(() => serving.close());
  return serving.port;
}

/** Until the server closes. */
function heard(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => { if (bytes !== '') socket.write(bytes); });
    socket.on('data', (chunk) => { text += chunk.toString(); });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}
