/** Lists: shape, every parameter with invalid values, walks by cursor, tags and dates, and unchanged bytes. */
import { FEATURE_FORMS } from '../../server/request/negotiate.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LIMITS } from '../../schemas/limits.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { BASE, FakeEditions, fakeEdition, points } from './fake-editions.ts';
import { ACTIVATED, aRegister, CRS84, NOW, RD, started, type Client } from './harness.ts';
import { drawn } from '../runs.ts';

const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
const EPSG = (code: string) => `http://www.opengis.net/def/crs/EPSG/9.9.1/${code}`;

let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister() }); });
afterAll(() => server.close());

interface Page {
  readonly type: string;
  readonly features: readonly { readonly id: string; readonly geometry: { readonly coordinates: readonly number[] } | null }[];
  readonly timeStamp: string;
  readonly numberMatched: number;
  readonly numberReturned: number;
  readonly links: readonly { readonly href: string; readonly rel: string; readonly type: string }[];
}

async function pageAt(path: string, from: Client = server): Promise<Page> {
  const reply = await from.ask(path);
  expect(reply.status, reply.text.slice(0, 300)).toBe(200);
  return reply.json() as unknown as Page;
}

function nextOf(page: Page): string | undefined {
  return page.links.find(({ rel }) => rel === 'next')?.href.slice(new URL(BASE).origin.length);
}

async function walk(path: string, limits: readonly number[] = []): Promise<readonly string[]> {
  const seen: string[] = [];
  let next: string | undefined = path;
  for (let step = 0; next !== undefined; step += 1) {
    const limit = limits[step % limits.length];
    const page: Page = await pageAt(limit === undefined ? next : withLimit(next, limit));
    expect(page.features.length, 'a next link never leads to an empty page').toBeGreaterThan(0);
    seen.push(...page.features.map(({ id }) => id));
    next = nextOf(page);
  }
  return seen;
}

function withLimit(path: string, limit: number): string {
  const url = new URL(path, BASE);
  url.searchParams.set('limit', String(limit));
  return url.pathname + url.search;
}

const ALL = points(25).map(({ id }) => id);

describe('IR-shape: FeatureCollection', () => {
  test('has type, features, timeStamp in UTC, exact counts, and links self, alternate, next and collection', async () => {
    const page = await pageAt(`${ITEMS}?limit=3`);
    expect(page).toMatchObject({ type: 'FeatureCollection', numberMatched: 25, numberReturned: 3, timeStamp: ACTIVATED.toISOString() });
    expect(page.features.map(({ id }) => id)).toEqual(ALL.slice(0, 3));
    expect(page.links.map(({ rel }) => rel)).toEqual(['self', ...FEATURE_FORMS.slice(2).map(() => 'alternate'), 'next', 'collection', 'describedby']);
    for (const { href } of page.links) expect(href.startsWith(BASE)).toBe(true);
    expect(page.links[0]).toEqual({ href: `${BASE}/collections/kwetsbare-gebouwen/items?limit=3`, rel: 'self', type: 'application/geo+json' });
  });

  test('the Link header has self and next too', async () => {
    const reply = await server.ask(`${ITEMS}?limit=3`);
    const page = reply.json() as unknown as Page;
    const next = page.links.find(({ rel }) => rel === 'next')?.href ?? '';
    expect(reply.headers.link).toContain(`<${next}>; rel="next"; type="application/geo+json"`);
    expect(reply.headers.link).toContain('rel="self"');
    expect((await server.ask(`${ITEMS}?limit=25`)).headers.link).not.toContain('next');
  });

  test('an empty collection is 200 with an empty list and no next', async () => {
    const page = await pageAt('/v1/collections/wegen/items');
    expect(page).toMatchObject({ features: [], numberMatched: 0, numberReturned: 0 });
    expect(nextOf(page)).toBeUndefined();
  });

  test('application/json gives the same bytes under that type', async () => {
    const [geo, json] = [await server.ask(ITEMS), await server.ask(ITEMS, { headers: { accept: 'application/json' } })];
    expect(geo.headers['content-type']).toBe('application/geo+json');
    expect(json.headers['content-type']).toBe('application/json');
    expect(json.body.equals(geo.body)).toBe(true);
    expect(json.headers.etag).not.toBe(geo.headers.etag);
  });
});

