/** OpenAPI document: self-contained, true to the routes, and within the Dutch API design rules that can be checked here. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { geometryPathOf, MODEL } from '../../schemas/model/model.ts';
import { COLLECTIONS, ROOT_TYPES, ROOTS, seriesOf } from '../../schemas/names.ts';
import { NO_TERMS } from '../../schemas/terms.ts';
import { openApi } from '../../server/openapi/index.ts';
import { inLanguage } from '../../server/openapi/wording.ts';
import { FEATURES } from '../../server/parameters/list-query.ts';
import { queryablesOf } from '../../schemas/derived/queryables.ts';
import { fakeDesk } from './fake-desk.ts';
import { BASE } from './fake-editions.ts';
import { aRegister, started, type Client } from './harness.ts';

type Node = Readonly<Record<string, unknown>>;
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Node[];
  readonly responses: Readonly<Record<string, Node>>;
}

let server: Client;
let reader: Client;
let document: Node;
beforeAll(async () => {
  server = await started({ editions: aRegister(), desk: fakeDesk({}) });
  reader = await started({ editions: aRegister() });
  document = (await server.ask('/v1/openapi.json')).json();
});
afterAll(async () => {
  await server.close();
  await reader.close();
});

function operations(of: Node = document): readonly (readonly [string, string, Operation])[] {
  return Object.entries(of['paths'] as Record<string, Record<string, Operation>>).flatMap(([path, item]) => (
    Object.entries(item).map(([method, operation]) => [path, method, operation] as const)
  ));
}

function pathsOf(method: string, of: Node = document): readonly string[] {
  return operations(of).filter(([, its]) => its === method).map(([path]) => path).toSorted();
}

const WITH_GEOMETRY = [...MODEL.keys()].filter((type) => geometryPathOf(type) !== undefined);
const ROOT_PATHS = Object.values(ROOTS).map(({ path }) => path);
/** Root paths as features and as documents, and sub-resources. */
const FEATURE_ROOTS = ROOT_TYPES.filter((type) => WITH_GEOMETRY.includes(type)).map((type) => ROOTS[type].path);
const NESTED = ['locatie-activiteiten', 'locaties-basisnet', 'wegen', 'buisleiding-stelsels']
  .flatMap((path) => ['ev-activiteiten', 'referenties', 'contouren'].map((sub) => `/${path}/{id}/${sub}`));
const SEARCHES = [
  '/_search', '/omgeving/_zoek', ...ROOT_PATHS.map((path) => `/${path}/_zoek`), ...COLLECTIONS.map((collection) => `/collections/${collection}/_zoek`),
  ...COLLECTIONS.map((collection) => `/collections/${collection}/_bestand`),
];
const POSTS = [
  '/collections', '/indieningen', '/indieningen/{uuid}/besluit', '/overdrachten', '/overdrachten/{uuid}/akkoord', ...ROOT_PATHS.map((path) => `/${path}`), ...NESTED,
  ...[...new Set(['ev-activiteiten', ...WITH_GEOMETRY.map(seriesOf)])].map((collection) => `/collections/${collection}/items`),
];
const OBJECTS = [
  ...['{collectionId}', ...FEATURE_ROOTS].map((collection) => `/collections/${collection}/items/{featureId}`),
  ...ROOT_PATHS.map((path) => `/${path}/{id}`), ...NESTED.map((path) => `${path}/{subId}`),
];

function resolved(node: Node): Node {
  const pointer = node['$ref'];
  if (typeof pointer !== 'string') return node;
  return pointer.slice(2).split('/').reduce((at: Node, key) => at[key] as Node, document);
}

function everyNode(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) value.forEach((entry) => everyNode(entry, visit));
  else if (typeof value === 'object' && value !== null) {
    visit(value as Node);
    Object.values(value).forEach((entry) => everyNode(entry, visit));
  }
}

test('IR-gen-6: it is 3.0.3, self-contained, and every reference in it resolves', () => {
  expect(document['openapi']).toBe('3.0.3');
  expect(document['servers']).toEqual([{ url: BASE }]);
  expect(document['info']).toMatchObject({ version: '1.0.0' });
  everyNode(document, (node) => {
    if (Array.isArray(node['required'])) expect(node['required'].length, 'an empty list is not allowed in 3.0').toBeGreaterThan(0);
    if (node['$ref'] === undefined) return;
    expect(node['$ref']).toMatch(/^#\/components\//);
    expect(resolved(node), JSON.stringify(node)).toBeDefined();
  });
});

test('every enum in it has each value once, as JSON Schema asks', () => {
  const twice: string[] = [];
  const look = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { enum: values } = value as { enum?: unknown };
    if (Array.isArray(values) && new Set(values.map((one) => JSON.stringify(one))).size < values.length) twice.push(place);
    for (const [name, inside] of Object.entries(value)) look(inside, `${place}/${name}`);
  };
  look(document, '');
  expect(twice).toEqual([]);
});

