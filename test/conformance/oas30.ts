/** OGC API Features Part 1, OpenAPI 3.0: the definition is valid, and describes exactly what the service does. */
import { strict as assert } from 'node:assert';
import { linkOf, type AbstractTest } from './abstract-test.ts';
import { documentOf, OPENAPI, operationFor, operationsOf, resolved, type Operation, type Parameter } from './definition.ts';
import { HTML, JSON_TYPE, type Answer, type Json, type Link, type Site } from './site.ts';

export const OAS30_TESTS: Readonly<Record<string, AbstractTest['check']>> = {
  'oas-definition-1': async (site) => {
    const links = await site.links();
    const { href, type } = linkOf(links, 'service-desc', 'the landing page', OPENAPI);
    assert.equal(type?.replaceAll(' ', ''), `${OPENAPI};version=3.0`);
    await site.get(href, type);
    await site.get(linkOf(links, 'service-doc', 'the landing page', HTML).href, HTML);
  },
  'oas-definition-2': async (site) => {
    const document = await documentOf(site);
    assert.match(String(document['openapi']), /^3\.0\.\d+$/);
    expectReferences(document, document);
    const servers = document['servers'] as readonly { url: string }[];
    assert.ok(servers.some(({ url }) => url === site.base), `${site.base} is none of its servers`);
    for (const operation of operationsOf(document)) expectOperation(operation);
  },
  'oas-impl': async (site) => {
    for (const { operation, path } of await readablePaths(site)) {
      const redirect = redirectOf(operation);
      if (redirect !== undefined) {
        assert.equal((await site.ask(path)).status, redirect, `${operation.path} leads elsewhere, as it says`);
        continue;
      }
      const { status, type, url } = await site.ask(path, { accept: firstType(operation) });
      if (status === 204 && '204' in operation.responses) continue;
      assert.deepEqual([status, type], [200, firstType(operation).split(';')[0]], `${url}, as ${operation.path} says`);
    }
  },
  'exceptions-codes': async (site) => {
    const operations = operationsOf(await documentOf(site));
    for (const { operation, path } of await readablePaths(site)) {
      const wrong = [
        await site.ask(`${path}${path.includes('?') ? '&' : '?'}this_is_no_parameter=1`), await site.ask(path, { accept: 'image/png' }),
        await site.ask(path, { headers: { authorization: 'Bearer this-is-no-token' } }),
        ...operation.path.includes('{') ? [await site.ask(path.replace(/[^/]+$/, 'this-is-not-there'))] : [],
      ];
      for (const answer of wrong) expectDocumented(site, operations, answer);
    }
  },
  completeness: async (site) => {
    const operations = operationsOf(await documentOf(site));
    for (const { path } of await readablePaths(site)) {
      for (const accept of [JSON_TYPE, HTML]) await site.ask(path, { accept });
    }
    for (const answer of site.asked) expectDocumented(site, operations, answer);
  },
  security: async (site) => {
    const document = await documentOf(site);
    const schemes = (document['components'] as { securitySchemes?: Json } | undefined)?.securitySchemes ?? {};
    const operations = operationsOf(document);
    for (const { security, path } of operations) {
      for (const name of security.flatMap((one) => Object.keys(one))) assert.ok(name in schemes, `${path} asks ${name}, which is no scheme`);
    }
    for (const { operation, path } of await readablePaths(site)) {
      const { status } = await site.ask(path);
      assert.ok(operation.security.length > 0 || (status !== 401 && status !== 403), `${path} asks who it is, and does not say so`);
    }
  },
};

