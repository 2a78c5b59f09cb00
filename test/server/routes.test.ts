/** Every path by every method: its response, the common headers, and bad requests. */
import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROBLEMS } from '../../schemas/problems.ts';
import { PROJECT } from '../shared-data.ts';
import { BASE, FakeEditions } from './fake-editions.ts';
import { aRegister, started, TOKEN, type Client, type Reply } from './harness.ts';

let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister() }); });
afterAll(() => server.close());

const READABLE = [
  '/v1', '/v1/', '/v1/openapi.json', '/v1/conformance', '/v1/collections', '/v1/collections/kwetsbare-gebouwen',
  '/v1/collections/kwetsbare-gebouwen/items', '/v1/collections/kwetsbare-gebouwen/items/gebouw-0001',
  '/v1/kwetsbare-gebouwen', '/v1/kwetsbare-gebouwen/gebouw-0001',
  '/v1/crss', '/v1/waardelijsten', '/v1/waardelijsten/TypeBrand', '/v1/schemas', '/v1/schemas/Windturbine', '/v1/fouten', '/v1/fouten/ev/BestaatNiet',
];

function expectProblem(reply: Reply, status: number, type: string): void {
  expect(reply.status).toBe(status);
  expect(reply.headers['content-type']).toBe('application/problem+json');
  expect(reply.headers['api-version']).toBe('1.0.0');
  expect(reply.headers['content-language']).toBe('nl');
  expect(reply.headers['cache-control']).toBe('no-store');
  const body = reply.json();
  expect(body['status']).toBe(status);
  expect(body['type']).toBe(`${BASE}/fouten/ev/${type}`);
  expect(body['instance']).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
  expect(String(body['title'])).not.toBe('');
  expect(String(body['detail'])).not.toBe('');
  expect(reply.text).not.toMatch(/node_modules|\.ts\b|at .*:\d+:\d+|\/work|FST_ERR/);
}

test.each(['/', '/?x=1', '/v2', '/v10/collections', '/favicon.ico'])('%s, outside the service, says where the service is', async (path) => {
  for (const method of ['GET', 'POST', 'OPTIONS']) {
    const reply = await server.ask(path, { method });
    expectProblem(reply, 404, 'BestaatNiet');
    expect(reply.json()['detail']).toContain(BASE);
    expect(reply.json()['detail']).toContain(`the path ${path.split('?', 1)[0]} arrived`);
  }
  expect((await server.ask(path, { headers: { accept: 'text/html' } })).text).toContain(`href="${BASE}"`);
});

