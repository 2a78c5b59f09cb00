/** ITRF2014 over HTTP: 9000, and 7912 where there are heights, at the configured epoch, which is stated. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gridsOfThread } from '../../pipelines/coordinates/grids.ts';
import { reproject } from '../../pipelines/coordinates/reproject.ts';
import { transform } from '../../pipelines/coordinates/transform.ts';
import type { RootState } from '../../publisher/write/input.ts';
import { CRSS, type CrsCode } from '../../schemas/crs.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { RootType } from '../../schemas/names.ts';
import { formatMoment } from '../../schemas/time.ts';
import { base, createAll, day } from '../publisher/registry.ts';
import { BASE } from './fake-editions.ts';
import { realServer, type RealServer } from './real-server.ts';

const EPOCH = 2000;
/** The row of NSGI for epoch 2000: RD 0, 400000, NAP 43. */
const GIVEN = [0, 400_000, 43] as const;
const WANTED = [51.567532197, 3.151391325, 87.266906] as const;
const grids = gridsOfThread();
const context = { grids, epoch: EPOCH };

function rootOf(type: RootType, id: string, { geometrie, crs }: { geometrie: JsonObject; crs: CrsCode }): RootState {
  return {
    id, type, versions: [{
      valid: { from: day(0), until: null }, document: { ...base(type, id), geometrie }, geometries: reproject({ ...base(type, id), geometrie }, crs, context),
      registered: { [id]: formatMoment(day(0)) }, targets: {},
    }],
  };
}

const HIGH = rootOf('KwetsbaarGebouw', 'hoog', { geometrie: { type: 'Point', coordinates: [...GIVEN] }, crs: '7415' });
const ROADS = Array.from({ length: 12 }, (_, number) => {
  const x = 120_000 + number * 1_000;
  const line = Array.from({ length: 90 }, (__, at) => [x + at * 10, 480_000 + (at % 7)]);
  return rootOf('Wegen', `weg-${number}`, { geometrie: { type: 'LineString', coordinates: line }, crs: '28992' });
});
const CRS = (code: CrsCode): string => CRSS[code].uri;

let server: RealServer;
beforeAll(async () => {
  server = await realServer({ changes: createAll([HIGH, ...ROADS]), on: 1, epoch: EPOCH });
});
afterAll(() => server.close());

async function coordinates(path: string): Promise<readonly number[]> {
  const reply = await server.ask(path);
  expect(reply.status, reply.text).toBe(200);
  const { features } = reply.json() as unknown as { features: { geometry: { coordinates: readonly number[] } }[] };
  return features[0]!.geometry.coordinates;
}

