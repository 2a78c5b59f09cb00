/** CRSs: the list, and each CRS of the table, as GML that another parser reads, as JSON and as a page. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axesOf, CRS_DEFINITIONS } from '../../schemas/crs-definitions.ts';
import { CRSS, type CrsCode } from '../../schemas/crs.ts';
import { BASE } from './fake-editions.ts';
import { aRegister, CRS84, RD, started, type Client } from './harness.ts';

let server: Client;
let ogc: Client;
beforeAll(async () => {
  server = await started({ editions: aRegister() });
  ogc = await started({ editions: aRegister(), profile: 'ogc' });
});
afterAll(async () => {
  await server.close();
  await ogc.close();
});

const CODES = Object.keys(CRSS) as CrsCode[];
const OFFERED = ['CRS84', '28992', '4258', '3857', '9067'] as const;

test('IR-endpoint-get-crss: an object with crs, the URIs that the collections offer; 9067 not in profile ogc', async () => {
  const body = (await server.ask('/v1/crss')).json();
  expect(body['crs']).toEqual(OFFERED.map((code) => CRSS[code].uri));
  expect(body['crs']).toEqual((await server.ask('/v1/collections')).json()['crs']);
  expect((await ogc.ask('/v1/crss')).json()['crs']).toEqual(OFFERED.slice(0, 4).map((code) => CRSS[code].uri));
  const page = await server.ask('/v1/crss', { headers: { accept: 'text/html' } });
  for (const code of CODES) expect(page.text).toContain(`<a href="${BASE}/crss/${code}">`);
});

describe('IR-crs-6: /crss/{code} is a GML document with epsg:CommonMetadata', () => {
  type Facts = Readonly<Record<'root' | 'type' | 'source' | 'identifier' | 'name', string>> & {
    readonly axes: readonly string[]; readonly datums: readonly string[]; readonly bases: readonly string[];
    readonly values: readonly number[]; readonly ellipsoids: readonly (readonly number[])[]; readonly idsOfTheirOwn: boolean;
  };
  const found = new Map<CrsCode, Facts>();
  beforeAll(async () => {
    const documents = await Promise.all(CODES.map(async (code) => (await server.ask(`/v1/crss/${code}`)).text));
    const read = execFileSync('python3', [join(import.meta.dirname, 'gml-facts.py')], { input: JSON.stringify(documents), encoding: 'utf8' });
    (JSON.parse(read) as Facts[]).forEach((facts, at) => found.set(CODES[at]!, facts));
  });

  const [BESSEL, GRS80, WGS84] = [[6377397.155, 299.1528128], [6378137, 298.257222101], [6378137, 298.257223563]];
  // Independent facts: EPSG's names, kinds, axes, datums, bases and parameters.
  test.each<[CrsCode, string, string, string, string[], string[], string[], number[], (number[] | undefined)[]]>([
    ['28992', 'ProjectedCRS', 'projected', 'Amersfoort / RD New', ['X', 'Y', 'Lat', 'Lon'], ['Amersfoort'], ['Amersfoort'], [52.0922178, 5.23155, 0.9999079, 155000, 463000], [BESSEL]],
    ['7415', 'CompoundCRS', 'compound', 'Amersfoort / RD New + NAP height', ['X', 'Y', 'H', 'Lat', 'Lon'], ['Amersfoort', 'Normaal Amsterdams Peil'], ['Amersfoort'], [52.0922178, 5.23155, 0.9999079, 155000, 463000], [BESSEL]],
    ['4258', 'GeodeticCRS', 'geographic 2D', 'ETRS89', ['Lat', 'Lon'], ['European Terrestrial Reference System 1989'], ['ETRS89'], [], [GRS80]],
    ['4937', 'GeodeticCRS', 'geographic 3D', 'ETRS89', ['Lat', 'Lon', 'h'], ['European Terrestrial Reference System 1989'], ['ETRS89'], [], [GRS80]],
    ['7931', 'GeodeticCRS', 'geographic 3D', 'ETRF2000', ['Lat', 'Lon', 'h'], ['European Terrestrial Reference Frame 2000'], ['ETRF2000'], [], [GRS80]],
    ['9067', 'GeodeticCRS', 'geographic 2D', 'ETRF2000', ['Lat', 'Lon'], ['European Terrestrial Reference Frame 2000'], ['ETRF2000'], [], [GRS80]],
    ['7912', 'GeodeticCRS', 'geographic 3D', 'ITRF2014', ['Lat', 'Lon', 'h'], ['International Terrestrial Reference Frame 2014'], ['ITRF2014'], [], [GRS80]],
    ['9000', 'GeodeticCRS', 'geographic 2D', 'ITRF2014', ['Lat', 'Lon'], ['International Terrestrial Reference Frame 2014'], ['ITRF2014'], [], [GRS80]],
    ['CRS84', 'GeodeticCRS', 'geographic 2D', 'WGS 84 longitude-latitude', ['Lon', 'Lat'], ['World Geodetic System 1984'], ['WGS 84 longitude-latitude'], [], [WGS84]],
    ['CRS84h', 'GeodeticCRS', 'geographic 3D', 'WGS 84 longitude-latitude-height', ['Lon', 'Lat', 'h'], ['World Geodetic System 1984'], ['WGS 84 longitude-latitude-height'], [], [WGS84]],
    ['3857', 'ProjectedCRS', 'projected', 'WGS 84 / Pseudo-Mercator', ['X', 'Y', 'Lat', 'Lon'], ['World Geodetic System 1984'], ['WGS 84'], [0, 0, 0, 0], [WGS84]],
  ])('%s', (code, root, type, name, axes, datums, bases, values, ellipsoids) => {
    const facts = found.get(code);
    expect(facts).toMatchObject({
      root: `{http://www.opengis.net/gml/3.2}${root}`, type, name, identifier: CRSS[code].uri, idsOfTheirOwn: true, datums, bases, values, ellipsoids,
      source: code.startsWith('CRS') ? `Open Geospatial Consortium, version ${code === 'CRS84' ? '1.3' : '0'}` : 'EPSG Geodetic Parameter Dataset, version 9.9.1',
    });
    expect(facts?.axes.toSorted()).toEqual(axes.toSorted());
  });

  test.each(CODES)('%s: its axes are those of its coordinates, its box holds the Netherlands', (code) => {
    const abbreviations = { lon: 'Lon', lat: 'Lat', x: 'X', y: 'Y', h: 'h', H: 'H' };
    expect(axesOf(code).map(({ abbreviation }) => abbreviation)).toEqual(CRSS[code].axes.map((axis) => abbreviations[axis]));
    const [west, south, east, north] = CRS_DEFINITIONS[code].area.box;
    expect(west < 5.387 && east > 5.387 && south < 52.155 && north > 52.155).toBe(true);
  });

  test('GML by default, JSON and a page on request, and no other form', async () => {
    const types = await Promise.all(['*/*', 'application/xml', 'application/gml+xml', 'application/json', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8']
      .map(async (accept) => (await server.ask('/v1/crss/28992', { headers: { accept } })).headers['content-type']));
    const gml = 'application/gml+xml; version=3.2';
    expect(types).toEqual([gml, gml, gml, 'application/json', 'text/html; charset=utf-8']);
    for (const code of ['4326', '028992', 'crs84', 'EPSG:28992', '__proto__']) expect((await server.ask(`/v1/crss/${code}`)).status, code).toBe(404);
  });

  test('JSON and page say whether the CRS is offered, and why not', async () => {
    for (const code of CODES) {
      const body = (await server.ask(`/v1/crss/${code}`, { headers: { accept: 'application/json' } })).json();
      expect(body, code).toMatchObject({ code, uri: CRSS[code].uri, dimensie: CRSS[code].dimension, aangeboden: (OFFERED as readonly string[]).includes(code) });
    }
    const page = await server.ask('/v1/crss/9000', { headers: { accept: 'text/html' } });
    expect(page.text).toContain('ITRF2014 wordt hier niet geleverd');
    expect((await ogc.ask('/v1/crss/9067', { headers: { accept: 'application/json' } })).json()).toMatchObject({ aangeboden: false });
  });
});