describe('reading', () => {
  test.each(READABLE)('GET %s answers 200 with API-Version, a tag and closed security headers', async (path) => {
    const reply = await server.ask(path);
    expect(reply.status).toBe(200);
    expect(reply.headers).toMatchObject({
      'api-version': '1.0.0', vary: expect.stringMatching(/^Accept, Accept-Encoding, API-Version, Authorization, X-Api-Key(?:, Accept-Crs|, Accept-Language)?$/) as string,
      'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'cache-control': 'public, no-cache',
    });
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'");
    expect(reply.headers['content-length']).toBe(String(reply.body.length));
    expect(() => reply.json()).not.toThrow();
  });

  test.each(READABLE)('HEAD %s has the headers of GET and no body', async (path) => {
    const [head, get] = [await server.ask(path, { method: 'HEAD' }), await server.ask(path)];
    expect(head.status).toBe(200);
    expect(head.body.length).toBe(0);
    const { date: _, ...headers } = head.headers;
    const { date: __, ...expected } = get.headers;
    expect(headers).toEqual(expected);
  });

  test.each(READABLE)('%s: a tag sent back gives 304 without a body, in every form', async (path) => {
    for (const accept of ['*/*', 'text/html, */*;q=0.1']) {
      const first = await server.ask(path, { headers: { accept } });
      const tag = first.headers.etag ?? '';
      for (const given of [tag, `W/${tag}`, `"ander", ${tag}`, '*']) {
        const again = await server.ask(path, { headers: { accept, 'if-none-match': given } });
        expect(again.status).toBe(304);
        expect(again.body.length).toBe(0);
        expect(again.headers).toMatchObject({ etag: tag, 'cache-control': 'public, no-cache', 'api-version': '1.0.0' });
      }
      const other = await server.ask(path, { headers: { accept, 'if-none-match': '"ander"' } });
      expect(other.status).toBe(200);
    }
  });

  test.each(READABLE)('%s: an unknown, a repeated and a broken parameter are 400', async (path) => {
    expectProblem(await server.ask(`${path}?onzin=1`), 400, 'parameter/OnbekendeParameter');
    expectProblem(await server.ask(`${path}?__proto__=1`), 400, 'parameter/OnbekendeParameter');
    expectProblem(await server.ask(`${path}?%E0%A4%A`), 400, 'OngeldigeAanvraag');
  });

  test.each(READABLE)('%s: an invalid token is 401 on public reads too, a valid one reads', async (path) => {
    for (const authorization of ['Bearer onbekend', 'Basic YTpi', 'Bearer', 'Bearer ', `Bearer ${TOKEN} x`]) {
      const reply = await server.ask(path, { headers: { authorization } });
      expectProblem(reply, 401, 'TokenOngeldig');
      expect(reply.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    }
    expect((await server.ask(path, { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200);
  });

  test.each(READABLE)('%s: a form that it does not have is 406', async (path) => {
    expectProblem(await server.ask(path, { headers: { accept: 'image/png' } }), 406, 'NietLeverbaar');
    expectProblem(await server.ask(path, { headers: { accept: 'application/json;q=0, image/png' } }), 406, 'NietLeverbaar');
  });
});

describe('IR-gen: methods and paths', () => {
  test.each(READABLE)('%s: other methods are 405 with Allow, and OPTIONS has the same Allow', async (path) => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST', 'PROPFIND', 'TRACE']) {
      const reply = await server.ask(path, { method });
      expectProblem(reply, 405, 'MethodeNietToegestaan');
      expect(reply.headers.allow).toBe('GET, HEAD, OPTIONS');
    }
    const options = await server.ask(path, { method: 'OPTIONS' });
    expect(options.status).toBe(204);
    expect(options.headers.allow).toBe('GET, HEAD, OPTIONS');
  });

  test.each([
    '/', '/v2', '/v1/x', '/V1', '/v1//collections', '/v1/collections/', '/v1/Collections', '/v1/openapi.json/',
    '/v1/collections/kwetsbare-gebouwen/items/', '/v1/collections/onbekend', '/v1/collections/onbekend/items',
    '/v1/collections/onbekend/items/1', '/v1/collections/__proto__/items',
    '/v1/collections/kwetsbare-gebouwen/items/onbekend', '/v1/collections/wegen/items/gebouw-0001',
    '/v1/kwetsbare-gebouwen/onbekend', '/v1/wegen/gebouw-0001', '/v1/kwetsbare-gebouwen/', '/v1/constructor/x',
    '/v1/collections/kwetsbare-gebouwen/items/%2e%2e%2fetc%2fpasswd', '/v1/kwetsbare-gebouwen/a%00b',
    '/v1/indieningen/1',
  ])('%s is 404', async (path) => {
    expectProblem(await server.ask(path), 404, 'BestaatNiet');
    expect((await server.ask(path, { method: 'OPTIONS' })).status).not.toBe(500);
  });

  test('an id that is too long is 404', async () => {
    for (const length of [256, 5_000]) {
      expectProblem(await server.ask(`/v1/kwetsbare-gebouwen/${'a'.repeat(length)}`), 404, 'BestaatNiet');
    }
  });

  test('an unknown path is 404 for every method, and its body is not waited for', async () => {
    for (const method of ['PUT', 'POST', 'PATCH']) {
      expectProblem(await server.ask('/v1/x', { method, body: 'x'.repeat(100_000) }), 404, 'BestaatNiet');
    }
    expectProblem(await server.ask('/v1/x', { method: 'OPTIONS' }), 404, 'BestaatNiet');
  });

  test('a service without a desk refuses writes', async () => {
    const reply = await server.ask('/v1/collections/kwetsbare-gebouwen/items', { method: 'POST', body: '{}' });
    expectProblem(reply, 405, 'MethodeNietToegestaan');
  });

  test('the root without and with a slash are the same page; no other path may end in a slash', async () => {
    expect((await server.ask('/v1')).text).toBe((await server.ask('/v1/')).text);
    expect((await server.ask('/v1/collections/')).json()['detail']).toContain('leave out the / at its end');
  });

  test('a base URL without the major version of the interface is not served', async () => {
    for (const baseUrl of ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/v2', `${BASE}/`]) {
      await expect(started({ editions: aRegister(), baseUrl })).rejects.toThrow('a path that ends in /v1');
    }
  });
});

describe('IR-err: malformed requests', () => {
  test('a bad percent code in a path', async () => {
    expectProblem(await server.ask('/v1/%zz'), 400, 'OngeldigeAanvraag');
    expectProblem(await server.ask('/v1/collections/kwetsbare-gebouwen/items/%ff'), 400, 'OngeldigeAanvraag');
  });

  test.each([
    ['no HTTP', 'hallo\r\n\r\n', 400, 'OngeldigeAanvraag'],
    ['no host', 'GET /v1 HTTP/1.1\r\n\r\n', 400, 'OngeldigeAanvraag'],
    ['two hosts', 'GET /v1 HTTP/1.1\r\nHost: a\r\nhOST: b\r\n\r\n', 400, 'OngeldigeAanvraag'],
    ['a tunnel', 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'OngeldigeAanvraag'],
    ['an unknown expectation', 'GET /v1/conformance HTTP/1.1\r\nHost: a\r\nExpect: iets\r\n\r\n', 417, 'VerwachtingNietOndersteund'],
    ['two lengths', 'POST /v1 HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400, 'OngeldigeAanvraag'],
    ['length and chunks', 'POST /v1 HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400, 'OngeldigeAanvraag'],
    ['a space before the colon', 'GET /v1 HTTP/1.1\r\nHost: a\r\nX : b\r\n\r\n', 400, 'OngeldigeAanvraag'],
    ['a folded header', 'GET /v1 HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n', 400, 'OngeldigeAanvraag'],
    ['line ends without a return', 'GET /v1 HTTP/1.1\nHost: a\n\n', 400, 'OngeldigeAanvraag'],
    ['a return within a header', 'GET /v1 HTTP/1.1\r\nHost: a\r\nX: b\rY: c\r\n\r\n', 400, 'OngeldigeAanvraag'],
    ['an address too long', `GET /v1?x=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 414, 'AdresTeLang'],
    ['an address far too long', `GET /v1?x=${'x'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 414, 'AdresTeLang'],
    ['headers far too large', `GET /v1 HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431, 'KoppenTeGroot'],
    ['headers too large', `GET /v1 HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'KoppenTeGroot'],
  ])('%s', async (_, bytes, status, type) => {
    const receivedText = await server.raw(bytes);
    expect(receivedText.split('\r\n', 1)[0]).toBe(`HTTP/1.1 ${status} ${STATUS_CODES[status]}`);
    expect(receivedText).toMatch(/content-type: application\/problem\+json/i);
    expect(receivedText).toContain(`fouten/ev/${type}`);
  });

  test('an address of the longest allowed length is read', async () => {
    const path = '/v1/conformance?x=';
    expectProblem(await server.ask(path.padEnd(16 * 1024, 'x')), 400, 'parameter/OnbekendeParameter');
    expectProblem(await server.ask(path.padEnd(16 * 1024 + 1, 'x')), 414, 'AdresTeLang');
  });

  test.each([
    ['HTTP/1.0 without Host', 'GET /v1/conformance HTTP/1.0\r\n\r\n'],
    ['HTTP/1.0 with an expectation, which it does not know', 'GET /v1/conformance HTTP/1.0\r\nExpect: iets\r\n\r\n'],
  ])('%s is served', async (_, bytes) => {
    expect(await server.raw(bytes)).toMatch(/^HTTP\/1.1 200 OK/);
  });

  test('what is no request takes no response from the whole requests before it', async () => {
    const limited = await started({ editions: aRegister(), rateLimits: { perFrame: 100, perMonth: null } });
    const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
    for (const [bytes, statuses] of [
      [`${ask('/v1/conformance')}onzin\r\n\r\n`, [200]],
      [`${ask('/v1/conformance')}${ask('/v1/nergens')}${ask('/v1/crss')}onzin\r\n\r\n`, [200, 404, 200]],
      ['DELETE /v1/crss HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n{}', [405]],
    ] as const) {
      const received = await limited.raw(bytes);
      expect([bytes, [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))]).toEqual([bytes, statuses]);
    }
    await limited.close();
  });

  test.each(['/v1/collections/wegen/items/', '/v1/kwetsbare-gebouwen/', '/v1/indieningen/', '/v1/waardelijsten/', '/v1/crss/', '/v1/collections/wegen/items?zoek=', '/v1/kwetsbare-gebouwen?id='])(
    'line ends in an address begin no header: %s', async (start) => {
      const receivedText = await server.raw(`GET ${start}a%0d%0aX-Kwaad:%201%0d%0a%0d%0akwaad HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(receivedText).toMatch(/^HTTP\/1.1 (?:200|40[0134]) /);
      expect(receivedText.slice(0, receivedText.indexOf('\r\n\r\n'))).not.toMatch(/^(?:X-Kwaad|kwaad)/im);
    });

  test('links never follow the Host header or an absolute request target', async () => {
    const receivedText = await server.raw(
      'GET http://kwaad.example/v1/conformance?x=1 HTTP/1.1\r\nHost: kwaad.example\r\nX-Forwarded-Host: kwaad.example\r\nConnection: close\r\n\r\n',
    );
    expect(receivedText).toContain('400 Bad Request');
    expect(receivedText).not.toContain('kwaad.example');
  });
});

test.each(['EMFILE', 'ENFILE'])('a request that finds no descriptor left (%s) is 503 with Retry-After, not 500', async (code) => {
  const faults: string[] = [];
  const none = Object.assign(new Error('too many open files'), { code, syscall: 'open' });
  for (const error of [none, new Error('behind another', { cause: none })]) {
    const editions = Object.assign(new FakeEditions(), { current: () => { throw error; } });
    const full = await started({ editions, onFault: ({ message }) => { faults.push(message); } });
    const reply = await full.ask('/v1/collections/wegen/items');
    expectProblem(reply, 503, 'NietBeschikbaar');
    expect(reply.headers['retry-after']).toBe('30');
    await full.close();
  }
  expect(faults).toEqual(['too many open files', 'behind another']);
});

describe('before the first edition', () => {
  test('resources with data are 503 with Retry-After, others exist', async () => {
    const early = await started({ editions: new FakeEditions() });
    for (const path of ['/v1/collections/wegen/items', '/v1/collections/wegen/items/1', '/v1/wegen/1']) {
      const reply = await early.ask(path);
      expectProblem(reply, 503, 'NietBeschikbaar');
      expect(reply.headers['retry-after']).toBe('5');
    }
    for (const path of ['/v1', '/v1/openapi.json', '/v1/collections', '/v1/collections/wegen']) {
      expect((await early.ask(path)).status).toBe(200);
      expect((await early.ask(path, { headers: { accept: 'text/html, */*;q=0.1' } })).status).toBe(200);
    }
    await early.close();
  });
});

describe('a fault behind the server', () => {
  test('is 500 without details, which the operator gets, and the next request works', async () => {
    const faults: Error[] = [];
    const broken = await started({
      onFault: (fault) => faults.push(fault),
      editions: { current: () => { throw new Error('/var/lib/pack 7 has SHA-256 81ab'); }, firstFrom: () => undefined, whenRead: (work) => work(), showing: () => [], at: () => 'nothing', numbered: () => 'unknown', downloads: () => null, downloadsUpTo: () => null, qualityUpTo: () => [], qualityOfHolder: () => null, countDifferences: () => Promise.reject(new Error('no')), differences: () => Promise.reject(new Error('no')), list: () => Promise.reject(new Error('nothing')), listAfter: () => Promise.reject(new Error('nothing')), openPacks: 0, isBehind: false, refresh: () => {}, close: () => {} },
    });
    const reply = await broken.ask('/v1/collections/wegen/items');
    expectProblem(reply, 500, 'OnverwachteFout');
    expect(reply.text).not.toContain('pack');
    expect(faults.map(({ message }) => message)).toEqual(['/var/lib/pack 7 has SHA-256 81ab']);
    expect((await broken.ask('/v1')).status).toBe(200);
    await broken.close();
  });
});

/** Statuses of RFC 9110 and RFC 6585 for malformed requests: too slow, too large, with an unknown expectation. */
const OF_HTTP = [408, 413, 414, 416, 417, 428, 431];

test('IR-err-1: every problem has a status of the table of statuses or of HTTP itself, and its own type', () => {
  const kinds = Object.values(PROBLEMS);
  expect(new Set(kinds.map(({ path }) => path)).size).toBe(kinds.length);
  const ledger = readFileSync(join(PROJECT, 'data/reference/rules.json'), 'utf8');
  const table = [...ledger.matchAll(/"IR-status-(\d+)"/g)].map(([, status]) => Number(status));
  expect([...table, ...OF_HTTP]).toEqual(expect.arrayContaining(kinds.map(({ status }) => status)));
  expect(kinds.filter(({ status }) => status < 400)).toEqual([]);
});
