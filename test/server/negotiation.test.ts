/** Request headers: legacy CRS names, interface versions, repeated headers, and unreadable bodies. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CRSS, type CrsCode } from '../../schemas/crs.ts';
import type { Receipt, SubmissionInput } from '../../schemas/submission.ts';
import { fakeDesk } from './fake-desk.ts';
import { BASE } from './fake-editions.ts';
import { aRegister, CRS84, RD, started, TOKEN, type Client } from './harness.ts';

const receipt: Receipt = { uuid: '0b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10', received: '2026-11-21T12:00:00.0Z', holder: 'AB12', bytes: 2, sha256: 'ab' };
let submitted: SubmissionInput[] = [];
const desk = fakeDesk({
  submit: (input) => { submitted.push(input); return Promise.resolve({ kind: 'pending', receipt }); },
});

let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister(), desk }); });
afterAll(() => server.close());
beforeEach(() => { submitted = []; });

const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
const READ = [ITEMS, `${ITEMS}/gebouw-0003`, '/v1/kwetsbare-gebouwen/gebouw-0003', '/v1/kwetsbare-gebouwen'];
const OLD_NAMES: readonly (readonly [string, CrsCode])[] = [['EPSG:4326', 'CRS84'], ['EPSG:3857', '3857'], ['EPSG:4258', '4258'], ['EPSG:28992', '28992']];
const shown = (reply: { json: () => Readonly<Record<string, unknown>> }) => reply.json()['features'] ?? reply.json()['kwetsbareGebouwen'] ?? reply.json()['geometry'];

function post(headers: Readonly<Record<string, string>>) {
  return server.ask('/v1/kwetsbare-gebouwen', {
    method: 'POST', body: '{}', headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...headers },
  });
}

/** Sends a request as bytes, so that a header can be repeated. */
async function raw(first: string, ...lines: readonly string[]): Promise<{ readonly status: number; readonly text: string }> {
  const text = await server.raw([`${first} HTTP/1.1`, 'Host: a', ...lines, 'Connection: close', '', ''].join('\r\n'));
  return { status: Number(text.slice(9, 12)), text };
}

