/** Every operation of the OpenAPI document, with its examples over the examples of `ev demo`; the response matches the document. */
import { Ajv, type ValidateFunction } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deprecationOf } from '../../schemas/deprecation.ts';
import type { Report } from '../../schemas/finding.ts';
import type { Proposal } from '../../schemas/proposal.ts';
import type { ListedSubmission, Outcome, Receipt } from '../../schemas/submission.ts';
import { validate } from '../../schemas/check/compile.ts';
import { noticesOf } from '../../schemas/check/notices.ts';
import { exampleDocument } from '../../schemas/derived/example-document.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { kindOf, ROOTS, SUB_RESOURCES, type RootType, type SubResource } from '../../schemas/names.ts';
import { SUB_TARGETS } from '../../server/response/nested-objects.ts';
import { madeDownloads } from '../make-downloads.ts';
import { IS_FULL } from '../runs.ts';
import { measure } from './measured.ts';
import { fakeDesk } from './fake-desk.ts';
import { exampleEditions } from './example-edition.ts';
import { CRS84, started, TOKEN, type AskOptions, type Client, type Reply } from './harness.ts';
import { HeldMaker } from './held-file-maker.ts';

type Node = Readonly<Record<string, unknown>>;
interface Parameter extends Node {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Node;
  readonly example?: unknown;
}
interface Operation {
  readonly path: string;
  readonly method: string;
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, Node>>;
  readonly body: readonly (readonly [string, Node])[];
  readonly isSecured: boolean;
}

const UUID = '0b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10';
const receipt: Receipt = { uuid: UUID, received: '2026-11-21T12:00:00.0Z', holder: 'AB12', bytes: 2, sha256: 'ab' };
const report: Report = {
  source: 'POST', model: '4.0', crs: CRS84, objects: [], findings: [], changes: [],
  counts: { objects: 1, accepted: 1, refused: 0, unchanged: 0, errors: 0, warnings: 0, rules: [], types: [] },
};
const outcome: Outcome = { receipt, state: 'settled', status: 201, roots: [{ id: 'NL.1', type: 'KwetsbaarGebouw' }], report };
const LISTED: readonly ListedSubmission[] = [
  {
    uuid: UUID, received: receipt.received, holder: 'AB12', method: 'LEVERING', target: 'a.json', bytes: 2, state: 'settled',
    counts: { objects: 2, accepted: 1, refused: 1, unchanged: 0, errors: 3, warnings: 0 },
  },
  {
    uuid: UUID.replace('0b', '1b'), received: receipt.received, holder: 'AB12', method: 'PUT', target: '/kwetsbare-gebouwen/NL.1', bytes: 2, state: 'parked',
    parked: { ended: 1, standing: 2, waiting: 0 },
  },
];
const PROPOSAL: Proposal = {
  uuid: UUID, proposed: receipt.received, proposer: 'AB12', from: 'AB12', to: 'CD34', at: '2027-01-01', reason: 'Herindeling', state: 'open',
};
const SETTLED: Readonly<Record<string, number>> = { POST: 201, PUT: 200, PATCH: 200, DELETE: 204 };
const desk = fakeDesk({
  overview: () => Promise.resolve({
    states: { pending: 0, parked: 1, settled: 1, aside: 0, retried: 0, refused: 0 }, diskFreeBytes: 1,
    waiting: [{ uuid: '0b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10', received: '2026-11-21T12:00:00.0Z', holder: 'AB12', method: 'LEVERING', target: 'a.json', bytes: 2, state: 'parked', parked: { ended: 9, standing: 10, waiting: 1 } }],
    organisations: [{ id: 'KVK:12345678', name: 'Gemeente', codes: ['AB12'], roles: ['writer'], tokens: [{ tail: '0123abcd', made: '2026-01-01T00:00:00Z', expires: '2027-01-01T00:00:00Z', state: 'valid' }] }],
    runs: [{ id: 1, pipeline: 'nacht', state: 'failed', started: new Date(0), ended: null, message: 'x', steps: [{ name: 'batch', state: 'failed' }], lines: [{ at: new Date(0), text: 'x' }], linesLeft: 1 }],
  }),
  rule: () => Promise.resolve({ kind: 'ruled', retriedAs: null }),
  submit: ({ method }) => Promise.resolve({ kind: 'settled', outcome: { ...outcome, status: method === 'HERROEPING' ? 200 : SETTLED[method]! } }),
  deliver: () => Promise.resolve({ kind: 'settled', outcome: { ...outcome, status: 200 } }),
  rehearse: () => Promise.resolve({ kind: 'foreseen', report }),
  outcome: (uuid) => Promise.resolve(uuid === UUID ? outcome : undefined),
  report: (_, form) => Promise.resolve(Buffer.from(form === 'geojson' ? '{}' : 'a')), changedShapes: () => Promise.resolve([]),
  list: ({ before = null, limit }) => Promise.resolve(LISTED.slice(before === null ? 0 : 1, limit)),
  rehearseUndo: () => Promise.resolve({ kind: 'foreseen', report }), rehearseTransfer: () => Promise.resolve({ kind: 'foreseen', report }), propose: () => Promise.resolve(PROPOSAL),
  acceptProposal: () => Promise.resolve({ kind: 'accepted', proposal: { ...PROPOSAL, state: 'accepted', submission: UUID, ended: receipt.received }, answer: { kind: 'settled', outcome } }),
  endProposal: () => Promise.resolve({ kind: 'ended', proposal: PROPOSAL }),
  proposal: (uuid) => Promise.resolve(uuid === UUID ? { ...PROPOSAL, ids: ['NL.1'], idCount: 1 } : undefined),
  proposals: ({ before, limit }) => Promise.resolve([PROPOSAL, { ...PROPOSAL, uuid: UUID.replace('0b', '1b') }].slice(before === null ? 0 : 1, limit)),
  own: () => Promise.resolve({ bytes: Buffer.from(JSON.stringify(exampleDocument('KwetsbaarGebouw'))), next: null }),
});