test('every summary and description is a text in two languages, which a page has in one; those of fields come from their JSON Schema', () => {
  const { components: { schemas, ...components }, ...rest } = openApi({ baseUrl: BASE, profile: 'ogc', desk: null, terms: NO_TERMS, keyRequired: false, clientCertificates: null });
  const ownSchemas = Object.fromEntries(Object.entries(schemas).filter(([name]) => !name.startsWith('Feature')));
  const described = { ...rest, components: { ...components, schemas: ownSchemas } };
  const strings: string[] = [];
  everyNode(described, (node) => {
    for (const name of ['summary', 'description']) if (typeof node[name] === 'string') strings.push(node[name]);
  });
  expect(strings).toEqual([]);
  const summaryIn = (language: Language) => (inLanguage(described, language)['paths'] as Record<string, { get: Node }>)['/crss']!.get['summary'];
  expect([summaryIn('nl'), summaryIn('en')]).toEqual(['De CRS’en van de dienst', 'The CRSs of the service']);
});

test('it links the schema of whole documents', async () => {
  const { Document: whole } = (document['components'] as Node)['schemas'] as Record<string, { externalDocs: { url: string } }>;
  const { url } = whole!.externalDocs;
  expect((await server.ask(new URL(url).pathname)).json()['$id']).toBe(url);
});

test('the same document is at the base URL by its media type', async () => {
  const reply = await server.ask('/v1', { headers: { accept: 'application/vnd.oai.openapi+json;version=3.0' } });
  expect(reply.json()).toEqual(document);
});

