/** Heights over HTTP: collections whose published geometries all have heights, in every CRS with heights, and all others. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gridsOfThread } from '../../pipelines/coordinates/grids.ts';
import { reproject } from '../../pipelines/coordinates/reproject.ts';
import type { RootState } from '../../publisher/write/input.ts';
import { CRSS, type CrsCode } from '../../schemas/crs.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { RootType } from '../../schemas/names.ts';
import { formatMoment } from '../../schemas/time.ts';
import { base, createAll, day } from '../publisher/registry.ts';
import { BASE } from './fake-editions.ts';
import { realServer, type RealServer } from './real-server.ts';

/** Official points of the self-validation of RDNAPTRANS2018: latitude, longitude, ellipsoidal height, x, y, NAP height. */
const POINTS: readonly (readonly [number, number, number, number, number, number])[] = [
  [51.728601274, 4.712120126, 301.7981, 108360.879, 415757.2745, 258.0057],
  [53.184783369, 5.816489592, 203.4425, 183697.1899, 577653.4349, 162.1973],
  [50.367382747, 5.940075089, 157.6317, 194341.922, 264252.3985, 110.0625],
  [52.499186633, 4.991600232, 248.7576, 128136.2209, 501349.7122, 206.0314],
  [51.48014529, 3.681236541, -1.8691, 36499.2877, 389286.2694, -46.2092],
];
const GRIDS = gridsOfThread();
const EPOCHLESS = { grids: GRIDS };

function rootOf(type: RootType, id: string, { geometrie, crs }: { geometrie: JsonObject; crs: CrsCode }): RootState {
  const document = { ...base(type, id), geometrie } as JsonObject;
  return {
    id, type, versions: [{
      valid: { from: day(0), until: null }, document, geometries: reproject(document, crs, EPOCHLESS),
      registered: { [id]: formatMoment(day(0)) }, targets: {},
    }],
  };
}

function building(number: number, coordinates: readonly number[], crs: CrsCode): RootState {
  return rootOf('KwetsbaarGebouw', `gebouw-${number}`, { geometrie: { type: 'Point', coordinates: [...coordinates] }, crs });
}

const IN_NAP = POINTS.map(([, , , ...position], number) => building(number, position, '7415'));
const RING = [[120_000, 480_000, 5], [120_010, 480_000, 6.5], [120_000, 480_010, -7.125], [120_000, 480_000, 5]];
/** Clockwise, so that its vertices change their order. */
const TURNED = rootOf('KwetsbareLocatie', 'plein', { geometrie: { type: 'Polygon', coordinates: [RING.toReversed()] }, crs: '7415' });
const FLAT = rootOf('Wegen', 'weg', { geometrie: { type: 'Point', coordinates: [120_000, 480_000] }, crs: '28992' });

const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
const crs = (code: CrsCode): string => `crs=${CRSS[code].uri}`;

interface Features {
  readonly features: readonly { readonly id: string; readonly geometry: { readonly coordinates: readonly number[] } }[];
}

let server: RealServer;
beforeAll(async () => {
  server = await realServer({ changes: createAll([...IN_NAP, TURNED, FLAT]), on: 1 });
});
afterAll(() => server.close());

async function positions(query: string): Promise<ReadonlyMap<string, readonly number[]>> {
  const reply = await server.ask(`${ITEMS}${query}`);
  expect(reply.status, reply.text).toBe(200);
  return new Map((reply.json() as unknown as Features).features.map(({ id, geometry }) => [id, geometry.coordinates]));
}

