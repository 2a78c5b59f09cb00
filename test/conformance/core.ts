/** OGC API Features Part 1, Core: landing page, definition, conformance, collections, parameters that are refused. */
import { strict as assert } from 'node:assert';
import { expectLinks, linkOf, type AbstractTest } from './abstract-test.ts';
import { documentOf, OPENAPI, operationsOf } from './definition.ts';
import { boxOf, grown, inside } from './geometry.ts';
import { expectShape } from './shapes.ts';
import { featurePath, GEOJSON, HTML, itemsPath, JSON_TYPE, type Collection, type Site } from './site.ts';

type Checks = Readonly<Record<string, AbstractTest['check']>>;

const NEVER_A_PARAMETER = 'this_is_no_parameter';
/** Rounding of an extent and of coordinates, in degrees. */
const EXTENT_TOLERANCE = 0.001;

export const SERVICE_TESTS: Checks = {
  http: async (site) => {
    const { id } = (await site.filled())[0]!;
    for (const path of ['', '/conformance', '/collections', itemsPath(id)]) await expectHttp(site, path);
    const absent = await site.ask('/this/is/no/path', { accept: JSON_TYPE });
    assert.equal(absent.status, 404, 'an unknown path is 404');
    const missing = await site.ask(featurePath(id, 'there-is-no-such-feature'), { accept: GEOJSON });
    assert.equal(missing.status, 404, 'an unknown feature is 404');
  },
  'root-op': async (site) => {
    for (const path of ['', '/']) assert.equal((await site.ask(path)).status, 200, `the landing page at ${site.base}${path}`);
  },
  'root-success': async (site) => {
    expectShape(await site.json(''), 'landingPage', 'the landing page');
    const links = await site.links();
    assert.ok(links.some(({ rel }) => rel === 'service-desc' || rel === 'service-doc'), 'no link service-desc or service-doc');
    for (const rel of ['conformance', 'data']) linkOf(links, rel, 'the landing page');
    await expectLinks(site, links, 'the landing page');
  },
  'api-definition-op': async (site) => {
    const links = (await site.links()).filter(({ rel }) => rel === 'service-desc' || rel === 'service-doc');
    assert.notEqual(links.length, 0, 'no link to a definition');
    for (const { href, type } of links) assert.equal((await site.ask(href, { accept: type ?? '*/*' })).status, 200, href);
  },
  'api-definition-success': async (site) => {
    const { href, type } = linkOf(await site.links(), 'service-desc', 'the landing page');
    const answer = await site.get(href, type);
    assert.equal(answer.type, OPENAPI);
    assert.match(String((JSON.parse(answer.text) as { openapi?: unknown }).openapi), /^3\./);
  },
  'conformance-op': async (site) => {
    await site.get(linkOf(await site.links(), 'conformance', 'the landing page').href);
    await site.get('/conformance');
  },
  'conformance-success': async (site) => {
    expectShape(await site.json('/conformance'), 'confClasses', '/conformance');
    const classes = await site.conformsTo();
    assert.ok(classes.some((uri) => /\/ogcapi-features-1\/1\.\d\/conf\/core$/.test(uri)), 'Core is not declared');
    assert.equal(new Set(classes).size, classes.length, 'a class is declared twice');
  },
  'query-param-unknown': async (site) => {
    for (const path of await readPaths(site)) {
      const { status } = await site.ask(`${path}?${NEVER_A_PARAMETER}=1`);
      assert.equal(status, 400, `${path}?${NEVER_A_PARAMETER}=1`);
    }
  },
  'query-param-invalid': async (site) => {
    const wrong = ['limit=many', 'limit=0', 'limit=-1', 'limit=1.5', 'bbox=1,2,3', 'bbox=a,b,c,d', 'bbox=', 'datetime=yesterday', 'datetime=2020/2019/2018'];
    const { id } = (await site.filled())[0]!;
    for (const query of wrong) assert.equal((await site.ask(`${itemsPath(id)}?${query}`)).status, 400, query);
  },
  crs84: async (site) => {
    for (const { id, extent } of await site.filled()) {
      const [west, south, east, north] = extent?.spatial?.bbox[0] ?? [-180, -90, 180, 90];
      const limits = grown([west!, south!, east!, north!], EXTENT_TOLERANCE);
      for (const { id: feature, geometry } of await site.all(id)) {
        if (geometry === null) continue;
        assert.ok(inside(boxOf(geometry), limits), `${feature} of ${id} lies outside the extent of its collection in longitude, latitude`);
      }
    }
  },
};

