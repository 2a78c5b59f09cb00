/** Questions about a place: any geometry in any published CRS, counts only, chains of objects, and a body that is not stored. */
import { describe, expect, test } from 'vitest';
import { gridsOfThread } from '../../pipelines/coordinates/grids.ts';
import { transform } from '../../pipelines/coordinates/transform.ts';
import { CRSS, PUBLISHED_CRSS } from '../../schemas/crs.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { servedExamples } from './example-server.ts';
import { BASE } from './fake-editions.ts';
import { building, createAll, state } from '../publisher/registry.ts';
import { RD } from './harness.ts';
import { realServer } from './real-server.ts';

const { ask } = servedExamples();
const ORIGIN = new URL(BASE).origin;
const CONTOURS = COLLECTIONS.filter((name) => /contour|aandachtsgebied/.test(name)).join(',');
/** What lies in contours of the examples. */
const INSIDE = 'locatie-activiteiten,seveso-referenties';

interface Listed { readonly collectie: string; readonly id: string; readonly via?: readonly { readonly collectie: string; readonly id: string }[] }
interface Part { readonly numberMatched: number; readonly numberReturned: number; readonly aantallen: Readonly<Record<string, number>>; readonly objecten?: readonly Listed[] }
interface Found extends Part {
  readonly crs: string;
  readonly plaats?: readonly [number, number];
  readonly omgerekendVan?: object;
  readonly nagekeken: { readonly nl: string; readonly en: string };
  readonly methode: { readonly nl: string; readonly en: string };
  readonly keten?: readonly (Part & { readonly relatie: string })[];
  readonly links: readonly { readonly href: string; readonly rel: string }[];
}

const query = (pairs: Readonly<Record<string, string>>): string => new URLSearchParams(pairs).toString();

async function foundBy(pairs: Readonly<Record<string, string>>): Promise<Found> {
  const reply = await ask(`/v1/omgeving?${query(pairs)}`);
  expect(reply.status, reply.text.slice(0, 600)).toBe(200);
  return reply.json() as unknown as Found;
}