describe('IR-query: limit and offset', () => {
  test('without limit a page has the default number of features', async () => {
    expect((await pageAt(ITEMS)).numberReturned).toBe(LIMITS.featuresDefault);
  });

  test.each([['1', 1], ['007', 7], ['25', 25], ['26', 25], ['10000', 25], ['10001', 25], ['99999999999999999999', 25]])(
    'limit=%s gives %i', async (limit, returned) => {
      expect((await pageAt(`${ITEMS}?limit=${limit}`)).numberReturned).toBe(returned);
    });

  test.each(['0', '000', '-1', '1.5', '1e3', 'unlimited', '', '%201', '+1', 'NaN', 'Infinity', '0x10', '１'])(
    'limit=%s is 400 and names limit', async (limit) => {
      const reply = await server.ask(`${ITEMS}?limit=${encodeURI(limit).replaceAll('%25', '%')}`);
      expect(reply.status).toBe(400);
      expect(reply.json()['invalid-params']).toMatchObject([{ name: 'limit', allowed: ['1..10000'], example: `${BASE}/collections/kwetsbare-gebouwen/items?limit=10` }]);
    });

  test('a limit above the maximum means the maximum', async () => {
    const editions = aRegister();
    const own = await started({ editions });
    const asked = vi.spyOn(editions.current()!.edition.series.get('kwetsbare-gebouwen')!, 'page');
    await own.ask(`${ITEMS}?limit=10001`);
    expect(asked).toHaveBeenCalledWith(expect.objectContaining({ limit: LIMITS.featuresMax }));
    await own.close();
  });

  test('offset skips, also beyond the end', async () => {
    expect((await pageAt(`${ITEMS}?offset=20`)).features.map(({ id }) => id)).toEqual(ALL.slice(20));
    const beyond = await pageAt(`${ITEMS}?offset=999999999999999`);
    expect(beyond).toMatchObject({ features: [], numberMatched: 25, numberReturned: 0 });
    expect(nextOf(beyond)).toBeUndefined();
  });

  test.each(['-1', '1.5', '', 'x', '9999999999999999'])('offset=%s is 400', async (offset) => {
    expect((await server.ask(`${ITEMS}?offset=${offset}`)).status).toBe(400);
  });
});

describe('IR-query-pagina and IR-query-fields', () => {
  test('pages count from 1; next goes on by cursor; a page beyond the end is empty', async () => {
    expect((await pageAt(`${ITEMS}?pagina=3&limit=10`)).features.map(({ id }) => id)).toEqual(ALL.slice(20));
    expect(await walk(`${ITEMS}?pagina=2&limit=4`)).toEqual(ALL.slice(4));
    expect(await pageAt(`${ITEMS}?pagina=999999999`)).toMatchObject({ features: [], numberMatched: 25 });
    expect((await server.ask(`${ITEMS}?pagina=2&offset=10`)).status).toBe(400);
  });

  test('fields selects in properties, here and on the next page; the rest of a feature and its numbers stay', async () => {
    const whole = await pageAt(`${ITEMS}?limit=2`);
    const reply = await server.ask(`${ITEMS}?limit=2&fields=entityType`);
    const page = reply.json() as unknown as Page;
    expect(page.features).toEqual(whole.features.map((feature) => ({ ...feature, properties: { entityType: 'KwetsbaarGebouw' } })));
    const next = await pageAt(nextOf(page) ?? '');
    expect(next.features[0]).toMatchObject({ id: ALL[2], properties: { entityType: 'KwetsbaarGebouw' } });
    expect(next.features[0]).not.toHaveProperty('properties.id');
    expect(reply.headers.etag).not.toBe((await server.ask(`${ITEMS}?limit=2`)).headers.etag);
    expect(await pageAt(`${ITEMS}?fields=entityType&offset=999`)).toMatchObject({ features: [], numberReturned: 0 });
    const html = await server.ask(`${ITEMS}?fields=id`, { headers: { accept: 'text/html' } });
    expect(html.text).not.toContain('KwetsbaarGebouw');
    expect((await server.ask(`${ITEMS}?fields=id,nietBestaand`)).status).toBe(400);
  });

  test('IR-time-1 and IR-time-2: a moment that is not available is 403, in Dutch, with its type', async () => {
    const paths = ['/v1/waardelijsten', '/v1/crss'];
    const types = { geldigOp: 'parameter/TijdreizenNietOndersteund', beschikbaarOp: 'parameter/TijdreizenNietOndersteund', inWerkingOp: 'parameter/InWerkingTredingNietOndersteund' };
    for (const path of paths) {
      for (const [name, type] of Object.entries(types)) {
        const reply = await server.ask(`${path}?${name}=2026-01-01`);
        expect(reply.status, path).toBe(403);
        expect(reply.headers).toMatchObject({ 'content-type': 'application/problem+json', 'content-language': 'nl' });
        expect(String(reply.json()['type']).endsWith(type)).toBe(true);
      }
    }
    for (const path of [ITEMS, `${ITEMS}/${ALL[0]}`, `/v1/kwetsbare-gebouwen/${ALL[0]}`]) {
      const reply = await server.ask(`${path}?inWerkingOp=2026-01-01`);
      expect(reply.status, path).toBe(403);
      expect(String(reply.json()['type']).endsWith(types.inWerkingOp)).toBe(true);
    }
  });
});

