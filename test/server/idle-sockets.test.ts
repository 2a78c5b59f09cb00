/**
 * Idle sockets: a client that waits for the server stays connected, a client that keeps the server waiting does not. Node closes every
 * idle socket; the times here are shorter.
 */
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Editions } from '../../publisher/read/types.ts';
import type { Desk, DeskAnswer } from '../../schemas/desk.ts';
import { buildApp } from '../../server/app.ts';
import { serve } from '../../server/main.ts';
import { fakeDesk } from './fake-desk.ts';
import { aRegister, NOW } from './harness.ts';

const SILENT_MS = 100;
const ANSWER_MS = 400;
const REQUEST = 'GET /v1/collections HTTP/1.1\r\nHost: x\r\nAccept: application/json\r\n';

test('a response that takes longer than the idle timeout arrives', async () => {
  expect(await receivedText(await slowServer(), `${REQUEST}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /);
});

test.each([
  ['nothing', ''],
  ['half a request', REQUEST],
])('who sends %s is cut', { timeout: 30_000 }, async (_, bytes) => {
  expect(await receivedText(await slowServer(), bytes)).toBe('');
});

const TOKEN = { organisation: 'KVK:12345678', tokenEnd: '01234567', holders: ['AB12'], roles: ['writer'] } as const;
const head = (path: string, length: string): string => (
  `POST /v1/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nContent-Type: application/json\r\n${length}\r\n\r\n`
);

test.each([
  ['a delivery of known length', head('indieningen', 'Content-Length: 100'), '[1'], ['a delivery in chunks', head('indieningen', 'Transfer-Encoding: chunked'), '2\r\n[1\r\n'],
  ['a delivery of which nothing came', head('indieningen', 'Content-Length: 100'), ''], ['a small message', head('wegen', 'Content-Length: 100'), '{'],
  ['a question', head('_search', 'Content-Length: 100'), '{'], ['a message that is awaited', head('wegen', 'Content-Length: 100\r\nExpect: 100-continue'), ''],
])('%s that stalls hears 408 before the connection closes', async (_, start, body) => {
  const dropped: string[] = [];
  const answer = await receivedText(await slowServer({ desk: takingAll((reason) => { dropped.push(reason); }) }), start + body);
  expect(answer).toMatch(/(?:^|\r\n\r\n)HTTP\/1.1 408 /);
  expect(answer).toContain('/fouten/ev/TeLangzaam');
  expect(answer).toMatch(/^connection: close\r$/im);
  expect(dropped).toEqual(start.includes('indieningen') ? ['slow'] : []);
});

test('a message that stalls gets 408 also when the request times out before the socket', async () => {
  const port = await slowServer({ desk: takingAll(() => {}), silentMs: 60_000, requestMs: 300 });
  expect(await receivedText(port, `${head('wegen', 'Content-Length: 100')}{`)).toMatch(/^HTTP\/1.1 408 /);
});

test('a delivery that is refused while it stalls gets the reason', async () => {
  const desk = takingAll(() => {}, { kind: 'refused', findings: [] });
  expect(await receivedText(await slowServer({ desk }), `${head('indieningen', 'Content-Length: 100')}[1`)).toMatch(/^HTTP\/1.1 400 /);
});

/** Reads a delivery to its end; with an early response only its first piece. */
function takingAll(onDrop: (reason: string) => void, early?: DeskAnswer): Desk {
  return fakeDesk({
    async deliver(_, body) {
      try {
        for await (const { length } of body) if (early !== undefined && length > 0) return early;
      } catch (error) {
        onDrop((error as { reason: string }).reason);
        throw error;
      }
      throw new Error('it came whole');
    },
  });
}

interface SlowOptions {
  readonly desk?: Desk;
  readonly silentMs?: number;
  readonly requestMs?: number;
}

async function slowServer({ desk, silentMs = SILENT_MS, requestMs }: SlowOptions = {}): Promise<number> {
  const editions = Object.assign(aRegister(), {
    whenRead: async (work: () => unknown) => {
      await wait(ANSWER_MS);
      return await work();
    },
  }) as Editions;
  const app = buildApp({ editions, desk: desk ?? null, baseUrl: 'https://voorbeeld.nl/v1', profile: 'demo', credentials: () => TOKEN, clock: () => NOW });
  app.server.setTimeout(silentMs);
  // Without Node's other limits an idle socket stays open until the test times out.
  Object.assign(app.server, { headersTimeout: 0, requestTimeout: requestMs ?? 0, keepAliveTimeout: 0 });
  const serving = await serve({ app, port: 0, host: '127.0.0.1' });
  onTestFinished(() => serving.close());
  return serving.port;
}

/** Returns all bytes until the server closes the connection. */
function receivedText(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => { if (bytes !== '') socket.write(bytes); });
    socket.on('data', (chunk) => { text += chunk.toString(); });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}
