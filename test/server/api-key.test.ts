/** API key: the header X-Api-Key. An invalid key is 401, also on public reads; a valid one gives no right. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiKeys } from '../../schemas/credentials.ts';
import type { FinishedRequest } from '../../server/connection/pending-requests.ts';
import { fakeDesk } from './fake-desk.ts';
import { aRegister, started, TOKEN, type Client, type Reply } from './harness.ts';

const KEYS: Readonly<Record<string, ReturnType<ApiKeys>>> = {
  'sleutel-geldig': { keyEnd: '0000aaaa', refusal: null },
  'sleutel-ingetrokken': { keyEnd: '0000bbbb', refusal: 'revoked' },
  'sleutel-verlopen': { keyEnd: '0000cccc', refusal: 'expired' },
};
const PATHS = ['/v1', '/v1/conformance', '/v1/collections/kwetsbare-gebouwen/items', '/v1/openapi.json', '/v1/edities'];

/** Checks status and kind of a problem document. */
function expectProblem(reply: Reply, status: number, kind: string): void {
  expect([reply.status, reply.json()['type']]).toEqual([status, expect.stringMatching(new RegExp(`/fouten/ev/.*${kind}$`))]);
}

const apiKeys: ApiKeys = ({ key, referrer, origin, clientId }) => {
  if (key !== 'sleutel-besloten') return KEYS[key];
  const isFromPage = referrer === 'https://kaart.example/' && origin === 'https://kaart.example';
  return { keyEnd: '0000dddd', refusal: isFromPage ? clientId === 'kaart-1' ? null : 'client' : 'referrer' };
};

let server: Client;
const finished: FinishedRequest[] = [];

beforeAll(async () => {
  server = await started({ editions: aRegister(), desk: fakeDesk({}), apiKeys, onRequestFinished: (request) => { finished.push(request); } });
});
afterAll(() => server.close());

describe('an invalid key', () => {
  test.each([
    ['unknown', 'sleutel-onbekend', 'holds no key of this service'], ['revoked', 'sleutel-ingetrokken', 'was revoked'], ['expired', 'sleutel-verlopen', 'has expired'],
    ['empty', '', 'holds no key of this service'], ['of two words', 'sleutel-geldig sleutel-geldig', 'holds no key of this service'],
    ['longer than any key', 'a'.repeat(4_097), 'holds no key of this service'],
  ])('that is %s is 401 on public reads, with the reason and a challenge', async (_, key, words) => {
    for (const path of PATHS) {
      const reply = await server.ask(path, { headers: { 'x-api-key': key } });
      expectProblem(reply, 401, 'SleutelOngeldig');
      expect([path, reply.headers['www-authenticate'], reply.text]).toEqual([path, 'ApiKey error="invalid_key"', expect.stringContaining(words)]);
      if (key.length > 0) expect(reply.text).not.toContain(key);
    }
  });

  test('is 401 for a search by POST and with a valid token too', async () => {
    const headers = { 'x-api-key': 'sleutel-verlopen', 'content-type': 'application/json' };
    expectProblem(await server.ask('/v1/_search', { method: 'POST', headers, body: '{}' }), 401, 'SleutelOngeldig');
    expectProblem(await server.ask('/v1', { headers: { ...headers, authorization: `Bearer ${TOKEN}` } }), 401, 'SleutelOngeldig');
  });

  test.each(['api_key', 'apikey', 'x-api-key', 'key', 'token', 'access_token'])('in the query, as %s, is refused: a key travels in the header only', async (name) => {
    expectProblem(await server.ask(`/v1/collections/kwetsbare-gebouwen/items?${name}=sleutel-geldig`), 400, 'OnbekendeParameter');
  });
});

describe('a key for one page and client', () => {
  const OWN = { 'x-api-key': 'sleutel-besloten', referer: 'https://kaart.example/', origin: 'https://kaart.example', 'x-client-id': 'kaart-1' };

  test.each([
    ['another referring page', { referer: 'https://ander.example/' }, 'is not for this page'],
    ['another origin', { origin: 'https://ander.example' }, 'is not for this page'], ['another client', { 'x-client-id': 'ander' }, 'is not for this client'],
  ])('is 401 from %s, also on public reads', async (_, other, words) => {
    for (const path of PATHS) {
      const reply = await server.ask(path, { headers: { ...OWN, ...other } });
      expectProblem(reply, 401, 'SleutelOngeldig');
      expect(reply.text).toContain(words);
    }
    expect((await server.ask('/v1', { headers: OWN })).status).toBe(200);
  });
});

describe('a valid key', () => {
  test('reads what is public, as whoever has none', async () => {
    for (const path of PATHS) {
      const [plain, keyed] = await Promise.all([server.ask(path), server.ask(path, { headers: { 'x-api-key': 'sleutel-geldig' } })]);
      expect([path, keyed.status, keyed.text, keyed.headers.etag]).toEqual([path, 200, plain.text, plain.headers.etag]);
      expect(keyed.headers.vary).toContain('X-Api-Key');
    }
  });

  test('gives no right: writing with it alone is 403, as without any', async () => {
    const headers = { 'x-api-key': 'sleutel-geldig', 'content-type': 'application/json' };
    expectProblem(await server.ask('/v1/kwetsbare-gebouwen', { method: 'POST', headers, body: '{}' }), 403, 'GeenToegang');
    expectProblem(await server.ask('/v1/indieningen', { headers }), 403, 'GeenToegang');
  });

  test('is named in the log by its last characters, as are a revoked and an expired one', async () => {
    finished.length = 0;
    for (const key of ['sleutel-geldig', 'sleutel-ingetrokken', 'sleutel-verlopen', 'onbekend']) await server.ask('/v1', { headers: { 'x-api-key': key } });
    await server.ask('/v1');
    await expect.poll(() => finished.map(({ keyEnd, problem }) => [keyEnd, problem])).toEqual([
      ['0000aaaa', null], ['0000bbbb', 'SleutelOngeldig'], ['0000cccc', 'SleutelOngeldig'], [null, 'SleutelOngeldig'], [null, null],
    ]);
  });
});