describe('cursors', () => {
  test('a walk with changing limits gives the whole list once and in order', async () => {
    await fc.assert(fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 4 }), async (limits) => {
      expect(await walk(ITEMS, limits)).toEqual(ALL);
    }), { numRuns: 30 });
  });

  test('a walk may start at an offset and keeps crs and bbox', async () => {
    expect(await walk(`${ITEMS}?offset=9&limit=4`)).toEqual(ALL.slice(9));
    const boxed = `${ITEMS}?limit=2&crs=${RD}&bbox-crs=${RD}&bbox=20000,310000,20900,320000`;
    expect(await walk(boxed)).toEqual(ALL.slice(0, 10));
  });

  test('used with other parameters, changed in any character, or with offset, a cursor is 400', async () => {
    const next = nextOf(await pageAt(`${ITEMS}?limit=2`)) ?? '';
    const cursor = new URL(next, BASE).searchParams.get('cursor') ?? '';
    const refused = [
      `${ITEMS}?cursor=${cursor}&crs=${RD}`, `${ITEMS}?cursor=${cursor}&bbox=4,51,5,52`,
      `/v1/collections/wegen/items?cursor=${cursor}`, `${ITEMS}?cursor=`, `${ITEMS}?cursor=onzin`,
      ...cursor.split('').map((character, at) => `${ITEMS}?cursor=${cursor.slice(0, at)}${character === '1' ? '2' : '1'}${cursor.slice(at + 1)}`),
    ];
    for (const path of refused) {
      const reply = await server.ask(path);
      expect(reply.status, path).toBe(400);
      expect(reply.json()['type'], path).toMatch(/CursorOngeldig$/);
    }
    const both = await server.ask(`${ITEMS}?cursor=${cursor}&offset=2`);
    expect(both.status).toBe(400);
    expect((await server.ask(`${ITEMS}?cursor=${cursor}&crs=${CRS84}`)).status, 'the default said aloud is no change').toBe(200);
  });

  test('a walk continues in its first edition; a deleted edition is 410', async () => {
    const editions = aRegister();
    const own = await started({ editions });
    const next = nextOf(await pageAt(`${ITEMS}?limit=20`, own)) ?? '';
    editions.activate(fakeEdition(4, { 'kwetsbare-gebouwen': points(25, 'nieuw') }), NOW);
    expect((await pageAt(next, own)).features.map(({ id }) => id)).toEqual(ALL.slice(20));
    expect((await pageAt(ITEMS, own)).features[0]?.id).toBe('nieuw-0000');
    editions.collect(3);
    const gone = await own.ask(next);
    expect(gone.status).toBe(410);
    expect(gone.json()['type']).toMatch(/EditieVerwijderd$/);
    await own.close();
  });

  test('a cursor outlives its edition as long as its collection did not change', async () => {
    const editions = aRegister();
    const own = await started({ editions });
    const next = nextOf(await pageAt(`${ITEMS}?limit=20`, own)) ?? '';
    editions.activate(fakeEdition(4, { 'kwetsbare-gebouwen': points(25), wegen: points(2, 'weg') }), NOW);
    editions.collect(3);
    expect((await pageAt(next, own)).features.map(({ id }) => id)).toEqual(ALL.slice(20));
    await own.close();
  });
});