describe('IR-deprecated-headers: Accept-Crs', () => {
  test.each(READ)('%s: each legacy name gives the numbers of its CRS, and Content-Crs repeats it', async (path) => {
    for (const [name, code] of OLD_NAMES) {
      const byHeader = await server.ask(path, { headers: { 'accept-crs': name } });
      expect(byHeader.status).toBe(200);
      expect(byHeader.headers['content-crs']).toBe(name);
      expect(byHeader.headers.vary).toContain('Accept-Crs');
      const held = await server.ask(path, { headers: { 'accept-crs': name, 'if-none-match': String(byHeader.headers.etag) } });
      expect([held.status, held.headers.vary]).toEqual([304, byHeader.headers.vary]);
      const byParameter = await server.ask(`${path}?crs=${CRSS[code].uri}`);
      expect(shown(byHeader)).toEqual(shown(byParameter));
      expect(byParameter.headers['content-crs']).toBe(`<${CRSS[code].uri}>`);
    }
    expect((await server.ask(path, { headers: { 'accept-crs': ' epsg:28992 ' } })).headers['content-crs']).toBe('EPSG:28992');
  });

  test.each(READ)('%s: other bytes have another tag, plain and compressed, with and without the default CRS in the header', async (path) => {
    for (const coding of ['identity', 'gzip']) {
      const headers = { 'accept-encoding': coding };
      const [named, plain] = [await server.ask(path, { headers: { ...headers, 'accept-crs': 'EPSG:4326' } }), await server.ask(path, { headers })];
      expect(named.headers.etag !== plain.headers.etag || named.body.equals(plain.body), path).toBe(true);
    }
  });

  test('a response without geometry ignores it, so that caches store it once', async () => {
    for (const path of ['/v1', '/v1/conformance', '/v1/collections', '/v1/collections/wegen', '/v1/openapi.json', '/v1/crss', '/v1/waardelijsten', '/v1/fouten', '/v1/schemas']) {
      const [plain, given] = [await server.ask(path), await server.ask(path, { headers: { 'accept-crs': 'EPSG:28992' } })];
      expect([path, plain.headers.vary?.replace(', Accept-Language', ''), given.text]).toEqual([path, 'Accept, Accept-Encoding, API-Version, Authorization, X-Api-Key', plain.text]);
    }
  });

  test('EPSG:4326 is longitude first, as CRS84', async () => {
    const { coordinates } = (await server.ask(READ[1]!, { headers: { 'accept-crs': 'EPSG:4326' } })).json()['geometry'] as { coordinates: [number, number] };
    expect(coordinates[0]).toBeLessThan(coordinates[1]);
  });

  test.each(READ)('%s: an unsupported one is 406 with the supported ones', async (path) => {
    for (const name of ['EPSG:7415', '28992', RD, '', 'EPSG:28992, EPSG:4326']) {
      const reply = await server.ask(path, { headers: { 'accept-crs': name } });
      expect(reply.status, name).toBe(406);
      expect(reply.json()).toMatchObject({
        type: `${BASE}/fouten/ev/CrsNietLeverbaar`, 'invalid-params': [{ name: 'Accept-Crs', allowed: OLD_NAMES.map(([old]) => old) }],
      });
    }
  });

  test.each(READ)('%s: a parameter wins over the header, also over one that is not supported', async (path) => {
    for (const name of ['EPSG:4326', 'EPSG:7415']) {
      const reply = await server.ask(`${path}?%63rs=${RD}`, { headers: { 'accept-crs': name } });
      expect(reply.status).toBe(200);
      expect(reply.headers['content-crs']).toBe(`<${RD}>`);
      expect(shown(reply)).toEqual(shown(await server.ask(`${path}?crs=${RD}`)));
    }
    expect((await server.ask(`${path}?crs=RD`, { headers: { 'accept-crs': 'EPSG:28992' } })).status).toBe(400);
  });

  test('links name the CRS as a parameter, so a walk continues without the header', async () => {
    for (const headers of [{ 'accept-crs': 'EPSG:28992' }, {}]) {
      const first = await server.ask(`${ITEMS}?limit=2`, { headers: { 'accept-crs': 'EPSG:28992' } });
      const next = (first.json()['links'] as { rel: string; href: string }[]).find(({ rel }) => rel === 'next')?.href ?? '';
      const second = await server.ask(next.slice(new URL(BASE).origin.length), { headers });
      expect(second.headers['content-crs']).toBe('accept-crs' in headers ? 'EPSG:28992' : `<${RD}>`);
      expect((second.json()['features'] as { geometry: unknown }[])[0]?.geometry).toEqual({ type: 'Point', coordinates: [20_200, 310_300] });
    }
  });

  test('tags tell CRSs apart; each gives 304 with its own header only', async () => {
    for (const path of READ) {
      const tags = await Promise.all(OLD_NAMES.map(async ([name]) => (await server.ask(path, { headers: { 'accept-crs': name } })).headers.etag ?? ''));
      expect(new Set(tags).size).toBe(4);
      expect((await server.ask(path, { headers: { 'accept-crs': 'EPSG:28992', 'if-none-match': tags[3]! } })).status).toBe(304);
      expect((await server.ask(path, { headers: { 'accept-crs': 'EPSG:4258', 'if-none-match': tags[3]! } })).status).toBe(200);
    }
  });

  test('it has no effect without geometry, nor on the CRS of a box', async () => {
    expect((await server.ask('/v1/conformance', { headers: { 'accept-crs': 'EPSG:1' } })).status).toBe(200);
    const reply = await server.ask(`${ITEMS}?bbox=3,50,4,51`, { headers: { 'accept-crs': 'EPSG:28992' } });
    expect(reply.json()['numberMatched']).toBe((await server.ask(`${ITEMS}?bbox=3,50,4,51`)).json()['numberMatched']);
  });

  // Fails when a new operation with crs lacks the header.
  test('exactly the operations with the parameter crs document the header', async () => {
    const { paths } = (await server.ask('/v1/openapi.json')).json() as { paths: Record<string, { get?: { parameters: { $ref: string }[]; security?: unknown } }> };
    for (const [path, { get }] of Object.entries(paths)) {
      const names = new Set(get?.parameters.map(({ $ref }) => $ref.split('/').at(-1)));
      if (get === undefined) continue;
      expect(names.has('Accept-Crs'), path).toBe(names.has('crs'));
      if (!names.has('crs')) continue;
      const real = path.replace('{collectionId}', 'kwetsbare-gebouwen').replace(/\{(?:featureId|id)\}/, 'gebouw-0003');
      expect((await server.ask(`/v1${real}`, { headers: { ...(get.security === undefined ? {} : { authorization: `Bearer ${TOKEN}` }), 'accept-crs': 'EPSG:1' } })).status, path).toBe(406);
    }
  });
});

