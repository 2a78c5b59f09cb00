/** Lists of whole documents over a real edition on disk: forms, pages, links and bytes, and a stable walk. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DocumentTaker } from '../../publisher/read/bytes/document-taker.ts';
import type { Packs } from '../../publisher/read/bytes/packs.ts';
import type { Page } from '../../publisher/read/bytes/page.ts';
import type { Series } from '../../publisher/read/types.ts';
import { CRSS } from '../../schemas/crs.ts';
import { ROOTS } from '../../schemas/names.ts';
import { building, createAll, location, pipeline, state } from '../publisher/registry.ts';
import { nestedObjectsIn } from '../../server/response/nested-objects.ts';
import { BASE, FakeEditions, fakeEdition, points } from './fake-editions.ts';
import { started, type Reply } from './harness.ts';
import { realServer, type RealServer } from './real-server.ts';

const LIST = '/v1/kwetsbare-gebouwen';
const HAL = { accept: 'application/hal+json' };
const RD = CRSS['28992'].uri;
const COUNT = 25;
const FIRST = new Date('2026-11-20T10:00:00.120Z');

let server: RealServer;

/** Returns building `n`: x = 100 km + n km, `n` modulo 7 people, valid from day n of 2026. */
function house(n: number, name = `Huis ${n}`) {
  const id = `b ${String(n).padStart(2, '0')}/é`;
  const input = building(id, { x: 100_000 + n * 1_000, y: 450_000, size: 20, name });
  return state('KwetsbaarGebouw', id, [{ ...input, from: n, document: { ...input.document, populatie: n % 7 } }]);
}

beforeAll(async () => {
  server = await realServer({ on: 60, activated: FIRST, changes: createAll([
    ...Array.from({ length: COUNT }, (_, n) => house(n)),
    ...['tank 1', 'tank 2', 'tank 3'].map((id, n) => (
      state('LocatieActiviteit', id, [location(id, { x: 121_000 + n * 500, y: 487_000, reference: { id: `vulpunt ${id}` } })]))),
    state('BuisleidingStelsel', 'buis', [pipeline('buis', { x: 90_000, y: 450_000, vertices: 200 })]),
  ]) });
});
afterAll(() => server.close());

interface Document {
  readonly id: string;
  readonly entityType: string;
}
type Links = Readonly<Record<string, { href: string } | undefined>>;

const pathOf = (href: string) => href.slice(new URL(BASE).origin.length);
const documentsOf = (reply: Reply, name = 'kwetsbareGebouwen') => reply.json()[name] as readonly Document[];
const linksOf = (reply: Reply) => reply.json()['_links'] as Links;

async function walk(path: string, name = 'kwetsbareGebouwen'): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let at: string | undefined = path; at !== undefined;) {
    const reply: Reply = await server.ask(at, { headers: HAL });
    const documents = (reply.json()['_embedded'] as Record<string, readonly Document[]>)[name] ?? [];
    expect(documents.length, 'next never leads to an empty page').toBeGreaterThan(0);
    ids.push(...documents.map(({ id }) => id));
    const next: string | undefined = linksOf(reply)['next']?.href;
    at = next === undefined ? undefined : pathOf(next);
  }
  return ids;
}

test('a page of documents that is too large is refused with the number that fits', async () => {
  const known = fakeEdition(1, { 'kwetsbare-gebouwen': points(25) });
  const buildings = known.series.get('kwetsbare-gebouwen')!;
  const narrow: Series = { ...buildings, name: '', count: 25, documents: (question) => buildings.documents({ ...question, limit: Math.min(3, question.limit) }) };
  const fake = new FakeEditions();
  fake.activate({ ...known, series: new Map([...known.series, ['kwetsbare-gebouwen', narrow]]) }, FIRST);
  const client = await started({ editions: fake });
  const refused = await client.ask(`${LIST}?pagina=2`);
  expect(refused.status).toBe(400);
  expect(refused.json()['invalid-params']).toMatchObject([{ name: 'paginaGrootte', allowed: ['1..3'] }]);
  expect(refused.headers.etag).toBeUndefined();
  expect((await client.ask(`${LIST}?paginaGrootte=3&pagina=9`)).status).toBe(200);
  await client.close();
});