describe('IR-query: bbox and bbox-crs', () => {
  const few = '3.28,50.79,3.2915,50.80';

  test.each([
    few, '3.28,50.79,-10,3.2915,50.80,100', ' 3.28, 50.79 ,3.2915,50.80', '+3.28e0,50.79,3.2915,50.80',
  ])('bbox=%s selects', async (bbox) => {
    const page = await pageAt(`${ITEMS}?bbox=${encodeURIComponent(bbox)}`);
    expect(page.numberMatched).toBe(5);
    expect(page.features.map(({ id }) => id)).toEqual(ALL.slice(0, 5));
  });

  test('the OGC suite’s number texts, distant and polar boxes, and boxes across 180 degrees are 200', async () => {
    for (const bbox of ['.0000000,-.5000000,10.0000000,60.0000000', '177,65,-177,70', '-180,-90,180,90', '-180,85,180,90', '5,5,5,5']) {
      expect((await server.ask(`${ITEMS}?bbox=${bbox}`)).status, bbox).toBe(200);
    }
  });

  test('the box is read in bbox-crs, in the axis order of that CRS', async () => {
    const boxes = {
      [RD]: '20000,310000,20400,310600', [EPSG('4258')]: '50.79,3.28,50.80,3.2915', [EPSG('9067')]: '50.79,3.28,50.80,3.2915',
      [EPSG('3857')]: '332000,6796000,332640,6796960',
    };
    for (const [crs, bbox] of Object.entries(boxes)) {
      const page = await pageAt(`${ITEMS}?bbox=${bbox}&bbox-crs=${crs}`);
      expect(page.features.map(({ id }) => id), crs).toEqual(ALL.slice(0, 5));
    }
  });

  test.each([
    '', '1,2,3', '1,2,3,4,5', '1,2,3,4,5,6,7', 'a,b,c,d', '1,2,3,', 'NaN,1,2,3', 'Infinity,1,2,3', '1,2,1e999,3', '0x1,1,2,3',
    '5,52,4', '4,53,5,52', '-181,51,5,52', '4,51,181,52', '4,-91,5,52', '4,51,5,91', '121000,487000,122000,488000', '1;2;3;4', '.,1,2,3',
  ])('bbox=%s is 400 and names bbox', async (bbox) => {
    const reply = await server.ask(`${ITEMS}?bbox=${encodeURIComponent(bbox)}`);
    expect(reply.status).toBe(400);
    expect(reply.json()['invalid-params']).toMatchObject([{ name: 'bbox' }]);
  });

  test.each([
    [RD, '5,52,6,53'], [RD, '150000,460000,140000,470000'], [EPSG('4258'), '53,4,52,5'], [EPSG('4258'), '52,5,53,4'],
    [RD, '-285402,0,595402,22598'], [RD, '595402,300000,700000,600000'], [RD, '-100000001,0,300000,600000'], [RD, '0,300000,300000,1e9'],
    [EPSG('3857'), '20037509,0,30000000,7000000'], [EPSG('3857'), '-100000000.1,0,1,1'],
  ])('in %s bbox=%s is 400', async (crs, bbox) => {
    const reply = await server.ask(`${ITEMS}?bbox=${bbox}&bbox-crs=${crs}`);
    expect(reply.status).toBe(400);
    const example = String((reply.json()['invalid-params'] as { example: string }[])[0]?.example).slice(new URL(BASE).origin.length);
    expect((await server.ask(example)).status, 'the corrected example works').toBe(200);
  });

  test('a wide box in metres finds everything in the country', async () => {
    for (const [crs, bbox] of [
      [RD, '-1e8,-1e8,1e8,1e8'], [RD, '-2000000,-1500000,2300000,2800000'], [RD, '-285402,22598,595402,903402'],
      [EPSG('3857'), '-40075016.68,-60000000,40075016.68,60000000'], [EPSG('3857'), '-1e8,-1e8,1e8,1e8'],
    ]) expect((await pageAt(`${ITEMS}?bbox=${bbox}&bbox-crs=${crs}`)).numberMatched, bbox).toBe(ALL.length);
  });

  test.each([
    ['', '-200,51,5,52', '-180,51,5,52'], ['', '-540,-90,540,90', '-180,-90,180,90'], ['', '4,-91,5,91', '4,-90,5,90'], ['', '170,51,190,52', '170,51,180,52'],
    ['', '-200,51,0,5,52,100', '-180,51,5,52'], [EPSG('4258'), '-91,-400,91,400', '-90,-180,90,180'], [RD, '-1e9,0,3e5,1e9', '-100000000,0,300000,100000000'],
    ['', '181,51,182,52', undefined], ['', '121000,487000,122000,488000', undefined], ['', '190,51,-190,52', undefined], ['', '4,91,5,89', undefined],
    [RD, '5,52,6,53', undefined], [RD, '-1e9,0,-1e6,1e9', undefined],
  ])('in %s bbox=%s is 400 with the box cut to the range: %s', async (crs, bbox, cut) => {
    const reply = await server.ask(`${ITEMS}?bbox=${bbox}${crs === '' ? '' : `&bbox-crs=${crs}`}`);
    expect(reply.status).toBe(400);
    const [{ reason, example }] = reply.json()['invalid-params'] as [{ reason: { en: string } | string; example: string }];
    if (cut === undefined) expect(JSON.stringify(reason)).not.toContain('Cut to that');
    else expect([JSON.stringify(reason), decodeURIComponent(example)]).toEqual([expect.stringContaining(`Cut to that it is ‘${cut}’`), expect.stringContaining(`bbox=${cut}`)]);
    expect((await server.ask(example.slice(new URL(BASE).origin.length))).status, 'the corrected example works').toBe(200);
  });

  test('features without geometry are in every box (Part 1, fc-bbox-response)', async () => {
    const contours = '/v1/collections/pr-contouren/items';
    for (const query of ['', '?bbox=-180,-90,180,90', '?bbox=5,52,5.1,52.1']) {
      expect((await pageAt(`${contours}${query}`)).numberMatched, query).toBe(1);
    }
  });
});