function expectReferences(document: Json, node: unknown): void {
  if (Array.isArray(node)) for (const item of node) expectReferences(document, item);
  else if (typeof node === 'object' && node !== null) {
    const pointer = (node as Json)['$ref'];
    if (typeof pointer === 'string') {
      assert.match(pointer, /^#\//, 'the document is not self-contained');
      resolved(document, node as Json);
    }
    for (const value of Object.values(node)) expectReferences(document, value);
  }
}

function expectOperation({ path, method, parameters, responses }: Operation): void {
  assert.ok(Object.keys(responses).length > 0, `${method} ${path} has no answer`);
  for (const { name, in: place, required, schema } of parameters) {
    assert.ok(['query', 'path', 'header', 'cookie'].includes(place) && schema !== undefined, `${name} of ${path}`);
    if (place === 'path') assert.ok(required === true && path.includes(`{${name}}`), `${name} of ${path}`);
  }
  const variables = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  for (const name of variables) assert.ok(parameters.some((one) => one.in === 'path' && one.name === name), `${path} does not say what ${name} is`);
}

/** Returns the paths that are readable without a token, with every documented value of their variables and their required parameters. */
async function readablePaths(site: Site): Promise<readonly { readonly operation: Operation; readonly path: string }[]> {
  const open = operationsOf(await documentOf(site)).filter(({ method, security }) => method === 'get' && security.length === 0);
  const made = await Promise.all(open.map(async (operation) => (
    (await fillings(site, operation)).map((path) => ({ operation, path: (path === '/' ? '' : path) + requiredQuery(operation) }))
  )));
  return made.flat();
}

/** Returns the required parameters of the query with their examples; empty without any. */
function requiredQuery({ parameters }: Operation): string {
  const wanted = parameters.filter((one) => one.in === 'query' && one.required === true);
  return wanted.map(({ name, example }, at) => `${at === 0 ? '?' : '&'}${name}=${encodeURIComponent(String(example))}`).join('');
}

/** Fills in variables: all values of an enum, else the first fitting id in the list above, else the example. */
async function fillings(site: Site, operation: Operation): Promise<readonly string[]> {
  const { path, parameters } = operation;
  let paths = [path];
  for (const [variable, name = ''] of path.matchAll(/\{([^}]*)\}/g)) {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    paths = (await Promise.all(paths.map(async (one) => (
      (await valuesOf(site, one, { parameter, isFile: isFile(operation) })).map((value) => one.replace(variable, encodeURIComponent(value)))
    )))).flat();
  }
  return paths;
}

async function valuesOf(
  site: Site, path: string, { parameter, isFile }: { readonly parameter: Parameter | undefined; readonly isFile: boolean },
): Promise<readonly string[]> {
  const listed = parameter?.schema?.['enum'];
  if (Array.isArray(listed)) return listed.map(String);
  const above = path.slice(0, path.indexOf('/{'));
  const { status, text } = await site.ask(above);
  if (status === 404 && isFile) return await filesBelow(site, above);
  // A resource that is made on request has a UUID that only its requester gets. Its path cannot be filled in.
  if (status === 404 && parameter?.schema?.['format'] === 'uuid') return [];
  const example = parameter?.example;
  if (status !== 200) return typeof example === 'string' ? [example] : [];
  const lists = Object.values(JSON.parse(text) as Json).filter(Array.isArray) as readonly (readonly { id?: string }[])[];
  const ids = lists.flatMap(([first]) => first?.id ?? []);
  const pattern = parameter?.schema?.['pattern'];
  const fitting = typeof pattern === 'string' ? ids.filter((id) => new RegExp(pattern, 'u').test(id)) : ids;
  return fitting.length === 0 && ids.length > 0 && typeof example === 'string' ? [example] : fitting;
}

function isFile({ responses }: Operation): boolean {
  const contents = Object.values((responses['200']?.['content'] ?? {}) as Readonly<Record<string, { readonly schema?: Json }>>);
  return contents.some(({ schema }) => schema?.['format'] === 'binary');
}

/** Returns the names of files below an address: those that the resource above it links to as `enclosure`. A service may have made none. */
async function filesBelow(site: Site, above: string): Promise<readonly string[]> {
  const { links = [] } = await site.json(above.slice(0, above.lastIndexOf('/'))) as { readonly links?: readonly Link[] };
  const [first] = links.filter(({ rel, href }) => rel === 'enclosure' && href.startsWith(`${site.base}${above}/`));
  return first === undefined ? [] : [first.href.slice(first.href.lastIndexOf('/') + 1)];
}

/** Returns the status of an operation that only redirects; else undefined. */
function redirectOf({ responses }: Operation): number | undefined {
  return '200' in responses ? undefined : Object.keys(responses).map(Number).find((status) => status > 300 && status < 400 && status !== 304);
}

function firstType({ responses, path }: Operation): string {
  const type = Object.keys(responses['200']?.['content'] ?? {})[0];
  assert.ok(type !== undefined, `${path} does not say what it answers`);
  return type;
}

/** Checks that the document has the status and media type of a response. */
function expectDocumented(site: Site, operations: readonly Operation[], { method, url, status, type, text }: Answer): void {
  const path = new URL(url).pathname.slice(new URL(site.base).pathname.length);
  const operation = url.startsWith(site.base) ? operationFor(operations, method === 'HEAD' ? 'GET' : method, path) : undefined;
  if (operation === undefined) return;
  const response = operation.responses[String(status)];
  assert.ok(response !== undefined, `${method} ${url} answers ${status}, which ${operation.path} does not name`);
  if (text === '') return;
  const types = Object.keys(response['content'] ?? {}).map((one) => one.split(';')[0]);
  assert.ok(types.includes(type), `${method} ${url} answers ${status} as ${type}, ${operation.path} names ${types.join(', ')}`);
}
