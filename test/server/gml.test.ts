/** GML 3.2, Simple Features level 0: features as elements of text, in the axis order of their CRS, with a schema for each collection. */
import { expect, test } from 'vitest';
import { CRSS, PUBLISHED_CRSS } from '../../schemas/crs.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { MEDIA_TYPES } from '../../server/request/negotiate.ts';
import { servedExamples } from './example-server.ts';
import { BASE } from './fake-editions.ts';

const server = servedExamples();
const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';

interface Feature { readonly id: string; readonly geometry: { readonly coordinates: unknown } | null; readonly properties: Readonly<Record<string, unknown>> }

async function featuresOf(path: string): Promise<readonly Feature[]> {
  return (await server.ask(path)).json()['features'] as readonly Feature[];
}

const numbersIn = (text: string): readonly number[] => [...text.matchAll(/<gml:(?:pos|posList)>([^<]*)</g)].flatMap(([, list]) => list!.split(' ').map(Number));

test.each(COLLECTIONS)('%s: every feature is a member, and its schema has every element', async (collection) => {
  const path = `/v1/collections/${collection}/items?limit=1000`;
  const features = await featuresOf(path);
  const { status, headers, text } = await server.ask(`${path}&f=gmlsf0`);
  expect([status, headers['content-type'], headers['ogc-numberreturned']]).toEqual([200, MEDIA_TYPES.gmlsf0, String(features.length)]);
  expect([...text.matchAll(new RegExp(`<ev:${collection} gml:id="([^"]*)"`, 'g'))].map(([, id]) => id)).toEqual(features.map(({ id }) => id));
  const schema = await server.ask(`/v1/collections/${collection}/schema/gml`);
  expect([schema.status, schema.headers['content-type']]).toEqual([200, MEDIA_TYPES.xml]);
  for (const [, name] of text.matchAll(/<ev:([^ >/]+)>/g)) expect(schema.text).toContain(`<element name="${name!}"`);
  expect(text).toContain(`xmlns:ev="${BASE}/collections/${collection}/schema/gml"`);
});

test.each(PUBLISHED_CRSS)('coordinates are those of GeoJSON in %s, in the order of its axes', async (code) => {
  const { uri } = CRSS[code];
  const features = await featuresOf(`${ITEMS}?crs=${uri}&limit=4`);
  const { text } = await server.ask(`${ITEMS}?crs=${uri}&limit=4&f=gmlsf0`);
  expect(numbersIn(text)).toEqual(features.flatMap(({ geometry }) => (geometry === null ? [] : (geometry.coordinates as number[][]).flat(Infinity) as unknown as number[])));
  expect(new Set([...text.matchAll(/srsName="([^"]*)"/g)].map(([, name]) => name))).toEqual(new Set([uri]));
});

test('one feature, fields and skipGeometry', async () => {
  const [{ id, properties }] = await featuresOf(`${ITEMS}?limit=1`) as [Feature];
  const whole = await server.ask(`${ITEMS}/${id}?f=gmlsf0`);
  expect([whole.status, whole.headers['content-type']]).toEqual([200, MEDIA_TYPES.gmlsf0]);
  expect(whole.text).toContain(`<ev:identificatie.lokaalID>${(properties['identificatie'] as { lokaalID: string }).lokaalID}</ev:identificatie.lokaalID>`);
  const { text } = await server.ask(`${ITEMS}/${id}?f=gmlsf0&fields=id,identificatie&skipGeometry=true`);
  expect([...text.matchAll(/<ev:([^ >]+)>/g)].map(([, name]) => name)).toEqual(['id', 'identificatie.namespace', 'identificatie.lokaalID']);
});

test('pages of any size give the same features', async () => {
  const members = (text: string): readonly string[] => text.match(/<sf:featureMember>.*?<\/sf:featureMember>/g) ?? [];
  const whole = members((await server.ask(`${ITEMS}?limit=100&f=gmlsf0`)).text);
  const found: string[] = [];
  for (let path: string | undefined = `${ITEMS}?limit=2&f=gmlsf0`; path !== undefined;) {
    const reply = await server.ask(path);
    found.push(...members(reply.text));
    path = /<([^>]*)>; rel="next"/.exec(String(reply.headers['link']))?.[1]?.slice(new URL(BASE).origin.length);
  }
  expect(found).toEqual(whole);
});
