/** Queries over a real edition on disk: at a date, by field, by CQL2, by words, sorted; each alone, and combined. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import { building, createAll, day, state } from '../publisher/registry.ts';
import { BASE } from './fake-editions.ts';
import { realServer, type RealServer } from './real-server.ts';

const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
const RD = encodeURIComponent(CRSS['28992'].uri);
const COUNT = 30;

let server: RealServer;

/** Building `n`, named `Huis n`: x = 100 km + n km, `n` modulo 7 people, uses of `n` modulo 3, valid from day n of 2026. */
beforeAll(async () => {
  const roots = Array.from({ length: COUNT }, (_, n) => {
    const id = `b${String(n).padStart(2, '0')}`;
    const input = building(id, { x: 100_000 + n * 1_000, y: 450_000, size: 20, name: `Huis ${n}` });
    const gone = n >= 25 ? { until: 40 } : {};
    return state('KwetsbaarGebouw', id, [{ ...input, from: n, ...gone, document: { ...input.document, ...USES[n % 3], populatie: n % 7, beginGeldigheid: new Date(day(n)).toISOString() } }]);
  });
  server = await realServer({ on: 60, changes: createAll(roots.slice(0, 20)) }, { on: 61, changes: createAll(roots.slice(20)) });
});
afterAll(() => server.close());

const USES = [{ gebruiksdoeleindenDetail: ['school', 'opvang', 'school'] }, { gebruiksdoeleindenDetail: ['school'] }, {}] as const;

async function ids(query: string): Promise<readonly string[]> {
  const found: string[] = [];
  let path: string | undefined = `${ITEMS}?${query}`;
  let matched: number | undefined;
  while (path !== undefined) {
    const body = (await server.ask(path)).json() as { features: { id: string }[]; numberMatched: number; links: { rel: string; href: string }[] };
    expect(body.numberMatched).toBe(matched ??= body.numberMatched);
    if (found.length > 0) expect(body.features, 'next never leads to an empty page').not.toEqual([]);
    found.push(...body.features.map(({ id }) => id));
    path = body.links.find(({ rel }) => rel === 'next')?.href.slice(new URL(BASE).origin.length);
  }
  expect(found).toHaveLength(matched ?? -1);
  return found;
}

const named = (...numbers: readonly number[]): readonly string[] => numbers.map((n) => `b${String(n).padStart(2, '0')}`);
const upTo = (end: number, from = 0): readonly number[] => Array.from({ length: end - from }, (_, at) => from + at);

