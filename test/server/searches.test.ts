/** Searches by POST, over a real edition on disk: `_zoek` of one kind of resource, `_search` of all collections. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { building, createAll, day, location, pipeline, square, state } from '../publisher/registry.ts';
import { BASE } from './fake-editions.ts';
import type { Reply } from './harness.ts';
import { realServer, type RealServer } from './real-server.ts';

const RD = `<${CRSS['28992'].uri}>`;
const ZOEK = '/v1/kwetsbare-gebouwen/_zoek';

let server: RealServer;

/** Building `n` is a square of 20 m at x = 100 km + n km, with `n` people modulo 7. */
beforeAll(async () => {
  const buildings = Array.from({ length: 25 }, (_, n) => {
    const id = `b${String(n).padStart(2, '0')}`;
    const input = building(id, { x: 100_000 + n * 1_000, y: 450_000, size: 20, name: `Huis ${n}` });
    return state('KwetsbaarGebouw', id, [{ ...input, document: { ...input.document, populatie: n % 7 } }]);
  });
  server = await realServer({ on: 60, changes: createAll([
    ...buildings,
    state('LocatieActiviteit', 'tank', [location('tank', { x: 121_000, y: 487_000, reference: { id: 'vulpunt' } })]),
    state('BuisleidingStelsel', 'buis', [pipeline('buis', { x: 90_000, y: 450_000, vertices: 200 })]),
  ]) });
});
afterAll(() => server.close());

function post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  return server.ask(path, {
    method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'content-crs': RD, ...headers },
  });
}

function idsOf(reply: Reply): readonly string[] {
  expect(reply.status, reply.text).toBe(200);
  return (reply.json()['kwetsbareGebouwen'] as { id: string }[]).map(({ id }) => id).sort();
}

function namesOf(reply: Reply): readonly string[] {
  return ((reply.json()['invalid-params'] ?? []) as { name: string }[]).map(({ name }) => name);
}

const point = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] });
const line = (...coordinates: readonly (readonly number[])[]) => ({ type: 'LineString', coordinates });

