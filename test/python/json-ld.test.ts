/**
 * Features as linked data, by PyLD: with the context that the responses link to, every value of every feature is a statement with an
 * absolute IRI. `.ci/run` installs PyLD and names the Python in EV_PYTHON; without it the tests fail, they never skip.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { servedExamples } from '../server/example-server.ts';
import { BASE } from '../server/fake-editions.ts';

const { ask } = servedExamples();

interface Judged {
  readonly expanded: Json;
  readonly quads: string;
}

async function judged(documents: readonly Json[]): Promise<readonly Judged[]> {
  const context = (await ask('/v1/context')).json();
  const input = JSON.stringify({ base: `${BASE}/collections/x/items`, context, documents });
  const output = execFileSync(process.env['EV_PYTHON'] ?? 'python3', [join(import.meta.dirname, 'json-ld.py')], { input, encoding: 'utf8', maxBuffer: 2 ** 28 });
  return JSON.parse(output) as readonly Judged[];
}

/** Yields the values in a document that are no null. */
function* valuesIn(json: Json): Generator<string, void> {
  if (Array.isArray(json)) for (const item of json as readonly Json[]) yield* valuesIn(item);
  else if (isObject(json)) for (const value of Object.values(json)) yield* valuesIn(value);
  else if (json !== null) yield typeof json === 'string' ? json : JSON.stringify(json);
}

/** Yields the names of members in an expanded document. */
function* namesIn(json: Json): Generator<string, void> {
  if (Array.isArray(json)) for (const item of json as readonly Json[]) yield* namesIn(item);
  if (!isObject(json)) return;
  for (const [name, value] of Object.entries(json)) {
    yield name;
    yield* namesIn(value);
  }
}

async function pageOf(collection: string): Promise<JsonObject> {
  return (await ask(`/v1/collections/${collection}/items?limit=1000`)).json() as JsonObject;
}

test('OPEN-json-ld: in every collection no value of a page is lost, and every member has an absolute IRI', async () => {
  const pages = await Promise.all(COLLECTIONS.map(pageOf));
  for (const [at, { expanded }] of (await judged(pages)).entries()) {
    const given = [...valuesIn(pages[at]!)];
    // A type or relation is an IRI there, which ends in its name.
    const found = [...valuesIn(expanded)].map((value) => value.slice(value.lastIndexOf('/') + 1));
    const counted = Map.groupBy(found, (value) => value);
    for (const [value, all] of Map.groupBy(given, (one) => one.slice(one.lastIndexOf('/') + 1))) {
      const expected = GEOJSON_TYPES.includes(value) ? `vocab#${value}` : value;
      expect([COLLECTIONS[at], value, counted.get(expected)?.length ?? 0]).toEqual([COLLECTIONS[at], value, expect.toSatisfy((count: number) => count >= all.length)]);
    }
    const names = new Set(namesIn(expanded));
    expect([...names].filter((name) => !/^(?:https?:\/\/|@(?:id|type|value|list)$)/.test(name))).toEqual([]);
  }
});

const GEOJSON_TYPES = ['FeatureCollection', 'Feature', 'Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'];

test('one feature: its type, its moments, its links to other objects, and a member that a holder added', async () => {
  const { features } = await pageOf('opslag-referenties') as { readonly features: readonly JsonObject[] };
  const feature = features.find(({ properties }) => isObject((properties as JsonObject)['heeft']))!;
  const properties = feature['properties'] as JsonObject;
  const added = { ...feature, properties: { ...properties, eigenKenmerk: 'K7', identificatie: { ...properties['identificatie'] as JsonObject, volgnummer: 12 } } };
  const [{ quads }] = await judged([added]) as readonly [Judged];
  const lines = quads.split('\n');
  const says = (predicate: string, object: string): void => { expect(lines.filter((line) => line.includes(` <${predicate}> ${object} .`))).toHaveLength(1); };
  says('http://www.w3.org/1999/02/22-rdf-syntax-ns#type', `<${BASE}/schemas/OpslagReferentie>`);
  says('http://www.w3.org/1999/02/22-rdf-syntax-ns#type', '<https://purl.org/geojson/vocab#Feature>');
  says(`${BASE}/schemas#beginGeldigheid`, `${JSON.stringify(properties['beginGeldigheid'])}^^<http://www.w3.org/2001/XMLSchema#dateTime>`);
  says(`${BASE}/schemas#heeft`, `<${(properties['heeft'] as { href: string }).href}>`);
  says(`${BASE}/schemas#eigenKenmerk`, '"K7"');
  says(`${BASE}/schemas#volgnummer`, '"12"^^<http://www.w3.org/2001/XMLSchema#integer>');
  says('http://purl.org/dc/terms/identifier', JSON.stringify(feature['id']));
});

test('a field type does not become the type of its feature', async () => {
  const { features } = await pageOf('locaties-basisnet') as { readonly features: readonly JsonObject[] };
  const [{ quads }] = await judged([features[0]!]) as readonly [Judged];
  expect(quads).toContain(`<${BASE}/schemas#type> ${JSON.stringify((features[0]!['properties'] as JsonObject)['type'])}`);
  expect(quads.split('\n').filter((line) => line.includes('rdf-syntax-ns#type> '))).toHaveLength(3);
});