describe('IR-crs-7415, IR-crs-4937, IR-crs-7931, IR-crs-CRS84h: the official points to the millimetre', () => {
  test('RD with NAP gives the delivered numbers, rounded', async () => {
    const found = await positions(`?${crs('7415')}`);
    for (const [number, [, , , x, y, height]] of POINTS.entries()) {
      expect(found.get(`gebouw-${number}`)).toEqual([x, y, height].map((one) => Number((Math.round(one * 1e4) / 1e4 + 1e-9).toFixed(3))));
    }
  });

  test.each(['4937', '7931'] as const)('%s gives latitude, longitude and ellipsoidal height', async (code) => {
    const found = await positions(`?${crs(code)}`);
    for (const [number, [lat, lon, height]] of POINTS.entries()) expectNear(found.get(`gebouw-${number}`), [lat, lon, height]);
  });

  test('CRS84h is the default, longitude first, and Content-Crs names it (IR-head-content-crs-response)', async () => {
    const reply = await server.ask(ITEMS);
    expect(reply.headers['content-crs']).toBe(`<${CRSS.CRS84h.uri}>`);
    const found = await positions('');
    for (const [number, [lat, lon, height]] of POINTS.entries()) expectNear(found.get(`gebouw-${number}`), [lon, lat, height]);
    expect(await positions(`?${crs('CRS84h')}`)).toEqual(found);
  });

  test('heights that were delivered as ellipsoidal come back so, and as NAP by the geoid', async () => {
    const ellipsoidal = POINTS.map(([lat, lon, height], number) => building(number, [lat, lon, height], '4937'));
    const other = await realServer({ changes: createAll(ellipsoidal), on: 1 });
    try {
      const read = async (code: CrsCode): Promise<Features> => (await other.ask(`${ITEMS}?${crs(code)}`)).json() as unknown as Features;
      for (const { id, geometry } of (await read('7415')).features) {
        const [, , , x, y, nap] = POINTS[Number(id.at(-1))]!;
        [x, y, nap].forEach((number, axis) => { expect(Math.abs(geometry.coordinates[axis]! - number)).toBeLessThan(0.001); });
      }
      for (const { id, geometry } of (await read('4937')).features) expect(geometry.coordinates[2]).toBe(roundedHeight(POINTS[Number(id.at(-1))]![2]));
    } finally {
      await other.close();
    }
  });
});

/** Two angles to 1e-8 degree and their rounding, and a height to the millimetre and its rounding. */
function expectNear(found: readonly number[] | undefined, [one, other, height]: readonly [number, number, number]): void {
  expect(found).toHaveLength(3);
  expect(Math.abs(found![0]! - one)).toBeLessThan(1e-8);
  expect(Math.abs(found![1]! - other)).toBeLessThan(1e-8);
  expect(Math.abs(found![2]! - height)).toBeLessThan(0.001);
}

function roundedHeight(height: number): number {
  return Math.floor(height * 1000 + 0.5) / 1000;
}

describe('other forms and questions', () => {
  test('a CRS with two axes leaves heights out, and has the positions of the one with heights', async () => {
    for (const [plane, high] of [['28992', '7415'], ['4258', '4937'], ['9067', '7931'], ['CRS84', 'CRS84h']] as const) {
      const [two, three] = [await positions(`?${crs(plane)}`), await positions(`?${crs(high)}`)];
      for (const [id, position] of two) expect(three.get(id)?.slice(0, 2), plane).toEqual(position);
    }
  });

  test('heights turn with the ring that RFC 7946 turns', async () => {
    const reply = await server.ask(`/v1/collections/kwetsbare-locaties/items/plein?${crs('7415')}`);
    expect((reply.json()['geometry'] as { coordinates: unknown }).coordinates).toEqual([RING]);
    const document = await server.ask(`/v1/kwetsbare-locaties/plein?${crs('7415')}`);
    expect((document.json()['geometrie'] as { coordinates: unknown }).coordinates).toEqual([RING]);
    const list = await server.ask(`/v1/kwetsbare-locaties?${crs('7415')}`);
    expect(list.headers['content-crs']).toBe(`<${CRSS['7415'].uri}>`);
    expect(list.text).toContain('[120010,480000,6.5]');
  });

  test('a box and a filter may be in a CRS with heights; their heights are not compared', async () => {
    const [, , , x, y] = POINTS[0]!;
    const box = `bbox=${x - 1},${y - 1},${x + 1},${y + 1}&bbox-crs=${CRSS['7415'].uri}`;
    const six = `bbox=${x - 1},${y - 1},-5,${x + 1},${y + 1},-4&bbox-crs=${CRSS['7415'].uri}`;
    const filter = `filter=S_INTERSECTS(geometry,BBOX(${x - 1},${y - 1},${x + 1},${y + 1}))&filter-crs=${CRSS['7415'].uri}`;
    for (const query of [box, six, filter]) expect([...(await positions(`?${query}&${crs('4937')}`)).keys()], query).toEqual(['gebouw-0']);
  });

  test('walks by cursor keep the CRS, and another CRS has another tag', async () => {
    const tags = new Set<unknown>();
    for (const query of ['', `?${crs('CRS84')}`, `?${crs('CRS84h')}`, `?${crs('7415')}`, `?${crs('4937')}`]) tags.add((await server.ask(`${ITEMS}${query}`)).headers['etag']);
    expect(tags.size).toBe(5);
    const first = await server.ask(`${ITEMS}?limit=2&${crs('7415')}`);
    const next = (first.json()['links'] as { rel: string; href: string }[]).find(({ rel }) => rel === 'next')!.href;
    const second = await server.ask(next.slice(new URL(BASE).origin.length));
    expect(second.headers['content-crs']).toBe(`<${CRSS['7415'].uri}>`);
    for (const { geometry } of (second.json() as unknown as Features).features) expect(geometry.coordinates).toHaveLength(3);
  });

  test('differences are in a CRS with heights where all their collections have heights', async () => {
    const of = (collection: string): string => `/v1/verschillen?van=0&collecties=${collection}&f=geojson`;
    expect((await server.ask(`${of('kwetsbare-gebouwen')}&${crs('7415')}`)).text).toContain('108360.879,415757.27');
    expect((await server.ask(of('kwetsbare-gebouwen'))).headers['content-crs']).toBe(`<${CRSS.CRS84h.uri}>`);
    expect((await server.ask(`${of('kwetsbare-gebouwen,wegen')}&${crs('7415')}`)).status).toBe(400);
  });
});