let server: Client;
let remove: () => void;
let document: Node;
let operations: readonly Operation[];
let requestedFile: ReadonlyMap<string, unknown>;
const validators = new Map<string, ValidateFunction>();

beforeAll(async () => {
  const examples = exampleEditions();
  remove = examples.remove;
  await madeDownloads({ folder: examples.folder, audience: 'public' }, 1, { forms: ['gpkg', 'ndjson'] });
  measure({ folder: examples.folder, audience: 'public' }, 1);
  server = await started({
    editions: examples.editions, desk, rateLimits: { perFrame: 1_000_000, perMonth: null }, fileMaker: new HeldMaker(), deprecation: deprecationOf('2026-11-01 2027-05-01 <https://ev.example/v2>')!,
  });
  document = (await server.ask('/v1/openapi.json')).json();
  ajv.addSchema({ components: { schemas: asJsonSchema((document['components'] as Node)['schemas']) } }, 'openapi');
  const paths = document['paths'] as Record<string, Record<string, Node>>;
  requestedFile = await madeFile();
  operations = Object.entries(paths).flatMap(([path, item]) => Object.entries(item).map(([method, node]) => operationOf(path, method, node)));
});
afterAll(async () => {
  await server.close();
  remove();
});

/** Asks for a file, and returns the values of the path parameters of its address, which no document can have. */
async function madeFile(): Promise<ReadonlyMap<string, unknown>> {
  const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  for (;;) {
    const { finished, jobID, links } = (await server.ask('/v1/collections/kwetsbare-gebouwen/_bestand?f=gpkg', options)).json() as {
      readonly finished?: string; readonly jobID: string; readonly links: readonly { readonly href: string }[];
    };
    if (finished !== undefined) return new Map([['uuid', jobID], ['gevraagdBestand', links[1]!.href.split('/').at(-1)!]]);
  }
}

