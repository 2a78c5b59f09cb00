/** Overload: while the main thread is busy, new requests get 503, and the port for operations answers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenForOperations, type OperationsListener } from '../../pipelines/operations/operations-listener.ts';
import { aRegister, started, type Client } from '../server/harness.ts';

const LIMIT_MS = 50;
const TURN_MS = 200;

let server: Client;
let operations: OperationsListener;
beforeAll(async () => {
  server = await started({ editions: aRegister(), overloadMs: LIMIT_MS });
  operations = await listenForOperations(0, {
    health: { readiness: () => Promise.resolve({ ready: true, writable: true, reasons: [] }) as never },
    metrics: { text: () => Promise.resolve({ body: '', type: 'text/plain' }) }, onFault: (error) => { throw error; },
  });
});
afterAll(async () => {
  await server.close();
  await operations.close();
});

/** Keeps the thread busy in turns, each longer than the limit, until `end` is called. */
function keepBusy(): () => void {
  let isBusy = true;
  const turn = (): void => {
    const endMs = performance.now() + TURN_MS;
    while (performance.now() < endMs) { /* busy */ }
    if (isBusy) setImmediate(turn);
  };
  setImmediate(turn);
  return () => { isBusy = false; };
}

async function statusWithin(seconds: number, wanted: number): Promise<number> {
  const untilMs = performance.now() + seconds * 1_000;
  for (;;) {
    const { status } = await server.ask('/v1');
    if (status === wanted || performance.now() > untilMs) return status;
    await sleep(100);
  }
}

test('OPEN-overload, S13: requests get 503 with Retry-After during overload, /readyz is 200, and all is well afterwards', async () => {
  expect((await server.ask('/v1')).status).toBe(200);
  const end = keepBusy();
  try {
    expect(await statusWithin(30, 503)).toBe(503);
    const refused = await server.ask('/v1/collections');
    expect([refused.status, refused.headers['retry-after'], refused.headers['content-type']]).toEqual([503, '2', 'application/problem+json']);
    expect((await fetch(`http://127.0.0.1:${operations.port}/readyz`)).status).toBe(200);
  } finally {
    end();
  }
  expect(await statusWithin(10, 200)).toBe(200);
});

test('one long turn is no overload', async () => {
  const endMs = performance.now() + 3_000;
  while (performance.now() < endMs) { /* busy */ }
  for (let sent = 0; sent < 10; sent += 1) {
    expect((await server.ask('/v1')).status).toBe(200);
    await sleep(50);
  }
});
