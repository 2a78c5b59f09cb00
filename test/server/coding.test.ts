/** Content coding of a body and its tag, also for conditional requests, HEAD and problems. */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { codingFor } from '../../server/response/coding.ts';
import { FakeEditions } from './fake-editions.ts';
import { ACTIVATED, aRegister, started, type AskOptions, type Client, type Reply } from './harness.ts';

const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
const LONG = ['/v1/collections/wegen/items', ITEMS, '/v1', '/v1/openapi.json', '/v1/collections', '/v1/schemas/Windturbine', '/v1/fouten'];
const SHORT = ['/v1/fouten/ev/BestaatNiet', '/v1/waardelijsten/TypeBrand', '/v1/kwetsbare-gebouwen/gebouw-0001'];

let server: Client;
let editions: FakeEditions;
beforeAll(async () => {
  editions = aRegister();
  server = await started({ editions });
});
afterAll(() => server.close());

const asking = (coding: string, headers: AskOptions['headers'] = {}): AskOptions => ({ headers: { ...headers, 'accept-encoding': coding } });
const gzipped = async (path: string, headers?: AskOptions['headers'], method = 'GET'): Promise<Reply> => (
  await server.ask(path, { ...asking('gzip', headers), method })
);

describe('RFC 9110 12.5.3: Accept-Encoding', () => {
  test.each([
    ['gzip', 'gzip'], ['x-gzip', 'gzip'], ['GZip', 'gzip'], ['gzip, deflate, br, zstd', 'gzip'], ['br;q=1, gzip;q=0.001', 'gzip'],
    ['*', 'gzip'], ['*;q=0.5', 'gzip'], ['identity, *', 'gzip'], ['gzip;q=0.5,identity;q=0.5', 'gzip'], ['gzip ; Q=1.0', 'gzip'],
    [undefined, 'identity'], ['', 'identity'], ['identity', 'identity'], ['br', 'identity'], ['deflate, br;q=0.9', 'identity'],
    ['gzip;q=0', 'identity'], ['gzip;q=0.000, br', 'identity'], ['gzip;q=0, *', 'identity'], ['gzip;q=0.5, identity', 'identity'],
    ['identity, *;q=0.1', 'identity'], ['gzip;q=2', 'identity'], ['gzip;q=x', 'identity'], ['gzipped', 'identity'], [',;,', 'identity'],
    ['identity;q=0, gzip', 'gzip'], ['*;q=0, gzip;q=0.1', 'gzip'],
    ['identity;q=0', undefined], ['*;q=0', undefined], ['br, identity;q=0', undefined], ['gzip;q=0, *;q=0', undefined],
  ] as const)('%s: %s', async (accept, coding) => {
    expect(codingFor(accept, 2_000)).toBe(coding);
    const reply = await server.ask(ITEMS, accept === undefined ? {} : asking(accept));
    expect([reply.status, reply.headers['content-encoding']]).toEqual(
      coding === undefined ? [406, undefined] : [200, coding === 'gzip' ? 'gzip' : undefined],
    );
    expect(reply.headers.vary).toContain('Accept-Encoding');
  });

  test('a body of at most 1 KiB is not compressed, unless identity is refused', () => {
    expect([codingFor('gzip', 1_024), codingFor('gzip', 1_025), codingFor('gzip, identity;q=0', 10)]).toEqual(['identity', 'gzip', 'gzip']);
  });

  test('the responses to a write and problems ignore Accept-Encoding', async () => {
    for (const [path, status] of [['/v1/x', 404], [`${ITEMS}?x=1`, 400], [ITEMS, 406]] as const) {
      const reply = await server.ask(path, asking('identity;q=0'));
      expect([reply.status, reply.json()['status']]).toEqual([status, status]);
    }
    expect((await server.ask('/v1', { ...asking('identity;q=0'), method: 'OPTIONS' })).status).toBe(204);
  });
});

