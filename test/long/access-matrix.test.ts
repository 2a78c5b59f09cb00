/**
 * Access matrix: client x object x method x path x bronhoudercode in the body, against a real register. The expected status of each
 * combination comes from the six rows of the Interface Rules and from who owns what, not from the code.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { addOrganisation } from '../../pipelines/state/access/holders.ts';
import { addToken, openTokens } from '../../pipelines/state/access/tokens.ts';
import { EXAMPLE } from '../pipelines/ev-process.ts';
import { started, type Client as Server, type Reply } from '../server/harness.ts';
import { opened } from './real-desk.ts';

/** The codes of each client; undefined: no token, null: an invalid one. */
const CLIENTS = {
  nobody: undefined, invalid: null, own: ['AB12'], other: ['CD34'], several: ['AB12', 'EF56'], operator: [], reader: [], readingWriter: ['GH78'],
} as const satisfies Readonly<Record<string, readonly string[] | null | undefined>>;
type Who = keyof typeof CLIENTS;

/** The code of each object, and whether it is secret; null: it does not exist. Each is a building, and a location with nested objects. */
const OBJECTS = {
  a: { code: 'AB12', isSecret: false }, c: { code: 'CD34', isSecret: false },
  as: { code: 'AB12', isSecret: true }, cs: { code: 'CD34', isSecret: true }, absent: null,
} as const;
type Name = keyof typeof OBJECTS;
const WRITES = ['PUT', 'PATCH', 'DELETE', 'POST'] as const;
const READS = ['GET', 'HEAD'] as const;
type Method = (typeof WRITES)[number] | (typeof READS)[number];

/** Rows of the status table: whether the object exists, and whether the client is allowed. */
const ROWS = ['exists, allowed', 'exists, not allowed', 'exists, cannot be told', 'absent, allowed', 'absent, not allowed', 'absent, cannot be told', 'invalid token'] as const;
type Row = (typeof ROWS)[number];

interface Case { readonly who: Who; readonly name: Name; readonly method: Method; readonly path: (typeof PATHS)[number]; readonly code: string | null }

/** Paths of a building, and of the objects nested in a location. */
const PATHS = ['document', 'feature', 'versies', 'versions', 'herkomst', 'parts', 'part', 'nested feature'] as const;

/** Clients with the role reader, who read the whole register. Their writes are answered as without this role. */
const READERS: readonly Who[] = ['reader', 'readingWriter'];

/** Whether the object exists for the client: a secret object of another holder does not, but for who reads the whole register. */
function existsFor({ who, name, method }: Pick<Case, 'who' | 'name' | 'method'>): boolean {
  const object = OBJECTS[name];
  return object !== null && (!object.isSecret || codesOf(who).includes(object.code) || (READERS.includes(who) && isRead(method)));
}

function codesOf(who: Who): readonly string[] {
  return CLIENTS[who] ?? [];
}

/** Returns the status of a read: what is public is read by all, without a token too; what does not exist for the client is 404. */
function expectedOfRead(one: Case): number {
  return CLIENTS[one.who] === null ? 401 : existsFor(one) ? 200 : 404;
}

/**
 * Returns the status of a write by the six rows. The resource of a write is its object; without the role of a writer it is the list that a
 * POST names. A change of an absent object is 404 for each writer, because nobody else's code is stored. A token for several codes needs a
 * code of its own first. An own id that is taken is 409 before the code of the new object counts.
 */
function expectedOfWrite(one: Case): number {
  const { who, name, method, code } = one;
  if (CLIENTS[who] === null) return 401;
  if (CLIENTS[who] === undefined) return 403;
  const [codes, object, isPost, exists] = [codesOf(who), OBJECTS[name], method === 'POST', existsFor(one)];
  if (codes.length === 0) return exists || isPost ? 401 : 403;
  const isForeign = exists && !codes.includes(object!.code);
  const isNewForeign = code !== null && !codes.includes(code);
  if (isNewForeign && codes.length > 1) return (exists && !object!.isSecret) && !isPost ? 401 : 403;
  if (isForeign) return 401;
  if (!exists && (method === 'PATCH' || method === 'DELETE')) return 404;
  if (isPost && exists) return 409;
  if (isNewForeign) return exists ? 401 : 403;
  return exists ? (method === 'DELETE' ? 412 : 200) : 201;
}

