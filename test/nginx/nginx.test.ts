/** The sample configuration of nginx, before a real server: reading, a body as it comes, and what a client gets while nobody is behind it. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../certificates.ts';
import { freePort } from '../demo-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { expectTrueNames, type Before } from '../proxies/behind-proxy.ts';
import { isListening } from '../proxies/listening.ts';
import { fakeDesk } from '../server/fake-desk.ts';
import { aRegister, started, TOKEN } from '../server/harness.ts';
import { PROJECT } from '../shared-data.ts';

/** `.ci/run` names it; without it these tests fail, they never skip. */
const NGINX = process.env['EV_NGINX'] ?? 'nginx';
const SAMPLE = readFileSync(join(PROJECT, 'pipelines/operations/nginx.conf'), 'utf8');

/** Starts nginx with a site. */
function runNginx(site: string): void {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'logs'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ');
  writeFileSync(join(folder, 'nginx.conf'), `daemon off; pid ${folder}/pid; events {} http { access_log off; ${temporary}\n${site}}`);
  const child = spawn(NGINX, ['-p', folder, '-e', join(folder, 'errors'), '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  child.on('error', () => { throw new Error(`${NGINX} is not there: install nginx, or name it in EV_NGINX`); });
  onTestFinished(() => { child.kill('SIGTERM'); });
}

/** The sample, without TLS, before the server at `port`; its base URL. */
async function nginxBefore(port: number): Promise<string> {
  const own = await freePort();
  runNginx(SAMPLE.replace('listen 443 ssl', `listen 127.0.0.1:${own}`).replace(/^ *ssl_.*\n/gm, '').replace('127.0.0.1:8080', `127.0.0.1:${port}`));
  const base = `http://127.0.0.1:${own}`;
  await expect.poll(() => fetch(`${base}/v1`).then(() => true, () => false), { timeout: 20_000 }).toBe(true);
  return base;
}

/** The sample with TLS, which passes certificates of clients on as its page says; the port that it listens on. */
async function nginxWithCertificates({ port, own, ca }: Before): Promise<number> {
  const listened = await freePort();
  const site = SAMPLE.replace('listen 443 ssl', `listen 127.0.0.1:${listened} ssl`).replace('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replace('/etc/ssl/ev.example.crt', own.certificate).replace('/etc/ssl/ev.example.key;', `${own.key}; ssl_client_certificate ${ca}; ssl_verify_client optional;`)
    .replace('proxy_set_header Client-Cert "";', 'proxy_set_header Client-Cert $ev_client_cert;');
  runNginx(`include ${join(PROJECT, 'pipelines/operations/nginx-client-cert.conf')};\n${site}`);
  await expect.poll(() => isListening(listened), { timeout: 20_000 }).toBe(true);
  return listened;
}

test('a client is named by its own address and certificate, whatever it writes in their headers', async () => {
  await expectTrueNames(nginxWithCertificates);
});

test('the site as it is removes the header Client-Cert of a client', async () => {
  const certificate = makeCertificate(temporaryFolder(), 'uitgever');
  const server = await started({ editions: aRegister(), trustedProxies: ['127.0.0.1'], clientCa: readFileSync(certificate.certificate) });
  onTestFinished(() => server.close());
  const base = await nginxBefore(server.port);
  const forged = { headers: { 'client-cert': ':AAAA:' } };
  expect([(await fetch(`${base}/v1`, forged)).status, (await server.ask('/v1', forged)).status]).toEqual([200, 400]);
});

test('reads go through, path and question as they were asked', async () => {
  const server = await started({ editions: aRegister() });
  onTestFinished(() => server.close());
  const base = await nginxBefore(server.port);
  const path = '/v1/collections/kwetsbare-gebouwen/items?limit=3';
  const through = await fetch(`${base}${path}`, { headers: { accept: 'application/geo+json' } });
  expect([through.status, await through.text()]).toEqual([200, (await server.ask(path, { headers: { accept: 'application/geo+json' } })).text]);
});

test('an id with a slash goes through as it was asked', async () => {
  const server = await started({ editions: aRegister() });
  onTestFinished(() => server.close());
  const base = await nginxBefore(server.port);
  // The parameter is refused on the path of an object only: with the slash decoded there would be no such path.
  const { status } = await fetch(`${base}/v1/locatie-activiteiten/tank%2F1?onbekend=1`);
  expect(status).toBe(400);
});

test('a delivery reaches the service piece by piece, before it is whole', async () => {
  const first = Promise.withResolvers<void>();
  const desk = fakeDesk({
    async deliver(_, body) {
      for await (const piece of body) if (piece.length > 0) first.resolve();
      return { kind: 'refused', findings: [] };
    },
  });
  const server = await started({ editions: aRegister(), desk });
  onTestFinished(() => server.close());
  const base = await nginxBefore(server.port);
  const sent = request(`${base}/v1/indieningen`, {
    method: 'POST', headers: { 'authorization': `Bearer ${TOKEN}`, 'content-type': 'application/json', 'content-crs': '<http://www.opengis.net/def/crs/EPSG/9.9.1/28992>' },
  });
  const answered = new Promise<number | undefined>((resolve) => { sent.on('response', ({ statusCode }) => { resolve(statusCode); }); });
  sent.write(`[${' '.repeat(100_000)}`);
  await first.promise;
  sent.end(']');
  expect(await answered).toBeLessThan(500);
});

test('while nobody is behind it a client gets 503 as a problem, with Retry-After', async () => {
  const base = await nginxBefore(await freePort());
  const reply = await fetch(`${base}/v1/collections`);
  expect([reply.status, reply.headers.get('content-type'), reply.headers.get('retry-after')]).toEqual([503, 'application/problem+json', '5']);
  expect(await reply.json()).toEqual({
    type: 'about:blank', title: expect.any(String) as string, status: 503, detail: expect.stringMatching(/opnieuw gestart.* \/ .*started again/) as string,
  });
});