test('a page has documents up to 32 MiB, but always one', () => {
  const ends = [15, 30, 69, 70].map((mebibytes) => mebibytes * 2 ** 20);
  const made = { bytes: Buffer.alloc(70 * 2 ** 20, ' '), ends };
  const page = {
    directory: { blockOf: () => 0, blockStart: () => 0, blockEnds: [4] }, documents: () => ({ blocks: { hashes: Buffer.alloc(32) } }), hashOf: () => '',
  };
  const taken = (from: number) => {
    const taker = new DocumentTaker({ want: () => true, complete: () => {}, documents: { get: () => made } } as unknown as Packs, { crs: 'CRS84', address: BASE, readyBytesMax: Infinity });
    return [taker.take(page as unknown as Page, from, 4), taker.finish().bytes];
  };
  expect([taken(0), taken(2)]).toEqual([[2, 30 * 2 ** 20 - 1], [1, 39 * 2 ** 20 - 1]]);
});

describe('IR-endpoint-get-resources', () => {
  test('IR-gen-9: every kind of root has its list, in an array named by its plural, of the bytes of its documents', async () => {
    for (const [type, { path }] of Object.entries(ROOTS)) {
      for (const crs of ['', `?crs=${RD}`]) {
        const reply = await server.ask(`/v1/${path}${crs}`);
        const name = path.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
        expect([reply.status, reply.headers['content-type'], Object.keys(reply.json())]).toEqual([200, 'application/json', [name]]);
        const documents = documentsOf(reply, name);
        const alone = await Promise.all(documents.map(({ id }) => server.ask(`/v1/${path}/${encodeURIComponent(id)}${crs}`)));
        const asListed = alone.map(({ text }) => text.replace(/,"_links":.*$/, (links) => links.replace(crs, '').replace(/,"canonical":\{[^}]*\}/, '')));
        expect(reply.text).toBe(`{"${name}":[${asListed.join(',')}]}`);
        expect(documents.every(({ entityType }) => entityType === type)).toBe(true);
      }
    }
    expect(documentsOf(await server.ask('/v1/buisleiding-stelsels'), 'buisleidingStelsels')).toHaveLength(1);
    expect(documentsOf(await server.ask('/v1/locatie-activiteiten'), 'locatieActiviteiten')).toHaveLength(3);
  });

  test('media types: plain JSON by default and for GeoJSON, HAL, a page', async () => {
    const types = async (accept: string) => (await server.ask(LIST, { headers: { accept } })).headers['content-type'];
    expect([await types('*/*'), await types('application/geo+json'), await types('application/hal+json')])
      .toEqual(['application/json', 'application/json', 'application/hal+json']);
    const page = await server.ask(`${LIST}?paginaGrootte=10&pagina=2`, { headers: { accept: 'text/html' } });
    expect(page.text).toContain('Objecten 11 tot en met 20 van 25');
    expect(page.text.match(/rel="(first|prev|next|last)"/g)).toHaveLength(4);
  });

  test('IR-head-totals and IR-limit-3: totals, pages, this page and its size are in headers, and exact', async () => {
    const totals = async (query: string) => {
      const { headers } = await server.ask(`${LIST}${query}`);
      return ['x-total-count', 'x-pagination-count', 'x-pagination-page', 'x-pagination-limit'].map((name) => Number(headers[name]));
    };
    expect(await totals('')).toEqual([25, 2, 1, 20]);
    expect(await totals('?paginaGrootte=5&pagina=3')).toEqual([25, 5, 3, 5]);
    expect(await totals('?populatie=3&paginaGrootte=2')).toEqual([4, 2, 1, 2]);
    expect(await totals('?populatie=99')).toEqual([0, 1, 1, 20]);
    expect(await totals('?paginaGrootte=5000')).toEqual([25, 1, 1, 1000]);
  });

  test('IR-shape-hal: first, prev, next and last are absolute and name the moment of the content with all its digits', async () => {
    const reply = await server.ask(`${LIST}?paginaGrootte=10&pagina=2&sorteer=-id`, { headers: HAL });
    const shared = `${BASE}/kwetsbare-gebouwen?paginaGrootte=10&sorteer=-id&beschikbaarOp=2026-11-20T10:00:00.120Z`;
    expect(linksOf(reply)).toEqual({
      self: { href: `${BASE}/kwetsbare-gebouwen?paginaGrootte=10&sorteer=-id&pagina=2` },
      first: { href: `${shared}&pagina=1` }, prev: { href: `${shared}&pagina=1` }, next: { href: `${shared}&pagina=3` }, last: { href: `${shared}&pagina=3` },
    });
    const plain = await server.ask(`${LIST}?paginaGrootte=10&pagina=2&sorteer=-id`);
    expect(plain.headers.link).toContain(`<${shared}&pagina=3>; rel="last"`);
    expect(Object.keys(linksOf(await server.ask(`${LIST}?pagina=1`, { headers: HAL })))).toEqual(['self', 'first', 'next', 'last']);
  });

  test('pages hold every document once; the last is never empty; beyond it an empty list leads back', async () => {
    const expected = Array.from({ length: COUNT }, (_, n) => `b ${String(n).padStart(2, '0')}/é`);
    for (const size of [1, 4, 5, 25, 1000]) expect(await walk(`${LIST}?paginaGrootte=${size}&sorteer=id`)).toEqual(expected);
    const beyond = await server.ask(`${LIST}?paginaGrootte=5&pagina=9`, { headers: HAL });
    expect([beyond.status, beyond.json()['_embedded']]).toEqual([200, { kwetsbareGebouwen: [] }]);
    expect(linksOf(beyond)['prev']).toEqual(linksOf(beyond)['last']);
    expect(linksOf(beyond)['next']).toBeUndefined();
  });

  test('all questions of features but CQL2 and cursors; fields picks, box, words, day and order select', async () => {
    const query = `geldigOp=2026-01-20&bbox=103000,449000,117500,451000&bbox-crs=${RD}&zoek=huis&sorteer=-id&populatie=3`;
    expect(await walk(`${LIST}?${query}`)).toEqual(['b 17/é', 'b 10/é', 'b 03/é']);
    const picked = documentsOf(await server.ask(`${LIST}?${query}&fields=populatie`));
    expect(Object.keys(picked[0]!)).toEqual(['entityType', 'id', 'populatie', 'geometrie', '_links'].filter((name) => name in picked[0]!));
    expect(picked).toHaveLength(3);
    for (const wrong of ['limit=1', 'cursor=x', 'filter=true', 'pagina=0', 'paginaGrootte=0', 'sorteer=x', 'fields=x', 'pagina=1&pagina=2']) {
      expect([wrong, (await server.ask(`${LIST}?${wrong}`)).status]).toEqual([wrong, 400]);
    }
    expect((await server.ask(`${LIST}?beschikbaarOp=2025-01-01T00:00:00.0Z`)).text).toBe('{"kwetsbareGebouwen":[]}');
  });

  test('a tag gives 304, and a walk continues in its first edition', async () => {
    const path = `${LIST}?paginaGrootte=10&sorteer=id`;
    const first = await server.ask(path, { headers: HAL });
    const held = { 'if-none-match': first.headers.etag ?? '' };
    expect((await server.ask(path, { headers: { ...HAL, ...held } })).status).toBe(304);
    server.publish({
      on: 61, activated: new Date('2026-11-20T11:00:00Z'),
      changes: [{ before: house(0), after: null }, { before: house(11), after: house(11, 'Anders') }],
    });
    server.editions.refresh();
    const next = pathOf(linksOf(first)['next']?.href ?? '');
    expect(documentsOf(await server.ask(next)).map(({ id }) => id.slice(2, 4))).toEqual(['10', '11', '12', '13', '14', '15', '16', '17', '18', '19']);
    expect((await server.ask(next)).text).not.toContain('Anders');
    expect(documentsOf(await server.ask(`${path}&pagina=2`)).map(({ id }) => id.slice(2, 4))).toEqual(['11', '12', '13', '14', '15', '16', '17', '18', '19', '20']);
    expect((await server.ask(path, { headers: { ...HAL, ...held } })).status).toBe(200);
    const other = await server.ask('/v1/locatie-activiteiten', { headers: HAL });
    expect(linksOf(other)['first']?.href, 'content that stayed keeps its moment').toContain('2026-11-20T10:00:00.120Z');
  });
});

