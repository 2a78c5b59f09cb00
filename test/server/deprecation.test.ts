/** Deprecation of a major version beside its successor: announced on every response and on the page of versions, then 410. */
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deprecationOf } from '../../schemas/deprecation.ts';
import { API_VERSION, INTERFACE_VERSIONS } from '../../schemas/interface-versions.ts';
import { BASE } from './fake-editions.ts';
import { aRegister, started, type Client } from './harness.ts';

const DEPRECATION = deprecationOf('2027-01-01 2027-07-01 <https://ev.example/v2>')!;
let now = new Date(0);
let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister(), deprecation: DEPRECATION, clock: () => now }); });
afterAll(() => server.close());

const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
const headersOf = async (path: string, method = 'GET') => {
  const { headers: { warning, deprecation, sunset } } = await server.ask(path, { method });
  return [warning, deprecation, sunset];
};

/** Bytes that the server answers before there is a request. */
const NO_REQUESTS = ['onzin\r\n\r\n', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', `GET /${'a'.repeat(60_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'];

describe('IR-version-5: a deprecated version', () => {
  const REQUESTS = [['GET', '/v1'], ['GET', ITEMS], ['HEAD', ITEMS], ['OPTIONS', ITEMS], ['GET', '/v1/nergens'], ['GET', `${ITEMS}?x=1`], ['PUT', '/v1/collections'], ['GET', '/elders']] as const;

  test('has no headers before its first day', async () => {
    now = new Date('2026-12-31T23:59:59.999Z');
    for (const [method, path] of REQUESTS) expect([path, await headersOf(path, method)]).toEqual([path, [undefined, undefined, undefined]]);
  });

  test.each(['2027-01-01T00:00:00Z', '2027-06-30T23:59:59.999Z', '2027-08-01T00:00:00Z'])('at %s announces its end on every response, with 299, the versioned endpoint and the day', async (moment) => {
    now = new Date(moment);
    for (const [method, path] of REQUESTS) {
      expect([path, await headersOf(path, method)]).toEqual([path, [
        `299 ${BASE} "Deze versie vervalt op 2027-07-01 / this version is withdrawn on 2027-07-01"`, `@${Date.UTC(2027, 0, 1) / 1_000}`, 'Thu, 01 Jul 2027 00:00:00 GMT',
      ]]);
    }
  });

  test.each(NO_REQUESTS)('announces its end also to bytes that are no request: %.20j', async (bytes) => {
    now = new Date('2026-12-31T00:00:00Z');
    expect(await server.raw(bytes)).not.toMatch(/^(?:Warning|Deprecation|Sunset):/m);
    now = new Date('2027-01-01T00:00:00Z');
    const answer = await server.raw(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    for (const header of ['API-Version: 1.0.0', `Warning: 299 ${BASE} "Deze versie vervalt op 2027-07-01`, `Deprecation: @${Date.UTC(2027, 0, 1) / 1_000}`, 'Sunset: Thu, 01 Jul 2027 00:00:00 GMT']) {
      expect(answer).toContain(`\r\n${header}`);
    }
  });
});

test('IR-version-7: a withdrawn version is 410 and names the next one; its documentation and errors stay', async () => {
  now = new Date('2027-06-30T23:59:59.999Z');
  expect((await server.ask(ITEMS)).status).toBe(200);
  now = new Date('2027-07-01T00:00:00Z');
  for (const path of ['/v1', ITEMS, '/v1/collections', '/v1/nergens', '/v1/documentaties']) {
    const reply = await server.ask(path);
    expect([path, reply.status, reply.json()['type'], reply.headers.link]).toEqual([
      path, 410, expect.stringMatching(/\/fouten\/ev\/VersieVervallen$/), expect.stringMatching(/^<https:\/\/ev\.example\/v2>; ?rel="successor-version"/),
    ]);
  }
  for (const path of ['/v1/documentatie', '/v1/fouten', '/v1/fouten/ev/VersieVervallen']) expect([path, (await server.ask(path, { headers: { accept: 'text/html' } })).status]).toEqual([path, 200]);
  expect((await server.ask('/v1/openapi.json')).status).toBe(200);
});

test('IR-version-3: a deprecation lasts at most a year, and ends after it begins', () => {
  const right = ['2027-01-01 2027-07-01 <https://ev.example/v2>', '2027-01-01 2028-01-01 <http://ev.example:8080/a/v2>'];
  const wrong = [
    '2027-01-01 2028-01-03 <https://ev.example/v2>', '2027-07-01 2027-01-01 <https://ev.example/v2>', '2027-01-01 2027-01-01 <https://ev.example/v2>', '2027-02-30 2027-07-01 <https://ev.example/v2>',
    '2027-01-01 <https://ev.example/v2>', '2027-01-01 2027-07-01', '2027-01-01 2027-07-01 <javascript:x>', '2027-01-01 2027-07-01 <https://ev.example/v1>', '2027-01-01 2027-07-01 <https://ev.example/2>', '2027-01-01 2027-07-01 <https://ev.example/v2>, <x>', '',
  ];
  expect([...right, ...wrong].filter((text) => deprecationOf(text) !== undefined)).toEqual(right);
});

test('IR-version-3: at most two major versions: the successor is the next one, and there is one', () => {
  const period = '2027-01-01 2027-07-01';
  expect(deprecationOf(`${period} <https://ev.example/v2>`)).toBeDefined();
  for (const text of [`${period} <https://ev.example/v3>`, `${period} <https://ev.example/v2> <https://ev.example/v3>`, `${period} <https://ev.example/v2> ${period} <https://ev.example/v3>`]) {
    expect(deprecationOf(text), text).toBeUndefined();
  }
});

test('IR-version-2: the version of every response is the newest of the list; another is 406 with the served ones', async () => {
  now = new Date('2027-02-01T00:00:00Z');
  expect(INTERFACE_VERSIONS.map(({ version }) => version)).toContain(API_VERSION);
  for (const path of ['/v1', ITEMS, '/v1/nergens', '/elders']) expect((await server.ask(path)).headers['api-version'], path).toBe(API_VERSION);
  const refused = await server.ask(ITEMS, { headers: { 'api-version': '2.0.0' } });
  expect([refused.status, refused.headers['api-version'], refused.json()['invalid-params']]).toEqual([406, API_VERSION, [expect.objectContaining({ allowed: [API_VERSION] })]]);
  expect((await server.ask(ITEMS, { headers: { 'api-version': API_VERSION } })).status).toBe(200);
});

describe('IR-version-4: /documentatie/versies', () => {
  const VERSIONS = '/v1/documentatie/versies';
  const next = { hoofdversie: 'v2', adres: DEPRECATION.successor, staat: 'actueel', verouderdVanaf: null, vervaltOp: null };

  test.each([['2026-12-31T23:59:59Z', 'actueel', 'in gebruik'], ['2027-01-01T00:00:00Z', 'verouderd', 'verouderd'], ['2027-07-01T00:00:00Z', 'vervallen', 'vervallen']])(
    'at %s has the schedule (%s) and the changes, as JSON and as a page', async (moment, staat, words) => {
      now = new Date(moment);
      expect((await server.ask(VERSIONS)).json()).toEqual({
        hoofdversies: [{ hoofdversie: 'v1', adres: BASE, staat, verouderdVanaf: '2027-01-01', vervaltOp: '2027-07-01' }, next],
        wijzigingen: INTERFACE_VERSIONS.map(({ version, changes }) => ({ versie: version, wijzigingen: changes.map(({ nl, en }) => `${nl} / ${en}`) })),
      });
      const page = await server.ask(VERSIONS, { headers: { accept: 'text/html' } });
      expect([page.status, page.headers['content-language']]).toEqual([200, 'nl']);
      for (const text of [`${BASE}</a>: ${words}.`, 'vervalt op 2027-07-01', DEPRECATION.successor, API_VERSION, INTERFACE_VERSIONS[0].changes[0]!.nl]) expect(page.text).toContain(text);
    },
  );

  test('the documentation links to it and announces the end', async () => {
    const { text } = await server.ask('/v1/documentatie', { headers: { accept: 'text/html' } });
    expect(text).toContain(`href="${BASE}/documentatie/versies"`);
    expect(text).toContain('v1: Verouderd vanaf 2027-01-01; vervalt op 2027-07-01. De volgende versie staat op https://ev.example/v2.');
  });

  test('without an end one version is in use, and nothing is announced', async () => {
    const client = await started({ editions: aRegister() });
    expect((await client.ask(VERSIONS)).json()['hoofdversies']).toEqual([{ hoofdversie: 'v1', adres: BASE, staat: 'actueel', verouderdVanaf: null, vervaltOp: null }]);
    expect((await client.ask('/v1/documentatie', { headers: { accept: 'text/html' } })).text).not.toContain('Verouderd vanaf');
    await client.close();
  });
});

test('IR-version-6: while a second major version is beside it, the first announces its end, then leads to the second', async () => {
  // Stands for the program of the next version, and for the proxy that sends each major version to its program.
  let first = 0;
  const host = createServer((request, response) => {
    if (request.url?.startsWith('/v2') === true) {
      response.writeHead(200, { 'API-Version': '2.0.0' }).end('{}');
      return;
    }
    get({ port: first, path: request.url, headers: request.headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.rawHeaders);
      reply.pipe(response);
    });
  });
  await new Promise<void>((resolve) => { host.listen(0, '127.0.0.1', resolve); });
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  let moment = new Date('2027-03-01T00:00:00Z');
  const finished: (readonly [string | null, number])[] = [];
  const client = await started({
    editions: aRegister(), baseUrl: `${origin}/v1`, deprecation: deprecationOf(`2027-01-01 2027-07-01 <${origin}/v2>`)!, clock: () => moment,
    origins: ['any'], onRequestFinished: ({ route, status }) => finished.push([route, status]),
  });
  first = client.port;
  const read = (path: string) => new Promise<IncomingMessage>((resolve, reject) => {
    get(origin + path, { headers: { origin: 'https://kaart.example' } }, (reply) => { reply.resume().on('end', () => { resolve(reply); }); }).on('error', reject);
  });
  const announced = async () => {
    const [old, fresh] = [await read('/v1'), await read('/v2')];
    expect([fresh.statusCode, fresh.headers['api-version'], fresh.headers['warning'], fresh.headers['sunset']]).toEqual([200, '2.0.0', undefined, undefined]);
    expect(old.headers).toMatchObject({ 'api-version': API_VERSION, warning: expect.stringContaining(`299 ${origin}/v1 "`) as string, sunset: 'Thu, 01 Jul 2027 00:00:00 GMT' });
    const readable = String(old.headers['access-control-expose-headers']).split(', ');
    for (const name of ['API-Version', 'Warning', 'Deprecation', 'Sunset']) expect(readable).toContain(name);
    return old;
  };
  expect((await announced()).statusCode).toBe(200);
  moment = new Date('2027-07-01T00:00:00Z');
  const withdrawn = await announced();
  expect(withdrawn.statusCode).toBe(410);
  const [, address = ''] = /^<([^>]+)>; ?rel="successor-version"/.exec(String(withdrawn.headers.link)) ?? [];
  expect((await read(address.slice(origin.length))).statusCode).toBe(200);
  expect(finished, 'requests of the withdrawn version are counted too').toEqual([['/v1', 200], ['/v1', 410]]);
  await client.close();
  await new Promise((resolve) => { host.close(resolve); host.closeAllConnections(); });
});