function operationOf(path: string, method: string, node: Node): Operation {
  const responses = Object.entries(node['responses'] as Record<string, Node>).map(([status, response]) => [status, resolved(response)] as const);
  const content = ((node['requestBody'] as Node | undefined)?.['content'] ?? {}) as Record<string, Node>;
  return {
    path, method: method.toUpperCase(), responses: Object.fromEntries(responses), body: Object.entries(content).map(([mediaType, one]) => [mediaType, { example: resolved(one['schema'] as Node)['example'], ...one }]),
    parameters: (node['parameters'] as readonly Node[]).map((one) => resolved(one) as Parameter)
      .map((one) => (path.startsWith('/bestanden/') ? { ...one, example: requestedFile.get(one.name) ?? one.example } : one)),
    isSecured: node['security'] !== undefined,
  };
}

function resolved(node: Node): Node {
  const pointer = node['$ref'];
  if (typeof pointer !== 'string') return node;
  return pointer.slice(2).split('/').reduce((at: Node, key) => at[key] as Node, document);
}

/** Converts an OpenAPI 3.0 schema to JSON Schema, where null is a type. */
function asJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJsonSchema);
  if (typeof value === 'string') return value.replace(/^#/, 'openapi#');
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, example: _, ...rest } = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asJsonSchema(one)]));
  return nullable === true ? { ...rest, type: [rest['type'], 'null'] } : rest;
}

/** Formats, as strict as other validators. */
const FORMATS = {
  uri: /^[a-z][a-z0-9+.-]*:\S+$/, date: /^\d{4}-\d{2}-\d{2}$/, uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/,
};
const ajv = new Ajv({ strict: false, formats: FORMATS, code: { optimize: false } });

function validatorOf(schema: Node): ValidateFunction {
  const key = JSON.stringify(schema);
  const known = validators.get(key);
  if (known !== undefined) return known;
  const made = ajv.compile(asJsonSchema(schema) as Node);
  validators.set(key, made);
  return made;
}

function textOf(value: unknown): string {
  return encodeURIComponent(Array.isArray(value) ? value.join(',') : String(value));
}

/** Returns the address and headers of an operation with its required examples and these parameters. */
/** Requests of the operator alone. */
const OF_OPERATOR = /^\/beheren\/|\/besluit$/;

function asked({ path, method, parameters, isSecured, body }: Operation, names: readonly string[]): readonly [string, AskOptions] {
  const given = parameters.filter(({ name, required }) => required || names.includes(name));
  const filled = given.filter((one) => one.in === 'path')
    .reduce((url, { name, example }) => url.replace(`{${name}}`, textOf(example)), path === '/' ? '' : path);
  const query = given.filter((one) => one.in === 'query').map(({ name, example }) => `${name}=${textOf(example)}`).join('&');
  const headers = given.filter((one) => one.in === 'header').map(({ name, example }) => [name, String(example)] as const);
  const [mediaType, content] = body[0] ?? [];
  return [`/v1${filled}${query === '' ? '' : `?${query}`}`, {
    method,
    headers: {
      ...Object.fromEntries(headers), ...(isSecured ? { authorization: `Bearer ${OF_OPERATOR.test(path) ? 'beheer-token' : TOKEN}` } : {}),
      ...(mediaType === undefined ? {} : { 'content-type': mediaType }),
    },
    ...(content === undefined ? {} : { body: JSON.stringify(content['example']) }),
  }];
}

const bare = (mediaType: string | undefined) => mediaType?.split(';')[0];

/** Returns the differences between a response and its documentation: status, media type, headers, body. */
function faultsOf({ responses }: Operation, { status, headers, text }: Reply): readonly string[] {
  const documented = responses[String(status)];
  if (documented === undefined) return [`status ${status} is not documented: ${text}`];
  const content = Object.entries((documented['content'] ?? {}) as Record<string, { schema: Node }>);
  const found = content.find(([mediaType]) => bare(mediaType) === bare(headers['content-type']));
  if (found === undefined && content.length > 0) return [`${headers['content-type']} is not documented`];
  const missing = found === content[0] ? Object.keys(documented['headers'] ?? {}).filter((name) => headers[name.toLowerCase()] === undefined) : [];
  const isJson = /[/+]json$/.test(bare(headers['content-type']) ?? '');
  const validate = found === undefined || !isJson ? undefined : validatorOf(found[1].schema);
  const isRight = validate === undefined || validate(JSON.parse(text));
  return [...missing.map((name) => `no ${name}`), ...(isRight ? [] : [ajv.errorsText(validate?.errors)])];
}

