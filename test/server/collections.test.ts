/** Collections: their descriptions, and the differences of profile ogc. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import { COLLECTIONS, SERIES } from '../../schemas/names.ts';
import { COLLECTION_TEXTS } from '../../server/description/collection-texts.ts';
import { FakeEditions } from './fake-editions.ts';
import { aRegister, CRS84, RD, started, type Client } from './harness.ts';

let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister() }); });
afterAll(() => server.close());

type Collection = Readonly<Record<string, unknown>> & { readonly id: string; readonly links: readonly Record<string, string>[] };

test('every collection has its own plain name and description, Dutch and English, and nothing else has one', () => {
  expect(Object.keys(COLLECTION_TEXTS).sort()).toEqual([...SERIES].sort());
  const texts = Object.values(COLLECTION_TEXTS).map(({ title }) => title.nl);
  expect(new Set(texts).size).toBe(texts.length);
  for (const { title, description } of Object.values(COLLECTION_TEXTS)) {
    for (const text of [title.nl, title.en, description.nl, description.en]) expect(text.length).toBeGreaterThan(4);
  }
});

describe('GET /collections', () => {
  test('lists all, empty or not; CRS84 first; storage CRS RD in both spellings; ids that clients accept', async () => {
    const body = (await server.ask('/v1/collections')).json();
    expect((body['crs'] as string[])[0]).toBe(CRS84);
    const collections = body['collections'] as Collection[];
    expect(collections.map(({ id }) => id)).toEqual(COLLECTIONS);
    for (const collection of collections) {
      expect(collection).toMatchObject({ crs: ['#/crs'], storageCrs: RD, storageCRS: RD, itemType: 'feature' });
      expect(collection.id).toMatch(/^[a-z0-9-]+$/);
      expect(collection.links).toContainEqual(expect.objectContaining({ rel: 'items', type: 'application/geo+json' }));
    }
  });

  test('one collection is described alone as in the list, with its CRSs written out', async () => {
    const list = (await server.ask('/v1/collections')).json();
    for (const inList of list['collections'] as Collection[]) {
      const { crs, ...alone } = (await server.ask(`/v1/collections/${inList.id}`)).json();
      const { crs: _, ...expected } = inList;
      expect(alone).toEqual(expected);
      expect(crs).toEqual(list['crs']);
    }
  });

  test('the extent is that of the features to the last decimal; an empty collection has none', async () => {
    const buildings = (await server.ask('/v1/collections/kwetsbare-gebouwen')).json();
    const features = (await server.ask('/v1/collections/kwetsbare-gebouwen/items?limit=1000')).json()['features'] as { geometry: { coordinates: [number, number] } | null }[];
    const { spatial: { bbox: [[west, south, east, north]] }, temporal } = buildings['extent'] as { spatial: { bbox: [[number, number, number, number]] }; temporal: unknown };
    const lons = features.flatMap(({ geometry }) => geometry?.coordinates[0] ?? []);
    const lats = features.flatMap(({ geometry }) => geometry?.coordinates[1] ?? []);
    expect([west, south, east, north]).toEqual([Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)]);
    expect(temporal).toMatchObject({ interval: [['1970-01-01T00:00:00.0Z', null]] });
    expect((await server.ask('/v1/collections/wegen')).json()).not.toHaveProperty('extent');
  });

  test('profile ogc widens the extent outwards to whole steps of 1e-7 degree, as the OGC test suite prints them', async () => {
    const own = await started({ editions: aRegister(), profile: 'ogc' });
    const boxOf = async (client: Client): Promise<number[]> => {
      const { extent } = (await client.ask('/v1/collections/kwetsbare-gebouwen')).json() as { extent: { spatial: { bbox: [number[]] } } };
      return extent.spatial.bbox[0];
    };
    const [wide, exact] = [await boxOf(own), await boxOf(server)];
    for (const side of [0, 1, 2, 3]) {
      const outwards = (side < 2 ? -1 : 1) * (wide[side]! - exact[side]!) * 1e7;
      expect(outwards).toBeGreaterThan(0.99);
      expect(outwards).toBeLessThan(2.01);
      expect(Number(wide[side]!.toFixed(7))).toBe(wide[side]);
    }
    await own.close();
  });

  test('profile ogc lists collections with features only, without 9067', async () => {
    const own = await started({ editions: aRegister(), profile: 'ogc' });
    const body = (await own.ask('/v1/collections')).json();
    expect((body['collections'] as Collection[]).map(({ id }) => id)).toEqual(['locatie-activiteiten', 'kwetsbare-gebouwen', 'pr-contouren']);
    expect(body['crs']).not.toContain(CRSS['9067'].uri);
    await own.close();
    const early = await started({ editions: new FakeEditions(), profile: 'ogc' });
    expect((await early.ask('/v1/collections')).status).toBe(503);
    await early.close();
  });
});

test('the landing page leads to a service description of exactly the type that OGC clients look for', async () => {
  const links = (await server.ask('/v1')).json()['links'] as Record<string, string>[];
  const description = links.find(({ rel }) => rel === 'service-desc');
  expect(description?.['type']).toBe('application/vnd.oai.openapi+json;version=3.0');
  const reply = await server.ask(new URL(description?.['href'] ?? '').pathname, { headers: { accept: description?.['type'] ?? '' } });
  expect(reply.headers['content-type']).toBe('application/vnd.oai.openapi+json;version=3.0');
  for (const { href } of links) expect((await server.ask(new URL(href ?? '').pathname)).status).toBe(200);
});