describe('IR-crs: crs', () => {
  test.each([CRS84, RD, EPSG('4258'), EPSG('3857'), EPSG('9067'), RD.replace('http:', 'https:'), RD.replace('9.9.1', '0')])(
    'crs=%s is answered in that CRS and named so', async (crs) => {
      const reply = await server.ask(`${ITEMS}?crs=${encodeURIComponent(crs)}`);
      expect(reply.status).toBe(200);
      expect(reply.headers['content-crs']).toBe(`<${crs}>`);
      const first = (reply.json() as unknown as Page).features[0]?.geometry?.coordinates ?? [];
      if (crs.endsWith('28992')) expect(first).toEqual([20_000, 310_000]);
      else if (crs.endsWith('3857')) expect(first).toEqual([332_000, 6_796_000]);
      else expect(Number(first[0]) > 40).toBe(/4258|9067/.test(crs));
    });

  test('without crs the response is in CRS84, and Content-Crs names it', async () => {
    expect((await server.ask(ITEMS)).headers['content-crs']).toBe(`<${CRS84}>`);
  });

  test.each([
    '', 'EPSG:28992', EPSG('4326'), EPSG('7415'), EPSG('7912'), `${RD}/`, RD.toUpperCase(), 'http://www.opengis.net/def/crs/unsupported',
    `${RD}\r\nX: y`, `${RD}%0A`, 'http://kwaad.example/EPSG/9.9.1/28992',
  ])('crs=%s is 400 and lists what there is', async (crs) => {
    for (const name of ['crs', 'bbox-crs']) {
      const reply = await server.ask(`${ITEMS}?bbox=1,2,3,4&${name}=${encodeURIComponent(crs)}`);
      expect(reply.status).toBe(400);
      expect(reply.json()['type']).toMatch(/CrsNietOndersteund$/);
      const [fault, ...others] = reply.json()['invalid-params'] as readonly { readonly name: string }[];
      expect(fault).toMatchObject({ name, allowed: [CRS84, RD, EPSG('4258'), EPSG('3857'), EPSG('9067')] });
      // The box is read in the suggested CRS, where these numbers are out of range.
      expect(others.filter((other) => other.name !== 'bbox')).toEqual([]);
    }
  });
});

