/** Documentation: every part of every operation is on its page, in one language; the form makes a request that works. */
import { stripTypeScriptTypes } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../schemas/finding.ts';
import { NO_TERMS } from '../../schemas/terms.ts';
import { inLanguage, openApi } from '../../server/openapi/index.ts';
import { madeDownloads } from '../make-downloads.ts';
import { codeIn, plainText } from '../page-code.ts';
import { IS_FULL } from '../runs.ts';
import { measure } from './measured.ts';
import { fakeDesk } from './fake-desk.ts';
import { exampleEditions } from './example-edition.ts';
import { BASE } from './fake-editions.ts';
import { started, type Client, type Reply } from './harness.ts';

type Node = Readonly<Record<string, unknown>>;
interface Operation {
  readonly path: string;
  readonly method: string;
  readonly node: Node;
}

const desk = fakeDesk({});

let server: Client;
let reader: Client;
let remove: () => void;
beforeAll(async () => {
  const examples = exampleEditions();
  remove = examples.remove;
  await madeDownloads({ folder: examples.folder, audience: 'public' }, 1, { forms: ['gpkg', 'ndjson'] });
  measure({ folder: examples.folder, audience: 'public' }, 1);
  server = await started({ editions: examples.editions, desk });
  reader = await started({ editions: examples.editions });
});
afterAll(async () => {
  await server.close();
  await reader.close();
  remove();
});

const HTML = { headers: { accept: 'text/html' } };
const pageAt = (path: string): Promise<Reply> => server.ask(path, HTML);
const pathOf = (url: string): string => url.slice(new URL(url).origin.length);

function documentIn(language: Language): Node {
  return inLanguage(openApi({ baseUrl: BASE, profile: 'default', desk, terms: NO_TERMS, keyRequired: false, clientCertificates: null }), language);
}

function operationsIn(document: Node): readonly Operation[] {
  return Object.entries(document['paths'] as Record<string, Record<string, Node>>).flatMap(([path, item]) => (
    Object.entries(item).map(([method, node]) => ({ path, method: method.toUpperCase(), node }))
  ));
}

/** Returns the operations whose pages are tested: in `npm test` one in ten. */
function tested(document: Node): readonly Operation[] {
  return operationsIn(document).filter((_, at) => IS_FULL || at % 10 === 0);
}

function resolver(document: Node): (node: Node) => Node {
  return (node) => {
    const pointer = node['$ref'];
    return typeof pointer === 'string' ? pointer.slice(2).split('/').reduce((at: Node, key) => at[key] as Node, document) : node;
  };
}

