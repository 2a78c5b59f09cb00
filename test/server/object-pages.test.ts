/** Pages of one object: as a feature, a whole document and a nested object. */
import { describe, expect, test } from 'vitest';
import { servedExamples } from './example-server.ts';
import { BASE, FakeEditions, fakeEdition } from './fake-editions.ts';
import { ACTIVATED, started } from './harness.ts';
import { realServer } from './real-server.ts';
import { createAll, day, state } from '../publisher/registry.ts';
import { formatQuery } from '../../server/parameters/query.ts';

const server = servedExamples();
const TANK = 'NL.IMEV.AB12.tank-0001';

const pageAt = async (path: string, language = 'nl') => (await server.ask(path, { headers: { accept: 'text/html', 'accept-language': language } })).text;
const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');
const hrefs = (text: string) => [...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => unescaped(href!)).filter((href) => href.startsWith(BASE));
const pathOf = (href: string) => { const { pathname, search } = new URL(href); return pathname + search; };

const PAGES = [
  `/v1/collections/opslag-referenties/items/${TANK}-tank`, `/v1/locatie-activiteiten/${TANK}`, `/v1/locatie-activiteiten/${TANK}/referenties/${TANK}-tank`,
  `/v1/collections/pr-contouren/items/${TANK}-pr`, `/v1/locatie-activiteiten/${TANK}/contouren/${TANK}-pr`, `/v1/collections/locatie-activiteiten/items/${TANK}`,
];

describe.each(PAGES)('%s', (path) => {
  test('says what the object is, in one language', async () => {
    const [nl, en] = [await pageAt(path), await pageAt(path, 'en')];
    expect(nl).toMatch(/<p class="lead">[A-Z][^<]* van bronhouder [^<]*, geldig sinds 1 mei 2025 om 10:30 CEST\.<\/p>/);
    expect(en).toMatch(/<p class="lead">[A-Z][^<]* of source holder [^<]*, valid since 1 May 2025 at 10:30 CEST\.<\/p>/);
    expect(en).not.toMatch(/Gegevens|Geschiedenis|Niet ingevuld|Wat eromheen/);
  });

  test('has links that all answer', async () => {
    const all = new Set(hrefs(await pageAt(path)));
    for (const href of all) expect([href, (await server.ask(pathOf(href), href.includes('f=') ? {} : { headers: { accept: 'text/html,*/*;q=0.1' } })).status]).toEqual([href, 200]);
    expect([...all].filter((href) => href.includes('crs='))).not.toEqual([]);
  });

  test('has an address that keeps showing this version', async () => {
    const permalink = hrefs(await pageAt(path)).find((href) => href.startsWith(`${BASE}${path.slice('/v1'.length)}?`) && href.includes('beschikbaarOp='));
    expect((await server.ask(pathOf(permalink!))).json()).toMatchObject({ id: path.split('/').at(-1) });
  });
});

test('the map shows what lies around the object, and each list gives as many objects as the page says', async () => {
  const text = await pageAt(`/v1/collections/opslag-referenties/items/${TANK}-tank`);
  expect(text).toMatch(/class="around/);
  const lists = [...text.matchAll(/<li><a href="([^"]*S_INTERSECTS[^"]*)">[^<]*<\/a>: (\d+)<\/li>/g)];
  expect(lists.length).toBeGreaterThan(1);
  for (const [, href = '', count = ''] of lists) {
    expect((await server.ask(pathOf(unescaped(href)))).json()).toMatchObject({ numberMatched: Number(count) });
  }
});

test('parts and parent are links, and a whole document shows the fields of its parts', async () => {
  const tank = hrefs(await pageAt(`/v1/collections/opslag-referenties/items/${TANK}-tank`));
  for (const id of ['a1', 'pr', 'brand']) expect(tank.some((href) => href.endsWith(`/items/${TANK}-${id}`))).toBe(true);
  const whole = await pageAt(`/v1/locatie-activiteiten/${TANK}`);
  expect(hrefs(whole)).toContain(`${BASE}/locatie-activiteiten/${TANK}/contouren/${TANK}-brand`);
  expect(whole).toContain('Type opslag <code>typeOpslagReferentie</code>');
});

test('the moment of the page goes along in its links, except in the one to the present', async () => {
  const text = await pageAt(`/v1/collections/opslag-referenties/items/${TANK}-tank?geldigOp=2026-02-01`);
  expect(hrefs(text)).toContain(`${BASE}/collections/ev-activiteiten/items/${TANK}-a1?geldigOp=2026-02-01`);
  expect(text).toContain(`<a class="present" href="${BASE}/collections/opslag-referenties/items/${TANK}-tank">`);
});

test.each(['2026-02-01T12:00:00Z', '2026-02-01', '2027-02-01T12:00:00Z'])('the moment datetime=%s of a feature goes along in its links, and the page names it', async (moment) => {
  const query = `datetime=${encodeURIComponent(moment).replaceAll('%3A', ':')}`;
  const text = await pageAt(`/v1/collections/opslag-referenties/items/${TANK}-tank?${query}`);
  const all = hrefs(text);
  const day = moment.slice(0, 10) === '2026-02-01' ? '?geldigOp=2026-02-01' : '';
  expect(text).toContain(`<p class="amber"><strong>Toestand op ${moment}.</strong>`);
  expect(all).toContain(`${BASE}/collections/ev-activiteiten/items/${TANK}-a1?${query}`);
  expect(all).toContain(`${BASE}/collections/opslag-referenties/items?${query}`);
  expect(all).toContain(`${BASE}/locatie-activiteiten/${TANK}${day}`);
  expect(all).toContain(`${BASE}/collections${day}`);
  expect(all).toContain(`${BASE}/collections/opslag-referenties/items/${TANK}-tank`);
  const [, around = ''] = /<a [^>]*href="([^"]*)"[^>]*class="around/.exec(text) ?? [];
  expect(unescaped(around)).toContain(query);
  const lists = [...text.matchAll(/<li><a href="([^"]*S_INTERSECTS[^"]*)">[^<]*<\/a>: (\d+)<\/li>/g)];
  expect(lists.length).toBeGreaterThan(1);
  for (const [, href = '', count = ''] of lists) {
    expect((await server.ask(pathOf(unescaped(href)))).json()).toMatchObject({ numberMatched: Number(count) });
  }
  for (const href of new Set(all)) expect([href, (await server.ask(pathOf(href), href.includes('f=') ? {} : { headers: { accept: 'text/html,*/*;q=0.1' } })).status]).toEqual([href, 200]);
});