export const COLLECTION_TESTS: Checks = {
  'fc-md-op': async (site) => {
    await site.get(linkOf(await site.links(), 'data', 'the landing page').href);
    await site.get('/collections');
  },
  'fc-md-success': async (site) => expectShape(await site.json('/collections'), 'collections', '/collections'),
  'fc-md-links': async (site) => {
    const links = await site.links('/collections');
    linkOf(links, 'self', '/collections');
    linkOf(links, 'alternate', '/collections', HTML);
    await expectLinks(site, links, '/collections');
  },
  'fc-md-items': async (site) => {
    const ids = (await site.collections()).map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, 'a collection is listed twice');
    const written = operationsOf(await documentOf(site)).flatMap(({ path }) => /^\/collections\/([^/{]+)\/items$/.exec(path)?.[1] ?? []);
    for (const id of written) {
      const isThere = (await site.ask(`/collections/${id}`, { accept: JSON_TYPE })).status === 200;
      if (isThere && (await site.page(id, { limit: 1 })).features.length > 0) assert.ok(ids.includes(id), `${id} has features and is not listed`);
    }
  },
  'fc-md-items-links': async (site) => {
    for (const { id, links } of await site.collections()) {
      for (const type of [GEOJSON, HTML]) linkOf(links, 'items', id, type);
      await expectLinks(site, links, id);
    }
  },
  'fc-md-extent': async (site) => {
    for (const { id, extent } of await site.collections()) {
      for (const box of extent?.spatial?.bbox ?? []) assert.ok(box.length === 4 || box.length === 6, `box of ${id}`);
      for (const [begin, end] of extent?.temporal?.interval ?? []) {
        assert.ok(typeof begin !== 'string' || typeof end !== 'string' || begin <= end, `the interval of ${id} ends before it begins`);
      }
    }
  },
  'sfc-md-op': async (site) => {
    for (const { id } of await site.collections()) await site.get(`/collections/${id}`);
    assert.equal((await site.ask('/collections/there-is-no-such-collection', { accept: JSON_TYPE })).status, 404);
  },
  'sfc-md-success': async (site) => {
    const told = ({ id, extent, ...rest }: Collection) => ({ id, extent, title: (rest as { title?: string }).title });
    for (const listed of await site.collections()) {
      const alone = await site.collection(listed.id);
      expectShape(alone, 'collection', listed.id);
      assert.deepEqual(told(alone), told(listed), `${listed.id} is another in the list`);
      linkOf(alone.links, 'self', listed.id);
    }
  },
};

/** Every resource that Part 1 names, for one collection and feature. */
async function readPaths(site: Site): Promise<readonly string[]> {
  const { id } = (await site.filled())[0]!;
  const { features } = await site.page(id, { limit: 1 });
  return ['', '/conformance', '/collections', `/collections/${id}`, itemsPath(id), featurePath(id, features[0]!.id)];
}

/** Checks methods, conditional requests and negotiation of HTTP. */
async function expectHttp(site: Site, path: string): Promise<void> {
  const got = await site.ask(path);
  assert.equal(got.status, 200, got.url);
  const head = await site.ask(path, { method: 'HEAD' });
  assert.deepEqual([head.status, head.type, head.text], [200, got.type, ''], `HEAD ${got.url}`);
  assert.match(got.headers.get('vary') ?? '', /(^|[\s,])accept($|[\s,])/i, `${got.url} has several forms, so Vary must name Accept`);
  const tag = got.headers.get('etag');
  if (tag !== null) assert.equal((await site.ask(path, { headers: { 'if-none-match': tag } })).status, 304, `${got.url} with its own ETag`);
  assert.equal((await site.ask(path, { accept: 'image/png' })).status, 406, `${got.url} as image/png`);
  const deleted = await site.ask(path, { method: 'DELETE' });
  assert.equal(deleted.status, 405, `DELETE ${got.url}`);
  assert.match(deleted.headers.get('allow') ?? '', /\bGET\b/, `Allow of ${got.url}`);
}

