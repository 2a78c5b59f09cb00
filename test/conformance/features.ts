/** OGC API Features Part 1, Core: the features of a collection, and one of them. */
import { strict as assert } from 'node:assert';
import { expectLinks, linkOf, type AbstractTest } from './abstract-test.ts';
import { itemsParameter, type Parameter } from './definition.ts';
import { boxOf, grown, sides, type Box } from './geometry.ts';
import { expectShape } from './shapes.ts';
import { featurePath, GEOJSON, HTML, idsOf, itemsPath, type Feature, type Site } from './site.ts';

/** Allowed difference between the clocks of two machines. */
const CLOCK_MS_MAX = 5 * 60_000;
const EDGE = 1e-7;
const BEFORE_ALL = '1000-01-01T00:00:00Z';
const AFTER_ALL = '2999-01-01T00:00:00Z';

export const FEATURE_TESTS: Readonly<Record<string, AbstractTest['check']>> = {
  'fc-op': async (site) => {
    for (const { id } of await site.collections()) await site.get(itemsPath(id), GEOJSON);
  },
  'fc-bbox-definition': async (site) => {
    await eachDefinition(site, 'bbox', ({ schema }) => {
      assert.equal(schema?.['type'], 'array');
      assert.equal((schema['items'] as { type?: string } | undefined)?.type, 'number');
      assert.ok(schema['oneOf'] !== undefined || (schema['minItems'] === 4 && schema['maxItems'] === 6), 'bbox has four or six numbers');
    });
  },
  'fc-bbox-response': async (site) => {
    for (const { id } of await site.filled()) {
      const all = await site.all(id);
      const placed = all.find(({ geometry }) => geometry !== null)?.geometry ?? null;
      if (placed !== null) {
        const box = grown(boxOf(placed), EDGE);
        expectBox(all, await site.all(id, { bbox: box.join(',') }), { box, where: id });
      }
      const elsewhere: Box = [170, -60, 171, -59];
      expectBox(all, await site.all(id, { bbox: elsewhere.join(',') }), { box: elsewhere, where: id });
      assert.deepEqual(idsOf(await site.all(id, { bbox: '-180,-90,180,90' })), idsOf(all), `the whole world is not all of ${id}`);
    }
  },
  'fc-limit-definition': async (site) => {
    await eachDefinition(site, 'limit', ({ schema }) => assert.equal(schema?.['type'], 'integer'));
  },
  'fc-limit-response': async (site) => {
    const { id } = (await site.filled())[0]!;
    const { schema } = await itemsParameter(site, id, 'limit');
    const most = typeof schema?.['maximum'] === 'number' ? schema['maximum'] : undefined;
    for (const limit of [1, 2, ...most === undefined ? [] : [most]]) {
      assert.ok((await site.page(id, { limit })).features.length <= limit, `more than limit=${limit}`);
    }
    if (most !== undefined) assert.ok((await site.page(id, { limit: most + 1 })).features.length <= most, 'more than the maximum');
  },
  'fc-time-definition': async (site) => {
    await eachDefinition(site, 'datetime', ({ schema }) => assert.equal(schema?.['type'], 'string'));
  },
  'fc-time-response': async (site) => {
    for (const { id, extent } of await site.filled()) {
      const all = idsOf(await site.all(id));
      const begin = extent?.temporal?.interval[0]?.[0];
      for (const datetime of ['../..', `${BEFORE_ALL}/${AFTER_ALL}`, `${BEFORE_ALL}/..`, `${BEFORE_ALL}/`, `../${AFTER_ALL}`, `/${AFTER_ALL}`]) {
        if (datetime === '../..' && (await site.ask(itemsPath(id, { datetime }))).status === 400) continue;
        const found = idsOf(await site.all(id, { datetime }));
        // A list may leave out ended features, which are in the interval too.
        assert.deepEqual(all.filter((one) => !found.includes(one)), [], `datetime=${datetime} covers all of ${id}`);
        assert.equal(new Set(found).size, found.length, `datetime=${datetime} gives each of ${id} once`);
      }
      if (typeof begin !== 'string') continue;
      for (const datetime of [BEFORE_ALL, `../${BEFORE_ALL}`]) {
        assert.deepEqual(idsOf(await site.all(id, { datetime })), [], `datetime=${datetime} lies before all of ${id}, which begins at ${begin}`);
      }
      await site.page(id, { datetime: begin });
    }
  },
  'fc-response': async (site) => {
    for (const { id } of await site.collections()) expectShape(await site.page(id), 'featureCollection', id);
  },
  'fc-links': async (site) => {
    for (const { id } of await site.filled()) {
      const { links, numberMatched = 0 } = await site.page(id, { limit: 1 });
      linkOf(links, 'self', id, GEOJSON);
      linkOf(links, 'alternate', id, HTML);
      await expectLinks(site, links, `a page of ${id}`);
      assert.equal(links.some(({ rel }) => rel === 'next'), numberMatched > 1, `next of the first page of ${id}`);
    }
  },
  'fc-timeStamp': async (site) => {
    for (const { id } of await site.filled()) {
      const { timeStamp } = await site.page(id);
      if (timeStamp === undefined) continue;
      assert.match(timeStamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/, 'timeStamp is no moment of RFC 3339 with its zone');
      assert.ok(Date.parse(timeStamp) < Date.now() + CLOCK_MS_MAX, 'timeStamp lies in the future');
    }
  },
  'fc-numberMatched': async (site) => {
    for (const { id } of await site.filled()) {
      const all = await site.all(id);
      assert.equal(new Set(idsOf(all)).size, all.length, `${id} gives a feature twice`);
      const announced = (await site.page(id, { limit: 1 })).numberMatched;
      assert.equal(announced, all.length, `numberMatched of ${id}`);
      assert.deepEqual(idsOf(await site.all(id, { limit: Math.max(2, Math.ceil(all.length / 4)) })), idsOf(all), `${id} page by page is another`);
    }
  },
  'fc-numberReturned': async (site) => {
    for (const { id } of await site.collections()) {
      const { features, numberReturned } = await site.page(id, { limit: 3 });
      assert.equal(numberReturned, features.length, `numberReturned of ${id}`);
    }
  },
  'f-op': async (site) => {
    await eachFirst(site, async (id, feature) => { await site.get(featurePath(id, feature.id), GEOJSON); });
  },
  'f-success': async (site) => {
    await eachFirst(site, async (id, feature) => {
      const alone = await site.feature(id, feature.id);
      expectShape(alone, 'feature', `${feature.id} of ${id}`);
      assert.deepEqual([alone.id, alone.geometry, alone.properties], [feature.id, feature.geometry, feature.properties], 'alone it is another');
    });
  },
  'f-links': async (site) => {
    await eachFirst(site, async (id, feature) => {
      const where = `${feature.id} of ${id}`;
      const { links = [] } = await site.feature(id, feature.id);
      linkOf(links, 'self', where, GEOJSON);
      linkOf(links, 'alternate', where, HTML);
      linkOf(links, 'collection', where);
      await expectLinks(site, links, where);
    });
  },
};