describe('it describes the service', () => {
  test('every documented path works, and every GET accepts exactly its documented query parameters', async () => {
    const values: Record<string, string> = { collectionId: 'kwetsbare-gebouwen', featureId: 'gebouw-0001', id: 'gebouw-0001', subId: 'x', uuid: 'x', naam: 'TypeBrand', nummer: '3', bronhoudercode: 'AB12', bestand: 'kwetsbare-gebouwen-3-rd.ndjson', geheelBestand: 'ev-register-3-rd.gpkg', gevraagdBestand: 'kwetsbare-gebouwen-3-rd-0b5a7f6e.gpkg', type: 'Windturbine', fout: 'BestaatNiet', parameterFout: 'CursorOngeldig', regel: 'schema.required' };
    for (const [path, method, operation] of operations()) {
      if (method !== 'get' || path.startsWith('/indieningen')) continue;
      const url = `/v1${path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')}`.replace(/\/$/, '');
      const status = (await server.ask(url)).status;
      expect(Object.keys(operation.responses), url).toContain(String(status));
      if (status !== 200) continue;
      const refused = (await server.ask(`${url}?onbekend=1`)).json()['invalid-params'] as { allowed: string[] }[];
      const documented = (operation.parameters ?? []).map(resolved).filter((parameter) => parameter['in'] === 'query').map(({ name }) => name);
      expect(new Set(documented), url).toEqual(new Set(refused[0]?.allowed));
    }
  });

  test('pages that exist as pages only are documented with their parameters, and as text/html alone', () => {
    const pages = operations().filter(([, , { responses }]) => Object.keys((responses['200']?.['content'] ?? {}) as Node).join() === 'text/html');
    expect(pages.map(([path]) => path)).toEqual(['/kaart', '/zoeken', '/beheren', '/aanleveren', '/documentatie', '/documentatie/recepten']);
    const required = pages.flatMap(([, , { parameters = [] }]) => parameters.map(resolved)).filter((parameter) => parameter['required'] === true);
    expect(required).toEqual([]);
  });

  test('lists declare every parameter they take, as the OGC suite wants them', () => {
    const list = operations().find(([path, method]) => path.endsWith('/kwetsbare-gebouwen/items') && method === 'get');
    const parameters = new Map((list?.[2].parameters ?? []).map(resolved).filter((parameter) => parameter['in'] === 'query').map((parameter) => [parameter['name'], parameter]));
    expect(new Set(parameters.keys())).toEqual(new Set([...FEATURES.names, 'f', ...queryablesOf('kwetsbare-gebouwen').map(({ name }) => name)]));
    for (const name of FEATURES.names) {
      expect(parameters.get(name)).toMatchObject({ in: 'query', required: false, style: 'form', explode: false });
    }
    expect(parameters.get('limit')?.['schema']).toEqual({
      type: 'integer', minimum: 1, maximum: LIMITS.featuresMax, default: LIMITS.featuresDefault,
    });
    expect(parameters.get('bbox')?.['schema']).toEqual({ type: 'array', minItems: 4, maxItems: 6, items: { type: 'number' } });
  });

  test('IR-limit-2: it has the limits of a page in features and bytes, and none for a box', () => {
    const { limit, bbox } = (document['components'] as Node)['parameters'] as Record<'limit' | 'bbox', { description: string }>;
    expect(limit.description).toContain(`at most ${LIMITS.pageBytesMax / 2 ** 20} MiB of features: of large ones it has fewer, and next goes on`);
    expect(bbox.description).toContain('there is no largest box');
  });

  test('no templated first segment; path parameters are declared; operation ids are unique', () => {
    const ids = operations().map(([, , { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [path, , operation] of operations()) {
      expect(path).not.toMatch(/^\/\{/);
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = (operation.parameters ?? []).map(resolved).filter((parameter) => parameter['in'] === 'path').map(({ name }) => name);
      expect(declared).toEqual(names);
    }
  });

  test('a read-only service documents no writes', async () => {
    const readOnly = (await reader.ask('/v1/openapi.json')).json();
    expect(operations(readOnly).every(([path, method]) => method === 'get' || /\/_(?:zoek|search|bestand)$/.test(path))).toBe(true);
    expect(pathsOf('post', readOnly)).toEqual(SEARCHES.toSorted());
  });

  test('a writable service documents each write of the endpoint table', () => {
    expect(pathsOf('post')).toEqual([...POSTS, ...SEARCHES].toSorted());
    for (const method of ['put', 'patch']) expect(pathsOf(method), method).toEqual(OBJECTS.toSorted());
    expect(pathsOf('delete')).toEqual([...OBJECTS, '/indieningen/{uuid}', '/overdrachten/{uuid}'].toSorted());
  });
});

describe('Dutch API design rules', () => {
  test('successes and 304 name API-Version; errors are problems with status, title and detail', () => {
    for (const [path, method, operation] of operations()) {
      for (const [status, answer] of Object.entries(operation.responses).map(([key, node]) => [Number(key), resolved(node)] as const)) {
        if (status < 400) expect(answer['headers'], `${method} ${path} ${status}`).toHaveProperty('API-Version');
        else expect(Object.keys(answer['content'] as Node)).toEqual(['application/problem+json', 'text/html']);
      }
    }
    const problem = ((document['components'] as Node)['schemas'] as Record<string, Node>)['Problem'];
    expect(Object.keys(problem?.['properties'] as Node)).toEqual(expect.arrayContaining(['status', 'title', 'detail']));
  });

  test('every operation documents an address that is too long, those that take something 400; paths are kebab-case without a slash at the end', () => {
    for (const [path, method, { parameters = [], responses }] of operations()) {
      if (parameters.length > 0 || method !== 'get') expect(Object.keys(responses), path).toContain('400');
      expect(Object.keys(responses), `${method} ${path}`).toContain('414');
      // The name is that of OGC API Tiles.
      expect(path.replace('/tileMatrixSets', '')).toMatch(/^(|\/|(\/(_?[a-z0-9\-.]+|\{[^}]+\}))+)$/);
    }
  });

  test('query names are camelCase but for those the OGC standard gives', () => {
    const names = operations().flatMap(([, , { parameters = [] }]) => parameters.map(resolved)).filter((parameter) => parameter['in'] === 'query');
    const odd = new Set(names.map(({ name }) => String(name)).filter((name) => !/^[a-z][a-z\d]*([A-Z][a-z\d]*)*$/.test(name)));
    const ofModel = new Set(COLLECTIONS.flatMap((collection) => queryablesOf(collection).map(({ name }) => name)));
    expect([...odd].filter((name) => !ofModel.has(name)).sort()).toEqual(['bbox-crs', 'filter-crs', 'filter-lang']);
  });

  test('lists and items declare Content-Crs and Last-Modified; a collection requires crs', () => {
    for (const [path, method, { responses }] of operations()) {
      if (method !== 'get' || !path.includes('/items') || path.endsWith('/versions')) continue;
      const declared = resolved(responses['200'] ?? {})['headers'];
      for (const name of ['Content-Crs', 'Last-Modified']) expect(declared).toHaveProperty(name);
    }
    const collection = ((document['components'] as Node)['schemas'] as Record<string, Node>)['Collectie'];
    expect(collection?.['required']).toContain('crs');
  });
});

/** The origin of each path parameter. Names that the service makes for one client are random UUIDs, from which nothing follows. */
const PATH_PARAMETERS: Readonly<Record<string, 'its holder' | 'a public name' | 'the number of a public edition' | 'a random UUID'>> = {
  id: 'its holder', subId: 'its holder', featureId: 'its holder',
  collectionId: 'a public name', code: 'a public name', naam: 'a public name', type: 'a public name', fout: 'a public name', parameterFout: 'a public name', regel: 'a public name',
  tileMatrixSetId: 'a public name', tileMatrix: 'a public name', tileRow: 'a public name', tileCol: 'a public name',
  operationId: 'a public name', bronhoudercode: 'a public name', hash: 'a public name', asset: 'a public name',
  nummer: 'the number of a public edition', bestand: 'the number of a public edition', geheelBestand: 'the number of a public edition', gevraagdBestand: 'the number of a public edition', uuid: 'a random UUID',
};

test('IR-auth-9: no identifier in a path is one that the service counts up, but the number of a public edition', () => {
  const inPaths = operations().flatMap(([path]) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!));
  expect([...new Set(inPaths)].filter((name) => PATH_PARAMETERS[name] === undefined)).toEqual([]);
  const { parameters } = document['components'] as { parameters: Record<string, { schema: Node }> };
  const random = Object.keys(PATH_PARAMETERS).filter((name) => PATH_PARAMETERS[name] === 'a random UUID');
  expect(random.map((name) => parameters[name]?.schema['format'])).toEqual(['uuid']);
});
