/** JSON-FG: features with their validity, `geometry` in CRS84 and `place` in the requested CRS, as OGC 21-045r1 describes them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { CRSS, PUBLISHED_CRSS } from '../../schemas/crs.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { MEDIA_TYPES } from '../../server/request/negotiate.ts';
import { servedExamples } from './example-server.ts';
import { BASE } from './fake-editions.ts';

const server = servedExamples();
const ORIGIN = new URL(BASE).origin;
const ITEMS = '/v1/collections/pr-contouren/items';
const REGISTER = 'http://www.opengis.net/def/profile/OGC/0';

interface Feature {
  readonly id: string;
  readonly geometry: object | null;
  readonly place: object | null;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly time: object | null;
  readonly links: readonly Link[];
}
interface Link { readonly href: string; readonly rel: string; readonly type?: string }
interface Page { readonly features: readonly Feature[]; readonly links: readonly Link[]; readonly coordRefSys: string; readonly numberMatched: number }

const FOLDER = join(import.meta.dirname, '../data/json-fg');
const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (on: Ajv2020) => void)(ajv);
for (const name of readdirSync(FOLDER).filter((one) => one.endsWith('.json'))) ajv.addSchema(JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as object);

function expectValid(body: unknown): void {
  const isValid = ajv.getSchema('https://schemas.opengis.net/json-fg/jsonfg-root-object.json')!;
  expect(isValid(body), ajv.errorsText(isValid.errors)).toBe(true);
}

const pageOf = async (path: string): Promise<Page> => (await server.ask(path)).json() as unknown as Page;

test.each(COLLECTIONS)('%s: a page is valid by the schemas of JSON-FG, and has the features of GeoJSON', async (collection) => {
  const path = `/v1/collections/${collection}/items`;
  const { status, headers, text } = await server.ask(`${path}?f=jsonfg`);
  expect([status, headers['content-type']]).toEqual([200, MEDIA_TYPES.jsonfg]);
  const page = JSON.parse(text) as Page;
  expectValid(page);
  const [inDegrees, inRd] = [await pageOf(path), await pageOf(`${path}?crs=${CRSS['28992'].uri}`)];
  expect(page).toMatchObject({ featureType: collection, featureSchema: `${BASE}/collections/${collection}/schema`, coordRefSys: CRSS['28992'].uri });
  expect(page.features).toEqual(inDegrees.features.map((feature, at) => ({ ...feature, time: page.features[at]!.time, place: inRd.features[at]!.geometry })));
  expect(page.numberMatched).toBe(inDegrees.numberMatched);
});

test('time is the validity of the version, open at its end', async () => {
  const { features } = await pageOf(`${ITEMS}?f=jsonfg&geldigOp=2026-11-01`);
  expect(features.length).toBeGreaterThan(0);
  for (const { time, properties: { beginGeldigheid, eindGeldigheid } } of features) expect(time).toEqual({ interval: [beginGeldigheid, eindGeldigheid ?? '..'] });
  expect(await pageOf(`${ITEMS}?f=jsonfg&geldigOp=2026-11-01&fields=id`)).toMatchObject({ features: features.map(({ id, time }) => ({ id, time, properties: { id } })) });
});

test.each(PUBLISHED_CRSS)('place is in the requested CRS, geometry in CRS84: %s', async (code) => {
  const { uri } = CRSS[code];
  const { headers, text } = await server.ask(`${ITEMS}?f=jsonfg&limit=7&crs=${uri}`);
  const page = JSON.parse(text) as Page;
  const place = code === 'CRS84' ? CRSS['28992'].uri : uri;
  expect([headers['content-crs'], page.coordRefSys]).toEqual([`<${uri}>`, place]);
  expectValid(page);
  const [inDegrees, inPlace] = [await pageOf(`${ITEMS}?limit=7`), await pageOf(`${ITEMS}?limit=7&crs=${place}`)];
  expect(page.features.map(({ geometry }) => geometry)).toEqual(inDegrees.features.map(({ geometry }) => geometry));
  expect(page.features.map((feature) => feature.place)).toEqual(inPlace.features.map(({ geometry }) => geometry));
});

test('one feature has the members of a root object, the same geometries, and links to its other forms', async () => {
  const [first] = (await pageOf(`${ITEMS}?f=jsonfg&limit=1`)).features;
  const path = `${ITEMS}/${first!.id}`;
  const { status, headers, text } = await server.ask(`${path}?f=jsonfg`);
  const feature = JSON.parse(text) as Feature & { readonly coordRefSys: string };
  expect([status, headers['content-type']]).toEqual([200, MEDIA_TYPES.jsonfg]);
  expectValid(feature);
  expect(feature).toMatchObject({ geometry: first!.geometry, place: first!.place, time: first!.time, properties: first!.properties, featureType: 'pr-contouren' });
  expect(headers['link']).toContain(`<${REGISTER}/jsonfg>; rel="profile"`);
  for (const { href, type } of feature.links.filter(({ rel }) => rel === 'alternate' || rel === 'self')) {
    expect([href, (await server.ask(href.slice(ORIGIN.length), { headers: { accept: type === 'text/html' ? type : '*/*' } })).headers['content-type']]).toEqual([href, type === 'text/html' ? MEDIA_TYPES.html : type]);
  }
  expect((await server.ask(`${path}?f=jsonfg`, { headers: { 'if-none-match': String(headers['etag']) } })).status).toBe(304);
  expect((await server.ask(path, { headers: { 'if-none-match': String(headers['etag']) } })).status).toBe(200);
  expect((await server.ask(`${ITEMS}/nergens?f=jsonfg`)).status).toBe(404);
});