describe('parameter faults together', () => {
  test('all are reported, once each, with one valid request', async () => {
    const reply = await server.ask(`${ITEMS}?limit=0&limit=5&bbox=x&crs=y&Limit=3&foo=%3Cb%3E&datetime=2020-01-01`);
    expect(reply.status).toBe(400);
    const params = reply.json()['invalid-params'] as { name: string; example: string }[];
    expect(params.map(({ name }) => name).sort()).toEqual(['Limit', 'bbox', 'crs', 'foo', 'limit', 'limit']);
    expect((await server.ask(String(params[0]?.example).slice(new URL(BASE).origin.length))).status).toBe(200);
  });

  test('any query is 200, or 400 with a reason and a valid example', async () => {
    const name = fc.oneof(fc.constantFrom('limit', 'offset', 'cursor', 'bbox', 'bbox-crs', 'crs', 'f', 'lang'), fc.string());
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('1', '4,51,5,52', RD, CRS84, '1-1-00000000'));
    await fc.assert(fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 5 }), async (pairs) => {
      const query = pairs.map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join('=')).join('&');
      const reply = await server.ask(`${ITEMS}?${query}`);
      expect([200, 400]).toContain(reply.status);
      if (reply.status === 200) return;
      const params = reply.json()['invalid-params'] as { example: string }[];
      const mended = await server.ask(String(params[0]?.example).slice(new URL(BASE).origin.length));
      expect(mended.status, mended.text).toBe(200);
    }), { numRuns: drawn(300, 4) });
  });
});

describe('IR-head: tags and dates of lists', () => {
  test('equal queries have equal bytes and tags, different ones different tags', async () => {
    const paths = [ITEMS, `${ITEMS}?limit=2`, `${ITEMS}?limit=3`, `${ITEMS}?offset=1`, `${ITEMS}?crs=${RD}`, `${ITEMS}?bbox=4,51,5,52`, `${ITEMS}?bbox=4,51,5,53`];
    const tags = new Set<string>();
    for (const path of paths) {
      const [one, two] = [await server.ask(path), await server.ask(path)];
      expect(one.headers.etag).toBe(two.headers.etag);
      expect(one.body.equals(two.body)).toBe(true);
      expect(one.headers.etag).toMatch(/^"[!#-~]+"$/);
      tags.add(one.headers.etag ?? '');
    }
    expect(tags.size).toBe(paths.length);
  });

  test('only a publication that changes the collection changes bytes and tag', async () => {
    const editions = aRegister();
    const own = await started({ editions });
    const before = await own.ask(`${ITEMS}?limit=4`);
    editions.activate(fakeEdition(4, { 'kwetsbare-gebouwen': points(25), wegen: points(1, 'weg') }), NOW);
    const same = await own.ask(`${ITEMS}?limit=4`);
    expect(same.headers.etag).toBe(before.headers.etag);
    expect(same.body.equals(before.body)).toBe(true);
    expect((await own.ask(`${ITEMS}?limit=4`, { headers: { 'if-none-match': before.headers.etag ?? '' } })).status).toBe(304);
    editions.activate(fakeEdition(5, { 'kwetsbare-gebouwen': points(26) }), NOW);
    const other = await own.ask(`${ITEMS}?limit=4`, { headers: { 'if-none-match': before.headers.etag ?? '' } });
    expect(other.status).toBe(200);
    expect(other.headers.etag).not.toBe(before.headers.etag);
    await own.close();
  });

  test('a roll-back gives the old content under its new date, so under another tag', async () => {
    const editions = new FakeEditions();
    const own = await started({ editions });
    const old = fakeEdition(1, { 'kwetsbare-gebouwen': points(5) });
    editions.activate(old, ACTIVATED);
    const before = await own.ask(ITEMS);
    editions.activate(fakeEdition(2, { 'kwetsbare-gebouwen': points(6) }), ACTIVATED);
    editions.activate(old, NOW);
    const after = await own.ask(ITEMS);
    expect(after.json()['features']).toEqual(before.json()['features']);
    expect(after.json()['timeStamp']).toBe(NOW.toISOString());
    expect(after.headers.etag).not.toBe(before.headers.etag);
    await own.close();
  });

  test('Last-Modified is the activation; If-Modified-Since gives 304 from then on, If-None-Match wins', async () => {
    const reply = await server.ask(ITEMS);
    const modified = reply.headers['last-modified'] ?? '';
    expect(modified).toBe('Fri, 20 Nov 2026 10:00:00 GMT');
    const since = (date: string, more = {}) => server.ask(ITEMS, { headers: { 'if-modified-since': date, ...more } });
    expect((await since(modified)).status).toBe(304);
    expect((await since('Sat, 21 Nov 2026 00:00:00 GMT')).status).toBe(304);
    expect((await since('Fri, 20 Nov 2026 09:59:59 GMT')).status).toBe(200);
    for (const none of ['onzin', '2030', '2030-01-01', '']) expect((await since(none)).status, none).toBe(200);
    expect((await since(modified, { 'if-none-match': '"ander"' })).status).toBe(200);
  });

  test('within the second of an activation no Last-Modified is given: another may follow in that second', async () => {
    const own = await started({ editions: aRegister(), clock: () => new Date(ACTIVATED.getTime() + 400) });
    expect((await own.ask(ITEMS)).headers['last-modified']).toBeUndefined();
    await own.close();
  });
});

