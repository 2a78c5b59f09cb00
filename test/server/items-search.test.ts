/** POST /collections/{collectionId}/_zoek over a real edition on disk: the same results as GET, with parameters in a body. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { building, createAll, state } from '../publisher/registry.ts';
import { BASE } from './fake-editions.ts';
import type { Reply } from './harness.ts';
import { realServer, type RealServer } from './real-server.ts';

const COLLECTION = '/v1/collections/kwetsbare-gebouwen';
const ZOEK = `${COLLECTION}/_zoek`;
const RD = CRSS['28992'].uri;

let server: RealServer;

/** Building `n` is a square of 20 m at x = 100 km + n km, with `n` people modulo 7. */
beforeAll(async () => {
  server = await realServer({ on: 60, changes: createAll(Array.from({ length: 25 }, (_, n) => {
    const id = `b${String(n).padStart(2, '0')}`;
    const input = building(id, { x: 100_000 + n * 1_000, y: 450_000, size: 20, name: `Huis ${n}` });
    return state('KwetsbaarGebouw', id, [{ ...input, document: { ...input.document, populatie: n % 7 } }]);
  })) });
});
afterAll(() => server.close());

function post(body: unknown, query = '', headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  return server.ask(`${ZOEK}${query}`, {
    method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers },
  });
}

interface Page {
  readonly features: readonly { readonly id: string }[];
  readonly numberMatched: number;
  readonly links: readonly { readonly rel: string; readonly href: string; readonly method?: string; readonly merge?: boolean }[];
}
const pageOf = (reply: Reply): Page => {
  expect(reply.status, reply.text).toBe(200);
  return reply.json() as unknown as Page;
};
const get = async (query: Readonly<Record<string, string>>) => pageOf(await server.ask(`${COLLECTION}/items?${new URLSearchParams(query).toString()}`));
const faultsOf = (reply: Reply) => (reply.json()['invalid-params'] as { name: string; pointer?: string; reason: string }[]);

const MORE_THAN_3 = { op: '>', args: [{ property: 'populatie' }, 3] };
const BOX = { op: 's_intersects', args: [{ property: 'geometry' }, { bbox: [103_010, 449_000, 110_010, 451_000] }] };

describe('features asked for by a body', () => {
  test('equal those of GET with the same parameters, in the body or in the address', async () => {
    const wanted = await get({ filter: 'populatie > 3', sorteer: '-id', limit: '4', crs: RD });
    expect(wanted.numberMatched).toBe(9);
    for (const [body, query] of [
      [{ filter: MORE_THAN_3, sorteer: ['-id'], limit: 4, crs: RD }, ''], [{ filter: 'populatie > 3', sorteer: '-id' }, `?limit=4&crs=${RD}`],
      [{ 'filter': JSON.stringify(MORE_THAN_3), 'filter-lang': 'cql2-json', 'sorteer': '-id', 'limit': '4' }, `?crs=${RD}`],
      [{ 'filter': MORE_THAN_3, 'filter-lang': 'cql2-json', 'crs': RD }, '?limit=4&sorteer=-id'],
    ] as const) {
      const found = pageOf(await post(body, query));
      expect([found.features, found.numberMatched], JSON.stringify(body)).toEqual([wanted.features, wanted.numberMatched]);
    }
    expect((await post({ populatie: 3, bbox: [103_010, 449_000, 110_010, 451_000], 'bbox-crs': RD, fields: ['populatie'] })).text)
      .toContain('"numberMatched":2,');
    expect(pageOf(await post({})).numberMatched).toBe(25);
  });

  test('have pages that take the same body, and refuse another one', async () => {
    const body = { filter: MORE_THAN_3, sorteer: 'id' };
    const found: string[] = [];
    for (let query = '?limit=4'; query !== '';) {
      const page = pageOf(await post(body, query));
      found.push(...page.features.map(({ id }) => id));
      const next = page.links.find(({ rel }) => rel === 'next');
      query = next === undefined ? '' : new URL(next.href).search;
      if (next !== undefined) {
        expect(next).toMatchObject({ method: 'POST', merge: true });
        expect(next.href).toMatch(new RegExp(`^${BASE}/collections/kwetsbare-gebouwen/_zoek\\?limit=4&cursor=[0-9a-z-]+$`));
        const other = await post({ ...body, filter: 'populatie > 3' }, query);
        expect([other.status, other.json()['type']]).toEqual([400, expect.stringMatching(/CursorOngeldig$/)]);
      }
    }
    expect(found).toEqual((await get({ filter: 'populatie > 3', sorteer: 'id', limit: '100' })).features.map(({ id }) => id));
  });

  test('may have a filter too long for an address, up to the size of a body', async () => {
    const terms = Array.from({ length: 700 }, (_, n) => `id = 'b0${n}' AND populatie <> ${n}`).join(' OR ');
    expect(terms.length).toBeGreaterThan(LIMITS.filterCharsMax);
    expect(pageOf(await post({ filter: terms })).features.map(({ id }) => id).toSorted()).toEqual(['b07', 'b08', 'b09']);
    expect((await server.ask(`${COLLECTION}/items?filter=${encodeURIComponent(terms.slice(0, LIMITS.filterCharsMax + 1))}`)).text).toContain('POST …/_zoek');
    expect((await post({ filter: 'x'.repeat(LIMITS.searchBodyBytesMax) })).status).toBe(413);
  });

  test('have a filter whose geometries are in filter-crs, or in the CRS of Content-Crs', async () => {
    for (const [body, headers] of [[{ 'filter': BOX, 'filter-crs': RD }, {}], [{ filter: BOX }, { 'content-crs': `<${RD}>` }]] as const) {
      expect(pageOf(await post(body, '', headers)).features.map(({ id }) => id).toSorted()).toEqual(['b03', 'b04', 'b05', 'b06', 'b07', 'b08', 'b09', 'b10']);
    }
    expect(faultsOf(await post({ filter: BOX }))[0]?.reason).toContain('outside the range');
    expect(faultsOf(await post({ 'filter': BOX, 'filter-crs': RD }, '', { 'content-crs': `<${RD}>` })).map(({ name }) => name)).toEqual(['filter-crs']);
  });

  test('are GeoJSON with no-store, and link POST requests', async () => {
    const reply = await post({ filter: MORE_THAN_3 }, '?limit=2');
    expect(reply.headers).toMatchObject({ 'content-type': 'application/geo+json', 'cache-control': 'no-store', 'content-crs': `<${CRSS.CRS84.uri}>` });
    expect(reply.headers).not.toHaveProperty('etag');
    expect(pageOf(reply).links.map(({ rel, method }) => [rel, method])).toEqual([['self', 'POST'], ['next', 'POST'], ['collection', undefined], ['describedby', undefined]]);
    expect((await post({}, '', { accept: 'text/html' })).status).toBe(406);
  });
});

