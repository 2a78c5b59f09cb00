/** Pages of other sites in a browser: an allow-list, one origin in the answer, nothing without a list. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aRegister, started, type Client } from './harness.ts';

const MAP = 'https://kaart.example';
const OTHER = 'https://test.kaart.example:8443';
const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
const STRANGERS = ['https://kwaad.example', 'http://kaart.example', 'https://kaart.example:444', 'https://kaart.example.kwaad.example',
  'null', '*', 'https://kaart.example/', 'HTTPS://KAART.EXAMPLE'];

let server: Client;
let closed: Client;
beforeAll(async () => {
  server = await started({ editions: aRegister(), origins: [MAP, OTHER] });
  closed = await started({ editions: aRegister() });
});
afterAll(async () => {
  await server.close();
  await closed.close();
});

describe('IR-auth-8: cross-origin by allow-list, never the wildcard', () => {
  test.each([ITEMS, '/v1', '/v1/nergens', `${ITEMS}?x=1`, '/v1/openapi.json'])('%s: a listed origin is named, errors too', async (path) => {
    for (const origin of [MAP, OTHER]) {
      const { headers } = await server.ask(path, { headers: { origin } });
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers['access-control-expose-headers']).toContain('Content-Crs');
      expect(headers.vary).toBe(`Accept, Accept-Encoding, API-Version, Authorization, X-Api-Key, Origin${path === ITEMS ? ', Accept-Crs' : ''}`);
    }
  });

  test.each(STRANGERS)('%s is no listed origin: it gets the answer of who names none', async (origin) => {
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

  test('a question before sending is answered for a listed origin only', async () => {
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

  test('without a list nothing is said of origins', async () => {
    const { headers } = await closed.ask(ITEMS, { headers: { origin: MAP } });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers.vary).not.toContain('Origin');
  });
});