describe('IR-deprecated-headers: on a write', () => {
  test.each(OLD_NAMES)('Content-Crs: %s is %s', async (name, code) => {
    expect((await post({ 'content-crs': name })).status).toBe(202);
    expect((await post({ 'content-crs': name.toLowerCase(), 'accept-crs': 'EPSG:4326' })).status).toBe(202);
    expect(submitted.map(({ crs }) => crs)).toEqual([CRSS[code].uri, CRSS[code].uri]);
  });

  test('Accept-Crs without Content-Crs is 412, an unsupported one 406; without either it is CRS84', async () => {
    const missing = await post({ 'accept-crs': 'EPSG:28992' });
    expect(missing.status).toBe(412);
    expect(missing.json()).toMatchObject({ type: `${BASE}/fouten/ev/KopOntbreekt`, 'invalid-params': [{ name: 'Content-Crs' }] });
    const unsupported = await post({ 'content-crs': `<${RD}>`, 'accept-crs': 'EPSG:7415' });
    expect([unsupported.status, unsupported.json()['type']]).toEqual([406, `${BASE}/fouten/ev/CrsNietLeverbaar`]);
    expect(submitted).toEqual([]);
    expect((await post({})).status).toBe(202);
    expect(submitted[0]?.crs).toBe(CRS84);
  });
});

describe('IR-head: a repeated single header is 400 with its name', () => {
  test.each([
    ['Accept-Crs', 'EPSG:28992'], ['Content-Crs', `<${RD}>`], ['Content-Type', 'application/json'], ['Authorization', `Bearer ${TOKEN}`],
    ['X-Api-Key', 'a'], ['API-Version', '1.0.0'], ['If-Modified-Since', 'Fri, 20 Nov 2026 10:00:00 GMT'],
  ])('%s', async (name, value) => {
    for (const first of [`GET ${ITEMS}`, 'GET /v1', 'GET /v1/onbekend', 'POST /v1/kwetsbare-gebouwen']) {
      const { status, text } = await raw(first, `${name}: ${value}`, `${name.toUpperCase()}: ${value}`);
      expect([first, status]).toEqual([first, 400]);
      expect(text).toContain(`${BASE}/fouten/ev/HerhaaldeKop`);
      expect(text).toContain(`"name":"${name}"`);
    }
    expect(submitted).toEqual([]);
  });

  test('Content-Length', async () => {
    const { status, text } = await raw('POST /v1/kwetsbare-gebouwen', 'Content-Length: 1', 'Content-Length: 1');
    expect(status).toBe(400);
    expect(text).toContain('De kop Content-Length mag er één keer zijn');
  });

  test('list headers may be repeated', async () => {
    const tag = (await server.ask(ITEMS)).headers.etag ?? '';
    expect((await raw(`GET ${ITEMS}`, 'If-None-Match: "ander"', `If-None-Match: ${tag}`)).status).toBe(304);
    expect((await raw(`GET ${ITEMS}`, 'Accept: text/html;q=0.1', 'Accept: application/geo+json', 'If-Match: "a"', 'If-Match: "b"')).text).toContain('application/geo+json');
  });
});

