/** The JSON-LD context of features: the header that leads to it, and a term for every field. What a processor makes of it: test/python/json-ld.test.ts. */
import { expect, test } from 'vitest';
import { COLLECTIONS } from '../../schemas/names.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { servedExamples } from './example-server.ts';
import { BASE } from './fake-editions.ts';

const { ask } = servedExamples();
const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
const LINK = `<${BASE}/context>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"`;

test.each([
  ['a page', `${ITEMS}?limit=1`, true], ['a page as plain JSON', `${ITEMS}?limit=1&f=json`, true], ['one feature', `${ITEMS}/NL.IMEV.AB12.gebouw-0001`, true],
  ['a page as JSON-FG', `${ITEMS}?limit=1&f=jsonfg`, false], ['one feature as GML', `${ITEMS}/NL.IMEV.AB12.gebouw-0001?f=gmlsf0`, false],
])('OPEN-json-ld: %s has one link to the context, if it is GeoJSON', async (_, path, has) => {
  const { status, headers } = await ask(path);
  expect(status).toBe(200);
  expect(String(headers['link']).split('json-ld#context').length - 1).toBe(has ? 1 : 0);
  if (has) expect(headers['link']).toContain(LINK);
});

test('the context is JSON-LD, also as plain JSON', async () => {
  const { status, headers, text } = await ask('/v1/context');
  expect([status, headers['content-type']]).toEqual([200, 'application/ld+json']);
  expect((await ask('/v1/context?f=json')).text).toBe(text);
});

/** Yields the names of members of the value that a schema describes, also inside. */
function* namesIn(schema: Json): Generator<string, void> {
  if (!isObject(schema)) return;
  for (const [name, inner] of Object.entries((schema['properties'] ?? {}) as JsonObject)) {
    yield name;
    yield* namesIn(inner);
  }
  for (const inner of [schema['items'], ...(schema['anyOf'] ?? []) as readonly Json[]]) if (inner !== undefined) yield* namesIn(inner);
}

test('every field of every collection has a term', async () => {
  const { '@context': context } = (await ask('/v1/context')).json() as { readonly '@context': { readonly properties: { readonly '@context': JsonObject } } };
  const terms = Object.keys(context.properties['@context']);
  for (const collection of COLLECTIONS) {
    const { properties } = (await ask(`/v1/collections/${collection}/schema/feature`)).json() as { readonly properties: { readonly properties: Json } };
    const names = [...namesIn(properties.properties)].filter((name) => !OF_VOID.includes(name));
    expect(names.length).toBeGreaterThan(10);
    expect([collection, names.filter((name) => !terms.includes(name))]).toEqual([collection, []]);
  }
});

/** Members of a void, and of a feature, which have the vocabulary of the register. */
const OF_VOID: readonly string[] = ['waarde', 'geenWaardeReden'];
