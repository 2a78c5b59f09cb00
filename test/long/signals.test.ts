/** `ev serve` told to stop: once, it answers what is under way; twice, it ends at once. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../demo-process.ts';
import { said, start } from '../pipelines/ev-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

const HALF = 'POST /v1/_search HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{';

/** A process that was told to stop while half a request has come. */
async function stopping(): Promise<{ child: ChildProcessWithoutNullStreams; socket: Socket; opsPort: number }> {
  const [port, opsPort] = [await freePort(), await freePort()];
  const child = start(['serve', '--data', temporaryFolder(), '--port', String(port), '--ops-port', String(opsPort)]);
  onTestFinished(() => { child.kill('SIGKILL'); });
  await said(child, 'Serving');
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(HALF);
  // What is asked on a later connection is answered later.
  await fetch(`http://127.0.0.1:${port}/v1`, { headers: { accept: 'application/json' } });
  child.kill('SIGTERM');
  await said(child, 'closing');
  return { child, socket, opsPort };
}

test.each([['SIGTERM', 143], ['SIGINT', 130]] as const)('a second signal, %s, ends it with code %i', async (signal, code) => {
  const { child } = await stopping();
  const ended = once(child, 'exit');
  // At once it would be taken for the first, which npm hands on.
  const again = setInterval(() => { child.kill(signal); }, 50);
  expect(await ended).toEqual([code, null]);
  clearInterval(again);
});

test('after one signal the request under way is answered, and the process ends with 0', async () => {
  const { child, socket, opsPort } = await stopping();
  const ops = `http://127.0.0.1:${opsPort}`;
  const ready = await fetch(`${ops}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([503, { reasons: expect.arrayContaining(['the service is being stopped']) }]);
  expect(await (await fetch(`${ops}/metrics`)).text()).toContain('ev_requests_total{method="GET",route="/v1",status="');
  let answer = '';
  socket.on('data', (chunk) => { answer += chunk.toString(); });
  socket.write('}');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(answer).toMatch(/^HTTP\/1\.1 \d{3} /);
  expect(answer).not.toContain('wordt gestopt');
});