describe('IR-endpoint-subresources', () => {
  const ROOT = '/v1/locatie-activiteiten/tank%201';
  const CASES = [
    ['ev-activiteiten', 'evActiviteiten', ['tank 1.act']], ['referenties', 'referenties', ['vulpunt tank 1']], ['contouren', 'contouren', ['tank 1.brand', 'tank 1.pr']],
  ] as const;

  test.each(CASES)('%s: a list and each of it, in every CRS the very bytes of the document', async (sub, name, ids) => {
    for (const crs of ['', `?crs=${RD}`]) {
      const document = await server.ask(`${ROOT}${crs}`);
      const list = await server.ask(`${ROOT}/${sub}${crs}`);
      const alone = await Promise.all(ids.map((id) => server.ask(`${ROOT}/${sub}/${encodeURIComponent(id)}${crs}`)));
      expect(alone.map(({ status, text }) => [status, (JSON.parse(text) as Document).id, document.text.includes(text)])).toEqual(ids.map((id) => [200, id, true]));
      expect(list.text).toBe(`{"${name}":[${alone.map(({ text }) => text).join(',')}]}`);
      expect(list.headers['content-crs']).toBe(document.headers['content-crs']);
      expect(list.headers.link).toContain(`<${BASE}/locatie-activiteiten/tank%201${crs}>; rel="up"`);
    }
    const hal = (await server.ask(`${ROOT}/${sub}/${encodeURIComponent(ids[0])}`, { headers: HAL })).json();
    expect(hal['_links']).toEqual({
      self: { href: `${BASE}/locatie-activiteiten/tank%201/${sub}/${encodeURIComponent(ids[0])}` },
      collection: { href: `${BASE}/locatie-activiteiten/tank%201/${sub}` }, up: { href: `${BASE}/locatie-activiteiten/tank%201` },
    });
    expect((await server.ask(`${ROOT}/${sub}`, { headers: HAL })).json()).toMatchObject({ _embedded: { [name]: ids.map((id) => ({ id })) } });
    for (const path of [`${ROOT}/${sub}`, `${ROOT}/${sub}/${encodeURIComponent(ids[0])}`]) {
      expect((await server.ask(path, { headers: { accept: 'text/html' } })).text).toContain(ids[0]);
    }
  });

  test('IR-shape-hal: links of a list and of one object belong to this very response', async () => {
    const asked = `?crs=${RD}&geldigOp=2026-01-05`;
    const one = await server.ask(`${ROOT}/contouren/tank%201.pr${asked}&fields=hoortBij`, { headers: HAL });
    expect(linksOf(one)).toEqual({
      self: { href: `${BASE}/locatie-activiteiten/tank%201/contouren/tank%201.pr${asked}&fields=hoortBij` },
      collection: { href: `${BASE}/locatie-activiteiten/tank%201/contouren${asked}` }, up: { href: `${BASE}/locatie-activiteiten/tank%201${asked}` },
    });
    const list = await server.ask(pathOf(linksOf(one)['collection']!.href), { headers: HAL });
    expect(linksOf(list)).toMatchObject({ self: linksOf(one)['collection'], up: linksOf(one)['up'] });
    expect((await server.ask(pathOf(linksOf(list)['self']!.href), { headers: HAL })).text).toBe(list.text);
    const root = await server.ask(pathOf(linksOf(list)['up']!.href), { headers: HAL });
    expect(linksOf(root)['contouren']).toEqual(linksOf(list)['self']);
    const page = await server.ask(`${ROOT}/contouren${asked}`, { headers: { accept: 'text/html' } });
    expect(page.text).toContain(`href="${BASE}/locatie-activiteiten/tank%201/contouren/tank%201.pr${asked.replace('&', '&amp;')}"`);
  });

  test('IR-head-etag: the tag and the date are those of the whole document, the unit that changes', async () => {
    const [root, list, part] = await Promise.all([ROOT, `${ROOT}/contouren`, `${ROOT}/contouren/tank%201.pr`].map((path) => server.ask(path)));
    expect([list!.headers.etag, part!.headers.etag]).toEqual([root!.headers.etag, root!.headers.etag]);
    expect([list!.headers['last-modified'], part!.headers['last-modified']]).toEqual([root!.headers['last-modified'], root!.headers['last-modified']]);
  });

  test('fields, moments and missing objects', async () => {
    expect((await server.ask(`${ROOT}/contouren/tank%201.pr?fields=hoortBij`)).json()).toMatchObject({ id: 'tank 1.pr', entityType: 'PRContour', hoortBij: [{ title: 'tank' }] });
    expect(Object.keys((await server.ask(`${ROOT}/contouren/tank%201.pr?fields=hoortBij`)).json()).sort()).toEqual(['entityType', 'hoortBij', 'id']);
    const status = async (path: string) => (await server.ask(path)).status;
    expect(await status(`${ROOT}/contouren?fields=bedrijfsnaam`)).toBe(400);
    expect(await status(`${ROOT}/contouren?geldigOp=2026-01-05`)).toBe(200);
    expect(await status(`${ROOT}/contouren?geldigOp=2025-01-05`)).toBe(404);
    expect(await status(`${ROOT}/contouren?beschikbaarOp=2025-01-05T00:00:00.0Z`)).toBe(404);
    expect(await status(`${ROOT}/contouren/vulpunt%20tank%201`)).toBe(404);
    expect(await status('/v1/locatie-activiteiten/tank%209/contouren')).toBe(404);
    expect(await status('/v1/buisleiding-stelsels/tank%201/contouren')).toBe(404);
    expect((await server.ask('/v1/buisleiding-stelsels/buis/contouren')).text).toBe('{"contouren":[]}');
    expect(await status(`${LIST}/x/contouren`)).toBe(404);
    const first = await server.ask(`${ROOT}/contouren`);
    expect((await server.ask(`${ROOT}/contouren`, { headers: { 'if-none-match': first.headers.etag ?? '' } })).status).toBe(304);
  });

  test('structure characters within texts are skipped', () => {
    const nested = { id: 'a"]}', entityType: 'TankenLPG', comment: ['[{"voertUit":[{}]}]', '\\'], heeft: [{ entityType: 'Vulpunt', heeft: { href: '#a' }, id: 'b', resulteertIn: { waarde: null } }] };
    const text = JSON.stringify({ voertUit: [nested], id: 'root', entityType: 'Wegen' });
    expect(nestedObjectsIn(Buffer.from(text)).map(({ kind, id, start, end }) => [kind, id, JSON.parse(text.slice(start, end))]))
      .toEqual([['activity', 'a"]}', nested], ['reference', 'b', nested.heeft[0]]]);
  });
});
