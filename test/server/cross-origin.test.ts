/** Cross-origin: an allow-list, one origin in the response, nothing without a list. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fakeDesk } from './fake-desk.ts';
import { aRegister, started, type Client } from './harness.ts';

const MAP = 'https://kaart.example';
const OTHER = 'https://test.kaart.example:8443';
const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
const STRANGERS = ['https://kwaad.example', 'http://kaart.example', 'https://kaart.example:444', 'https://kaart.example.kwaad.example',
  'null', '*', 'https://kaart.example/', 'HTTPS://KAART.EXAMPLE'];

const desk = fakeDesk({});

let server: Client;
let closed: Client;
let open: Client;
beforeAll(async () => {
  server = await started({ editions: aRegister(), origins: [MAP, OTHER] });
  closed = await started({ editions: aRegister() });
  open = await started({ editions: aRegister(), origins: [MAP, 'any'], desk });
});
afterAll(async () => {
  await server.close();
  await closed.close();
  await open.close();
});

/** Vary of a response beside the common values. */
const OF_ITS_OWN: Readonly<Record<string, string>> = { [ITEMS]: ', Accept-Crs', '/v1': ', Accept-Language' };

describe('IR-auth-8: cross-origin by allow-list, never the wildcard', () => {
  test.each([ITEMS, '/v1', '/v1/nergens', `${ITEMS}?x=1`, '/v1/openapi.json'])('%s: a listed origin is named, errors too', async (path) => {
    for (const origin of [MAP, OTHER]) {
      const { headers } = await server.ask(path, { headers: { origin } });
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers['access-control-expose-headers']).toContain('Content-Crs');
      expect(headers.vary).toBe(`Accept, Accept-Encoding, API-Version, Authorization, X-Api-Key, Origin${OF_ITS_OWN[path] ?? ''}`);
    }
  });

  test.each(STRANGERS)('an unlisted origin %s gets the response of a request without Origin', async (origin) => {
    const [{ headers }, { headers: plain }] = [await server.ask(ITEMS, { headers: { origin } }), await server.ask(ITEMS)];
    expect({ ...headers, date: '' }).toEqual({ ...plain, date: '' });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers.vary).toContain('Origin');
  });

  test('304 names the origin too, and tags do not differ by origin', async () => {
    const { headers: { etag = '' } } = await server.ask(ITEMS, { headers: { origin: MAP } });
    const again = await server.ask(ITEMS, { headers: { origin: OTHER, 'if-none-match': etag } });
    expect([again.status, again.headers['access-control-allow-origin']]).toEqual([304, OTHER]);
  });

  test('a preflight is answered for a listed origin only', async () => {
    const headers = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' };
    const allowed = await server.ask(ITEMS, { method: 'OPTIONS', headers: { ...headers, origin: MAP } });
    expect(allowed.status).toBe(204);
    expect(allowed.headers).toMatchObject({ 'access-control-allow-origin': MAP, 'access-control-allow-methods': 'GET, HEAD, OPTIONS', 'access-control-max-age': '600' });
    expect(allowed.headers['access-control-allow-headers']).toContain('Authorization');
    const refused = await server.ask(ITEMS, { method: 'OPTIONS', headers: { ...headers, origin: 'https://kwaad.example' } });
    expect([refused.status, refused.headers['access-control-allow-methods']]).toEqual([204, undefined]);
    const plain = await server.ask(ITEMS, { method: 'OPTIONS', headers: { origin: MAP } });
    expect(plain.headers['access-control-allow-methods']).toBeUndefined();
  });

  test.each(['https://kwaad.example', 'http://localhost:3000', 'null', 'https://[::1]:8443'])('any: %s may read, and the response names this origin', async (origin) => {
    const { headers } = await open.ask(ITEMS, { headers: { origin } });
    expect(headers['access-control-allow-origin']).toBe(origin);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['access-control-expose-headers']).toContain('X-Total-Count');
    expect(headers['access-control-expose-headers']).toContain('X-Pagination-Count');
    expect(headers.vary).toContain('Origin');
  });

  test.each(['*', 'any', 'https://kaart.example/pad', 'https://a b', `https://${'a'.repeat(300)}`])('any: %s is no origin', async (origin) => {
    expect((await open.ask(ITEMS, { headers: { origin } })).headers['access-control-allow-origin']).toBeUndefined();
  });

  test('any: a page of every site may read without credentials, a listed one may do everything', async () => {
    const preflight = async (path: string, origin: string, method: string): Promise<readonly (string | undefined)[]> => {
      const { headers } = await open.ask(path, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': method } });
      return [headers['access-control-allow-methods'], headers['access-control-allow-headers']].map(String);
    };
    const [methods, sendable] = await preflight(ITEMS, 'https://kwaad.example', 'POST');
    expect(methods).toBe('GET, HEAD, OPTIONS');
    expect(sendable).not.toMatch(/Authorization|X-Api-Key|If-Match/);
    expect((await preflight('/v1/kwetsbare-gebouwen/_zoek', 'https://kwaad.example', 'POST'))[0]).toBe('POST, OPTIONS');
    const [all, listed] = await preflight(ITEMS, MAP, 'POST');
    expect(all).toBe('GET, HEAD, POST, OPTIONS');
    expect(listed).toContain('Authorization');
  });

  test('without a list no CORS header is sent', async () => {
    const { headers } = await closed.ask(ITEMS, { headers: { origin: MAP } });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers.vary).not.toContain('Origin');
  });
});
