/** Passed-on parameters: a moment in the address of the service holds for everything opened from there. Over a real edition on disk. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOfValidity } from '../../server/parameters/passed-on.ts';
import type { Moment } from '../../schemas/time.ts';
import { IS_FULL } from '../runs.ts';
import { BASE } from './fake-editions.ts';
import { building, createAll, day, state, type VersionInput } from '../publisher/registry.ts';
import { started, type Reply } from './harness.ts';
import { realServer, type RealServer } from './real-server.ts';

const HTML = { headers: { accept: 'text/html' } };
const COLLECTION = '/v1/collections/kwetsbare-gebouwen';
const PASSING = ['/v1', '/v1/openapi.json', '/v1/conformance', '/v1/collections', COLLECTION,
  ...['schema', 'schema/feature', 'queryables', 'sortables', 'tiles', 'tiles/WebMercatorQuad'].map((name) => `${COLLECTION}/${name}`)];

let server: RealServer;
beforeAll(async () => {
  const now = state('KwetsbaarGebouw', 'nu', [version('nu', 0, null, 3)]);
  const changed = state('KwetsbaarGebouw', 'anders', [version('anders', 0, 10, 1), version('anders', 10, null, 2)]);
  const gone = state('KwetsbaarGebouw', 'weg', [version('weg', 0, 10, 4)]);
  const others = [5, 6, 7].map((number) => state('KwetsbaarGebouw', `b${number}`, [version(`b${number}`, 0, null, number)]));
  server = await realServer({ on: 60, changes: createAll([now, changed, gone]) }, { on: 70, after: 60, changes: createAll(others) });
});
afterAll(() => server.close());

function version(id: string, from: number, until: number | null, populatie: number): VersionInput {
  const { document, geometries } = building(id, { x: 100_000 + populatie, y: 450_000, size: 20, name: 'Huis' });
  return { from, until, geometries, document: { ...document, populatie, beginGeldigheid: new Date(day(from)).toISOString() } };
}

const pathOf = (url: string): string => url.slice(new URL(BASE).origin.length);
const kindOf = (reply: Reply): string => `${reply.status} ${String(reply.json()['type']).replace(/.*\/fouten\/ev\//, '')}`;
const THEN = 'geldigOp=2026-01-05';
const DAY_60 = new Date(day(60)).toISOString();
/** The parameters in another order, spelling and zone than ours. */
const BOTH = `beschikbaarOp=${DAY_60.slice(0, 19)}.5%2B00:00&geldigOp=2026-01-05`;
const IN_ENGLISH = `${THEN}&lang=en`;
const ALL = `${BOTH}&lang=en`;

/**
 * Returns the links in a response that carry passed-on parameters: all except those to resources without history, to the other language,
 * and those that the edition stores with a feature or document.
 */