describe('IR-endpoint-zoek and IR-deprecated-zoek: POST /{resources}/_zoek', () => {
  test('OPTIONS has the methods of the path, which is not an id', async () => {
    expect((await server.ask(ZOEK, { method: 'OPTIONS' })).headers.allow).toBe('POST, OPTIONS');
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
      const refused = await server.ask(ZOEK, { method });
      expect([method, refused.status, refused.headers.allow]).toEqual([method, 405, 'POST, OPTIONS']);
    }
    expect((await server.ask('/v1/kwetsbare-gebouwen/_zoeken')).status).toBe(404);
  });

  test('the resource contains, intersects or lies within the geometry', async () => {
    const found = async (relation: string, geometry: object, path = ZOEK) => idsOf(await post(path, { _geo: { [relation]: geometry } }));
    expect(await found('intersects', square(103_010, 449_000, 2_000))).toEqual(['b03', 'b04', 'b05']);
    expect(await found('within', square(103_010, 449_000, 2_010))).toEqual(['b04', 'b05']);
    expect(await found('within', square(103_000, 450_000, 1_020))).toEqual(['b03', 'b04']);
    const triangle = { type: 'Polygon', coordinates: [[[103_990, 449_000], [106_020, 449_000], [103_990, 451_030], [103_990, 449_000]]] };
    expect([await found('within', triangle), await found('intersects', triangle)]).toEqual([['b04'], ['b04', 'b05']]);
    expect(await found('contains', square(107_005, 450_005, 5))).toEqual(['b07']);
    expect(await found('contains', square(107_000, 450_000, 20))).toEqual(['b07']);
    expect(await found('contains', point(107_020, 450_010)), 'its boundary').toEqual([]);
    expect(await found('intersects', point(107_020, 450_010))).toEqual(['b07']);
    expect(await found('intersects', line([104_010, 449_000], [104_010, 451_000], [106_010, 450_010]))).toEqual(['b04', 'b06']);
    expect(await found('intersects', { type: 'MultiPoint', coordinates: [[101_001, 450_001], [102_001, 450_001]] })).toEqual(['b01', 'b02']);
    expect(await found('within', point(107_010, 450_010))).toEqual([]);
  });

  test('with fields beside it, pages, an order and another CRS of the answer, as the list gives them', async () => {
    const body = { _geo: { within: square(99_000, 449_000, 30_000) }, populatie: 3 };
    const first = await post(`${ZOEK}?paginaGrootte=3&sorteer=-id&crs=${CRSS['28992'].uri}`, body, { accept: 'application/hal+json' });
    const { _links: links, _embedded: embedded } = first.json() as { _links: Record<string, { href: string }>; _embedded: { kwetsbareGebouwen: { id: string }[] } };
    expect(embedded.kwetsbareGebouwen.map(({ id }) => id)).toEqual(['b24', 'b17', 'b10']);
    expect(first.headers['content-crs']).toBe(RD);
    expect(first.headers['cache-control']).toBe('no-store');
    const next = links['next']?.href ?? '';
    expect(next).toContain(`${BASE}/kwetsbare-gebouwen/_zoek?`);
    expect(idsOf(await post(next.slice(new URL(BASE).origin.length), body))).toEqual(['b03']);
    const alone = await server.ask(`/v1/kwetsbare-gebouwen/b03`);
    expect((await post(ZOEK, { ...body, id: 'b03' })).text).toBe(`{"kwetsbareGebouwen":[${alone.text}]}`);
    const systems = async (y: number) => (await post('/v1/buisleiding-stelsels/_zoek', { _geo: { intersects: point(90_000, y) } })).json()['buisleidingStelsels'];
    expect(await systems(450_000)).toMatchObject([{ id: 'buis' }]);
    expect(await systems(450_001)).toEqual([]);
  });

  test('IR-head-content-crs-request: the geometry is in CRS84 without Content-Crs', async () => {
    const [lon, lat] = [5.387 + (107_010 - 155_000) / 68_000, 52.155 + (450_010 - 463_000) / 111_000];
    const ask = (headers: Readonly<Record<string, string>>, geometry: object) => server.ask(ZOEK, {
      method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify({ _geo: { intersects: geometry } }),
    });
    expect(idsOf(await ask({}, point(lon, lat)))).toEqual(['b07']);
    expect(idsOf(await ask({ 'content-crs': 'EPSG:28992' }, point(107_010, 450_010)))).toEqual(['b07']);
    const unsupported = await ask({ 'content-crs': `<${CRSS['7415'].uri}>` }, point(107_010, 450_010));
    expect([unsupported.status, namesOf(unsupported)]).toEqual([400, ['Content-Crs']]);
  });

  test.each([
    ['{}', ['_geo']], ['[]', ['']], ['{"_geo":', ['']], ['{"_geo":{},"_geo":{}}', ['']], ['', ['']],
    [{ _geo: { touches: point(1, 2) } }, ['_geo']], [{ _geo: { within: point(1, 2), contains: point(1, 2) } }, ['_geo']],
    [{ _geo: { within: { type: 'Point', coordinates: ['a', 2] } } }, ['_geo.within']],
    [{ _geo: { within: { type: 'Circle', coordinates: [1, 2] } } }, ['_geo.within']],
    [{ _geo: { within: { ...point(107_010, 450_010), crs: 'RD' } } }, ['_geo.within']],
    [{ _geo: { within: point(5.3, 52.1) } }, ['_geo.within']],
    [{ _geo: { within: { type: 'Polygon', coordinates: [[[107_000, 450_000], [107_001, 450_000], [107_001, 450_001], [107_000, 450_001]]] } } }, ['_geo.within']],
    [{ _geo: { within: square(107_000, 450_000, 5) }, populate: 3, populatie: '3', bronhoudercode: 7 }, ['populate', 'bronhoudercode', 'populatie']],
  ])('%j is 400 ValidatieFout, with all that is wrong', async (body, names) => {
    const refused = await post(ZOEK, body);
    expect([refused.status, String(refused.json()['type']).endsWith('/ValidatieFout')]).toEqual([400, true]);
    expect([...namesOf(refused)].sort()).toEqual([...names].sort());
    const pointers = (refused.json()['invalid-params'] as { pointer: string }[]).map(({ pointer }) => pointer);
    expect(pointers.sort()).toEqual(names.map((name) => (name === '' ? '' : `/${name.replace('_geo.', '_geo/')}`)).sort());
  });

  test('a self-crossing polygon is refused, with where it crosses', async () => {
    const bow = { type: 'Polygon', coordinates: [[[103_000, 449_000], [106_000, 451_000], [106_000, 449_000], [103_000, 451_000], [103_000, 449_000]]] };
    for (const relation of ['contains', 'intersects', 'within']) {
      const refused = await post(ZOEK, { _geo: { [relation]: bow } });
      expect([refused.status, namesOf(refused)]).toEqual([400, [`_geo.${relation}`]]);
      expect(refused.text).toContain('the outline crosses or touches itself, at 104500 450000');
    }
  });

  test('a polygon with a spike along a side of an object is refused, not failed on', async () => {
    const [p, q] = [[107_000, 450_000], [107_020, 450_000]] as const;
    const spike = { type: 'Polygon', coordinates: [[p, q, p, [107_010, 450_010], [107_000, 450_010], p]] };
    const refused = await post(ZOEK, { _geo: { intersects: spike } });
    expect([refused.status, namesOf(refused)]).toEqual([400, ['_geo.intersects']]);
  });

  const comb = (teeth: number) => Array.from({ length: teeth }, (_, at) => [at % 4 < 2 ? 100_000 : 120_000, 450_000 + Math.floor((at + 1) / 2)]);
  const islands = (count: number) => Array.from({ length: count }, (_, at) => [[[at, 450_000], [at, 450_001], [at + 0.5, 450_001], [at, 450_000]]]);
  test.each([
    ['of 3,000 long lines close together', { type: 'LineString', coordinates: comb(3_000) }, { type: 'LineString', coordinates: comb(1_400) }, /more than 1000000 pairs/],
    [
      'that is an area of such lines', { type: 'Polygon', coordinates: [[...comb(3_000), [99_999, 452_000], [99_999, 450_000], [100_000, 450_000]]] },
      { type: 'Polygon', coordinates: [[...comb(1_400), [99_999, 452_000], [99_999, 450_000], [100_000, 450_000]]] }, /more than 1000000 pairs/,
    ],
    ['of 257 islands', { type: 'MultiPolygon', coordinates: islands(257) }, { type: 'MultiPolygon', coordinates: islands(256) }, /257 rings; ask with at most 256/],
  ])('a geometry %s is refused before it takes long, with the limit', async (_, geometry, allowed, reason) => {
    const refused = await post(ZOEK, { _geo: { intersects: geometry } });
    expect([refused.status, namesOf(refused)]).toEqual([400, ['_geo.intersects']]);
    expect(refused.text).toMatch(reason);
    expect((await post(ZOEK, { _geo: { intersects: allowed } })).status).toBe(200);
  });

  test('another type than JSON is 415, a large body 413, another form 406, an unknown parameter 400; other methods 405', async () => {
    const body = { _geo: { within: square(107_000, 450_000, 5) } };
    for (const path of [ZOEK, '/v1/_search']) {
      expect((await post(path, body, { 'content-type': 'application/geo+json' })).status).toBe(415);
      expect((await post(path, body, { 'content-encoding': 'gzip' })).status).toBe(415);
      expect((await post(path, ' '.repeat(LIMITS.searchBodyBytesMax + 1))).status).toBe(413);
      expect((await post(path, body, { 'transfer-encoding': 'chunked' })).status).toBe(200);
      expect((await post(path, body, { accept: 'image/png' })).status).toBe(406);
      expect((await post(`${path}?x=1`, body)).status).toBe(400);
      expect((await post(path, body, { authorization: 'Bearer onbekend' })).status).toBe(401);
    }
    expect((await server.ask('/v1/_search')).headers.allow).toBe('POST, OPTIONS');
    expect((await post(ZOEK, body, { accept: 'text/html' })).text).toContain('Geen objecten gevonden');
  });
});