describe('IR-crs-9000, IR-crs-7912', () => {
  test('the official row of the epoch, to 1e-8 degree and a millimetre', async () => {
    const [plane, high] = [await coordinates(`/v1/collections/kwetsbare-gebouwen/items?crs=${CRS('9000')}`), await coordinates(`/v1/collections/kwetsbare-gebouwen/items?crs=${CRS('7912')}`)];
    expect(plane).toHaveLength(2);
    expect(high.slice(0, 2)).toEqual(plane);
    for (const axis of [0, 1]) expect(Math.abs(plane[axis]! - WANTED[axis]!)).toBeLessThan(1e-8);
    expect(Math.abs(high[2]! - WANTED[2])).toBeLessThan(0.001);
  });

  test('the epoch is stated by collections and by /crss', async () => {
    for (const collection of ['kwetsbare-gebouwen', 'wegen']) {
      expect((await server.ask(`/v1/collections/${collection}`)).json()).toMatchObject({ storageCrsCoordinateEpoch: EPOCH, storageCRSCoordinateEpoch: EPOCH });
    }
    const { crs, collections } = (await server.ask('/v1/collections')).json() as unknown as { crs: string[]; collections: { id: string; crs: string[] }[] };
    expect(crs).toEqual(['CRS84', '28992', '4258', '3857', '9067', '9000'].map((code) => CRS(code as CrsCode)));
    expect(collections.find(({ id }) => id === 'wegen')?.crs).toEqual(['#/crs']);
    expect(collections.find(({ id }) => id === 'kwetsbare-gebouwen')?.crs).toEqual([CRS('CRS84h'), '#/crs', CRS('7415'), CRS('4937'), CRS('7931'), CRS('7912')]);
    expect((await server.ask('/v1/crss/9000', { headers: { accept: 'application/json' } })).json()).toMatchObject({ aangeboden: true, epoche: EPOCH });
    expect((await server.ask('/v1/crss/9000', { headers: { accept: 'text/html' } })).text).toContain('De epoche van deze dienst is 2000.');
  });

  test('7912 asked of geometries without heights is 400, and suggests 9000', async () => {
    const reply = await server.ask(`/v1/collections/wegen/items?crs=${CRS('7912')}`);
    expect(reply.status).toBe(400);
    const [fault] = reply.json()['invalid-params'] as { reason: string; example: string }[];
    expect(fault!.reason).toContain('hoogte');
    expect(decodeURIComponent(fault!.example)).toContain('9000');
    expect((await server.ask(fault!.example.slice(new URL(BASE).origin.length))).status).toBe(200);
  });

  test('a box and a filter in 9000 select as its published decimals say, of a document too', async () => {
    const reply = await server.ask(`/v1/collections/wegen/items?limit=20&crs=${CRS('9000')}`);
    const { features } = reply.json() as unknown as { features: { id: string; geometry: { coordinates: readonly (readonly [number, number])[] } }[] };
    for (const { id, geometry } of features) {
      const [lat, lon] = geometry.coordinates[40]!;
      const [etrsLat, etrsLon] = transform(Float64Array.of(lat, lon), { from: '9000', to: '4258' }, context);
      expect(Math.abs(lat - etrsLat!) + Math.abs(lon - etrsLon!)).toBeGreaterThan(2e-6);
      const box = `${lat},${lon},${lat},${lon}`;
      const found = async (query: string) => ((await server.ask(`/v1/collections/wegen/items?limit=20&${query}`)).json() as unknown as { features: { id: string }[] }).features.map((feature) => feature.id);
      expect(await found(`bbox=${box}&bbox-crs=${CRS('9000')}`)).toEqual([id]);
      expect(await found(`bbox=${box}&bbox-crs=${CRS('4258')}`)).toEqual([]);
      expect(await found(`filter=S_INTERSECTS(geometry,POINT(${lat}%20${lon}))&filter-crs=${CRS('9000')}`)).toEqual([id]);
    }
    const document = await server.ask(`/v1/wegen/weg-3?crs=${CRS('9000')}`);
    expect(document.headers['content-crs']).toBe(`<${CRS('9000')}>`);
    expect((document.json()['geometrie'] as { coordinates: unknown }).coordinates).toEqual(features.find(({ id }) => id === 'weg-3')!.geometry.coordinates);
  });
});

test('another epoch makes the whole edition again, and without one ITRF2014 is 400 and says why', async () => {
  const other = await realServer({ changes: createAll(ROADS), on: 1 });
  try {
    const refused = await other.ask(`/v1/collections/wegen/items?crs=${CRS('9000')}`);
    expect(refused.status).toBe(400);
    expect(refused.json()['invalid-params']).toMatchObject([{ reason: expect.stringContaining('epoche') as unknown }]);
    expect((await other.ask('/v1/collections/wegen')).json()).not.toHaveProperty('storageCrsCoordinateEpoch');
    other.publish({ changes: createAll(ROADS), on: 2, after: 1, epoch: 2025.5 });
    other.editions.refresh();
    expect((await other.ask(`/v1/collections/wegen/items?crs=${CRS('9000')}`)).status).toBe(200);
    expect((await other.ask('/v1/collections/wegen')).json()).toMatchObject({ storageCrsCoordinateEpoch: 2025.5 });
  } finally {
    await other.close();
  }
});