describe('hot path', () => {
  test('lists of all collections are served without JSON.parse or JSON.stringify', async () => {
    const contents = Object.fromEntries(COLLECTIONS.map((id) => [id, points(120, id)]));
    const editions = new FakeEditions();
    editions.activate(fakeEdition(1, contents), ACTIVATED);
    const own = await started({ editions });
    const bodies: string[] = [];
    const forbidden = () => { throw new Error('JSON on the hot path'); };
    vi.spyOn(JSON, 'parse').mockImplementation(forbidden);
    vi.spyOn(JSON, 'stringify').mockImplementation(forbidden);
    try {
      for (const id of COLLECTIONS) {
        for (const query of ['', '?limit=1', '?limit=120', `?limit=7&offset=50&crs=${RD}`, '?bbox=3,50,8,54&limit=11']) {
          const reply = await own.ask(`/v1/collections/${id}/items${query}`);
          if (reply.status !== 200) bodies.push('not 200');
          bodies.push(reply.text);
        }
      }
    } finally {
      vi.restoreAllMocks();
    }
    for (const body of bodies) expect((JSON.parse(body) as Page).type).toBe('FeatureCollection');
    expect(bodies.length).toBe(COLLECTIONS.length * 5);
    await own.close();
  });

  test('small and large bodies are whole, byte for byte', async () => {
    const editions = new FakeEditions();
    const big = points(3_000).map((feature) => ({ ...feature, properties: { tekst: 'é€😀'.repeat(20) } }));
    editions.activate(fakeEdition(1, { wegen: big }), ACTIVATED);
    const own = await started({ editions });
    for (const limit of [1, 10, 60, 70, 500, 3_000]) {
      const reply = await own.ask(`/v1/collections/wegen/items?limit=${limit}`);
      expect(reply.headers['content-length']).toBe(String(reply.body.length));
      expect((reply.json() as unknown as Page).features.length).toBe(limit);
    }
    await own.close();
  });
});

test('profile ogc leaves out CRS 9067', async () => {
  const own = await started({ editions: aRegister(), profile: 'ogc' });
  expect((await own.ask(`${ITEMS}?crs=${EPSG('9067')}`)).status).toBe(400);
  expect((await own.ask(`${ITEMS}?crs=${EPSG('4258')}`)).status).toBe(200);
  await own.close();
});
