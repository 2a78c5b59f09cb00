/** End of the version in features that are requested by a moment or an interval, over a real edition on disk. */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CRSS, PUBLISHED_CRSS, type PublishedCrs } from '../../schemas/crs.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { building, createAll, day, state, type VersionInput } from '../publisher/registry.ts';
import { BASE } from './fake-editions.ts';
import type { Reply } from './harness.ts';
import { realServer, type RealServer } from './real-server.ts';

const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
const at = (days: number): string => new Date(day(days)).toISOString().replace('.000Z', 'Z');
/** Number of other buildings: enough for a long response. */
const MANY = 2_500;

let server: RealServer;

/** Returns a version; `delivered`: day of its own end. */
function version(id: string, [from, until, delivered]: readonly [number, number | null, number?], x = 100_000): VersionInput {
  const { document, geometries } = building(id, { x, y: 450_000, size: 20, name: '"eindGeldigheid":"2020-01-01T00:00:00Z"' });
  const end = delivered === undefined ? {} : { eindGeldigheid: at(delivered) };
  return { from, until, geometries, document: { ...document, beginGeldigheid: at(from), ...end } };
}

/**
 * `huis` is superseded twice, the second time before its own end. `oud` ended as delivered. `straks` will be superseded. Two thirds of the
 * many have a second version, half of them in the future.
 */
beforeAll(async () => {
  const huis = state('KwetsbaarGebouw', 'huis', [version('huis', [0, 10]), version('huis', [10, 20, 25]), version('huis', [20, null])]);
  const oud = state('KwetsbaarGebouw', 'oud', [version('oud', [0, 30, 30])]);
  const straks = state('KwetsbaarGebouw', 'straks', [version('straks', [0, 400]), version('straks', [400, null])]);
  const many = Array.from({ length: MANY }, (_, number) => {
    const [id, x] = [`veel-${number}`, 110_000 + number * 40];
    const change = isSuperseded(id) ? 15 : number % 3 === 0 ? null : 400;
    return state('KwetsbaarGebouw', id, change === null ? [version(id, [0, null], x)] : [version(id, [0, change], x), version(id, [change, null], x)]);
  });
  server = await realServer({ on: 60, changes: createAll([huis, oud, straks, ...many]) });
});
afterAll(() => server.close());

/** Whether one of the many buildings has a second version now. */
function isSuperseded(id: string): boolean {
  return Number(/^veel-(\d+)$/.exec(id)?.[1] ?? 0) % 3 === 1;
}

const withoutTime = (text: string): string => text.replace(/"timeStamp":"[^"]*"/, '');

interface Feature {
  readonly id: string;
  readonly properties: { readonly beginGeldigheid: string; readonly eindGeldigheid: string | null };
}

const featuresIn = (reply: Reply): readonly Feature[] => (reply.json() as unknown as { features: readonly Feature[] }).features;
const endOf = (reply: Reply): unknown => (reply.json()['properties'] as Feature['properties']).eindGeldigheid;

/** Returns the end of the version that begins then, from the list of versions. */
async function listedEnd(id: string, begin: string): Promise<string | null> {
  const { versies } = (await server.ask(`/v1/kwetsbare-gebouwen/${id}/versies`)).json() as { versies: { beginGeldigheid: string; eindGeldigheid?: string }[] };
  const found = versies.find(({ beginGeldigheid }) => Date.parse(beginGeldigheid) === Date.parse(begin))!;
  return found.eindGeldigheid?.replace('.0Z', 'Z') ?? null;
}

