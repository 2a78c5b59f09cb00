/**
 * OGC API Features Part 2. Coordinates are tested to about a metre by proj4, for the CRSs that proj4 knows here. For other CRSs only the
 * declared CRS of the response is tested.
 */
import { strict as assert } from 'node:assert';
import proj4 from 'proj4';
import type { AbstractTest } from './abstract-test.ts';
import { boxOf, grown, overlap, positionsOf, type Box } from './geometry.ts';
import { CRS84, featurePath, idsOf, itemsPath, GEOJSON, type Answer, type Collection, type Feature, type Site } from './site.ts';

const BASE = 'http://www.opengis.net/def/crs';
const UNKNOWN = `${BASE}/OGC/0/there-is-no-such-crs`;
const RD = '+proj=sterea +lat_0=52.15616055555555 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel '
  + '+towgs84=565.4171,50.3319,465.5524,-0.398957,0.343988,-1.8774,4.0725 +units=m +no_defs';

interface KnownCrs {
  /** Converts longitude and latitude to coordinates in the order of this CRS. */
  readonly from84: (lon: number, lat: number) => readonly [number, number];
  readonly tolerance: number;
}

const METRES = 2;
const DEGREES = 2e-5;

const KNOWN: Readonly<Record<string, KnownCrs>> = {
  CRS84: { from84: (lon, lat) => [lon, lat], tolerance: DEGREES },
  28992: { from84: (lon, lat) => pair(proj4(RD, [lon, lat])), tolerance: METRES },
  3857: { from84: (lon, lat) => pair(proj4('EPSG:3857', [lon, lat])), tolerance: METRES },
  4258: { from84: (lon, lat) => [lat, lon], tolerance: DEGREES },
  9067: { from84: (lon, lat) => [lat, lon], tolerance: DEGREES },
};

function pair([first = NaN, second = NaN]: readonly number[]): readonly [number, number] {
  return [first, second];
}

/** Returns the projection of a CRS, by the last part of its URI. */
export function knownCrs(uri: string): KnownCrs | undefined {
  const code = uri.startsWith(BASE) ? uri.slice(uri.lastIndexOf('/') + 1) : '';
  return KNOWN[code];
}

/** Returns a box in this CRS, slightly larger than a feature in longitude and latitude. */
export function boxAround(geometry: NonNullable<Feature['geometry']>, crs: KnownCrs): Box {
  const [west, south, east, north] = grown(boxOf(geometry), 0.001);
  const corners = [crs.from84(west, south), crs.from84(west, north), crs.from84(east, south), crs.from84(east, north)];
  return boxOf({ type: 'MultiPoint', coordinates: corners });
}

