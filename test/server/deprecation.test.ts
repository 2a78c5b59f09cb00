/** Deprecation of a major version: announced on every response, then 410. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deprecationOf } from '../../schemas/deprecation.ts';
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
    '2027-01-01 <https://ev.example/v2>', '2027-01-01 2027-07-01', '2027-01-01 2027-07-01 <javascript:x>', '2027-01-01 2027-07-01 <https://ev.example/v2>, <x>', '',
  ];
  expect([...right, ...wrong].filter((text) => deprecationOf(text) !== undefined)).toEqual(right);
});