test('a geometry that the register made is dashed, and the page says so', async () => {
  const editions = new FakeEditions();
  const area = { entityType: 'PRContour', afstand: 10, geometrieAfgeleid: true };
  editions.activate(fakeEdition(1, { 'pr-contouren': [{ id: 'c', at: [155_000, 463_000], properties: area }, { id: 'd', at: [155_010, 463_000], properties: area }] }), ACTIVATED);
  const own = await started({ editions });
  const { text } = await own.ask('/v1/collections/pr-contouren/items/c', { headers: { accept: 'text/html' } });
  expect(text).toContain('De ligging is door het register gemaakt (gestreept)');
  const looks = [...text.matchAll(/<a [^>]*class="(\w+) outline-[0-9a-f]{6} derived">/g)].map(([, look]) => look);
  expect(new Set(looks)).toEqual(new Set(['around', 'own']));
  await own.close();
});

test('an object without geometry says that there is no map, and why that says nothing about its surroundings', async () => {
  const { features } = (await server.ask('/v1/collections/buisleiding-stelsels/items')).json() as { features: { id: string }[] };
  const text = await pageAt(`/v1/buisleiding-stelsels/${features[0]!.id}`);
  expect(text).toContain('<svg');
  const contour = await pageAt(`/v1/locatie-activiteiten/${TANK}/contouren/${TANK}-brand`);
  expect(contour).toContain('Dit object heeft geen ligging in het register.');
  expect(contour).not.toContain('<svg');
});

test('an object that has ended says so at the top; at a day on which it was valid it says that it no longer is', async () => {
  const building = (until: number | null) => state('KwetsbaarGebouw', 'b0', [{
    from: 0, until, document: { entityType: 'KwetsbaarGebouw', id: 'b0', bronhoudercode: 'AB12', beginGeldigheid: '2026-01-01T00:00:00Z' }, geometries: {},
  }]);
  const ended = await realServer({ changes: createAll([building(5)]), on: 10 });
  const html = { headers: { accept: 'text/html' } };
  const { text } = await ended.ask('/v1/kwetsbare-gebouwen/b0', html);
  expect(text).toMatch(/<h1>[^<]*<\/h1>\s*<p class="amber"><strong>Dit object is niet meer geldig\.<\/strong>/);
  expect((await ended.ask('/v1/kwetsbare-gebouwen/b0?geldigOp=2026-01-03', html)).text).toContain('<strong>Dit object is nu niet meer geldig.</strong>');
  await ended.close();
});

test('the page of an object in an earlier edition says that the object is no longer valid or no longer in the register now', async () => {
  const building = (until: number | null) => state('KwetsbaarGebouw', 'b0', [{
    from: 0, until, document: { entityType: 'KwetsbaarGebouw', id: 'b0', bronhoudercode: 'AB12', beginGeldigheid: '2026-01-01T00:00:00Z' }, geometries: {},
  }]);
  const before = building(null);
  const first = { changes: createAll([before]), on: 1 };
  const html = { headers: { accept: 'text/html' } };
  const ended = await realServer(first, { changes: [{ before, after: building(5) }], on: 10, after: 1 });
  const old = `?beschikbaarOp=${new Date(day(2)).toISOString()}`;
  expect((await ended.ask(`/v1/kwetsbare-gebouwen/b0${old}`, html)).text).toContain('<strong>Dit object is nu niet meer geldig.</strong> <a class="present"');
  expect((await ended.ask(`/v1/kwetsbare-gebouwen/b0?beschikbaarOp=${new Date(day(11)).toISOString()}`, html)).text).not.toContain('nu niet meer');
  await ended.close();
  const gone = await realServer(first, { changes: [{ before, after: null }], on: 10, after: 1 });
  const { text } = await gone.ask(`/v1/kwetsbare-gebouwen/b0${old}`, html);
  expect(text).toContain('<strong>Dit object staat nu niet meer in het register.</strong>');
  await gone.close();
});

test('the link to all versions leads to those of the same edition, in the same language', async () => {
  const from = formatQuery([['beschikbaarOp', ACTIVATED.toISOString()]]);
  for (const path of PAGES) {
    const all = hrefs(await pageAt(`${path}?geldigOp=2026-02-01&${from}&lang=en`));
    expect(all).toContain(`${BASE}/locatie-activiteiten/${TANK}/versies?${from}&lang=en`);
  }
});