/** Returns the texts that the page of an operation must have. */
function textsOf({ path, method, node }: Operation, resolved: (node: Node) => Node): readonly string[] {
  const parameters = (node['parameters'] as readonly Node[]).map(resolved).flatMap(({ name, description, example, schema }) => {
    const { default: preset, enum: values } = schema as { default?: unknown; enum?: readonly unknown[] };
    return [name, description, example, preset, ...values ?? []];
  });
  const contentOf = (content: unknown) => Object.entries((content ?? {}) as Record<string, Node>).flatMap(([mediaType, { schema }]) => (
    [mediaType, ...fieldNames(schema as Node, resolved, new Set())]
  ));
  const body = node['requestBody'] as { description: string; content: Node } | undefined;
  const responses = Object.entries(node['responses'] as Record<string, Node>).flatMap(([status, reference]) => {
    const { description, headers = {}, content } = resolved(reference) as { description: string; headers?: Record<string, Node>; content?: unknown };
    const codes = description.split('; ').map((kind) => kind.replace(/^ev\//, ''));
    return [status, ...codes, ...contentOf(content), ...Object.entries(headers).flatMap(([name, header]) => [name, resolved(header)['description']])];
  });
  return [path, method, node['summary'], node['description'], ...parameters, body?.description, ...contentOf(body?.content), ...responses]
    .flat().filter((text) => text !== undefined && text !== null).map(String);
}

/** Returns the names of the fields of a schema, of those that it refers to too. Schemas with a page of their own are not repeated. */
function fieldNames(schema: Node, resolved: (node: Node) => Node, seen: Set<unknown>): readonly string[] {
  const found = resolved(schema);
  if (seen.has(found) || found['externalDocs'] !== undefined) return [];
  seen.add(found);
  const { properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = found as Readonly<Record<string, Node | readonly Node[]>>;
  const inside = [...Object.values(properties), ...(items === undefined ? [] : [items]), ...allOf as [], ...anyOf as [], ...oneOf as []] as readonly Node[];
  return [...Object.keys(properties), ...inside.flatMap((one) => fieldNames(one, resolved, seen))];
}

describe.each(LANGUAGES)('in %s', (language) => {
  test('each text to be copied has a name of its own on its page', async () => {
    for (const path of ['', '/documentatie', '/documentatie/recepten', '/documentatie/omgeving']) {
      const names = [...(await pageAt(`/v1${path}?lang=${language}`)).text.matchAll(/data-copy="[^"]+"(?: data-copies="([^"]+)")?/g)].map(([, name]) => name);
      expect(names.length, path).toBeGreaterThan(0);
      expect([path, names.filter((name, at) => name === undefined || names.indexOf(name) !== at)]).toEqual([path, []]);
    }
  });

  test('the overview has every operation once, with its method, path and summary, and a link to its page', async () => {
    const page = (await pageAt(`/v1/documentatie?lang=${language}`)).text;
    for (const { path, method, node } of operationsIn(documentIn(language))) {
      const id = node['operationId'] as string;
      const entry = new RegExp(`<li id="${id}">\\s<a href="${BASE}/documentatie/${id}\\?lang=${language}">([\\s\\S]*?)</li>`).exec(page)?.[1] ?? '';
      expect(plainText(entry).replace(/\s+/g, ' ')).toBe(`${method} ${path} ${String(node['summary'])}`);
    }
  });

  test('the page of each operation has all of it, and no text in the other language', async () => {
    const document = documentIn(language);
    const other = documentIn(language === 'nl' ? 'en' : 'nl');
    const [resolved, resolvedOther] = [resolver(document), resolver(other)];
    const others = tested(other);
    const wrong: string[] = [];
    for (const [at, operation] of tested(document).entries()) {
      const id = operation.node['operationId'] as string;
      const { status, text } = await pageAt(`/v1/documentatie/${id}?lang=${language}`);
      const page = plainText(text);
      const wanted = textsOf(operation, resolved);
      const foreign = textsOf(others[at]!, resolvedOther).filter((one) => one.includes(' ') && !wanted.includes(one));
      if (status !== 200) wrong.push(`${id}: ${status}`);
      wrong.push(...wanted.filter((one) => !page.includes(one)).map((one) => `${id} lacks ${one}`));
      wrong.push(...foreign.filter((one) => page.includes(`${one}.`)).map((one) => `${id} has ${one}`));
    }
    expect(wrong).toEqual([]);
  });
});

test('the address on the page of each GET gives data, and the code on every page parses', async () => {
  const wrong: string[] = [];
  for (const { method, node } of tested(documentIn('nl'))) {
    const id = node['operationId'] as string;
    const page = (await pageAt(`/v1/documentatie/${id}`)).text;
    const address = plainText(/<code id="adres">([^<]*)<\/code>/.exec(page)?.[1] ?? '');
    // A submission needs a token; /api redirects; a requested file has an address of its own, which is there after the request.
    if (method === 'GET' && node['security'] === undefined) {
      const { status } = await server.ask(pathOf(address));
      if (!(address.includes('/bestanden/') ? [404] : [200, 307]).includes(status)) wrong.push(`${id}: ${address} ${status}`);
    }
    const code = codeIn(page);
    expect(code.get('code-curl')).toContain(address);
    expect(code.get('code-python')).toContain(address);
    expect(() => stripTypeScriptTypes(code.get('code-javascript')!), id).not.toThrow();
  }
  expect(wrong).toEqual([]);
});

describe('the form of an operation', () => {
  const ITEMS = '/v1/documentatie/objectenKwetsbareGebouwen';

  test('makes the address of the filled fields; an empty field counts as absent', async () => {
    const { text } = await pageAt(`${ITEMS}?p.limit=2&p.bbox=&p.filter=populatie+%3E+10&p.zoek=&p.f=json`);
    const address = plainText(/<code id="adres">([^<]*)<\/code>/.exec(text)![1]!);
    expect(address).toBe(`${BASE}/collections/kwetsbare-gebouwen/items?limit=2&filter=populatie%20%3E%2010&f=json`);
    expect((await server.ask(pathOf(address))).status).toBe(200);
    expect(text).toContain('name="p.limit" value="2"');
  });

  test('sends only fields that the page takes, and keeps the language', async () => {
    const { text } = await pageAt(`${ITEMS}?lang=en`);
    const names = [...text.matchAll(/<(?:input|select)[^>]* name="([^"]+)"/g)].map(([, name]) => name!);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('lang');
    const query = names.map((name) => `${name}=${name === 'lang' ? 'en' : ''}`).join('&');
    const sent = await pageAt(`${ITEMS}?${query}`);
    expect([sent.status, /<code id="adres">([^<]*)<\/code>/.exec(sent.text)?.[1]]).toEqual([200, `${BASE}/collections/kwetsbare-gebouwen/items`]);
  });

  test('gives a required parameter without a value its example', async () => {
    const { text } = await pageAt('/v1/documentatie/omgeving?p.plaats=&p.straal=100');
    const address = plainText(/<code id="adres">([^<]*)<\/code>/.exec(text)![1]!);
    expect(address).toMatch(/\/omgeving\?plaats=[\d,]+&straal=100$/);
    expect((await server.ask(pathOf(address))).status).toBe(200);
  });

  test('puts a path value into the path, also one with a slash, and a header into the code', async () => {
    const { text } = await pageAt('/v1/documentatie/documentKwetsbaarGebouw?p.id=a/b%3F&p.If-None-Match=%22x%22');
    expect(text).toContain(`<code id="adres">${BASE}/kwetsbare-gebouwen/a%2Fb%3F</code>`);
    expect(codeIn(text).get('code-curl')).toContain(`-H 'If-None-Match: "x"'`);
  });

  test('refuses a field that the operation lacks, and a form other than a page', async () => {
    const refused = await server.ask(`${ITEMS}?p.limiet=2`, { headers: { accept: '*/*' } });
    expect([refused.status, (refused.json()['invalid-params'] as { name: string }[])[0]?.name]).toEqual([400, 'p.limiet']);
    expect((await server.ask(`${ITEMS}?f=json`)).status).toBe(406);
    expect((await server.ask('/v1/documentatie/onbekend')).status).toBe(404);
    expect((await server.ask(ITEMS)).headers['content-type']).toContain('text/html');
  });

  test('no value of a reader becomes markup', async () => {
    const value = '"><script>alert(1)</script>';
    const { text } = await pageAt(`${ITEMS}?p.zoek=${encodeURIComponent(value)}&p.lang=${encodeURIComponent(value)}&p.Accept-Crs=${encodeURIComponent(value)}`);
    expect(text).not.toContain('<script>alert');
  });
});

test('a service that takes no writes documents none, and has no recipe to write', async () => {
  const ids = async (client: Client) => [...codeIn((await client.ask('/v1/documentatie/recepten', HTML)).text).keys()];
  expect(await ids(server)).toContain('leveren-curl');
  expect((await ids(reader)).filter((id) => /^(?:schrijven|leveren)/.test(id))).toEqual([]);
  expect((await reader.ask('/v1/documentatie', HTML)).text).not.toMatch(/<code>(?:PUT|PATCH|DELETE) /);
});