describe('what is offered', () => {
  const HIGH = ['CRS84h', 'CRS84', '28992', '4258', '3857', '9067', '7415', '4937', '7931'] as const;

  test('a collection lists its CRSs, the default first, with RD and NAP as storage CRS', async () => {
    const one = (await server.ask('/v1/collections/kwetsbare-gebouwen')).json();
    expect(one).toMatchObject({ crs: HIGH.map((code) => CRSS[code].uri), storageCrs: CRSS['7415'].uri, storageCRS: CRSS['7415'].uri });
    expect(one).not.toHaveProperty('storageCrsCoordinateEpoch');
    const { crs: shared, collections } = (await server.ask('/v1/collections')).json() as unknown as { crs: string[]; collections: { id: string; crs: string[]; storageCrs: string }[] };
    expect(shared).toEqual(HIGH.slice(1, 6).map((code) => CRSS[code].uri));
    const found = (id: string) => collections.find((collection) => collection.id === id);
    expect(found('kwetsbare-gebouwen')?.crs).toEqual([CRSS.CRS84h.uri, '#/crs', ...HIGH.slice(6).map((code) => CRSS[code].uri)]);
    expect(found('wegen')).toMatchObject({ crs: ['#/crs'], storageCrs: CRSS['28992'].uri });
  });

  test('a CRS with heights asked of geometries without is 400 and says so', async () => {
    for (const path of ['/v1/collections/wegen/items', '/v1/wegen', '/v1/wegen/weg']) {
      for (const code of ['7415', '4937', '7931', 'CRS84h'] as const) {
        const reply = await server.ask(`${path}?${crs(code)}`);
        expect(reply.status).toBe(400);
        expect(reply.json()['invalid-params']).toMatchObject([{ name: 'crs', reason: expect.stringContaining('hoogte') as unknown }]);
        expect((await server.ask((reply.json()['invalid-params'] as { example: string }[])[0]!.example.slice(new URL(BASE).origin.length))).status).toBe(200);
      }
      expect((await server.ask(path)).headers['content-crs']).toBe(`<${CRSS.CRS84.uri}>`);
    }
  });

  test('one geometry without heights ends the offer of its collection, at every moment that it is in', async () => {
    const other = await realServer({ changes: createAll(IN_NAP), on: 1 });
    try {
      expect((await other.ask(`${ITEMS}?${crs('7415')}`)).status).toBe(200);
      other.publish({ changes: [{ before: null, after: building(9, [120_000, 480_000], '28992') }], on: 2, after: 1 });
      other.editions.refresh();
      expect((await other.ask(`${ITEMS}?${crs('7415')}`)).status).toBe(400);
      expect((await other.ask(ITEMS)).headers['content-crs']).toBe(`<${CRSS.CRS84.uri}>`);
      const earlier = new Date(day(1) + 3_600_000).toISOString();
      expect((await other.ask(`${ITEMS}?beschikbaarOp=${earlier}&${crs('7415')}`)).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  test('/crss says that CRSs with heights are served', async () => {
    expect((await server.ask('/v1/crss', { headers: { accept: 'application/json' } })).json()['crs']).toEqual(HIGH.map((code) => CRSS[code].uri));
    for (const [code, isOffered] of [['7415', true], ['CRS84h', true], ['7912', false], ['9000', false]] as const) {
      expect((await server.ask(`/v1/crss/${code}`, { headers: { accept: 'application/json' } })).json()).toMatchObject({ aangeboden: isOffered });
    }
  });
});