function isRead(method: Method): method is (typeof READS)[number] {
  return method === 'GET' || method === 'HEAD';
}

function expected(one: Case): number {
  return isRead(one.method) ? expectedOfRead(one) : expectedOfWrite(one);
}

function rowOf(one: Case): Row {
  const { who, name, method } = one;
  const codes = CLIENTS[who];
  if (codes === null) return 'invalid token';
  const [exists, object] = [existsFor(one), OBJECTS[name]];
  const isAllowed = isRead(method) || codes !== undefined && codes.length > 0 && (object === null || !exists || codes.includes(object.code as never));
  if (codes === undefined && !isRead(method)) return exists ? 'exists, cannot be told' : 'absent, cannot be told';
  return `${exists ? 'exists' : 'absent'}, ${isAllowed ? 'allowed' : 'not allowed'}`;
}

let server: Server;
const tokens = new Map<Who, string>();
const school = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as JsonObject;
const depot = readFileSync(join(dirname(EXAMPLE), 'munitiedepot-geheim.json'), 'utf8');
let made = 0;

/** Returns a location with nested objects, whose ids begin with its own. */
function locationOf(id: string, code: string, isSecret: boolean): JsonObject {
  const text = depot.replaceAll('NL.IMEV.AB12.munitie-0001', id).replaceAll('"bronhoudercode": "AB12"', `"bronhoudercode": "${code}"`);
  return JSON.parse(isSecret ? text : text.replaceAll('"informatieGeheim": true', '"informatieGeheim": false')) as JsonObject;
}

const ends: (() => void | Promise<void>)[] = [];

/** Starts a server with the objects of two holders. */
beforeAll(async () => {
  const data = mkdtempSync(join(tmpdir(), 'ev-matrix-'));
  ends.push(() => rmSync(data, { recursive: true, force: true }));
  const clock = (): Date => new Date();
  const { desk, editions, full } = await opened((end) => { ends.push(end); }, data, clock, true);
  addOrganisation(data, { id: 'KVK:10000001', name: 'Eigen', codes: ['AB12', 'EF56'], roles: ['writer'] });
  addOrganisation(data, { id: 'KVK:10000002', name: 'Ander', codes: ['CD34'], roles: ['writer', 'full'] });
  addOrganisation(data, { id: 'KVK:10000003', name: 'Beheer', codes: [], roles: ['operator'] });
  addOrganisation(data, { id: 'KVK:10000004', name: 'Lezer', codes: [], roles: ['reader'] });
  addOrganisation(data, { id: 'KVK:10000005', name: 'Lezer en schrijver', codes: ['GH78'], roles: ['writer', 'reader'] });
  for (const [who, organisation] of [['own', 1], ['other', 2], ['several', 1], ['operator', 3], ['reader', 4], ['readingWriter', 5]] as const) {
    tokens.set(who, addToken(data, { organisation: `KVK:1000000${organisation}`, holders: CLIENTS[who], days: 1 }, clock()).token);
  }
  tokens.set('invalid', 'f'.repeat(64));
  server = await started({ editions, full, desk, ownViews: (object) => desk.ownView(object), credentials: openTokens(data, clock), clock });
  ends.push(() => server.close());
  for (const [name, object] of Object.entries(OBJECTS)) {
    if (object === null) continue;
    const { code, isSecret } = object;
    const who = code === 'AB12' ? 'own' : 'other';
    const building = { ...school, id: name, bronhoudercode: code, informatieGeheim: isSecret };
    expect((await ask(who, 'POST', BUILDINGS, building)).status).toBe(201);
    expect((await ask(who, 'POST', LOCATIONS, locationOf(`loc-${name}`, code, isSecret))).status).toBe(201);
  }
}, 120_000);
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

const BUILDINGS = '/v1/kwetsbare-gebouwen';
const LOCATIONS = '/v1/locatie-activiteiten';

