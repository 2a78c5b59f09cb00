/** Collection schemas as served: linked, complete, conditional, readable. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { geoJsonSchema, returnablesSchema } from '../../schemas/derived/feature-schema.ts';
import { queryablesOf, sortablesOf } from '../../schemas/derived/queryables.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { textOf } from '../../server/description/collections.ts';
import { BASE } from './fake-editions.ts';
import { aRegister, started, type Client } from './harness.ts';

let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister() }); });
afterAll(() => server.close());

const HTML = { headers: { accept: 'text/html' } };
const REL = 'http://www.opengis.net/def/rel/ogc/1.0';
const of = (collection: string, name: string) => ({
  collection, id: `${BASE}/collections/${collection}/${name}`, codeLists: `${BASE}/waardelijsten`,
  title: textOf(collection).title.nl, description: textOf(collection).description.nl,
});

test('each collection links its schemas, alone and in the list; each is schema+json under its own $id', async () => {
  const { collections } = (await server.ask('/v1/collections')).json() as { collections: { id: string; links: JsonObject[] }[] };
  for (const { id, links } of collections) {
    const alone = (await server.ask(`/v1/collections/${id}`)).json() as { links: JsonObject[] };
    expect(alone.links).toEqual(links);
    const linked = links.filter(({ type }) => type === 'application/schema+json').map(({ rel, href }) => [rel, href]);
    const own = `${BASE}/collections/${id}`;
    expect(linked).toEqual([
      [`${REL}/queryables`, `${own}/queryables`], [`${REL}/sortables`, `${own}/sortables`], [`${REL}/schema`, `${own}/schema`],
      ['describedby', `${own}/schema/feature`], ['describedBy', `${own}/schema/feature`],
    ]);
    for (const [, href] of linked) {
      const reply = await server.ask(new URL(href as string).pathname, { headers: { accept: 'application/schema+json' } });
      expect([reply.status, reply.headers['content-type'], reply.json()['$id']]).toEqual([200, 'application/schema+json', href]);
    }
  }
});

test('they are those of the model', async () => {
  for (const collection of COLLECTIONS) {
    expect((await server.ask(`/v1/collections/${collection}/schema`)).json()).toEqual(returnablesSchema(of(collection, 'schema')));
    expect((await server.ask(`/v1/collections/${collection}/schema/feature`)).json()).toEqual(geoJsonSchema(of(collection, 'schema/feature')));
  }
});

test('queryables name all that a filter may name, sortables all that sorteer may, and no more', async () => {
  for (const collection of ['kwetsbare-gebouwen', 'ev-activiteiten', 'pr-contouren']) {
    const names = queryablesOf(collection).map(({ name }) => name);
    const [queryables, sortables] = await Promise.all(['queryables', 'sortables'].map(async (name) => (
      (await server.ask(`/v1/collections/${collection}/${name}`)).json() as { properties: Record<string, JsonObject>; additionalProperties: boolean })));
    expect(Object.keys(sortables!.properties)).toEqual(sortablesOf(collection).map(({ name }) => name));
    expect(Object.keys(queryables!.properties)).toEqual(['geometrie', 'geometry', ...names]);
    expect([queryables!.additionalProperties, sortables!.additionalProperties]).toEqual([false, false]);
    for (const [name, { type, format }] of Object.entries(queryables!.properties)) {
      const isGeometry = name === 'geometrie' || name === 'geometry';
      expect([name, typeof type, typeof format === 'string' && format.startsWith('geometry-')]).toEqual([name, isGeometry ? 'undefined' : 'string', isGeometry]);
    }
    const items = `/v1/collections/${collection}/items`;
    expect((await server.ask(`${items}?filter=geometrie%20IS%20NULL%20OR%20geometry%20IS%20NULL`)).status).toBe(200);
    expect((await server.ask(`${items}?filter=geom%20IS%20NULL`)).status).toBe(400);
    expect((await server.ask(`${items}?sorteer=geometrie`)).status).toBe(400);
  }
});

test('the page shows every field, and links its code list', async () => {
  for (const name of ['schema', 'schema/feature', 'queryables', 'sortables']) {
    const page = await server.ask(`/v1/collections/kwetsbare-gebouwen/${name}`, HTML);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    for (const field of ['populatie', 'bronhoudercode', 'beginGeldigheid']) expect(page.text).toContain(`<code>${field}</code>`);
    expect(page.text).toContain(`href="${BASE}/waardelijsten/CategorieKwetsbaarheidGebouw"`);
  }
  const collection = (await server.ask('/v1/collections/kwetsbare-gebouwen', HTML)).text;
  for (const name of ['schema', 'queryables']) expect(collection).toContain(`href="${BASE}/collections/kwetsbare-gebouwen/${name}"`);
});

describe.each(['schema', 'schema/feature', 'queryables', 'sortables'])('%s', (name) => {
  const path = `/v1/collections/ev-activiteiten/${name}`;
  test('is conditional, has HEAD, takes no parameters but f and no other method, and is of a collection only', async () => {
    const get = await server.ask(path);
    expect((await server.ask(path, { headers: { 'if-none-match': get.headers.etag ?? '' } })).status).toBe(304);
    const head = await server.ask(path, { method: 'HEAD' });
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(get.body.length)]);
    expect((await server.ask(`${path}?taal=nl`)).status).toBe(400);
    expect((await server.ask(path, { method: 'PUT' })).status).toBe(405);
    for (const none of ['toString', 'Windturbine']) {
      expect((await server.ask(`/v1/collections/${none}/${name}`)).status).toBe(404);
    }
  });
});
