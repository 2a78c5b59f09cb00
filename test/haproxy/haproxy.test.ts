/** The sample configuration of HAProxy, before a real server: whom it names, and what a client gets while nobody is behind it. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../certificates.ts';
import { freePort } from '../demo-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { expectTrueNames, type Before } from '../proxies/behind-proxy.ts';
import { isListening } from '../proxies/listening.ts';
import { PROJECT } from '../shared-data.ts';

/** `.ci/run` names it; without it these tests fail, they never skip. */
const HAPROXY = process.env['EV_HAPROXY'] ?? 'haproxy';
const SAMPLE = readFileSync(join(PROJECT, 'pipelines/operations/haproxy.cfg'), 'utf8');

/** Starts HAProxy with the sample, and returns its port. */
async function haproxyBefore({ port, own, ca }: Before): Promise<number> {
  const [listened, folder] = [await freePort(), temporaryFolder()];
  const [certificate, file] = [join(folder, 'own.pem'), join(folder, 'haproxy.cfg')];
  writeFileSync(certificate, readFileSync(own.certificate, 'utf8') + readFileSync(own.key, 'utf8'));
  writeFileSync(file, SAMPLE.replace('bind :443', `bind 127.0.0.1:${listened}`).replace('/etc/ssl/ev.example.pem', certificate).replace('/etc/ssl/client-ca.pem', ca).replace('127.0.0.1:8080', `127.0.0.1:${port}`));
  const child = spawn(HAPROXY, ['-db', '-f', file], { stdio: 'inherit' });
  child.on('error', () => { throw new Error(`${HAPROXY} is not there: install haproxy, or name it in EV_HAPROXY`); });
  onTestFinished(() => { child.kill('SIGTERM'); });
  await expect.poll(() => isListening(listened), { timeout: 20_000 }).toBe(true);
  return listened;
}

test('a client is named by its own address and certificate, whatever it writes in their headers', async () => {
  await expectTrueNames(haproxyBefore);
});

test('while nobody is behind it a client gets 503 as a problem, with Retry-After', async () => {
  const own = makeCertificate(temporaryFolder(), 'proxy');
  const port = await haproxyBefore({ port: await freePort(), own, ca: own.certificate });
  const { promise, resolve, reject } = Promise.withResolvers<readonly unknown[]>();
  request({ port, host: '127.0.0.1', path: '/v1', rejectUnauthorized: false, agent: false }, (response) => {
    const { statusCode, headers } = response;
    void json(response).then((problem) => { resolve([statusCode, headers['content-type'], headers['retry-after'], problem]); }, reject);
  }).on('error', reject).end();
  expect(await promise).toMatchObject([503, 'application/problem+json', '5', { status: 503, detail: expect.stringMatching(/opnieuw gestart.* \/ .*started again/) as string }]);
});