const STREAM = 'text/event-stream';

async function faultsWith(operation: Operation, names: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const [url, options] = asked(operation, names);
  // A stream does not end.
  const method = more['accept'] === STREAM ? 'HEAD' : options.method;
  const reply = await server.ask(url, { ...options, ...method === undefined ? {} : { method }, headers: { ...options.headers, ...more } });
  return faultsOf(operation, reply).map((fault) => `${operation.method} ${url}: ${fault}`);
}

async function ofAll(faultsIn: (operation: Operation) => Promise<readonly (readonly string[])[]>): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const operation of part(operations)) faults.push(...(await faultsIn(operation)).flat());
  return faults;
}

/** In `npm test` one in ten. */
const part = (of: readonly Operation[]): readonly Operation[] => of.filter((_, at) => IS_FULL || at % 10 === 0);
const reads = (operation: Operation) => operation.method === 'GET';
const mediaTypesOf = ({ responses }: Operation) => Object.keys(responses['200']?.['content'] ?? {});

describe('IR-gen-6: examples', () => {
  test('every parameter but a cursor, and every body, has one that its schema allows', () => {
    for (const { path, parameters, body } of operations) {
      for (const { name, example, schema } of parameters) {
        expect([path, name, example === undefined]).toEqual([path, name, name === 'cursor']);
        if (example !== undefined) expect([path, name, validatorOf(schema)(example)]).toEqual([path, name, true]);
      }
      for (const [, { schema, example }] of body) expect([path, validatorOf(schema as Node)(example)]).toEqual([path, true]);
    }
  });

  test('a new object is a valid delivery without any finding', () => {
    for (const type of Object.keys(ROOTS)) {
      const document = exampleDocument(type as RootType);
      expect([type, ...validate(document), ...noticesOf(document)]).toEqual([type]);
    }
  });

  test('a nested object to be added is valid in a root of its path, and links to one that the path names', () => {
    const posts = operations.filter(({ path, method }) => method === 'POST' && /\{id\}\/(?:ev-activiteiten|referenties|contouren)$/.test(path));
    expect(posts.map(({ path }) => path).toSorted()).toEqual(SUB_TARGETS.map(({ path, sub }) => `/${path}/{id}/${sub}`).toSorted());
    for (const { path, body, parameters } of posts) {
      const [type] = Object.entries(ROOTS).find(([, root]) => path.startsWith(`/${root.path}/`))!;
      const example = body[0]![1]['example'] as JsonObject;
      const kind = SUB_RESOURCES[path.split('/').at(-1) as SubResource];
      const root = JSON.parse(JSON.stringify(exampleDocument(type as RootType)), (_, value: Json) => (
        isObject(value) && kindOf(textOf(value['entityType'])) === kind ? example : value
      )) as JsonObject;
      expect([path, ...validate(root), ...noticesOf(root)]).toEqual([path]);
      expect(JSON.stringify(example['locatieEVActiviteit'] ?? example['hoortBij'] ?? example['heeft'])).toContain(String(parameters[0]?.example));
    }
  });

  test('each required one, and each parameter of lists by itself, gives data', async () => {
    const empty: string[] = [];
    // /api redirects to the document.
    for (const operation of part(operations.filter((one) => reads(one) && one.path !== '/api'))) {
      const [plain] = asked(operation, []);
      const before = await server.ask(plain, { headers: asked(operation, [])[1].headers ?? {} });
      expect([plain, before.status]).toEqual([plain, 200]);
      const count = countOf(before);
      for (const { name } of operation.parameters.filter((one) => one.in === 'query' && SHARED.has(one.name))) {
        const reply = await server.ask(...asked(operation, [name]));
        if (reply.status !== 200 || (count > 0 && countOf(reply) === 0)) empty.push(`${asked(operation, [name])[0]} ${reply.status}`);
      }
    }
    expect(empty).toEqual([]);
  });
});