test('fields and skipGeometry mean the same', async () => {
  const { features } = await pageOf(`${ITEMS}?f=jsonfg&fields=id&skipGeometry=true&limit=3`);
  expect(features.map(({ properties, geometry, place }) => [Object.keys(properties), geometry, place])).toEqual(Array.from({ length: 3 }, () => [['id'], null, null]));
  expect((await server.ask(`${ITEMS}/${features[0]!.id}?f=jsonfg&skipGeometry=true&fields=id`)).json()).toMatchObject({ geometry: null, place: null, properties: { id: features[0]!.id } });
});

test('pages of any size give the same features, and next keeps the form', async () => {
  const whole = await pageOf(`${ITEMS}?f=jsonfg&limit=1000`);
  for (const start of [`${ITEMS}?f=jsonfg&limit=5`, `${ITEMS}?profile=jsonfg&limit=5`]) {
    const found: Feature[] = [];
    for (let path: string | undefined = start; path !== undefined;) {
      const page: Page = await pageOf(path);
      expectValid(page);
      found.push(...page.features);
      path = page.links.find(({ rel }) => rel === 'next')?.href.slice(ORIGIN.length);
    }
    expect(found).toEqual(whole.features);
  }
});

describe('negotiation', () => {
  const PLAIN = [MEDIA_TYPES.geojson, [`${REGISTER}/rfc7946`]] as const;
  const FG = [MEDIA_TYPES.jsonfg, [`${REGISTER}/jsonfg`, `${REGISTER}/jsonfg-plus`]] as const;
  const profiles = (link: unknown): readonly string[] => [...String(link).matchAll(/<([^>]*)>; rel="profile"/g)].map(([, uri]) => uri!);

  test.each([
    ['profile=jsonfg', '*/*', ...FG], ['profile=jsonfg-plus', '*/*', ...FG], ['profile=onbekend,jsonfg', '*/*', ...FG], [`profile=${REGISTER}/jsonfg`, '*/*', ...FG],
    [`profile=https${REGISTER.slice(4)}/jsonfg`, '*/*', ...FG], ['f=jsonfg', '*/*', ...FG], ['f=jsonfg&profile=rfc7946', '*/*', ...FG], ['%70rofile=jsonfg', '*/*', ...FG],
    ['', `application/geo+json; profile="${REGISTER}/jsonfg"`, ...FG], ['', 'application/vnd.ogc.fg+json', ...FG], ['', 'application/geo+json;q=0.5, application/fg+json', ...FG],
    ['profile=rfc7946', '*/*', ...PLAIN], ['profile=rel-as-link', '*/*', MEDIA_TYPES.geojson, []], ['profile=https://voorbeeld.example/p', '*/*', MEDIA_TYPES.geojson, []],
    ['', 'application/geo+json', MEDIA_TYPES.geojson, []], ['', 'application/geo+json; profile="https://voorbeeld.example/p"', MEDIA_TYPES.geojson, []], ['', '*/*', MEDIA_TYPES.geojson, []],
    ['profile=jsonfg', 'text/html', MEDIA_TYPES.html, []],
  ] as const)('?%s with Accept %s', async (query, accept, type, uris) => {
    const [{ id }] = (await pageOf(`${ITEMS}?limit=1`)).features as [Feature];
    for (const path of [ITEMS, `${ITEMS}/${id}`]) {
      const { headers, text } = await server.ask(`${path}?${query}`, { headers: { accept } });
      expect([path, headers['content-type'], profiles(headers['link'])]).toEqual([path, type, uris]);
      if (type === MEDIA_TYPES.html) continue;
      const { links } = JSON.parse(text) as { readonly links: readonly Link[] };
      expect(links.filter(({ rel }) => rel === 'profile').map(({ href }) => href)).toEqual(uris);
      expect(links.find(({ rel }) => rel === 'self')?.href).toContain(query === '' ? ITEMS.slice(3) : query.split('&')[0]!.replace('%70', ''));
    }
  });

  test('a profile that is no name or URI is refused', async () => {
    for (const value of ['', 'json fg', ',', 'jsonfg,', '<a>', 'ftp://voorbeeld.example/p', 'a'.repeat(3) + '"']) {
      const { status, text } = await server.ask(`${ITEMS}?profile=${encodeURIComponent(value)}`);
      expect([value, status]).toEqual([value, 400]);
      expect(text).toContain('"name":"profile"');
    }
  });

  test('a search by a body gives JSON-FG too', async () => {
    const { headers, text } = await server.ask('/v1/collections/pr-contouren/_zoek?f=jsonfg', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"limit":3}' });
    expect(headers['content-type']).toBe(MEDIA_TYPES.jsonfg);
    expectValid(JSON.parse(text));
    expect((JSON.parse(text) as Page).features.length).toBe(3);
  });
});
