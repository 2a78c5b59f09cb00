/** OGC API Features Part 3, Filter and Features Filter, in CQL2 text. */
import { strict as assert } from 'node:assert';
import { declares, linkOf, type AbstractTest } from './abstract-test.ts';
import { crssOf, knownCrs } from './crs.ts';
import { boxOf } from './geometry.ts';
import { QUERYABLES_REL, samples, valueOf, type Sample } from './queryables.ts';
import { GEOJSON, idsOf, itemsPath, type Feature, type Query, type Site } from './site.ts';

const PART3 = 'http://www.opengis.net/spec/ogcapi-features-3/1.0/conf';
export const FILTER = `${PART3}/filter`;
export const FEATURES_FILTER = `${PART3}/features-filter`;

const TEXT = { 'filter-lang': 'cql2-text' } as const;
const INVALID = 'THIS IS NOT A FILTER';
const UNKNOWN_CRS = 'http://www.opengis.net/def/crs/OGC/0/does_not_exist';

/** Quotes field names with dots or dashes. */
export function quoted(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `"${name}"`;
}

/** Returns the ids of the features that match a filter. */
export async function found(site: Site, id: string, filter: string, more: Query = TEXT): Promise<readonly string[]> {
  return idsOf(await site.all(id, { ...more, filter }));
}

async function expectRefused(site: Site, id: string, query: Query): Promise<void> {
  const path = itemsPath(id, query);
  assert.equal((await site.ask(path, { accept: GEOJSON })).status, 400, path);
}

async function expectFilters(site: Site, more: Query): Promise<void> {
  for (const { id, all, fields: [field] } of await samples(site)) {
    if (field === undefined) continue;
    const wanted = all.filter((feature) => valueOf(feature, field.name) === undefined);
    assert.deepEqual(await found(site, id, `${quoted(field.name)} IS NULL`, more), idsOf(wanted), `${field.name} IS NULL of ${id}`);
    assert.deepEqual(await found(site, id, `${quoted(field.name)} IS NOT NULL`, more), idsOf(all.filter((one) => !wanted.includes(one))));
    await expectRefused(site, id, { ...more, filter: INVALID });
  }
}

export const FILTER_TESTS: Readonly<Record<string, AbstractTest['check']>> = {
  'get-conformance': declares(FILTER),
  'filter-param': async (site) => expectFilters(site, TEXT),
  'filter-lang-default': async (site) => expectFilters(site, {}),
  'expression-construction': async (site) => {
    for (const { id } of (await samples(site)).filter(({ closed }) => closed)) {
      await expectRefused(site, id, { ...TEXT, filter: 'this_is_not_a_queryable IS NULL' });
    }
  },
  'filter-crs-wgs84': async (site) => {
    await eachPlaced(site, async ({ id, spatial, placed }) => {
      assert.deepEqual(await found(site, id, boxFilter(spatial, boxOf(around(placed)))), idsOf(placed), `all of ${id} by its box`);
      await expectRefused(site, id, { ...TEXT, filter: boxFilter(spatial, [1_000_000, 1_000_000, 2_000_000, 2_000_000]) });
    });
  },
  'filter-crs-param': async (site) => {
    await eachPlaced(site, async ({ id, spatial, placed }) => {
      for (const crs of await crssOf(site, id)) {
        const known = knownCrs(crs);
        if (known === undefined) continue;
        const there = { type: 'MultiPoint', coordinates: around(placed).coordinates.map(([lon, lat]) => known.from84(lon, lat)) };
        const ids = await found(site, id, boxFilter(spatial, boxOf(there)), { ...TEXT, 'filter-crs': crs });
        assert.deepEqual(ids, idsOf(placed), `all of ${id} by its box in ${crs}`);
      }
      await expectRefused(site, id, { ...TEXT, 'filter-crs': UNKNOWN_CRS, 'filter': boxFilter(spatial, boxOf(around(placed))) });
    });
  },
  'get-functions': async (site) => {
    const { status, type, text } = await site.ask('/functions', { accept: 'application/json' });
    if (status === 404) return;
    assert.deepEqual([status, type], [200, 'application/json'], '/functions');
    assert.ok(Array.isArray((JSON.parse(text) as { functions?: unknown }).functions), '/functions names no functions');
  },
};

export const FEATURES_FILTER_TESTS: Readonly<Record<string, AbstractTest['check']>> = {
  'get-conformance': declares(FEATURES_FILTER),
  'get-collections': async (site) => assert.ok(Array.isArray(await site.collections())),
  'get-collection': async (site) => {
    for (const { id } of await site.collections()) {
      const { href } = linkOf((await site.collection(id)).links, QUERYABLES_REL, id);
      assert.equal(href, `${site.base}/collections/${id}/queryables`);
    }
  },
  'filter-on-items': async (site) => {
    for (const check of Object.values(FILTER_TESTS)) await check(site);
  },
  'mixing-expression': async (site) => {
    await eachPlaced(site, async ({ id, spatial, placed }) => {
      const box = boxOf(around(placed));
      const filter = boxFilter(spatial, box);
      assert.deepEqual(await found(site, id, filter, { ...TEXT, bbox: box.join(',') }), idsOf(placed), `${id} by filter and box`);
      assert.deepEqual(await found(site, id, filter, { ...TEXT, bbox: '170,-60,171,-59' }), [], `${id} by its filter and a box elsewhere`);
    });
  },
};

interface Placed { readonly id: string; readonly spatial: string; readonly placed: readonly Feature[] }

/** Checks the sampled collections with a spatial queryable, and their features with a geometry. */
async function eachPlaced(site: Site, check: (one: Placed) => Promise<void>): Promise<void> {
  for (const { id, all, spatial } of await samples(site)) {
    const placed = all.filter(({ geometry }) => geometry !== null);
    if (spatial !== undefined && placed.length > 0) await check({ id, spatial, placed });
  }
}

/** Returns the corners of a box well around these features, because the box is curved in another CRS. */
function around(placed: Sample['all']): { readonly type: string; readonly coordinates: readonly (readonly [number, number])[] } {
  const boxes = placed.flatMap(({ geometry }) => (geometry === null ? [] : [boxOf(geometry)]));
  const [west, south] = [0, 1].map((axis) => Math.min(...boxes.map((box) => box[axis]!)) - 0.1);
  const [east, north] = [2, 3].map((axis) => Math.max(...boxes.map((box) => box[axis]!)) + 0.1);
  return { type: 'MultiPoint', coordinates: [[west!, south!], [west!, north!], [east!, south!], [east!, north!]] };
}

function boxFilter(spatial: string, box: readonly number[]): string {
  return `S_INTERSECTS(${quoted(spatial)},BBOX(${box.join(',')}))`;
}