describe('eindGeldigheid', () => {
  test.each([
    ['geldigOp=2026-01-05', [['huis', at(10)], ['oud', at(30)], ['straks', at(400)]]],
    ['geldigOp=2026-01-15', [['huis', at(20)], ['oud', at(30)], ['straks', at(400)]]],
    ['geldigOp=2026-01-25', [['huis', null], ['oud', at(30)], ['straks', at(400)]]],
    ['geldigOp=2026-11-21', [['huis', null], ['straks', at(400)]]],
    [`datetime=${at(12)}`, [['huis', at(20)], ['oud', at(30)], ['straks', at(400)]]],
    ['datetime=2027-06-01', [['huis', null], ['straks', null]]],
    [`datetime=${at(1)}/${at(12)}`, [['huis', at(20)], ['oud', at(30)], ['straks', at(400)]]],
    ['datetime=../..', [['huis', null], ['oud', at(30)], ['straks', null]]],
    ['beschikbaarOp=2026-03-05T00:00:00Z&geldigOp=2026-01-05', [['huis', at(10)], ['oud', at(30)], ['straks', at(400)]]],
  ])('%s: as the list of versions says, in lists and in one feature', async (query, wanted) => {
    const filter = `filter=${encodeURIComponent("id IN ('huis','oud','straks')")}`;
    for (const more of ['', '&fields=id,beginGeldigheid,eindGeldigheid&skipGeometry=true']) {
      const found = featuresIn(await server.ask(`${ITEMS}?${query}&${filter}${more}`));
      expect(Object.fromEntries(found.map(({ id, properties }) => [id, properties.eindGeldigheid])), more).toEqual(Object.fromEntries(wanted));
      for (const { id, properties } of found) expect(await listedEnd(id, properties.beginGeldigheid)).toBe(properties.eindGeldigheid);
    }
    if (query.includes('/')) return;
    for (const [id, end] of wanted) {
      for (const more of ['', '&fields=eindGeldigheid', '&skipGeometry=true']) {
        expect(endOf(await server.ask(`${ITEMS}/${id}?${query}${more}`)), `${id} ${more}`).toBe(end);
      }
      const page = await server.ask(`${ITEMS}/${id}?${query}`, { headers: { accept: 'text/html' } });
      if (end !== null) expect(page.text).toContain(end);
    }
  });

  test('without a moment, and in documents, it is the delivered one, with its own tag', async () => {
    for (const query of ['', '?beschikbaarOp=2026-03-05T00:00:00Z']) {
      expect(endOf(await server.ask(`${ITEMS}/straks${query}`))).toBe(null);
      expect(endOf(await server.ask(`${ITEMS}/oud${query}`))).toBe(at(30));
    }
    const [plain, today] = [await server.ask(`${ITEMS}/straks`), await server.ask(`${ITEMS}/straks?geldigOp=2026-11-21`)];
    expect([endOf(plain), endOf(today)]).toEqual([null, at(400)]);
    const held = await server.ask(`${ITEMS}/straks?geldigOp=2026-11-21`, { headers: { 'if-none-match': plain.headers.etag! } });
    expect(held.status).toBe(200);
    expect((await server.ask(`${ITEMS}/straks?geldigOp=2026-11-21`, { headers: { 'if-none-match': today.headers.etag! } })).status).toBe(304);
    const [lists, listed] = [await server.ask(`${ITEMS}?limit=5`), await server.ask(`${ITEMS}?limit=5&geldigOp=2026-11-21`)];
    expect(lists.headers.etag).not.toBe(listed.headers.etag);
    const document = await server.ask('/v1/kwetsbare-gebouwen/huis?geldigOp=2026-01-15');
    expect(document.json()['eindGeldigheid']).toBe(at(25));
    expect((await server.ask('/v1/kwetsbare-gebouwen/huis?geldigOp=2026-01-05')).json()).not.toHaveProperty('eindGeldigheid');
  });

  test.each([
    ['2026-01-05', 'eindGeldigheid IS NULL', []],
    ['2026-01-25', 'eindGeldigheid IS NULL', ['huis']],
    ['2026-01-05', `eindGeldigheid < TIMESTAMP('${at(20)}')`, ['huis']],
    ['2026-01-15', `eindGeldigheid = TIMESTAMP('${at(20)}')`, ['huis']],
    ['2026-01-15', `NOT (eindGeldigheid > TIMESTAMP('${at(30)}'))`, ['huis', 'oud']],
    ['2026-01-05', 'T_INTERSECTS(INTERVAL(beginGeldigheid, eindGeldigheid), INTERVAL(\'2026-01-20\', \'..\'))', ['oud', 'straks']],
    ['2026-11-21', `eindGeldigheid > TIMESTAMP('${at(100)}')`, ['straks']],
    ['2026-11-21', 'beginGeldigheid < eindGeldigheid', ['straks']],
  ])('geldigOp=%s: a filter goes by it too: %s', async (geldigOp, filter, wanted) => {
    const query = `geldigOp=${geldigOp}&filter=${encodeURIComponent(`${filter} AND id IN ('huis','oud','straks')`)}`;
    expect(featuresIn(await server.ask(`${ITEMS}?${query}&sorteer=id`)).map(({ id }) => id)).toEqual(wanted);
  });

  test('order goes by it too; resources go by the one that was delivered', async () => {
    const query = `geldigOp=2026-01-15&filter=${encodeURIComponent("id IN ('huis','oud','straks')")}`;
    expect(featuresIn(await server.ask(`${ITEMS}?${query}&sorteer=-eindGeldigheid`)).map(({ id }) => id)).toEqual(['straks', 'oud', 'huis']);
    const found = async (end: string): Promise<number> => (
      (await server.ask(`/v1/kwetsbare-gebouwen?geldigOp=2026-01-15&eindGeldigheid=${end}`)).json()['kwetsbareGebouwen'] as readonly unknown[]
    ).length;
    expect([await found(at(20)), await found(at(25))]).toEqual([0, 1]);
  });

  const listIn = (crs: PublishedCrs, limit: number): string => `${ITEMS}?limit=${limit}&crs=${encodeURIComponent(CRSS[crs].uri)}`;
  const packed = async (path: string): Promise<string> => {
    const { headers, body } = await server.ask(path, { headers: { 'accept-encoding': 'gzip' } });
    expect(headers['content-encoding']).toBe('gzip');
    return withoutTime(gunzipSync(body).toString());
  };

  test.each(PUBLISHED_CRSS)('in gzip, where pieces of the current rows are cached, in %s', async (crs) => {
    const list = listIn(crs, 700);
    for (const path of [list, `${list}&geldigOp=2026-11-21`, `${list}&geldigOp=2026-01-10`, list]) {
      expect(await packed(path), path).toBe(withoutTime((await server.ask(path)).text));
    }
  });

  test('in a long response, and page by page', async () => {
    const path = `${listIn('28992', 10_000)}&geldigOp=2026-01-10`;
    const whole = await server.ask(path);
    expect(whole.body.length).toBeGreaterThan(LIMITS.readyBytesMax);
    expect(await packed(path)).toBe(withoutTime(whole.text));
    const found = featuresIn(whole);
    expect(found).toHaveLength(MANY + 3);
    expect(found.filter(({ properties }) => properties.eindGeldigheid === at(15))).toEqual(found.filter(({ id }) => isSuperseded(id)));
    const pages: Feature[] = [];
    for (let next: string | undefined = `${listIn('28992', 900)}&geldigOp=2026-01-10`; next !== undefined;) {
      const reply = await server.ask(next);
      pages.push(...featuresIn(reply));
      const { links } = reply.json() as { links: { rel: string; href: string }[] };
      next = links.find(({ rel }) => rel === 'next')?.href.slice(new URL(BASE).origin.length);
    }
    expect(pages).toEqual(found);
  });
});