async function posted(body: object, headers: Readonly<Record<string, string>> = {}): Promise<{ readonly status: number; readonly text: string; readonly found: Found }> {
  const reply = await ask('/v1/omgeving/_zoek', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
  return { status: reply.status, text: reply.text, found: reply.json() as unknown as Found };
}

interface Feature { readonly id: string; readonly geometry: { readonly type: string; readonly coordinates: unknown } | null }

async function featuresOf(collection: string, more: Readonly<Record<string, string>> = {}): Promise<readonly Feature[]> {
  const reply = await ask(`/v1/collections/${collection}/items?${query({ limit: '1000', crs: RD, ...more })}`);
  expect(reply.status, reply.text.slice(0, 400)).toBe(200);
  return reply.json()['features'] as Feature[];
}

/** The objects of a collection that a filter of items finds by their relation to a geometry in RD. */
async function relatedTo(geometry: object, collection: string, op: string): Promise<readonly string[]> {
  const filter = JSON.stringify({ op, args: [{ property: 'geometry' }, geometry] });
  return (await featuresOf(collection, { filter, 'filter-lang': 'cql2-json', 'filter-crs': RD })).map(({ id }) => id);
}

const COUNTRY = 'POLYGON((0 300000,300000 300000,300000 650000,0 650000,0 300000))';
const SQUARE = 'POLYGON((101000 411000,103000 411000,103000 412500,101000 412500,101000 411000))';

/** A collection of points in the examples. */
const POINTS = 'vulpunten';

describe('a place', () => {
  test('as WKT, as GeoJSON and as numbers finds the same', async () => {
    const [wkt, json, numbers] = await Promise.all([
      SQUARE, JSON.stringify({ type: 'Polygon', coordinates: [[[101000, 411000], [103000, 411000], [103000, 412500], [101000, 412500], [101000, 411000]]] }),
      '101000,411000,103000,411000,103000,412500,101000,412500',
    ].map((plaats) => foundBy({ plaats })));
    expect(wkt!.numberMatched).toBeGreaterThan(5);
    for (const found of [json!, numbers!]) expect([found.aantallen, found.objecten]).toEqual([wkt!.aantallen, wkt!.objecten]);
  });

  test('as a point or a line with a distance finds what S_DWITHIN finds', async () => {
    for (const wkt of ['POINT(102020 411530)', 'LINESTRING(100000 411000,104000 412000)', SQUARE]) {
      for (const straal of ['0', '700', '10000']) {
        const { aantallen } = await foundBy({ plaats: wkt, straal });
        for (const collection of ['pr-contouren', 'kwetsbare-gebouwen']) {
          const found = await featuresOf(collection, { filter: `S_DWITHIN(geometry,${wkt},${straal})`, 'filter-crs': RD });
          expect([wkt, straal, collection, aantallen[collection]]).toEqual([wkt, straal, collection, found.length]);
        }
      }
    }
  });

  test.each(PUBLISHED_CRSS)('in %s finds the object with that geometry', async (code) => {
    const [feature] = await featuresOf('pr-contouren', { limit: '1', crs: CRSS[code].uri });
    const found = await foundBy({ plaats: JSON.stringify(feature!.geometry), plaatsCrs: CRSS[code].uri, collecties: 'pr-contouren' });
    expect([found.crs, found.objecten!.map(({ id }) => id)]).toEqual([CRSS[code].uri, expect.arrayContaining([feature!.id])]);
    const same = await relatedTo((await featuresOf('pr-contouren', { limit: '1' }))[0]!.geometry!, 'pr-contouren', 's_intersects');
    expect(found.objecten!.map(({ id }) => id).toSorted()).toEqual([...same].toSorted());
  });

  test.each(PUBLISHED_CRSS)('OPEN-questions: a point in %s with a radius is the same point in RD, and the answer says so', async (code) => {
    const { uri, name } = CRSS[code];
    const points = (await featuresOf(POINTS)).map(({ geometry, ...rest }) => ({ ...rest, inRd: geometry!.coordinates as [number, number] }));
    expect(points.length).toBeGreaterThan(0);
    for (const { id, inRd } of points) {
      // By the procedure that the official points validate (test/pipelines/coordinates/rdnaptrans.test.ts): the examples are only near it.
      const position = [...transform(Float64Array.of(...inRd), { from: '28992', to: code }, { grids: gridsOfThread() })];
      const geometry = { type: 'Point', coordinates: position };
      const given = { plaats: JSON.stringify(geometry), plaatsCrs: uri, straal: '2000' };
      const [there, here] = await Promise.all([foundBy(given), foundBy({ plaats: `POINT(${inRd.join(' ')})`, straal: '2000' })]);
      expect([there.numberMatched, there.aantallen]).toEqual([here.numberMatched, here.aantallen]);
      expect(there.objecten!.some((object) => object.id === id)).toBe(true);
      if (code === '28992') continue;
      expect(Math.hypot(there.plaats![0] - inRd[0], there.plaats![1] - inRd[1])).toBeLessThan(0.002);
      expect([there.crs, there.omgerekendVan]).toEqual([RD, { geometrie: geometry, crs: uri }]);
      expect(there.nagekeken.nl).toContain(`omgerekend van ${position.join(' ')} (${name})`);
      expect(new URL(there.links.find(({ rel }) => rel === 'self')!.href).searchParams.get('plaats')).toBe(given.plaats);
      expect(there.links.filter(({ rel }) => rel === 'items').length).toBeGreaterThan(0);
    }
  });

  test.each([
    ['a line in CRS84', 'LINESTRING(4.6 51.6,4.7 51.7)', 'straal', 'geef de plaats in RD, of een punt'],
    ['a point in CRS84 where RD does not hold', 'POINT(9.9 53)', 'plaats', 'daar geldt RD niet'],
    ['a point outside the range of its CRS', 'POINT(200 95)', 'plaats', 'Gevonden 200 95, buiten het bereik van WGS 84 lon-lat (lon -180..180, lat -90..90); een ander CRS noemt plaatsCrs'],
    ['a point on the other side of the earth', 'POINT(-174.612 -52.155)', 'plaats', 'daar geldt RD niet'],
  ])('%s has no radius, and the problem says why', async (_, plaats, parameter, why) => {
    const reply = await ask(`/v1/omgeving?${query({ plaats, plaatsCrs: CRSS.CRS84.uri, straal: '500' })}`);
    expect(reply.status).toBe(400);
    expect(reply.json()).toMatchObject({ 'invalid-params': [{ name: parameter, reason: expect.stringContaining(why) as string }] });
    expect((await ask(`/v1/omgeving?${query({ plaats: 'LINESTRING(4.6 51.6,4.7 51.7)', plaatsCrs: CRSS.CRS84.uri })}`)).status).toBe(200);
  });

  test('binnen finds what lies wholly within', async () => {
    const { aantallen } = await foundBy({ plaats: SQUARE, relatie: 'binnen' });
    for (const collection of ['pr-contouren', 'gifwolk-aandachtsgebieden', 'locatie-activiteiten']) {
      expect([collection, aantallen[collection]]).toEqual([collection, (await featuresOf(collection, { filter: `S_WITHIN(geometry,${SQUARE})`, 'filter-crs': RD })).length]);
    }
    expect(aantallen['pr-contouren']).toBeLessThan((await foundBy({ plaats: SQUARE })).aantallen['pr-contouren']!);
  });

  test('every link leads to the list with that number', async () => {
    for (const pairs of [{ plaats: SQUARE }, { plaats: SQUARE, relatie: 'binnen' }, { plaats: 'LINESTRING(100000 411000,104000 412000)', straal: '500' }] as const) {
      const { links, aantallen } = await foundBy(pairs);
      for (const { href, title } of links.filter(({ rel }) => rel === 'items') as { href: string; rel: string; title: string }[]) {
        expect([href, (await ask(href.slice(ORIGIN.length))).json()['numberMatched']]).toEqual([href, aantallen[title]]);
      }
      const self = links.find(({ rel }) => rel === 'self')!.href;
      expect((await ask(self.slice(ORIGIN.length))).json()).toEqual(JSON.parse(JSON.stringify(await foundBy(pairs))));
    }
  });
});

test('what lies exactly at the distance is within it, also where a computed distance is rounded up', async () => {
  const house = building('b51', { x: 151_200, y: 452_050, size: 55, name: 'Huis' });
  const server = await realServer({ on: 1, changes: createAll([state('KwetsbaarGebouw', 'b51', [house])]) });
  for (const [wkt, straal, count] of [['POINT(150200 452075)', 1000, 1], ['POINT(150200 452075)', 999, 0], ['LINESTRING(150200 452060,150200 452075)', 1000, 1]] as const) {
    const reply = await server.ask(`/v1/omgeving?${query({ plaats: wkt, straal: String(straal), toon: 'aantallen' })}`);
    expect([wkt, straal, reply.json()['numberMatched']]).toEqual([wkt, straal, count]);
  }
  await server.close();
});

describe('a chain', () => {
  test('names which objects touch which contour, as a filter of items finds them', async () => {
    const { objecten, keten } = await foundBy({ plaats: COUNTRY, collecties: CONTOURS, dan: INSIDE });
    const [step] = keten!;
    expect(step!.relatie).toBe('raakt');
    expect(step!.numberMatched).toBeGreaterThan(0);
    const pairs: string[] = [];
    for (const { collectie, id } of objecten!) {
      const { geometry } = (await featuresOf(collectie)).find((feature) => feature.id === id)!;
      for (const other of INSIDE.split(',')) pairs.push(...(await relatedTo(geometry!, other, 's_intersects')).map((one) => `${one} ${id}`));
    }
    expect(step!.objecten!.flatMap(({ id, via }) => via!.map((one) => `${id} ${one.id}`)).toSorted()).toEqual(pairs.toSorted());
    expect(step!.numberMatched).toBe(new Set(pairs.map((pair) => pair.split(' ')[0])).size);
  });

  test('of two steps: contours that touch this location, then what lies within these contours', async () => {
    const [location] = (await foundBy({ plaats: COUNTRY, collecties: CONTOURS, dan: 'locatie-activiteiten' })).keten![0]!.objecten!;
    const { geometry } = (await featuresOf('locatie-activiteiten')).find(({ id }) => id === location!.id)!;
    const { objecten, keten } = await foundBy({ plaats: JSON.stringify(geometry), collecties: 'locatie-activiteiten', dan: CONTOURS, daarna: INSIDE, relatie: 'binnen' });
    const [contours, inside] = keten!;
    expect([objecten!.map(({ id }) => id), contours!.relatie, inside!.relatie]).toEqual([expect.arrayContaining([location!.id]), 'raakt', 'binnen']);
    expect(contours!.objecten!.every(({ via }) => via!.some(({ id }) => id === location!.id))).toBe(true);
    expect(inside!.numberMatched).toBeGreaterThan(0);
    const within = new Set<string>();
    for (const { collectie, id } of contours!.objecten!) {
      const contour = (await featuresOf(collectie)).find((feature) => feature.id === id)!.geometry!;
      for (const other of INSIDE.split(',')) for (const one of await relatedTo(contour, other, 's_within')) within.add(one);
    }
    expect(new Set(inside!.objecten!.map(({ id }) => id))).toEqual(within);
  });

  test('counts only has the same counts and no objects', async () => {
    const pairs = { plaats: SQUARE, collecties: CONTOURS, dan: INSIDE };
    const [whole, counts] = [await foundBy(pairs), await foundBy({ ...pairs, toon: 'aantallen' })];
    expect(counts.keten!.map(({ aantallen, numberMatched, objecten }) => [aantallen, numberMatched, objecten]))
      .toEqual(whole.keten!.map(({ aantallen, numberMatched }) => [aantallen, numberMatched, undefined]));
    expect([counts.aantallen, counts.numberMatched, counts.objecten, counts.numberReturned]).toEqual([whole.aantallen, whole.numberMatched, undefined, 0]);
  });

  test('the page shows each step in words, with what it was found by', async () => {
    const { text } = await ask(`/v1/omgeving?${query({ plaats: COUNTRY, collecties: CONTOURS, dan: INSIDE })}`, { headers: { accept: 'text/html' } });
    expect(text).toMatch(/Objecten in 2 van de \d+ soorten die raken of overlappen daarvan een object: \d+ objecten?\./);
    expect(text).toContain('Gevonden door');
  });
});

describe('an answer says what was looked at', () => {
  test('in the edition, on the day, within the distance: nothing', async () => {
    const { nagekeken, methode, numberMatched } = await foundBy({ plaats: 'POINT(20000 400000)', straal: '50', geldigOp: '2026-10-01', collecties: 'pr-contouren' });
    expect(numberMatched).toBe(0);
    expect(nagekeken.nl).toMatch(/^Nagekeken in 1 van de \d+ soorten, in editie 1 \(gepubliceerd .*\), geldig op 1 oktober 2026, binnen 50 m van de gegeven geometrie \(Point, RD New\): niets\.$/);
    expect(nagekeken.en).toMatch(/^Looked in 1 of the \d+ kinds, in edition 1 \(published .*\), valid on 1 October 2026, within 50 m of the given geometry \(Point, RD New\): nothing\.$/);
    expect([methode.nl.includes('Exact'), methode.en.includes('exactly')]).toEqual([true, true]);
  });

  test('before the first edition', async () => {
    const { nagekeken, keten } = await foundBy({ plaats: SQUARE, beschikbaarOp: '2020-01-01T00:00:00Z', dan: INSIDE });
    expect([nagekeken.nl.includes('nog geen editie'), keten]).toEqual([true, []]);
  });
});

describe('a new contour in a body', () => {
  const CONTOUR = { type: 'Polygon', coordinates: [[[101000, 411000], [103000, 411000], [103000, 412500], [101000, 412500], [101000, 411000]]] };

  test('hits what the same geometry in the address hits, and is not cached', async () => {
    const inAddress = await foundBy({ plaats: SQUARE, collecties: INSIDE, dan: CONTOURS });
    const { status, found } = await posted({ plaats: CONTOUR, collecties: INSIDE.split(','), dan: CONTOURS.split(',') }, { 'content-crs': `<${RD}>` });
    expect([status, found.aantallen, found.objecten, found.keten]).toEqual([200, inAddress.aantallen, inAddress.objecten, inAddress.keten]);
    const inDegrees = await posted({ plaats: { type: 'Point', coordinates: [4.685, 51.688] }, toon: 'aantallen' });
    expect([inDegrees.status, inDegrees.found.crs]).toEqual([200, CRSS.CRS84.uri]);
  });

  test.each([
    ['crossing sides', { plaats: { type: 'Polygon', coordinates: [[[101000, 411000], [103000, 412500], [103000, 411000], [101000, 412500], [101000, 411000]]] } }, 'plaats'],
    ['an open ring', { plaats: { type: 'Polygon', coordinates: [[[101000, 411000], [103000, 412500], [103000, 411000], [101000, 412500]]] } }, 'plaats'],
    ['degrees where RD is named', { plaats: { type: 'Point', coordinates: [5.1, 52.1] } }, 'plaats'],
    ['numbers beyond the range', { plaats: { type: 'Point', coordinates: [1e9, 1e9] } }, 'plaats'],
    ['no geometry', { plaats: { type: 'Cirkel', coordinates: [1, 2] } }, 'plaats'], ['a text', { plaats: 'POINT(1 2)' }, 'plaats'], ['nothing', {}, 'plaats'],
    ['a radius of 10,000 km', { plaats: CONTOUR, straal: 10_000_000 }, 'straal'], ['a negative radius', { plaats: CONTOUR, straal: -1 }, 'straal'], ['a radius as a text', { plaats: CONTOUR, straal: '5' }, 'straal'],
    ['an unknown collection', { plaats: CONTOUR, collecties: ['gebouwen'] }, 'collecties'], ['an unknown member', { plaats: CONTOUR, straaal: 5 }, 'straaal'],
    ['a second step alone', { plaats: CONTOUR, daarna: ['pr-contouren'] }, 'daarna'], ['an unknown relation', { plaats: CONTOUR, relatie: 'naast' }, 'relatie'],
  ])('%s is refused by its name', async (_, body, name) => {
    const { status, text } = await posted(body, { 'content-crs': `<${RD}>` });
    expect([status, text]).toEqual([400, expect.stringContaining(`"name":"${name}"`)]);
  });

  test('a radius around a line in degrees is refused, because metres are those of RD', async () => {
    const { status, text } = await posted({ plaats: { type: 'LineString', coordinates: [[4.685, 51.688], [4.69, 51.69]] }, straal: 100 });
    expect([status, text]).toEqual([400, expect.stringContaining('vlak van RD')]);
  });
});

test.each([
  [{ plaats: 'POINT(1 2)) OR (1=1' }, 'plaats'], [{ plaats: 'GEOMETRYCOLLECTION(POINT(155000 463000))' }, 'plaats'], [{ plaats: '{"type":"Point"}' }, 'plaats'], [{ plaats: '{"type":"Point","coordinates":[1,2],"x":1}' }, 'plaats'],
  [{ plaats: 'POINT(155000 463000)', straal: '10000000' }, 'straal'], [{ plaats: 'POINT(155000 463000)', plaatsCrs: 'EPSG:28992' }, 'plaatsCrs'],
  [{ plaats: 'POINT(5 52)', plaatsCrs: `${RD.slice(0, -5)}9000` }, 'plaatsCrs'], [{ plaats: 'POINT(155000 463000)', toon: 'alles' }, 'toon'],
  [{ plaats: 'POINT(155000 463000)', straal: '5', relatie: 'binnen' }, 'relatie'], [{ plaats: 'POINT(155000 463000)', dan: 'gebouwen' }, 'dan'],
])('%j is refused by its name', async (pairs, name) => {
  const reply = await ask(`/v1/omgeving?${query(pairs)}`);
  expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(`"name":"${name}"`)]);
});