describe('keyRequired: reading needs a key or a token', () => {
  const OPEN = ['', '/openapi.json', '/api', '/conformance', '/functions', '/crss', '/catalogus', '/sitemap.xml', '/robots.txt', '/waardelijsten', '/schemas', '/fouten', '/documentatie', '/beheren', '/aanleveren'];
  let strict: Client;
  beforeAll(async () => { strict = await started({ editions: aRegister(), desk: fakeDesk({}), apiKeys, keyRequired: true }); });
  afterAll(() => strict.close());

  const documented = async (client: Client) => Object.entries((await client.ask('/v1/openapi.json')).json()['paths'] as Record<string, Record<string, {
    readonly security?: readonly Readonly<Record<string, unknown>>[]; readonly responses: Readonly<Record<string, unknown>>;
  }>>);
  const VALUES: Readonly<Record<string, string>> = { collectionId: 'kwetsbare-gebouwen', featureId: 'gebouw-0001', id: 'gebouw-0001', nummer: '3', bronhoudercode: 'AB12', bestand: 'kwetsbare-gebouwen-3-rd.ndjson', geheelBestand: 'ev-register-3-rd.gpkg', gevraagdBestand: 'kwetsbare-gebouwen-3-rd-0b5a7f6e.gpkg' };
  const filled = (path: string): string => `/v1${path.replace(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? 'x')}`.replace(/\/$/, '');

  test('OPEN-key-required: without either header each read and search is 403, except what describes the service; the OpenAPI document says which', async () => {
    const [strictPaths, openPaths] = await Promise.all([documented(strict), documented(server)]);
    expect(strictPaths.map(([path]) => path)).toEqual(openPaths.map(([path]) => path));
    let closed = 0;
    for (const [path, item] of strictPaths) {
      const isSearch = path.endsWith('/_search') || path.endsWith('/_zoek') || path.endsWith('/_bestand');
      if (item['get'] === undefined && !isSearch) continue;
      const { security } = item['get'] ?? item['post']!;
      const isOwn = security !== undefined && !security.some((one) => 'apiKey' in one);
      const isOpen = path !== '/beheren/overzicht' && OPEN.some((one) => path === one || path === '/' || (one !== '' && path.startsWith(`${one}/`)));
      const sent = isSearch ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' } : {};
      const reply = await strict.ask(filled(path), sent);
      if (isOpen) expect([path, security, [200, 307, 404].includes(reply.status)]).toEqual([path, undefined, true]);
      else {
        expect([path, reply.status, reply.json()['type']]).toEqual([path, 403, expect.stringMatching(/GeenToegang$/)]);
        expect([path, reply.headers['www-authenticate']]).toEqual([path, 'ApiKey, Bearer']);
      }
      if (isOpen || isOwn) continue;
      closed += 1;
      expect([path, security]).toEqual([path, [{ apiKey: [] }, { bearer: [] }]]);
      for (const credential of [{ 'x-api-key': 'sleutel-geldig' }, { authorization: `Bearer ${TOKEN}` }]) {
        const headers = { ...sent.headers, ...credential };
        const [answered, usual] = await Promise.all([strict.ask(filled(path), { ...sent, headers }), server.ask(filled(path), { ...sent, headers })]);
        expect([path, answered.status]).toEqual([path, usual.status]);
      }
    }
    expect(closed).toBeGreaterThan(40);
  });

  test('an invalid key or token stays 401, also on what is open', async () => {
    for (const path of ['/v1', '/v1/collections', '/v1/collections/kwetsbare-gebouwen/items']) {
      expectProblem(await strict.ask(path, { headers: { 'x-api-key': 'sleutel-verlopen' } }), 401, 'SleutelOngeldig');
      expectProblem(await strict.ask(path, { headers: { authorization: 'Bearer onbekend' } }), 401, 'TokenOngeldig');
    }
  });

  test('HEAD is refused as GET, an unknown path is 404, and the document without the setting names no key for reads', async () => {
    expect((await strict.ask('/v1/collections', { method: 'HEAD' })).status).toBe(403);
    expect((await strict.ask('/v1/onbekend')).status).toBe(404);
    const items = (await documented(server)).find(([path]) => path === '/collections')![1]['get']!;
    expect(items.security).toBeUndefined();
  });

  test('the page of an operation says that a key is needed, and its code sends one', async () => {
    const page = await strict.ask('/v1/documentatie/collecties', { headers: { accept: 'text/html' } });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Hiervoor is een sleutel nodig')]);
    expect(page.text).toContain('X-Api-Key: $API_KEY');
  });
});
