/** Surroundings of a point and an area: the same objects as filters give, with their distances, in JSON and as a page. */
import { describe, expect, test } from 'vitest';
import { COLLECTIONS } from '../../schemas/names.ts';
import { distanceTo } from '../../publisher/read/distance.ts';
import { servedExamples } from './example-server.ts';
import { RD } from './harness.ts';

const { ask } = servedExamples();
const POINT = '102020,411530';

interface Found {
  readonly numberMatched: number;
  readonly numberReturned: number;
  readonly getoondBinnen?: number;
  readonly aantallen: Readonly<Record<string, number>>;
  readonly objecten: readonly {
    readonly collectie: string; readonly id: string; readonly afstand?: number; readonly href: string; readonly bronhoudercode: string; readonly naam?: string;
  }[];
  readonly links: readonly { readonly href: string; readonly rel: string }[];
}

async function foundAt(query: string): Promise<Found> {
  const reply = await ask(`/v1/omgeving?${query}`);
  expect(reply.status, reply.text.slice(0, 500)).toBe(200);
  return reply.json() as unknown as Found;
}

async function pageAt(query: string, language = 'nl'): Promise<string> {
  const reply = await ask(`/v1/omgeving?${query}&lang=${language}`, { headers: { accept: 'text/html' } });
  expect(reply.status, reply.text.slice(0, 500)).toBe(200);
  return reply.text;
}

describe('around a point', () => {
  test('every collection has the count of S_DWITHIN, and the objects are sorted by distance', async () => {
    const { aantallen, objecten, numberMatched, numberReturned } = await foundAt(`plaats=${POINT}&straal=2000`);
    expect(Object.keys(aantallen)).toEqual(COLLECTIONS);
    for (const [collection, count] of Object.entries(aantallen)) {
      const filter = encodeURIComponent(`S_DWITHIN(geometry, POINT(${POINT.replace(',', ' ')}), 2000)`);
      const items = (await ask(`/v1/collections/${collection}/items?limit=1&filter=${filter}&filter-crs=${RD}`)).json();
      expect([collection, count]).toEqual([collection, items['numberMatched']]);
    }
    expect(numberMatched).toBe(Object.values(aantallen).reduce((sum, count) => sum + count));
    expect(numberReturned).toBe(numberMatched);
    expect(numberMatched).toBeGreaterThan(5);
    const distances = objecten.map(({ afstand }) => afstand!);
    expect(distances).toEqual(distances.toSorted((one, other) => one - other));
    expect(distances.at(-1)).toBeLessThanOrEqual(2000);
    expect(objecten.every(({ bronhoudercode, href }) => /^[A-Z0-9,]{3,6}$/.test(bronhoudercode) && href.startsWith('http'))).toBe(true);
  });

  test('a radius of 0 has what covers the point', async () => {
    const { objecten } = await foundAt(`plaats=${POINT}&straal=0`);
    expect(objecten.length).toBeGreaterThan(0);
    expect(objecten.every(({ afstand }) => afstand === 0)).toBe(true);
  });

  test('collecties limits the search, comma separated or repeated as a form sends it, and the links lead to the complete lists', async () => {
    const { aantallen, links, objecten } = await foundAt(`plaats=${POINT}&straal=3000&collecties=pr-contouren,brand-aandachtsgebieden`);
    expect(Object.keys(aantallen).toSorted()).toEqual(['brand-aandachtsgebieden', 'pr-contouren']);
    const repeated = await foundAt(`plaats=${POINT}&straal=3000&geldigOp=&collecties=pr-contouren&collecties=brand-aandachtsgebieden`);
    expect(repeated.objecten).toEqual(objecten);
    for (const { href } of links) expect((await ask(href.replace(/^http:\/\/[^/]+/, ''))).status).toBe(200);
    expect(links.filter(({ rel }) => rel === 'items')).toHaveLength(2);
  });
});