describe('compressed responses', () => {
  test.each([...LONG, ...SHORT])('%s: body, length, type and tag are right, HEAD says the same', async (path) => {
    const [plain, packed] = [await server.ask(path), await gzipped(path)];
    const isLong = LONG.includes(path);
    expect(packed.headers['content-encoding']).toBe(isLong ? 'gzip' : undefined);
    expect((isLong ? gunzipSync(packed.body) : packed.body).equals(plain.body)).toBe(true);
    expect(packed.headers['content-length']).toBe(String(packed.body.length));
    for (const name of ['content-type', 'cache-control', 'vary', 'last-modified', 'link']) expect(packed.headers[name]).toBe(plain.headers[name]);
    expect(packed.headers.etag === plain.headers.etag).toBe(!isLong);
    expect(packed.headers.etag).toMatch(/^"[!#-~]+"$/);
    const head = await gzipped(path, {}, 'HEAD');
    expect(head.body).toHaveLength(0);
    expect({ ...head.headers, date: '' }).toEqual({ ...packed.headers, date: '' });
    expect((await gzipped(path)).body.equals(packed.body), 'a strong tag: the same bytes').toBe(true);
  });

  test('equal tags of two addresses are two bodies', async () => {
    const headers = asking('gzip, identity;q=0', { accept: 'application/json' });
    const [feature, document] = [await server.ask(`${ITEMS}/gebouw-0001`, headers), await server.ask('/v1/kwetsbare-gebouwen/gebouw-0001', headers)];
    expect(feature.headers.etag).toBe(document.headers.etag);
    expect(gunzipSync(feature.body).toString()).toContain('"Feature"');
    expect(gunzipSync(document.body).toString()).toContain('"_links"');
  });

  test('each form has a tag of its own', async () => {
    const tags = new Set(await Promise.all(['application/geo+json', 'application/json', 'text/html'].map(async (accept) => (await gzipped(ITEMS, { accept })).headers.etag)));
    expect(tags.size).toBe(3);
  });

  test('long problems are compressed, not cached, in both forms', async () => {
    for (const accept of ['application/json', 'text/html']) {
      const problem = await gzipped(`${ITEMS}?a=1&b=2&c=3&d=4&crs=x`, { accept });
      expect(problem).toMatchObject({ status: 400, headers: { 'content-encoding': 'gzip', 'cache-control': 'no-store' } });
      expect(gunzipSync(problem.body).toString()).toMatch(/Deze parameter bestaat hier niet/);
      expect(problem.headers.etag).toBeUndefined();
    }
  });
});

describe('conditions go by the tag of the coding that is chosen', () => {
  test.each([...LONG, ...SHORT])('%s', async (path) => {
    for (const [mine, others] of [['gzip', 'identity'], ['identity', 'gzip']] as const) {
      const [reply, other] = [await server.ask(path, asking(mine)), await server.ask(path, asking(others))];
      const tag = reply.headers.etag ?? '';
      for (const given of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
        const again = await server.ask(path, asking(mine, { 'if-none-match': given }));
        expect([given, again.status, again.headers.etag]).toEqual([given, 304, tag]);
        expect([again.body.length, again.headers['content-encoding'], again.headers.vary]).toEqual([0, undefined, reply.headers.vary]);
      }
      const foreign = await server.ask(path, asking(mine, { 'if-none-match': other.headers.etag ?? '' }));
      expect(foreign.status).toBe(LONG.includes(path) ? 200 : 304);
      expect(foreign.headers.etag).toBe(tag);
    }
  });

  test('If-Modified-Since gives 304 with the tag of the coding', async () => {
    const [packed, plain] = [await gzipped(ITEMS), await server.ask(ITEMS)];
    const since = { 'if-modified-since': ACTIVATED.toUTCString() };
    expect(await gzipped(ITEMS, since)).toMatchObject({ status: 304, headers: { etag: packed.headers.etag } });
    expect(await server.ask(ITEMS, { headers: since })).toMatchObject({ status: 304, headers: { etag: plain.headers.etag } });
  });

  test('a client with the compressed page gets 304 before the page is read', async () => {
    const { headers: { etag = '' } } = await gzipped(ITEMS);
    const asked = vi.spyOn(editions.current()!.edition.series.get('kwetsbare-gebouwen')!, 'page');
    expect((await gzipped(ITEMS, { 'if-none-match': etag })).status).toBe(304);
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });
});
