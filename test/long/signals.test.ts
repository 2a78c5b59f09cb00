/** `ev serve` told to stop: once, it answers what is under way; twice, it ends at once. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../demo-process.ts';
import { addOrganisation } from '../../pipelines/state/access/holders.ts';
import { addToken } from '../../pipelines/state/access/tokens.ts';
import { EXAMPLE, RD, said, start } from '../pipelines/ev-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { PROJECT } from '../shared-data.ts';

const OIN = 'OIN:00000001003214345000';
/** Enough for sixteen seconds of the slowest upload that is allowed: a busy machine sleeps for longer than the two that it is told. */
const SPACES = 16 * LIMITS.deliveryBytesPerSecondMin;
const CLI = join(PROJECT, 'pipelines/cli.ts');

const HALF = 'POST /v1/_search HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{';

/** A process that was told to stop while half a request has come. */
async function stopping(args: readonly string[] = []): Promise<{ child: ChildProcessWithoutNullStreams; socket: Socket; opsPort: number }> {
  const [port, opsPort] = [await freePort(), await freePort()];
  const child = start(['serve', '--data', temporaryFolder(), '--port', String(port), '--ops-port', String(opsPort), ...args]);
  onTestFinished(() => { child.kill('SIGKILL'); });
  await said(child, 'Serving');
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(HALF);
  // A request on a later connection gets its response later.
  await fetch(`http://127.0.0.1:${port}/v1`, { headers: { accept: 'application/json' } });
  child.kill('SIGTERM');
  await said(child, 'closing');
  return { child, socket, opsPort };
}

test.each([['SIGTERM', 143], ['SIGINT', 130]] as const)('a second signal, %s, ends it with code %i', async (signal, code) => {
  const { child } = await stopping();
  const ended = once(child, 'exit');
  // A signal without this pause would count as the first one, which npm passes on.
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

test('an upload of 14 s that is under way at the signal is acknowledged, and the process ends with 0', async () => {
  const [data, port] = [temporaryFolder(), await freePort()];
  addOrganisation(data, { id: OIN, name: 'Gemeente Voorbeeld', codes: ['AB12'], roles: ['writer'] });
  const { token } = addToken(data, { organisation: OIN, holders: [], days: 1 }, new Date());
  const child = start(['serve', '--data', data, '--port', String(port)]);
  onTestFinished(() => { child.kill('SIGKILL'); });
  await said(child, 'Serving');
  const ended = once(child, 'exit');
  const body = readFileSync(EXAMPLE);
  const cut = Math.floor(body.length / 2);
  async function* slowly() {
    yield body.subarray(0, cut);
    // A request on a later connection gets its response later, so the upload has begun by then.
    await sleep(500);
    await fetch(`http://127.0.0.1:${port}/v1`);
    child.kill('SIGTERM');
    for (let second = 0; second < 14; second += 2) {
      await sleep(2_000);
      yield Buffer.alloc(SPACES, ' ');
    }
    yield body.subarray(cut);
  }
  const { status } = await fetch(`http://127.0.0.1:${port}/v1/indieningen`, {
    method: 'POST', body: slowly(), duplex: 'half',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-crs': `<${RD}>` },
  });
  expect([200, 201, 202]).toContain(status);
  expect(await ended).toEqual([0, null]);
});

test('--drain-seconds cuts what is not answered by then, and the process ends with 0', async () => {
  const { child } = await stopping(['--drain-seconds', '1']);
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('the service goes on when its log cannot be written, counts the lines, and SIGHUP does not end it', async () => {
  const [port, opsPort] = [await freePort(), await freePort()];
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [CLI, 'serve', '--data', temporaryFolder(), '--port', String(port), '--ops-port', String(opsPort)], {
    stdio: ['ignore', 'ignore', full],
  });
  closeSync(full);
  onTestFinished(() => { child.kill('SIGKILL'); });
  const ops = `http://127.0.0.1:${opsPort}`;
  await expect.poll(() => fetch(`${ops}/livez`).then(({ status }) => status, () => 0), { timeout: 60_000 }).toBe(200);
  await expect.poll(() => fetch(`http://127.0.0.1:${port}/v1`).then(({ status }) => status, () => 0), { timeout: 60_000 }).toBe(200);
  child.kill('SIGHUP');
  await fetch(`http://127.0.0.1:${port}/v1/nothing`);
  const dropped = async (): Promise<number> => Number(/^ev_log_lines_dropped_total (\d+)$/m.exec(await (await fetch(`${ops}/metrics`)).text())?.[1]);
  await expect.poll(dropped).toBeGreaterThan(1);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
