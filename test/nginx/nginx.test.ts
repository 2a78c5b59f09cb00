/** The sample configuration of nginx, before a real server: reading, a body as it comes, and what a client gets while nobody is behind it. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../certificates.ts';
import { freePort } from '../demo-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { buildingRoot, createAll } from '../publisher/registry.ts';
import { SOUND } from '../always-sound.ts';
import { withdraw } from '../../publisher/write/withdraw.ts';
import { expectTrueNames, type Before } from '../proxies/behind-proxy.ts';
import { isListening } from '../proxies/listening.ts';
import { fakeDesk } from '../server/fake-desk.ts';
import { aRegister, started, TOKEN } from '../server/harness.ts';
import { realServer } from '../server/real-server.ts';
import { PROJECT } from '../shared-data.ts';

/** `.ci/run` names it; without it these tests fail, they never skip. */
const NGINX = process.env['EV_NGINX'] ?? 'nginx';
const SAMPLE = readFileSync(join(PROJECT, 'pipelines/operations/nginx.conf'), 'utf8');

const CACHE = readFileSync(join(PROJECT, 'pipelines/operations/nginx-cache.conf'), 'utf8');

/** The sample, listening on a port of this machine. */
function withoutTls(port: number): string {
  return SAMPLE.replace('listen 443 ssl', `listen 127.0.0.1:${port}`).replace(/^ *ssl_.*\n/gm, '');
}

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
  runNginx(withoutTls(own).replace('127.0.0.1:8080', `127.0.0.1:${port}`));
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

/** The sample without TLS with its cache, as the page of the cache says, before the server at `port`; its base URL. */
async function cacheBefore(port: number): Promise<string> {
  const [own, folder] = [await freePort(), temporaryFolder()];
  chmodSync(folder, 0o755); // a server of root writes its cache as another user
  const lines = [...CACHE.matchAll(/^# {3}(.*)$/gm)].map(([, line]) => line).join('\n');
  const site = withoutTls(own).replace('127.0.0.1:8080', `127.0.0.1:${port}`).replace('proxy_http_version', `add_header X-Cache $upstream_cache_status always;\n${lines}\nproxy_http_version`);
  runNginx(`${CACHE.replace('/var/cache/nginx/ev', join(folder, 'cache'))}\n${site}`);
  const base = `http://127.0.0.1:${own}`;
  await expect.poll(() => fetch(`${base}/v1`).then(() => true, () => false), { timeout: 20_000 }).toBe(true);
  return base;
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

/** How long the cache gives a response again, and time for a slow machine. */
const FRESH_MS_MAX = 5_000;

describe('the cache of the sample', () => {
  const building = (id: string, name: string) => buildingRoot(id, { x: 100_000, y: 400_000, name });
  const ITEM = '/v1/collections/kwetsbare-gebouwen/items/a';
  const LIST = '/v1/collections/kwetsbare-gebouwen/items';

  async function cached() {
    const server = await realServer({ changes: createAll([building('a', 'Voorheen'), building('b', 'blijft')]), on: 1 });
    onTestFinished(() => server.close());
    return { server, base: await cacheBefore(server.port) };
  }

  const ask = (url: string, headers: Record<string, string> = { accept: 'application/geo+json' }) => fetch(url, { headers });

  test('answers nearly all of many equal requests itself, each form apart, and what it says is what the service says', async () => {
    const { server, base } = await cached();
    const states: Record<string, number> = {};
    for (let request = 0; request < 500; request += 1) {
      const accept = request % 2 === 0 ? 'application/geo+json' : 'text/html';
      const [path, headers] = [request % 3 === 0 ? LIST : ITEM, { accept, 'accept-language': request % 5 === 0 ? 'en' : 'nl', 'accept-encoding': 'identity' }];
      const reply = await ask(base + path, headers);
      const direct = await server.ask(path, { headers });
      expect([reply.status, await reply.text()]).toEqual([200, direct.text]);
      const state = reply.headers.get('x-cache') ?? '';
      states[state] = (states[state] ?? 0) + 1;
    }
    expect(states['HIT'], JSON.stringify(states)).toBeGreaterThan(450);
  });

  test('a new edition is seen within its second, in a list and in one feature; the old one never comes back', async () => {
    const { server, base } = await cached();
    for (const path of [ITEM, LIST]) expect(await (await ask(base + path)).text()).toContain('Voorheen');
    server.publish({ changes: [{ before: building('a', 'Voorheen'), after: building('a', 'Sindsdien') }], on: 2 });
    server.editions.refresh();
    for (const path of [ITEM, LIST]) {
      await expect.poll(async () => (await ask(base + path)).text(), { timeout: FRESH_MS_MAX, interval: 50 }).toContain('Sindsdien');
      for (let again = 0; again < 20; again += 1) expect(await (await ask(base + path)).text()).not.toContain('Voorheen');
    }
  });

  test('an object that was withdrawn is gone within its second', async () => {
    const { server, base } = await cached();
    expect((await ask(base + ITEM)).status).toBe(200);
    server.publish({ changes: [{ before: building('a', 'Voorheen'), after: null }], on: 2 });
    withdraw({ folder: server.folder, audience: 'public' }, [1], SOUND);
    server.editions.refresh();
    await expect.poll(async () => (await ask(base + ITEM)).status, { timeout: FRESH_MS_MAX, interval: 50 }).not.toBe(200);
    for (let again = 0; again < 20; again += 1) expect((await ask(base + ITEM)).status).not.toBe(200);
  });

  test('its key has every header by which a response varies, but those of which nothing is kept', async () => {
    const server = await started({ editions: aRegister(), origins: ['https://kaart.example'] });
    onTestFinished(() => server.close());
    const varied = new Set<string>();
    for (const path of ['/v1', ITEM, LIST, '/v1/publicaties', '/v1/verschillen/feed', '/v1/kwetsbare-gebouwen', '/v1/openapi.json']) {
      for (const accept of ['*/*', 'text/html']) {
        const { headers } = await server.ask(path, { headers: { accept, origin: 'https://kaart.example' } });
        for (const name of (headers.vary ?? '').split(', ')) varied.add(name);
      }
    }
    for (const name of ['Authorization', 'X-Api-Key']) expect(varied.delete(name), name).toBe(true);
    expect(varied.size).toBeGreaterThan(5);
    for (const name of varied) expect(CACHE).toMatch(new RegExp(`proxy_cache_key ".*\\$http_${name.toLowerCase().replaceAll('-', '_')}\\b`));
  });

  test('what a token reads is neither kept nor taken from what others read; no refusal is kept', async () => {
    const { base } = await cached();
    for (const headers of [{ authorization: `Bearer ${TOKEN}` }, { 'x-api-key': TOKEN }]) {
      for (let again = 0; again < 3; again += 1) expect((await ask(base + ITEM, headers)).headers.get('x-cache')).toBe('BYPASS');
    }
    const instances = new Set<string>();
    for (let again = 0; again < 3; again += 1) instances.add((await (await ask(`${base}${ITEM}?onbekend=1`)).json() as { instance: string }).instance);
    expect(instances.size).toBe(3);
  });
});