/** Checks the definition of a parameter in each collection. */
async function eachDefinition(site: Site, name: string, expectSchema: (parameter: Parameter) => void): Promise<void> {
  for (const { id } of await site.collections()) {
    const parameter = await itemsParameter(site, id, name);
    const { required = false, style = 'form', explode = true } = parameter;
    assert.deepEqual({ required, style, explode }, { required: false, style: 'form', explode: false }, `${name} of ${id}`);
    expectSchema(parameter);
  }
}

/** Checks the first feature of each collection. */
async function eachFirst(site: Site, check: (collection: string, feature: Feature) => Promise<void>): Promise<void> {
  for (const { id } of await site.filled()) {
    const { features } = await site.page(id, { limit: 1 });
    for (const feature of features) await check(id, feature);
  }
}

/** Checks the features of a box. Features without a geometry match every box (fc-bbox-response, C). */
function expectBox(
  all: readonly Feature[], found: readonly Feature[], { box, where }: { box: Box; where: string },
): void {
  const { must, mustNot } = sides(all, box);
  const ids = new Set(idsOf(found));
  for (const id of must) assert.ok(ids.has(id), `${id} of ${where} lies in the box ${box.join(',')} and is not found`);
  for (const id of ids) assert.ok(!mustNot.has(id), `${id} of ${where} lies outside the box ${box.join(',')} and is found`);
  for (const { id } of all.filter(({ geometry }) => geometry === null)) {
    assert.ok(ids.has(String(id)), `${id} of ${where} has no geometry and is not found in the box ${box.join(',')}`);
  }
}