describe('a body that is nearly right', () => {
  test.each<readonly [unknown, string, RegExp]>([
    [{ populate: 3 }, 'populate', /does not exist here.*populatie/], [{ filter: 5 }, 'filter', /Found ‘5’; expected a text.*CQL2 JSON/],
    [{ filter: 'populatie >' }, 'filter', /Character 12/], [{ filter: { op: '=', args: [{ property: 'populate' }, 3] } }, 'filter', /Character 19: .*perhaps populatie/],
    [{ 'filter': MORE_THAN_3, 'filter-lang': 'cql2-text' }, 'filter-lang', /cql2-json with a filter that is an object/],
    [{ populatie: [3] }, 'populatie', /or a number/], [{ populatie: true }, 'populatie', /or a number/], [{ bronhoudercode: 7 }, 'bronhoudercode', /expected a text/],
    [{ limit: 0 }, 'limit', /from 1/], [{ sorteer: [['id']] }, 'sorteer', /or a list/], [{ bbox: null }, 'bbox', /or a list/], [{ bbox: [1, 2, 3] }, 'bbox', /./],
    [{ offset: 10 }, 'offset', /belongs in the address/], [{ cursor: 'x' }, 'cursor', /belongs in the address/], [{ crs: 'RD' }, 'crs', /./],
    ['[]', '', /JSON object/], ['{"filter":"a","filter":"b"}', '', /twice/], ['{"filter"', '', /Character/], ['', '', /./],
  ])('%j is 400, with the member', async (body, name, reason) => {
    const refused = await post(body);
    expect([refused.status, refused.json()['type']], refused.text).toEqual([400, expect.stringMatching(/ValidatieFout$/)]);
    const [fault] = faultsOf(refused);
    expect(fault).toMatchObject({ name, pointer: name === '' ? '' : `/${name}` });
    expect(fault?.reason).toMatch(reason);
  });

  test('a parameter given twice, and an unknown one in the address, are refused', async () => {
    for (const [body, query] of [[{ limit: 5 }, '?limit=5'], [{ filter: 'true' }, '?filter=true'], [{}, '?limit=1&limit=2'], [{}, '?_geo=1']] as const) {
      expect([(await post(body, query)).status, query]).toEqual([400, query]);
    }
  });

  test('levels of a filter count as in an address', async () => {
    const nested = (levels: number): unknown => Array.from({ length: levels }).reduce((inner) => ({ op: 'not', args: [inner] }), { op: 'isNull', args: [{ property: 'id' }] } as unknown);
    expect((await post({ filter: nested(14) })).status).toBe(200);
    expect((await post({ filter: nested(16) })).text).toContain('nested too deep');
  });

  test('other methods are 405, an unknown collection 404, other media types 415', async () => {
    expect((await server.ask(ZOEK, { method: 'OPTIONS' })).headers.allow).toBe('POST, OPTIONS');
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) expect((await server.ask(ZOEK, { method })).status).toBe(405);
    expect((await server.ask('/v1/collections/huizen/_zoek', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status).toBe(404);
    expect((await post({}, '', { 'content-type': 'application/geo+json' })).status).toBe(415);
  });
});