describe('in an area', () => {
  const AREA = '101000,411000,103000,411000,103000,412500,101000,412500';

  test('every collection has the count of S_INTERSECTS', async () => {
    const { aantallen, objecten } = await foundAt(`plaats=${AREA}`);
    const filter = encodeURIComponent('S_INTERSECTS(geometry, BBOX(101000,411000,103000,412500))');
    const items = (await ask(`/v1/collections/pr-contouren/items?limit=1&filter=${filter}&filter-crs=${RD}`)).json();
    expect(aantallen['pr-contouren']).toBe(items['numberMatched']);
    expect(objecten.every(({ afstand }) => afstand === undefined)).toBe(true);
  });

  test('an area whose sides cross is refused by its own name', async () => {
    const reply = await ask('/v1/omgeving?plaats=101000,411000,103000,412500,103000,411000,101000,412500');
    expect(reply.status).toBe(400);
    expect(reply.json()).toMatchObject({ 'invalid-params': [{ name: 'plaats' }] });
  });
});

describe('the page', () => {
  test.each([
    ['nl', 'Niets gevonden', 'Gezocht: in alle 36 soorten, in editie 1 (gepubliceerd 20 november 2026'], ['en', 'Nothing found', 'Searched: in all 36 kinds, in edition 1 (published 20 November 2026'],
  ])('in %s, an empty result names the edition, the day and the distance of the search', async (language, title, lookedIn) => {
    const text = await pageAt('plaats=20000,400000&straal=50&geldigOp=2026-10-01', language);
    expect(text).toContain(`<h2>${title}</h2>`);
    expect(text).toContain(lookedIn.replace('36', String(COLLECTIONS.length)));
    expect(text).toMatch(/1 [Oo]ctober 2026|1 oktober 2026/);
    expect(text).toContain('50 m');
    expect(text).not.toContain(language === 'nl' ? 'Nothing' : 'Niets');
  });

  test('shows kind, name, distance, begin and holder of each object', async () => {
    const text = await pageAt(`plaats=${POINT}&straal=100`);
    expect(text).toContain('<td class="number">hier</td>');
    expect(text).toContain('<td>1 januari 2023</td><td>AB12</td>');
    expect(text).toContain('>Chemiepark Hollandsch Diep NV</a>');
  });

  test('without a place it is a form; JSON without a place is 400', async () => {
    expect(await pageAt('')).toContain('<form');
    expect((await ask('/v1/omgeving')).status).toBe(400);
  });
});

test.each([
  'plaats=1', 'plaats=x,y', 'plaats=5.3,52.1', `plaats=${POINT}&straal=10001`, `plaats=${POINT}&straal=-1`, `plaats=${POINT}&collecties=gebouwen`, 'plaats=1,2,3', 'plaats=1,2,3,4',
  'straal=5&plaats=101000,411000,103000,411000,103000,412500', `plaats=${POINT}&geldigOp=gisteren`, `plaats=${POINT}&onbekend=1`,
])('%s is refused', async (query) => {
  expect((await ask(`/v1/omgeving?${query}`)).status).toBe(400);
});

test('a tag sent back gives 304', async () => {
  const reply = await ask(`/v1/omgeving?plaats=${POINT}`);
  expect((await ask(`/v1/omgeving?plaats=${POINT}`, { headers: { 'if-none-match': reply.headers.etag! } })).status).toBe(304);
});

describe('the distance from a point', () => {
  const square = [[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]];
  const hole = [[4, 4], [6, 4], [6, 6], [4, 6], [4, 4]];
  test.each([
    ['to a point', [3, 4], { type: 'Point', coordinates: [0, 0] }, 5],
    ['to the nearest of points', [3, 4], { type: 'MultiPoint', coordinates: [[0, 0], [3, 3]] }, 1],
    ['to a line between its ends', [5, 3], { type: 'LineString', coordinates: [[0, 0], [10, 0]] }, 3],
    ['beyond the end of a line', [13, 4], { type: 'MultiLineString', coordinates: [[[0, 0], [10, 0]]] }, 5],
    ['inside an area', [2, 2], { type: 'Polygon', coordinates: [square] }, 0],
    ['in a hole', [5, 5], { type: 'Polygon', coordinates: [square, hole] }, 1],
    ['beside an area', [15, 5], { type: 'MultiPolygon', coordinates: [[square, hole]] }, 5],
  ] as const)('%s', (_, point, geometry, expected) => {
    expect(distanceTo(point, geometry as never)).toBeCloseTo(expected, 9);
  });
});