export const CRS_TESTS: Readonly<Record<string, AbstractTest['check']>> = {
  'crs-uri': async (site) => {
    for (const { id, crs = [], storageCrs } of await everyCollection(site)) {
      for (const uri of [...crs, ...storageCrs === undefined ? [] : [storageCrs]]) {
        if (uri === '#/crs') continue;
        assert.ok(URL.canParse(uri), `${uri} of ${id} is no URI`);
        if (uri.startsWith(BASE)) assert.match(uri.slice(BASE.length), /^\/[^/]+\/[^/]+\/[^/]+$/, `${uri} of ${id}`);
      }
    }
  },
  'default-crs': async (site) => {
    for (const { id } of await site.collections()) {
      const [first] = await crssOf(site, id);
      assert.match(first ?? '', /\/CRS84h?$/, `the first CRS of ${id}`);
    }
  },
  storageCrs: async (site) => {
    for (const { id } of await site.collections()) {
      const { storageCrs } = await site.collection(id);
      assert.ok(storageCrs !== undefined, `${id} does not say in which CRS it is stored`);
      assert.ok((await crssOf(site, id)).includes(storageCrs), `${id} is not offered in the CRS in which it is stored`);
    }
  },
  'crs-parameter': async (site) => {
    await eachInCrs(site, async ({ id, crs, first }) => {
      for (const path of [itemsPath(id, { crs }), featurePath(id, first.id, { crs })]) expectCrs(await site.get(path, GEOJSON), crs);
    });
  },
  'crs-parameter-invalid': async (site) => {
    await eachFilled(site, async (id, all) => {
      for (const path of [itemsPath(id, { crs: UNKNOWN }), featurePath(id, all[0]!.id, { crs: UNKNOWN })]) {
        assert.equal((await site.ask(path, { accept: GEOJSON })).status, 400, path);
      }
    });
  },
  'crs-parameter-default': async (site) => {
    await eachFilled(site, async (id, all) => {
      for (const path of [itemsPath(id), featurePath(id, all[0]!.id)]) expectCrs(await site.get(path, GEOJSON), CRS84);
    });
  },
  'crs-parameter-transform': async (site) => {
    await eachInCrs(site, async ({ id, crs, all, first }) => {
      const known = knownCrs(crs);
      if (known === undefined) return;
      const there = new Map((await site.all(id, { crs })).map((feature) => [feature.id, feature]));
      assert.equal(there.size, all.length, `${id} has another number of features in ${crs}`);
      for (const feature of all) expectTransformed(feature, there.get(feature.id), { crs, known });
      expectTransformed(first, await site.feature(id, first.id, { crs }), { crs, known });
    });
  },
  'bbox-crs-parameter': async (site) => {
    await eachInCrs(site, async ({ id, crs, all }) => {
      const known = knownCrs(crs);
      const placed = all.find(({ geometry }) => geometry !== null);
      if (known === undefined || placed?.geometry === undefined || placed.geometry === null) return;
      const box = boxAround(placed.geometry, known);
      const found = await site.all(id, { 'bbox': box.join(','), 'bbox-crs': crs, crs });
      assert.ok(found.some((feature) => feature.id === placed.id), `${placed.id} of ${id} is not in a box around it in ${crs}`);
      for (const { id: feature, geometry } of found) {
        assert.ok(geometry === null || overlap(boxOf(geometry), box), `${feature} of ${id} lies outside the box ${box.join(',')} in ${crs}`);
      }
    });
  },
  'bbox-crs-parameter-default': async (site) => {
    await eachFilled(site, async (id, all) => {
      const placed = all.find(({ geometry }) => geometry !== null)?.geometry;
      if (placed === undefined || placed === null) return;
      const bbox = boxOf(placed).join(',');
      assert.deepEqual(idsOf(await site.all(id, { bbox })), idsOf(await site.all(id, { bbox, 'bbox-crs': CRS84 })), `bbox of ${id}`);
    });
  },
  'bbox-crs-parameter-invalid': async (site) => {
    await eachFilled(site, async (id) => {
      const path = itemsPath(id, { 'bbox': '5,52,6,53', 'bbox-crs': UNKNOWN });
      assert.equal((await site.ask(path, { accept: GEOJSON })).status, 400, path);
    });
  },
};

/** Returns the collections of the list, and each collection by itself. */
async function everyCollection(site: Site): Promise<readonly Collection[]> {
  const listed = await site.collections();
  return [...listed, ...await Promise.all(listed.map(({ id }) => site.collection(id)))];
}

/** Returns the CRSs of a collection, including the global list where the collection points to it. */
export async function crssOf(site: Site, id: string): Promise<readonly string[]> {
  const { crs = [] } = await site.collection(id);
  const shared = (await site.json('/collections'))['crs'] as readonly string[] | undefined ?? [];
  return crs.flatMap((uri) => (uri === '#/crs' ? shared : [uri]));
}

async function eachFilled(site: Site, check: (id: string, all: readonly Feature[]) => Promise<void>): Promise<void> {
  for (const { id } of await site.filled()) await check(id, await site.all(id));
}

interface InCrs { readonly id: string; readonly crs: string; readonly all: readonly Feature[]; readonly first: Feature }

async function eachInCrs(site: Site, check: (one: InCrs) => Promise<void>): Promise<void> {
  await eachFilled(site, async (id, all) => {
    for (const crs of await crssOf(site, id)) await check({ id, crs, all, first: all[0]! });
  });
}

function expectCrs({ url, headers }: Answer, crs: string): void {
  assert.equal(headers.get('content-crs'), `<${crs}>`, `Content-Crs of ${url}`);
}

function expectTransformed(
  { id, geometry }: Feature, there: Feature | undefined, { crs, known }: { readonly crs: string; readonly known: KnownCrs },
): void {
  assert.ok(there !== undefined && (geometry === null) === (there.geometry === null), `${id} is not the same in ${crs}`);
  if (geometry === null || there.geometry === null) return;
  const wanted = positionsOf(geometry).map(([lon = NaN, lat = NaN]) => known.from84(lon, lat));
  const given = positionsOf(there.geometry);
  assert.equal(given.length, wanted.length, `${id} has other positions in ${crs}`);
  for (const [at, position] of wanted.entries()) {
    const off = Math.max(...position.map((value, axis) => Math.abs(value - (given[at]?.[axis] ?? NaN))));
    assert.ok(off <= known.tolerance, `${id} in ${crs}: ${given[at]?.join(', ')} should be about ${position.join(', ')}`);
  }
}
