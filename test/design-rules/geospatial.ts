/**
 * Geospatial rules: the sixteen rules of the geospatial module of the Dutch API design rules. Each is tested on the writable demo by its
 * "How to test". `write` sends an object and returns the response.
 */
import { strict as assert } from 'node:assert';
import { SERVICE_TESTS } from '../conformance/core.ts';
import { CRS_TESTS, crssOf, knownCrs } from '../conformance/crs.ts';
import { documentOf, operationFor, operationsOf } from '../conformance/definition.ts';
import { FEATURE_TESTS } from '../conformance/features.ts';
import { boxOf } from '../conformance/geometry.ts';
import { expectShape } from '../conformance/shapes.ts';
import { CRS84, featurePath, GEOJSON, itemsPath, JSON_TYPE, type Geometry, type Json, type Query, type Site } from '../conformance/site.ts';

export const RD = 'http://www.opengis.net/def/crs/EPSG/9.9.1/28992';
const ETRS89 = 'http://www.opengis.net/def/crs/EPSG/9.9.1/4258';
const ETRF2000 = 'http://www.opengis.net/def/crs/EPSG/9.9.1/9067';
const GEBOUWEN = 'kwetsbare-gebouwen';

export interface Written { readonly status: number; readonly location: string | null }

export type Write = (path: string, body: Json, headers: Readonly<Record<string, string>>) => Promise<Written>;

type Rules = Readonly<Record<string, (site: Site, write: Write) => Promise<void>>>;

export const GEOSPATIAL_RULES: Rules = {
  '/geo/crs-list': async (site) => {
    const crss = (await site.json('/collections'))['crs'] as readonly string[];
    assert.ok(Array.isArray(crss) && crss.every((uri) => URL.canParse(uri)), '/collections does not list its CRSs');
    if (!await documents(site, '/crss/{code}')) return;
    for (const uri of crss) {
      const gml = await site.ask(`/crss/${uri.slice(uri.lastIndexOf('/') + 1)}`);
      assert.equal(gml.status, 200, gml.url);
      assert.match(gml.text, /<epsg:CommonMetadata[\s>]/, gml.url);
    }
  },
  '/geo/storage-crs': async (site) => {
    for (const { id } of await site.collections()) {
      const collection = await site.json(`/collections/${id}`);
      for (const name of ['storageCrs', 'storageCRS']) assert.ok((await crssOf(site, id)).includes(String(collection[name])), `${name} of ${id}`);
    }
  },
  '/geo/default-crs': async (site) => {
    await CRS_TESTS['crs-parameter-default']!(site);
    await SERVICE_TESTS['crs84']!(site);
  },
  '/geo/preferred-crs': async (site) => {
    for (const crs of [RD, ETRS89]) await expectCrs(site, { crs }, crs);
    await CRS_TESTS['crs-parameter-transform']!(site);
  },
  '/geo/ensemble-member-crs': async (site) => {
    const crss = (await site.json('/collections'))['crs'] as readonly string[];
    assert.ok(crss.includes(ETRS89) && crss.includes(ETRF2000), 'ETRS89 without its realization ETRF2000');
  },
  '/geo/bbox-crs-query-parameter': async (site) => {
    await CRS_TESTS['bbox-crs-parameter']!(site);
    await CRS_TESTS['bbox-crs-parameter-invalid']!(site);
    await expectCrs(site, { 'bbox': '100000,400000,200000,500000', 'bbox-crs': RD, 'crs': ETRS89 }, ETRS89);
  },
  '/geo/filter-crs-query-parameter': async (site) => {
    const filter = 'S_INTERSECTS(geometry,BBOX(100000,400000,200000,500000))';
    await expectCrs(site, { filter, 'filter-crs': RD, 'crs': ETRS89 }, ETRS89);
    await expectCrs(site, { filter, 'filter-crs': RD }, CRS84);
  },
  '/geo/content-crs-request-header': async (site, write) => {
    await expectCreated(site, write, { name: 'content-crs', crs: RD });
    await expectCreated(site, write, { name: 'content-crs-84', crs: CRS84 });
  },
  '/geo/crs-query-parameter': async (site) => {
    await CRS_TESTS['crs-parameter']!(site);
    await CRS_TESTS['crs-parameter-invalid']!(site);
  },
  '/geo/content-crs-response-header': async (site) => {
    for (const crs of await crssOf(site, GEBOUWEN)) await expectCrs(site, { crs }, crs);
    await expectCrs(site, {}, CRS84);
  },
  '/geo/bbox-query-parameter': async (site) => {
    await FEATURE_TESTS['fc-bbox-response']!(site);
    for (const bbox of ['200,51,201,52', '5,91,6,92']) {
      assert.equal((await site.ask(itemsPath(GEBOUWEN, { bbox }), { accept: GEOJSON })).status, 400, `${bbox} lies outside the CRS`);
    }
  },
  '/geo/geometric-context': async (site) => {
    if (!await documents(site, '/_search')) return;
    const answer = await fetch(`${site.base}/_search`, {
      method: 'POST', headers: { 'content-type': JSON_TYPE, 'content-crs': `<${RD}>` }, body: JSON.stringify({ types: ['kwetsbaar-gebouw'] }),
    });
    assert.equal(answer.status, 200);
    const { _embedded } = await answer.json() as { _embedded: { items: readonly Json[] } };
    assert.notEqual(_embedded.items.length, 0);
    for (const { type, _links } of _embedded.items) {
      assert.equal(typeof type, 'string');
      assert.match((_links as { self: { href: string } }).self.href, /^https?:/);
    }
  },
  '/geo/geojson-request': async (site, write) => {
    const { entityType, id, geometrie, ...properties } = building('geojson-request', RD);
    const feature = { type: 'Feature', id, geometry: geometrie, properties: { entityType, id, ...properties } };
    const { status, location } = await write(`/collections/${GEBOUWEN}/items`, feature, { 'content-type': GEOJSON, 'content-crs': `<${RD}>` });
    assert.deepEqual([status, location], [201, `${site.base}${featurePath(GEBOUWEN, String(id))}`]);
  },
  '/geo/embed-geojson-geometry-request': async (site, write) => {
    await expectCreated(site, write, { name: 'embed-request', crs: RD });
  },
  '/geo/geojson-response': async (site) => {
    const page = await site.page(GEBOUWEN);
    expectShape(page, 'featureCollection', GEBOUWEN);
    expectShape(await site.feature(GEBOUWEN, page.features[0]!.id), 'feature', GEBOUWEN);
    assert.equal((await site.ask(`/collections/${GEBOUWEN}`, { accept: GEOJSON })).type, JSON_TYPE, 'what is no feature');
  },
  '/geo/embed-geojson-geometry-response': async (site) => {
    const { id, geometry } = (await site.page(GEBOUWEN)).features[0]!;
    const { geometrie } = await site.json(`/${GEBOUWEN}/${encodeURIComponent(id)}`);
    assert.deepEqual(geometrie, geometry, 'the document has another geometry than the feature');
  },
};