describe('IR-crs-2: the CRSs offered', () => {
  const PATHS = ['/v1/collections/kwetsbare-gebouwen/items', '/v1/collections/kwetsbare-gebouwen/items/gebouw-0001', '/v1/kwetsbare-gebouwen/gebouw-0001'];

  test.each(PATHS)('%s serves each, also by https and version 0, and names it', async (path) => {
    for (const code of OFFERED) {
      const { uri } = CRSS[code];
      const spellings = [uri, uri.replace('http:', 'https:'), ...(uri === CRS84 ? [] : [uri.replace('9.9.1', '0')])];
      const replies = await Promise.all(spellings.map((spelling) => server.ask(`${path}?crs=${spelling}`)));
      replies.forEach((reply, at) => {
        expect(reply.status).toBe(200);
        expect(reply.headers['content-crs']).toBe(`<${spellings[at]}>`);
      });
      const geometries = replies.map((reply) => JSON.stringify(reply.json()['features'] ?? reply.json()['geometry']));
      expect(new Set(geometries).size).toBe(1);
    }
    expect((await ogc.ask(`${path}?crs=${CRSS['9067'].uri}`)).json()['invalid-params']).toMatchObject([{ reason: expect.stringContaining('profiel ogc') as unknown }]);
  });

  test.each(PATHS)('%s refuses the other six with 400 and the reason', async (path) => {
    for (const code of CODES.filter((one) => !(OFFERED as readonly string[]).includes(one))) {
      const reply = await server.ask(`${path}?crs=${CRSS[code].uri}`);
      expect(reply.status).toBe(400);
      expect(reply.json()).toMatchObject({
        type: `${BASE}/fouten/ev/parameter/CrsNietOndersteund`,
        'invalid-params': [{ name: 'crs', reason: expect.stringContaining(code === '9000' || code === '7912' ? 'epoche' : 'hoogte') as unknown }],
      });
    }
  });

  test('collections, their pages and the OpenAPI document name them', async () => {
    const collection = await server.ask('/v1/collections/kwetsbare-gebouwen');
    expect(collection.json()['crs']).toEqual(OFFERED.map((code) => CRSS[code].uri));
    const page = await server.ask('/v1/collections/kwetsbare-gebouwen', { headers: { accept: 'text/html' } });
    for (const code of OFFERED) expect(page.text).toContain(`<a href="${BASE}/crss/${code}">`);
    for (const [client, codes] of [[server, CODES], [ogc, OFFERED.slice(0, 4)]] as const) {
      const { components } = (await client.ask('/v1/openapi.json')).json() as { components: { parameters: Record<string, { schema: { pattern: string } }> } };
      for (const name of ['crs', 'bbox-crs', 'filter-crs']) {
        const pattern = new RegExp(components.parameters[name]?.schema.pattern ?? '');
        for (const { code, uri } of Object.values(CRSS)) {
          const version0 = uri.replace(/EPSG\/[^/]+/, 'EPSG/0');
          const isIn = (codes as readonly string[]).includes(code);
          expect([uri, uri.replace('http', 'https'), version0, `${uri}/`].map((one) => pattern.test(one)), uri).toEqual([isIn, isIn, isIn, false]);
        }
      }
    }
    expect((await server.ask('/v1')).text).toContain(`"${BASE}/crss"`);
    expect(collection.text).toContain(RD);
  });
});