describe('Interface Rules: query parameters', () => {
  test('IR-query-geldigOp: the objects valid now without it, the snapshot of the end of a day with it', async () => {
    expect((await ids('limit=7')).toSorted()).toEqual(named(...upTo(25)));
    expect((await ids('geldigOp=2026-02-05&limit=7')).toSorted()).toEqual(named(...upTo(30)));
    expect((await ids('geldigOp=2026-01-03')).toSorted()).toEqual(named(0, 1, 2));
  });

  test('IR-time-3 and IR-time-5: a future day is 403; a day without data an empty list', async () => {
    const future = await server.ask(`${ITEMS}?geldigOp=2999-01-01`);
    expect([future.status, String(future.json()['type']).endsWith('parameter/ToekomstNietOndersteund')]).toEqual([403, true]);
    expect(await ids('geldigOp=2020-01-01')).toEqual([]);
  });

  test('IR-query-beschikbaarOp: the edition that was active then; before the first an empty list', async () => {
    expect((await ids('beschikbaarOp=2026-03-02T12:00:00.0Z')).toSorted()).toEqual(named(...upTo(20)));
    expect(await ids('beschikbaarOp=2026-03-02T12:00:00.123')).toEqual(await ids('beschikbaarOp=2026-03-02T22:59:59.9Z'));
    expect(await ids('beschikbaarOp=2025-03-01T12:00:00.0Z')).toEqual([]);
  });

  test('datetime: an instant is a snapshot; an interval gives objects that were valid in it, also when they have ended since', async () => {
    expect((await ids('datetime=2026-01-03T00:00:00Z')).toSorted()).toEqual(named(0, 1, 2));
    expect((await ids('datetime=../2026-01-05T00:00:00Z')).toSorted()).toEqual(named(...upTo(5)));
    expect((await ids('datetime=0000-01-01T00:00:00Z/9999-12-31T00:00:00Z')).toSorted()).toEqual(named(...upTo(30)));
    expect((await ids('datetime=2026-02-20T00:00:00Z/..')).toSorted()).toEqual(named(...upTo(25)));
    expect((await server.ask(`${ITEMS}?datetime=2026-01-03&geldigOp=2026-01-03`)).status).toBe(400);
  });

  test('IR-query-fieldName: equality, nested with dots; a comma belongs to the value; several together', async () => {
    expect((await ids('populatie=3')).toSorted()).toEqual(named(3, 10, 17, 24));
    expect(await ids('identificatie.lokaalID=b07')).toEqual(named(7));
    expect(await ids('bronhouder=Huis%201,Huis%202')).toEqual([]);
    expect(await ids('populatie=3&bronhouder=Huis%2010')).toEqual(named(10));
    expect((await server.ask(`${ITEMS}?populatie=3&populatie=4`)).status).toBe(400);
  });

  test('OPEN-list-contains: a list by a value that it contains, alone and with other fields', async () => {
    const ofUse = (...rest: readonly number[]): readonly string[] => named(...upTo(25).filter((n) => rest.includes(n % 3)));
    expect((await ids('gebruiksdoeleindenDetail=school&limit=4')).toSorted()).toEqual(ofUse(0, 1));
    expect((await ids('gebruiksdoeleindenDetail=opvang')).toSorted()).toEqual(ofUse(0));
    expect(await ids('gebruiksdoeleindenDetail=opvang,school')).toEqual([]);
    expect((await ids('gebruiksdoeleindenDetail=opvang&populatie=3')).toSorted()).toEqual(named(3, 24));
    expect((await server.ask(`${ITEMS}?gebruiksdoeleindenDetail=school&gebruiksdoeleindenDetail=opvang`)).status).toBe(400);
    const documents = (await server.ask('/v1/kwetsbare-gebouwen?gebruiksdoeleindenDetail=opvang&paginaGrootte=100')).json() as { kwetsbareGebouwen: { id: string }[] };
    expect(documents.kwetsbareGebouwen.map(({ id }) => id).toSorted()).toEqual(ofUse(0));
  });

  test('OPEN-list-contains: array functions compare lists as sets, in text and JSON, from either side; without a list they are neither true nor false', async () => {
    const filter = async (text: string, more = ''): Promise<readonly string[]> => (await ids(`limit=100&filter=${encodeURIComponent(text)}${more}`)).toSorted();
    const ofUse = (...rest: readonly number[]): readonly string[] => named(...upTo(25).filter((n) => rest.includes(n % 3)));
    const list = 'gebruiksdoeleindenDetail';
    expect(await filter(`A_CONTAINS(${list}, ('opvang', 'school'))`)).toEqual(ofUse(0));
    expect(await filter(`A_EQUALS(${list}, ('school', 'opvang', 'school'))`)).toEqual(ofUse(0));
    expect(await filter(`a_overlaps(('x', 'school'), ${list})`)).toEqual(ofUse(0, 1));
    expect(await filter(`A_CONTAINEDBY(${list}, ('school', 'winkel'))`)).toEqual(ofUse(1));
    expect(await filter(`A_CONTAINEDBY(('opvang'), "${list}")`)).toEqual(ofUse(0));
    expect(await filter(`NOT A_CONTAINS(${list}, ('opvang'))`)).toEqual(ofUse(1));
    expect(await filter(`${list} IS NULL`)).toEqual(ofUse(2));
    expect(await filter(`A_CONTAINS(${list}, ()) OR A_EQUALS(('a'), ('b'))`)).toEqual(ofUse(0, 1));
    expect(await filter(`A_OVERLAPS(${list}, (bronhouder, 'opvang')) AND A_EQUALS(${list}, ${list})`)).toEqual(ofUse(0));
    const json = JSON.stringify({ op: 'a_containedBy', args: [['opvang'], { property: list }] });
    expect(await filter(json, '&filter-lang=cql2-json')).toEqual(ofUse(0));
  });

  test('IR-query-sorteer: later names within equal values of earlier ones, minus descends', async () => {
    const expected = [...upTo(25)].sort((one, other) => (other % 7) - (one % 7) || one - other);
    expect(await ids('sorteer=-populatie,id&limit=4')).toEqual(named(...expected));
    expect(await ids('sorteer=-id')).toEqual(named(...upTo(25)).toReversed());
  });

  test('IR-query-zoek: whole words, * and ?, case and accents aside', async () => {
    expect(await ids('zoek=huis%207')).toEqual(named(7));
    expect((await ids(`zoek=${encodeURIComponent('HUÍS 1?')}&sorteer=id`))).toEqual(named(...upTo(20, 10)));
    expect(await ids('zoek=hui')).toEqual([]);
    expect(await ids('zoek=h*s')).toHaveLength(25);
  });

  test('OPEN-searched: also ids, codes by the words in them, and what is in lists; all words must be there', async () => {
    expect((await ids('zoek=opvang&limit=4')).toSorted()).toEqual(named(...upTo(25).filter((n) => n % 3 === 0)));
    expect(await ids('zoek=b07')).toEqual(named(7));
    expect(await ids('zoek=gebouw%20ab12')).toHaveLength(25);
    expect(await ids('zoek=KwetsbaarGebouw&sorteer=id')).toEqual(named(...upTo(25)));
    expect((await ids('zoek=*pv*%20b0*')).toSorted()).toEqual(named(0, 3, 6, 9));
    expect(await ids('zoek=12')).toEqual(named(12));
    expect(await ids('zoek=2026')).toEqual([]);
  });

  test('filter: CQL2 text and JSON; IR-query-filter-crs: the CRS of its geometry', async () => {
    const filter = async (text: string, more = ''): Promise<readonly string[]> => (await ids(`filter=${encodeURIComponent(text)}${more}`)).toSorted();
    expect(await filter("populatie BETWEEN 5 AND 6 AND NOT (bronhouder LIKE 'Huis 1%')")).toEqual(named(5, 6, 20));
    expect(await filter('{"op":"in","args":[{"property":"populatie"},[0,1]]}', '&filter-lang=cql2-json')).toEqual(named(0, 1, 7, 8, 14, 15, 21, 22));
    expect(await filter('S_INTERSECTS(geometrie, BBOX(103500, 449000, 106500, 451000))', `&filter-crs=${RD}`)).toEqual(named(4, 5, 6));
    expect(await filter('S_INTERSECTS(geometrie, POLYGON((103500 449000, 106500 449000, 103500 452000, 103500 449000)))', `&filter-crs=${RD}`)).toEqual(named(4, 5));
  });

  test('all of it together, with a box and other fields shown', async () => {
    const query = `geldigOp=2026-02-05&bbox=100000,449000,127500,451000&bbox-crs=${RD}&crs=${RD}&zoek=huis&sorteer=-id&fields=populatie&limit=2`
      + `&filter=${encodeURIComponent('populatie > 4')}`;
    expect(await ids(query)).toEqual(named(27, 26, 20, 19, 13, 12, 6, 5));
    const body = (await server.ask(`${ITEMS}?${query}`)).json() as { features: { properties: object; geometry: { coordinates: number[][][] } }[] };
    expect(body.features[0]?.properties).toEqual({ populatie: 6 });
    expect(body.features[0]?.geometry.coordinates[0]?.[0]).toEqual([127_000, 450_000]);
  });

  test('/queryables names the fields for filters', async () => {
    const { properties } = (await server.ask('/v1/collections/kwetsbare-gebouwen/queryables')).json() as { properties: object };
    expect(properties).toMatchObject({ populatie: { type: 'number' }, 'identificatie.lokaalID': { type: 'string' } });
  });
});