function passingLinks({ text, headers }: Reply): readonly string[] {
  const isPage = String(headers['content-type']).startsWith('text/html');
  // A link to the present says so. Versions have moments of their own: links to them have the edition and language only.
  const own = isPage ? text.replace(/<a class="present"[^>]*>|<ol class="timeline">[\s\S]*?<\/ol>/g, '') : text.replace(/"links":\[\{"href":"[^"]*","rel":"self","type":"application\/geo\+json"\}[^\]]*\],"geometry"/g, '').replace(/"_links":\{"self":\{"href":"[^"]*"\}\}|"canonical":\{[^}]*\}/g, '');
  const inBody = [...own.matchAll(isPage ? /(?<!class="language" )href="([^"]*)"/g : /"href":"([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));
  const inHeader = [...String(headers.link ?? '').matchAll(/<([^>]*)>; rel="(?!original|(?:predecessor|successor|latest)-version)/g)].map(([, href]) => href!);
  return [...inBody, ...inHeader].filter((href) => href.startsWith(BASE))
    .filter((href) => !/\/v1\/(?:beheren|crss|tileMatrixSets|catalogus|edities|kwaliteit|publicaties|verschillen|waardelijsten|schemas|fouten|functions|context)\b/.test(href)).filter((href) => !/\/(?:herkomst|versies|versions)(?:\?|$)/.test(href));
}

describe.each(IS_FULL ? [THEN, BOTH, IN_ENGLISH, ALL] : [ALL])('?%s', (query) => {
  test('is in every link from the service, in JSON and on pages, as written', async () => {
    const seen = new Set<string>();
    const todo = [`${BASE}?${query}`];
    for (let url = todo.pop(); url !== undefined; url = todo.pop()) {
      for (const options of url.includes('openapi.json') ? [{}] : [{}, HTML]) {
        const reply = await server.ask(pathOf(url), options);
        expect([url, reply.status]).toEqual([url, 200]);
        if (url.includes('openapi.json')) continue;
        if (options === HTML) expect(reply.text).toContain(query.includes('lang=en') ? 'State on 2026-01-05' : 'Toestand op 2026-01-05');
        for (const href of passingLinks(reply)) {
          // The link back to now, an example with another day, and the history of an object, which holds every day.
          if (/\/(?:herkomst|versies)\?/.test(href) || /\/v1(?:\?lang=en)?$/.test(href) || /items\?geldigOp=2025-06-01(?:&lang=en)?$/.test(href)) continue;
          expect(href, url).toContain(query);
          const isOther = /collections\/(?!kwetsbare-gebouwen)/.test(href) || /\/v1\/(?!collections|kwetsbare-gebouwen)[^?]/.test(href) && !/openapi|conformance/.test(href);
          // The links to the forms for programs of one object lead to no page; a template is no address.
          if (isOther || href.includes('{') || /[?&]f=/.test(href) || seen.has(href)) continue;
          seen.add(href);
          todo.push(href);
        }
      }
    }
    for (const path of PASSING.slice(1)) expect([...seen].some((url) => pathOf(url) === `${path}?${query}`), path).toBe(true);
    expect([...seen].some((url) => url.includes('/items/weg?'))).toBe(true);
  });
});

describe('a collection at a moment', () => {
  test('its count is that of the moment, and its description says that the extent is not', async () => {
    const counted = async (query: string) => [
      /\((\d+)\)/.exec((await server.ask(`${COLLECTION}${query}`, HTML)).text)?.[1],
      /kwetsbare-gebouwen\/items[^]*?class="number">(\d*)</.exec((await server.ask(`/v1/collections${query}`, HTML)).text)?.[1],
    ];
    expect(await counted('')).toEqual(['5', '5']);
    expect(await counted(`?${THEN}`)).toEqual(['6', '6']);
    expect(await counted(`?${BOTH}`)).toEqual(['3', '3']);
    expect(await counted('?geldigOp=2020-01-01')).toEqual(['0', '0']);
    expect(await counted('?beschikbaarOp=2020-01-01T00:00:00Z')).toEqual([undefined, '']);
    const { description } = (await server.ask(`${COLLECTION}?${THEN}`)).json();
    expect(description).toMatch(/Toestand op 2026-01-05\. De omvang \(extent\) is die van alle momenten\.$/);
    const english = (await server.ask(`${COLLECTION}?${THEN}&lang=en`)).json()['description'];
    expect(english).toMatch(/State on 2026-01-05\. The extent is that of all moments\.$/);
    const { collections } = (await server.ask(`/v1/collections?${THEN}`)).json() as { collections: Record<string, unknown>[] };
    expect(collections.find(({ id }) => id === 'kwetsbare-gebouwen')).toMatchObject({ description });
  });

  test('profile ogc lists the collections that had features then', async () => {
    const then = state('KwetsbaarGebouw', 'weg', [version('weg', 0, 10, 4)]);
    const own = await realServer({ on: 60, changes: createAll([then]) });
    const ogc = await started({ editions: own.editions, profile: 'ogc' });
    const listed = async (query: string) => ((await ogc.ask(`/v1/collections${query}`)).json()['collections'] as { id: string }[]).map(({ id }) => id);
    expect(await listed('')).toEqual([]);
    expect(await listed('?geldigOp=2026-01-05')).toEqual(['kwetsbare-gebouwen']);
    await ogc.close();
    await own.close();
  });

  test('its schema is the same, and its page says that the fields are those of now', async () => {
    expect((await server.ask(`${COLLECTION}/schema?${THEN}`)).text).toBe((await server.ask(`${COLLECTION}/schema`)).text);
    expect((await server.ask(`${COLLECTION}/schema?${THEN}`, HTML)).text).toContain('De velden zijn die van nu');
    expect((await server.ask(`${COLLECTION}/schema`, HTML)).text).not.toContain('De velden zijn die van nu');
  });
});

test('a list walked from a link that GDAL made, by adding the query of the service where it does not stand literally, gives everything once', async () => {
  const ids: string[] = [];
  for (let url: string | undefined = `${COLLECTION}/items?limit=2&${BOTH}`; url !== undefined;) {
    const asked: string = url.includes(`?${BOTH}`) || url.includes(`&${BOTH}`) ? url : `${url}&${BOTH}`;
    const reply = await server.ask(asked);
    expect(reply.status).toBe(200);
    const { features, links } = reply.json() as { features: { id: string }[]; links: { rel: string; href: string }[] };
    ids.push(...features.map(({ id }) => id));
    const next = links.find(({ rel }) => rel === 'next')?.href;
    url = next === undefined ? undefined : pathOf(next);
  }
  expect(ids.toSorted()).toEqual(['anders', 'nu', 'weg']);
});

describe.each(PASSING)('%s', (path) => {
  test.each([
    '', '2026', '2026-1-5', '05-01-2026', '2026-02-30', '2026-01-05T00:00:00Z', '2026-01-05/..', 'vandaag', '20260105', '2026-01-05 ', '+2026-01-05', '2026-13-01',
  ])('geldigOp=%s is 400 and says what may stand there', async (value) => {
    const reply = await server.ask(`${path}?geldigOp=${encodeURIComponent(value)}`);
    expect(kindOf(reply)).toBe('400 parameter/OngeldigeParameter');
    expect(reply.text).toContain('een dag als 2026-11-21, niet na vandaag');
  });

  test.each([
    '', '2026-01-05', '2026-01-05T25:00:00Z', '2026-01-05T00:00Z', '2026-01-05 00:00:00', '2026-01-05T00:00:00 01:00', 'nu', '2026-01-05T00:00:00.Z', '..', '1700000000',
  ])('beschikbaarOp=%s is 400 and says what may stand there', async (value) => {
    const reply = await server.ask(`${path}?beschikbaarOp=${encodeURIComponent(value)}`);
    expect(kindOf(reply)).toBe('400 parameter/OngeldigeParameter');
    expect(reply.text).toContain('een tijdstip als 2026-11-21T12:00:00.0Z, niet na nu');
  });

  test('the future and legal effect are 403, repeated and unknown parameters 400', async () => {
    expect(kindOf(await server.ask(`${path}?geldigOp=2999-01-01`))).toBe('403 parameter/ToekomstNietOndersteund');
    expect(kindOf(await server.ask(`${path}?beschikbaarOp=2999-01-01T00:00:00Z`))).toBe('403 parameter/ToekomstNietOndersteund');
    expect(kindOf(await server.ask(`${path}?inWerkingOp=2020-01-01`))).toBe('403 parameter/InWerkingTredingNietOndersteund');
    expect(kindOf(await server.ask(`${path}?${THEN}&${THEN}`))).toBe('400 parameter/HerhaaldeParameter');
    expect(kindOf(await server.ask(`${path}?${THEN}&limit=1`))).toBe('400 parameter/OnbekendeParameter');
    expect(kindOf(await server.ask(`${path}?datetime=2026-01-05`))).toBe('400 parameter/OnbekendeParameter');
  });
});

describe('geometrieSoort', () => {
  test.each(['geometrieSoort=vlak', `geometrieSoort=vlak&${BOTH}`])('?%s stands in the links of the service, its collections and their lists; each link answers', async (query) => {
    for (const path of ['/v1', '/v1/collections', COLLECTION, `${COLLECTION}/items`]) {
      for (const options of [{}, HTML]) {
        const reply = await server.ask(`${path}?${query}`, options);
        expect([path, reply.status]).toEqual([path, 200]);
        for (const href of passingLinks(reply).filter((one) => one !== BASE && !one.endsWith('items?geldigOp=2025-06-01'))) {
          const isOfObject = /items\/[^/]+$/.test(href);
          expect(href, path).toContain(isOfObject ? query.replace(/geometrieSoort=vlak&?/, '') : query);
          expect([href, (await server.ask(pathOf(href), href.includes('openapi.json') ? {} : options)).status]).toEqual([href, 200]);
        }
      }
    }
  });

  test('leaves the collections that have features of that kind, then or now, and their lists have no others', async () => {
    const listed = async (query: string) => ((await server.ask(`/v1/collections?${query}`)).json()['collections'] as { id: string }[]).map(({ id }) => id);
    expect(await listed('geometrieSoort=vlak')).toEqual(['kwetsbare-gebouwen']);
    expect(await listed('geometrieSoort=punt')).toEqual([]);
    expect(await listed('geometrieSoort=vlak&geldigOp=2020-01-01')).toEqual([]);
    expect((await server.ask(`${COLLECTION}/items?geometrieSoort=vlak`)).json()['numberMatched']).toBe(5);
    expect((await server.ask(`${COLLECTION}/items?geometrieSoort=lijn`)).json()['numberMatched']).toBe(0);
    expect((await server.ask(`/v1/collections?geometrieSoort=vlak`, HTML)).text).toContain('Alleen objecten met geometrieSoort vlak.');
    const { description } = (await server.ask(`${COLLECTION}?geometrieSoort=vlak`)).json();
    expect(description).toMatch(/geometrieSoort vlak\. De omvang \(extent\) is die van alle soorten en momenten\./);
  });

  test('a value that is nearly right, or given twice, is 400 on every page that passes it on', async () => {
    for (const path of PASSING) {
      for (const value of ['', 'Vlak', 'vlakken', 'polygon', 'Point', 'lijn ', 'punt,lijn', 'geen*', 'null', 'MultiPolygon']) {
        const reply = await server.ask(`${path}?geometrieSoort=${encodeURIComponent(value)}`);
        expect([path, value, kindOf(reply)]).toEqual([path, value, '400 parameter/OngeldigeParameter']);
        expect(reply.text).toContain('één soort geometrie: punt, lijn of vlak');
      }
      expect(kindOf(await server.ask(`${path}?geometrieSoort=vlak&geometrieSoort=vlak`))).toBe('400 parameter/HerhaaldeParameter');
    }
  });
});

test('resources without history still refuse a moment, and a write to an address with one too', async () => {
  for (const path of ['/v1/waardelijsten', '/v1/waardelijsten/TypeBrand', '/v1/crss', '/v1/schemas', '/v1/fouten', '/v1/edities']) {
    expect(kindOf(await server.ask(`${path}?${THEN}`)), path).toBe('403 parameter/TijdreizenNietOndersteund');
  }
});

test('the day of validity is the requested one, else that of the moment of availability, else today', () => {
  const [now, at, beschikbaarOp] = ['2026-11-26T12:00:00Z', '2022-06-01T12:00:00Z', '2024-03-01T12:00:00Z'].map((text) => Date.parse(text) as Moment);
  const dayFor = (asked: { at: Moment | null; beschikbaarOp: Moment | null }) => dayOfValidity(asked, new Date(now!));
  expect(dayFor({ at: null, beschikbaarOp: null })).toBe('2026-11-26');
  expect(dayFor({ at: null, beschikbaarOp: beschikbaarOp! })).toBe('2024-03-01');
  expect(dayFor({ at: at!, beschikbaarOp: beschikbaarOp! })).toBe('2022-06-01');
});