describe('IR-endpoint-search, IR-endpoint-search-body and IR-shape-type: POST /_search', () => {
  interface Page {
    readonly currentPage: number;
    readonly nextPage: number | null;
    readonly pageSize: number;
    readonly _embedded: { readonly items: readonly { readonly type: string; readonly _links: { readonly self: { readonly href: string } } }[] };
  }
  const search = async (body: unknown, query = '') => {
    const reply = await post(`/v1/_search${query}`, body);
    expect([reply.status, reply.headers['content-type']], reply.text).toEqual([200, 'application/json']);
    return reply.json() as unknown as Page;
  };
  const ANY = { bronhoudercode: 'AB12' };
  const itemsOf = ({ _embedded: { items } }: Page) => items;
  const typesOf = (page: Page) => itemsOf(page).map(({ type }) => type);

  test('all collections: each object has its type in the singular and an address that gives it', async () => {
    const page = await search(ANY, '?paginaGrootte=100');
    expect(page).toMatchObject({ currentPage: 1, nextPage: null, pageSize: 100 });
    expect(Object.fromEntries(Object.entries(Object.groupBy(typesOf(page), (type) => type)).map(([type, all]) => [type, all?.length]))).toEqual({
      'kwetsbaar-gebouw': 25, 'locatie-activiteit': 1, 'buisleiding-stelsel': 1, 'ev-activiteit': 2, vulpunt: 1, 'buisleiding-referentie': 1, 'brand-aandachtsgebied': 1, 'pr-contour': 1,
    });
    for (const { _links: { self } } of itemsOf(page)) expect((await server.ask(self.href.slice(new URL(BASE).origin.length))).status).toBe(200);
    expect(Object.keys(itemsOf(page)[0]!)).toEqual(['type', '_links']);
  });

  test('pages follow one another over collections, and the last is not empty', async () => {
    const all = itemsOf(await search(ANY, '?paginaGrootte=100'));
    for (const size of [1, 3, 11, 33]) {
      const found: unknown[] = [];
      for (let page: number | null = 1; page !== null;) {
        const { _embedded: { items }, nextPage, currentPage, pageSize } = await search(ANY, `?paginaGrootte=${size}&pagina=${page}`);
        expect([currentPage, pageSize, items.length > 0]).toEqual([page, size, true]);
        found.push(...items);
        page = nextPage;
      }
      expect(found).toEqual(all);
    }
    expect(await search(ANY, '?pagina=99')).toMatchObject({ currentPage: 99, nextPage: null, _embedded: { items: [] } });
    expect(await search(ANY)).toMatchObject({ nextPage: 2, pageSize: LIMITS.resourcesDefault });
  });

  test('pages are of one edition: their links name it; links of hits name the requested moments', async () => {
    const hal = { accept: 'application/hal+json' };
    const first = await post('/v1/_search?paginaGrootte=20&pagina=2', ANY, hal);
    expect(first.headers['content-type']).toBe('application/hal+json');
    const pinned = `${BASE}/_search?paginaGrootte=20&beschikbaarOp=${new Date(day(60)).toISOString()}`;
    expect(first.json()['_links']).toEqual({
      self: { href: `${BASE}/_search?paginaGrootte=20&pagina=2` }, first: { href: `${pinned}&pagina=1` }, prev: { href: `${pinned}&pagina=1` },
    });
    const { _links: links } = (await post('/v1/_search?paginaGrootte=20', ANY)).json() as { _links: Record<string, { href: string }> };
    expect(links['next']).toEqual({ href: `${pinned}&pagina=2` });
    const next = await search(ANY, new URL(links['next']!.href).search);
    expect(typesOf(next)).toEqual(typesOf(first.json() as unknown as Page));

    const asked = `geldigOp=2026-02-01&beschikbaarOp=${new Date(day(61)).toISOString()}`;
    const then = itemsOf(await search({ types: ['vulpunt', 'locatie-activiteit'] }, `?${asked}`));
    expect(then.map(({ _links: { self } }) => new URL(self.href).search)).toEqual([`?${asked}`, `?${asked}`]);
    for (const { _links: { self } } of then) expect((await server.ask(self.href.slice(new URL(BASE).origin.length))).status).toBe(200);
  });

  test('the page links the hits and says how to continue', async () => {
    const page = await post('/v1/_search?paginaGrootte=1', { types: ['vulpunt', 'ev-activiteit'] }, { accept: 'text/html' });
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toMatch(/Gezocht in editie \d+ \(gepubliceerd [^)]+\), geldig op \d+ [a-z]+ \d{4}\./);
    expect(page.text).toContain(`href="${BASE}/collections/ev-activiteiten/items/`);
    expect(page.text).toContain('pagina=2');
  });

  test('types, words, a geometry and fields select; at a moment too', async () => {
    expect(typesOf(await search({ types: ['vulpunt', 'ev-activiteit'] }))).toEqual(['ev-activiteit', 'ev-activiteit', 'vulpunt']);
    // The tank by its name, and nested objects by the name of their location.
    expect(typesOf(await search({ zoek: 'tank' }))).toEqual(['locatie-activiteit', 'ev-activiteit', 'vulpunt', 'brand-aandachtsgebied', 'pr-contour']);
    expect(typesOf(await search({ zoek: 'bv', types: ['locatie-activiteit', 'kwetsbaar-gebouw'] }))).toEqual(['locatie-activiteit']);
    expect(typesOf(await search({ _geo: { within: square(120_000, 486_000, 3_000) } }))).toEqual(['locatie-activiteit', 'ev-activiteit', 'vulpunt', 'brand-aandachtsgebied']);
    expect(typesOf(await search({ populatie: 3, types: ['kwetsbaar-gebouw', 'vulpunt'] }))).toHaveLength(4);
    expect(typesOf(await search({ 'identificatie.lokaalID': 'vulpunt' }))).toEqual(['vulpunt']);
    expect(typesOf(await search({ types: ['vulpunt'] }, '?geldigOp=2020-01-01'))).toEqual([]);
    expect(typesOf(await search({ types: ['vulpunt'] }, '?beschikbaarOp=2020-01-01T00:00:00.0Z'))).toEqual([]);
  });

  test.each([
    [{}, ['']], [{ types: ['kwetsbare-gebouwen'] }, ['types']], [{ types: [] }, ['types']], [{ types: 'vulpunt' }, ['types']], [{ zoek: 7 }, ['zoek']], [{ zoek: '*' }, ['zoek']],
    [{ populatie: 'veel' }, ['populatie']], [{ populatie: 3, types: ['vulpunt'] }, ['populatie']], [{ onbekend: 1, _geo: {} }, ['onbekend', '_geo']],
  ])('%j is 400 ValidatieFout', async (body, names) => {
    const refused = await post('/v1/_search', body);
    expect([refused.status, String(refused.json()['type']).endsWith('/ValidatieFout'), namesOf(refused)]).toEqual([400, true, names]);
  });

  test.each([
    [{ types: [] }, 'Found ‘[]’'], [{ types: 'vulpunt' }, 'Found ‘"vulpunt"’'], [{ _geo: { intersects: { type: 'Point', coordinates: [9_000_000, 463_000] } } }, 'Content-Crs'],
  ])('%j is told what was found and how to mend it', async (body, said) => {
    expect(JSON.stringify((await post('/v1/_search', body)).json()).replaceAll('\\"', '"')).toContain(said);
  });
});