async function documents(site: Site, path: string): Promise<boolean> {
  return operationsOf(await documentOf(site)).some((operation) => operation.path === path)
    || operationFor(operationsOf(await documentOf(site)), 'POST', path) !== undefined;
}

async function expectCrs(site: Site, query: Query, crs: string): Promise<void> {
  const answer = await site.get(itemsPath(GEBOUWEN, query), GEOJSON);
  assert.equal(answer.headers.get('content-crs'), `<${crs}>`, answer.url);
}

/** Checks that a building written in a CRS is returned at the same location. */
async function expectCreated(site: Site, write: Write, { name, crs }: { name: string; crs: string }): Promise<void> {
  const body = building(name, crs);
  const { status, location } = await write(`/${GEBOUWEN}`, body, { 'content-type': JSON_TYPE, 'content-crs': `<${crs}>` });
  assert.deepEqual([status, location], [201, `${site.base}/${GEBOUWEN}/${String(body['id'])}`]);
  const { geometry } = await site.feature(GEBOUWEN, String(body['id']), { crs });
  const [given, back] = [boxOf(body['geometrie'] as Geometry), boxOf(geometry!)];
  for (const [axis, value] of given.entries()) assert.ok(Math.abs(value - back[axis]!) < 1e-6, `${name} lies elsewhere in ${crs}`);
}

function building(name: string, crs: string): Json {
  const id = `NL.IMEV.AB12.adr-${name}`;
  const ring = [[5.3, 52.1], [5.301, 52.1], [5.301, 52.101], [5.3, 52.101], [5.3, 52.1]];
  const decimals = crs === RD ? 3 : 8;
  const coordinates = ring.map(([lon, lat]) => knownCrs(crs)!.from84(lon!, lat!).map((value) => Number(value.toFixed(decimals))));
  return {
    entityType: 'KwetsbaarGebouw', id, identificatie: { namespace: 'NL.IMEV', lokaalID: id.slice('NL.IMEV.'.length) }, bronhoudercode: 'AB12',
    beginGeldigheid: '2026-01-01T00:00:00Z', geometrie: { type: 'Polygon', coordinates: [coordinates] },
    geometrieMetagegevens: { bronregistratie: 'BAG' }, categorieKwetsbaarheid: 'kwetsbaar',
  };
}
