/** Assets: files that pages load, immutable at an address with their hash. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assetPath, ASSETS_HASH } from '../../server/web/assets.ts';
import { BASE } from './fake-editions.ts';
import { aRegister, started, type Client } from './harness.ts';

const ASSETS = {
  'style.css': 'text/css; charset=utf-8', 'favicon.svg': 'image/svg+xml', 'copy.ts': 'text/javascript; charset=utf-8',
  'ol.js': 'text/javascript; charset=utf-8', 'ol.css': 'text/css; charset=utf-8', 'proj4.js': 'text/javascript; charset=utf-8',
} as const;
const NAMES = Object.keys(ASSETS) as readonly (keyof typeof ASSETS)[];
const FOLDER = `/v1/assets/${ASSETS_HASH}`;

let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister(), origins: ['https://kaart.example'] }); });
afterAll(() => server.close());

describe.each(NAMES)('%s', (name) => {
  const path = assetPath(name, BASE);

  test('is immutable, with its media type and the headers of every response', async () => {
    const { status, headers, body } = await server.ask(path, { headers: { origin: 'https://kaart.example' } });
    expect([status, headers['content-type'], headers['content-length']]).toEqual([200, ASSETS[name], String(body.length)]);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable', 'etag': `"${ASSETS_HASH}.${name}"`, 'api-version': '1.0.0', 'x-content-type-options': 'nosniff',
      'vary': 'Accept, Accept-Encoding, API-Version, Authorization, X-Api-Key, Origin', 'access-control-allow-origin': 'https://kaart.example',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  });

  test('HEAD has the headers of GET, in each coding', async () => {
    for (const coding of [{}, { 'accept-encoding': 'gzip' }]) {
      const [head, got] = await Promise.all(['HEAD', 'GET'].map((method) => server.ask(path, { method, headers: coding })));
      expect(head!.body).toHaveLength(0);
      for (const { headers } of [head!, got!]) for (const name of ['date', 'connection', 'transfer-encoding', 'keep-alive']) delete headers[name];
      expect(head!.headers).toEqual(got!.headers);
    }
  });

  test('a client with its tag gets 304, without the content', async () => {
    for (const coding of [{}, { 'accept-encoding': 'gzip' }]) {
      const { headers: { etag = '' } } = await server.ask(path, { headers: coding });
      const again = await server.ask(path, { headers: { ...coding, 'if-none-match': etag } });
      expect([again.status, again.headers.etag, again.body.length]).toEqual([304, etag, 0]);
      expect(again.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  });

  test('a precondition on its state holds, because it never changes', async () => {
    for (const headers of [{ 'if-match': '*' }, { 'if-match': '"other"' }, { 'if-unmodified-since': 'Thu, 01 Jan 2026 00:00:00 GMT' }]) {
      expect([headers, (await server.ask(path, { headers })).status]).toEqual([headers, 200]);
    }
  });

  test('gzip gives the same bytes, under another tag', async () => {
    const plain = await server.ask(path);
    const packed = await server.ask(path, { headers: { 'accept-encoding': 'gzip' } });
    if (plain.body.length < 1024) return expect(packed.headers['content-encoding']).toBeUndefined();
    expect([packed.headers['content-encoding'], packed.headers.etag]).toEqual(['gzip', `"${ASSETS_HASH}.${name}.gzip"`]);
    return expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
  });
});

test('a file of a package comes as it is', async () => {
  for (const [name, file] of [['ol.js', 'ol/dist/ol.js'], ['proj4.js', 'proj4/dist/proj4.js'], ['ol.css', 'ol/ol.css']] as const) {
    const { body } = await server.ask(assetPath(name, BASE));
    expect(body.equals(readFileSync(createRequire(import.meta.url).resolve(file)))).toBe(true);
  }
});

test('a script comes without its types, line for line', async () => {
  const { text } = await server.ask(assetPath('copy.ts', BASE));
  const source = readFileSync(new URL('../../server/web/client/copy.ts', import.meta.url), 'utf8');
  expect(source).toContain('<HTMLElement>');
  expect(text).not.toContain('<HTMLElement>');
  expect(text.split('\n')).toHaveLength(source.split('\n').length);
});

test.each([
  '/v1/assets', '/v1/assets/', `${FOLDER}/`, FOLDER, '/v1/assets/0000000000000000/style.css', `${FOLDER}/package.json`, `${FOLDER}/constructor`, `${FOLDER}/STYLE.CSS`,
  `${FOLDER}/..%2fassets.ts`, `${FOLDER}/../assets.ts`, `${FOLDER}/%2e%2e%2fpage.ts`, `${FOLDER}/style.css%00`, `${FOLDER}/style.css/`, `${FOLDER}//style.css`,
  '/v1/assets/../style.css', '/v1/assets/%2e%2e/style.css',
])('%s is no asset', async (path) => {
  const { status, headers } = await server.ask(path);
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([404, 'application/problem+json', 'no-store']);
});

test('an asset is only read', async () => {
  const { status, headers } = await server.ask(assetPath('ol.js', BASE), { method: 'POST' });
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect((await server.ask('/v1/assets/0000000000000000/style.css', { method: 'POST' })).status).toBe(404);
});