describe('IR-head-api-version: the requested version', () => {
  test.each(['/v1', ITEMS, '/v1/kwetsbare-gebouwen/gebouw-0003'])('%s: the current one is served, another is 406, a malformed one 400', async (path) => {
    const same = await server.ask(path, { headers: { 'api-version': '1.0.0' } });
    expect([same.status, same.headers['api-version']]).toEqual([200, '1.0.0']);
    expect(same.headers.vary).toContain('API-Version');
    for (const version of ['1.0.1', '1.1.0', '2.0.0', '0.9.0']) {
      const reply = await server.ask(path, { headers: { 'api-version': version } });
      expect(reply.status).toBe(406);
      expect(reply.json()).toMatchObject({ type: `${BASE}/fouten/ev/VersieNietLeverbaar`, 'invalid-params': [{ name: 'API-Version', allowed: ['1.0.0'] }] });
    }
    for (const version of ['', '1', '1.0', 'v1.0.0', '1.0.0, 1.0.0', 'nieuwste']) {
      expect((await server.ask(path, { headers: { 'api-version': version } })).status, version).toBe(400);
    }
  });

  test('a write to another version is not made', async () => {
    expect((await post({ 'api-version': '2.0.0' })).status).toBe(406);
    expect(submitted).toEqual([]);
  });
});

describe('IR-head-accept: type and coding of a body', () => {
  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;Charset="UTF-8"', 'application/json; charset=utf8', 'application/json; x=1'])(
    'Content-Type: %s is read', async (type) => {
      expect((await post({ 'content-type': type })).status).toBe(202);
    });

  test.each(['application/json; charset=iso-8859-1', 'application/json;charset="utf-16"', 'application/json; charset=', 'application/json; charset=utf-8; charset=latin1'])(
    'Content-Type: %s is 415 that asks for UTF-8', async (type) => {
      const reply = await post({ 'content-type': type });
      expect(reply.status).toBe(415);
      expect(reply.json()['detail']).toContain('UTF-8');
      expect(submitted).toEqual([]);
    });

  test('Content-Encoding: identity is accepted, another is 415 with the accepted ones', async () => {
    for (const coding of ['identity', 'Identity', '']) expect((await post({ 'content-encoding': coding })).status, coding).toBe(202);
    submitted = [];
    for (const coding of ['gzip', 'identity, br', 'deflate', 'onzin']) {
      const reply = await post({ 'content-encoding': coding });
      expect([reply.status, reply.headers['accept-encoding']], coding).toEqual([415, 'identity']);
    }
    expect(submitted).toEqual([]);
  });
});

test('HEAD equals GET without its body, on every path and in every form', async () => {
  const { paths } = (await server.ask('/v1/openapi.json')).json() as { paths: Record<string, { get?: object }> };
  const fill: Readonly<Record<string, string>> = {
    collectionId: 'kwetsbare-gebouwen', featureId: 'gebouw-0003', id: 'gebouw-0003', code: '28992', naam: 'TypeBrand', type: 'Wegen',
    fout: 'BestaatNiet', parameterFout: 'OnbekendeParameter', regel: 'schema.required',
  };
  for (const path of Object.keys(paths).filter((one) => paths[one]?.get !== undefined && !/^\/(?:indieningen|jobs|overdrachten|beheren\/overzicht)\b/.test(one))) {
    const query = { '/omgeving': '?plaats=20000,380000', '/verschillen': '?van=3&tot=3' }[path] ?? '';
    const url = `/v1${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => fill[name] ?? name)}${query}`;
    for (const accept of ['*/*', 'text/html', 'application/json', 'application/hal+json']) {
      const [head, get] = await Promise.all(['HEAD', 'GET'].map((method) => server.ask(url, { method, headers: { accept, 'accept-encoding': 'gzip' } })));
      expect([url, accept, head?.status, head?.body.length]).toEqual([url, accept, get?.status, 0]);
      const [headers, others] = [head, get].map((reply) => ({ ...reply!.headers, date: '' }));
      // Each problem has its own instance, and so another length when compressed.
      if (get?.status === 200) expect(headers, `${url} ${accept}`).toEqual(others);
      else expect([307, 404, 406], `${url} ${accept}`).toContain(get?.status);
    }
  }
});