function ask(who: Who, method: Method, path: string, body?: JsonObject): Promise<Reply> {
  return server.ask(path, {
    method, headers: {
      ...(who === 'nobody' ? {} : { authorization: `Bearer ${tokens.get(who)}` }),
      ...(isRead(method) ? {} : {
        'content-crs': `<${CRSS['28992'].uri}>`,
        'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json', ...(method === 'DELETE' ? { 'if-match': '"another"' } : {}),
      }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Returns the address of the object in a case; the nested objects are those of its location. */
function addressOf({ path, method }: Case, id: string): string {
  const feature = (collection: string, one: string): string => `/v1/collections/${collection}/items/${one}`;
  switch (path) {
    case 'document': return method === 'POST' ? BUILDINGS : `${BUILDINGS}/${id}`;
    case 'feature': return feature('kwetsbare-gebouwen', id);
    case 'versies': return `${BUILDINGS}/${id}/versies`;
    case 'versions': return `${feature('kwetsbare-gebouwen', id)}/versions`;
    case 'herkomst': return `${BUILDINGS}/${id}/herkomst`;
    case 'parts': return `${LOCATIONS}/loc-${id}/contouren`;
    case 'part': return `${LOCATIONS}/loc-${id}/contouren/loc-${id}-a`;
    default: return feature('militair-explosie-aandachtsgebieden', `loc-${id}-a`);
  }
}

function send(one: Case): Promise<Reply> {
  const { who, name, method, code } = one;
  made += 1;
  const id = name === 'absent' ? `absent-${made}` : name;
  const address = addressOf(one, id);
  if (isRead(method)) return ask(who, method, address);
  const document = { ...school, id, informatieGeheim: OBJECTS[name]?.isSecret === true, bronhoudercode: code };
  const body = method === 'DELETE' ? undefined : method === 'PATCH' ? (code === null ? {} : { bronhoudercode: code }) : document;
  return ask(who, method, address + (who === 'several' && code === null ? '?bronhouder=AB12' : ''), body);
}

/** Whether the case makes an object with the id of a secret object of another holder. It would change what later cases find. */
function takesHiddenId(one: Case): boolean {
  const { who, name, method } = one;
  return (method === 'PUT' || method === 'POST') && OBJECTS[name]?.isSecret === true && !existsFor(one) && codesOf(who).length > 0;
}

const [WHO, NAMES] = [Object.keys(CLIENTS) as Who[], Object.keys(OBJECTS) as Name[]];

const CASES: readonly Case[] = WHO.flatMap((who) => NAMES.flatMap((name) => [
  ...READS.flatMap((method) => PATHS.map((path): Case => ({ who, name, method, path, code: null }))),
  ...WRITES.flatMap((method) => (
    method === 'DELETE' ? [null] : method === 'PATCH' ? [null, 'AB12', 'CD34'] : ['AB12', 'CD34']
  ).map((code): Case => ({ who, name, method, path: 'document', code }))),
])).filter((one) => !takesHiddenId(one));

const GROUPS = Map.groupBy(CASES, (one) => `${one.method}: ${rowOf(one)}`);

test('the matrix has each client, object, method and path, and each row for each method that can meet it', () => {
  // Four clients have a code, and each secret object is hidden from two or three of these when they write.
  expect(CASES).toHaveLength(WHO.length * NAMES.length * (READS.length * PATHS.length + 8) - 5 * 4);
  const writes = WRITES.flatMap((method) => ROWS.map((row) => `${method}: ${row}`));
  const reads = READS.flatMap((method) => ['exists, allowed', 'absent, allowed', 'invalid token'].map((row) => `${method}: ${row}`));
  expect([...GROUPS.keys()].sort()).toEqual([...writes, ...reads].sort());
});

test.each([...GROUPS])('IR-auth-10: each client, object, method and bronhoudercode has the status of its row: %s', async (_, cases) => {
  const wrong: string[] = [];
  for (const one of cases) {
    const { status, text } = await send(one);
    if (status !== expected(one)) wrong.push(`${JSON.stringify(one)}: ${status}, expected ${expected(one)}: ${text.slice(0, 200)}`);
  }
  expect(wrong).toEqual([]);
}, 600_000);