/** Parameters of all lists and objects. */
const SHARED = new Set([
  'limit', 'offset', 'pagina', 'paginaGrootte', 'fields', 'datetime', 'geldigOp', 'beschikbaarOp', 'sorteer', 'filter', 'filter-lang', 'filter-crs',
  'bbox', 'bbox-crs', 'crs',
]);

function countOf({ headers, text }: Reply): number {
  const total = headers['x-total-count'];
  return total === undefined ? Number(/"numberMatched":(\d+)/.exec(text)?.[1] ?? 0) : Number(total);
}

describe('IR-gen-6: responses are as documented', () => {
  test('to each operation in each of its media types', async () => {
    expect(await ofAll((operation) => Promise.all(
      (reads(operation) ? mediaTypesOf(operation) : ['*/*']).map((accept) => faultsWith(operation, [], { accept })),
    ))).toEqual([]);
  });

  test.runIf(IS_FULL)('to each parameter and header by itself, and to all fields together', async () => {
    expect(await ofAll(async (operation) => {
      const single = operation.parameters.filter(({ name, required }) => !required && (SHARED.has(name) || name === 'zoek' || /^[A-Z]/.test(name)));
      const fields = operation.parameters.filter((one) => one.in === 'query' && !single.includes(one) && one.name !== 'cursor');
      const faults = await Promise.all(single.map(({ name }) => faultsWith(operation, name === 'Accept-Crs' && !reads(operation) ? [name, 'Content-Crs'] : [name])));
      return [...faults, await faultsWith(operation, fields.map(({ name }) => name))];
    })).toEqual([]);
  });

  test('to a cursor from a page', async () => {
    const lists = operations.filter((operation) => reads(operation) && operation.parameters.some(({ name }) => name === 'cursor'));
    let followed = 0;
    for (const operation of lists) {
      const [url, options] = asked(operation, []);
      const page = await server.ask(`${url}${url.includes('?') ? '&' : '?'}limit=1`, options);
      const next = /<([^>]+)>; rel="next"/.exec(String(page.headers['link']))?.[1];
      if (next === undefined) continue;
      const { pathname, search, searchParams } = new URL(next);
      const { schema } = operation.parameters.find(({ name }) => name === 'cursor')!;
      expect(validatorOf(schema)(searchParams.get('cursor'))).toBe(true);
      expect(faultsOf(operation, await server.ask(pathname + search, options))).toEqual([]);
      followed += 1;
    }
    expect(followed).toBeGreaterThan(5);
  });

  test('to an unknown parameter, an unknown form, an invalid token, and a matching ETag', async () => {
    for (const operation of part(operations)) {
      const [url, options] = asked(operation, []);
      const separator = url.includes('?') ? '&' : '?';
      const etag = reads(operation) ? (await server.ask(url, options)).headers.etag : undefined;
      const wrong: readonly (readonly [number, Reply])[] = [
        [400, await server.ask(`${url}${separator}onbekend=1`, options)],
        [406, await server.ask(url, { ...options, headers: { ...options.headers, ...(reads(operation) ? { accept: 'image/png' } : { 'api-version': '2.0.0' }) } })],
        [401, await server.ask(url, { ...options, headers: { ...options.headers, authorization: 'Bearer onbekend' } })],
        ...(etag === undefined ? [] : [[304, await server.ask(url, { ...options, headers: { ...options.headers, 'if-none-match': etag } })] as const]),
      ];
      for (const [status, reply] of wrong) expect([url, reply.status, faultsOf(operation, reply)]).toEqual([url, status, []]);
    }
  });
});
