/** Second names: `sortby` and `properties` mean `sorteer` and `fields`; `skipGeometry` leaves out the geometry of features. */
import { expect, test } from 'vitest';
import { servedExamples } from './example-server.ts';
import { BASE } from './fake-editions.ts';

const server = servedExamples();

const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
const LPG = 'NL.IMEV.AB12.lpg-0001';

test.each([
  [ITEMS, 'sortby=-id', 'sorteer=-id'], [ITEMS, 'sortby=%2Bid,-beginGeldigheid', 'sorteer=id,-beginGeldigheid'], [ITEMS, 'sortby=+id', 'sorteer=id'],
  [ITEMS, 'properties=id,populatie', 'fields=id,populatie'], ['/v1/kwetsbare-gebouwen', 'sortby=-id&properties=id', 'sorteer=-id&fields=id'],
  [`/v1/locatie-activiteiten/${LPG}`, 'properties=bedrijfsnaam', 'fields=bedrijfsnaam'],
  [`/v1/collections/locatie-activiteiten/items/${LPG}`, 'properties=bedrijfsnaam', 'fields=bedrijfsnaam'],
])('%s?%s gives what %s gives', async (path, second, first) => {
  const [one, other] = [await server.ask(`${path}?${second}`), await server.ask(`${path}?${first}`)];
  const objects = (text: string): string => text.replaceAll(/"(?:href|self)":"[^"]*"/g, '');
  expect([one.status, objects(one.text)]).toEqual([200, objects(other.text)]);
});

test.each([
  [ITEMS, 'sortby=id&sorteer=-id', 'sorteer=', 'sortby=id'], [ITEMS, 'sorteer=-id&sortby=-id', 'sortby=', 'sorteer=-id'],
  ['/v1/kwetsbare-gebouwen', 'properties=id&fields=id', 'fields=', 'properties=id'],
  [`/v1/locatie-activiteiten/${LPG}`, 'fields=id&properties=bedrijfsnaam', 'properties=', 'fields=id'],
])('%s?%s is refused as repeated, with an address that has one of the names', async (path, query, without, kept) => {
  const { status, text } = await server.ask(`${path}?${query}`);
  expect([status, text]).toEqual([400, expect.stringContaining('parameter/HerhaaldeParameter')]);
  const [{ example }] = (JSON.parse(text) as { 'invalid-params': [{ example: string }] })['invalid-params'];
  expect([example.includes(without), example.includes(kept)]).toEqual([false, true]);
  expect((await server.ask(example.slice(new URL(BASE).origin.length))).status).toBe(200);
});

interface Page { readonly numberMatched: number; readonly features: readonly { readonly geometry: unknown; readonly properties: object }[]; readonly links: readonly { readonly rel: string; readonly href: string }[] }

test('skipGeometry leaves out the geometry, of the same features, on each page', async () => {
  const whole = (await server.ask(`${ITEMS}?limit=3`)).json() as unknown as Page;
  const bare = (await server.ask(`${ITEMS}?limit=3&skipGeometry=true`)).json() as unknown as Page;
  expect(bare).toMatchObject({ numberMatched: whole.numberMatched, features: whole.features.map((feature) => ({ ...feature, geometry: null })) });
  const { href } = bare.links.find(({ rel }) => rel === 'next')!;
  const next = (await server.ask(href.slice(new URL(BASE).origin.length))).json() as unknown as Page;
  expect(next.features.map(({ geometry }) => geometry)).toEqual(next.features.map(() => null));
  expect(whole.features.some(({ geometry }) => geometry !== null)).toBe(true);
  expect(((await server.ask(`${ITEMS}?limit=3&skipGeometry=false`)).json() as unknown as Page).features).toEqual(whole.features);
});

test('skipGeometry of one feature, with fields too, has a tag of its own', async () => {
  const path = `/v1/collections/locatie-activiteiten/items/${LPG}`;
  const [whole, bare, some] = await Promise.all(['', '?skipGeometry=true', '?skipGeometry=true&fields=id'].map((query) => server.ask(path + query)));
  const { links: _, ...feature } = whole!.json();
  expect(bare!.json()).toMatchObject({ ...feature, geometry: null });
  expect(some!.json()).toMatchObject({ properties: { id: LPG }, geometry: null });
  expect(new Set([whole, bare, some].map((reply) => reply!.headers.etag)).size).toBe(3);
});

test('in the body of a search the names mean the same', async () => {
  const ask = (body: object) => server.ask('/v1/collections/kwetsbare-gebouwen/_zoek', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const found = await ask({ sortby: ['-id'], properties: ['id'], skipGeometry: true, limit: 2 });
  expect([found.status, (found.json() as unknown as Page).features.map(({ geometry }) => geometry)]).toEqual([200, [null, null]]);
  expect((await ask({ sortby: ['-id'], sorteer: ['id'] })).status).toBe(400);
});
