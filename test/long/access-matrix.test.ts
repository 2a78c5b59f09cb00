/**
 * Access matrix: client x object x method x bronhoudercode in the body, against a real register. The expected status of each combination
 * comes from the six rows of the Interface Rules and from who owns what, not from the code.
 */
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { addOrganisation } from '../../pipelines/state/access/holders.ts';
import { addToken, openTokens } from '../../pipelines/state/access/tokens.ts';
import { EXAMPLE } from '../pipelines/ev-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { started, type Client as Server } from '../server/harness.ts';
import { opened } from './real-desk.ts';

/** The codes of each client; undefined: no token, null: an invalid one. */
const CLIENTS = {
  nobody: undefined, invalid: null, own: ['AB12'], other: ['CD34'], several: ['AB12', 'EF56'], operator: [],
} as const satisfies Readonly<Record<string, readonly string[] | null | undefined>>;
type Who = keyof typeof CLIENTS;

/** The code of each object; null: it does not exist. */
const OBJECTS = { a: 'AB12', c: 'CD34', absent: null } as const;
type Name = keyof typeof OBJECTS;
const METHODS = ['PUT', 'PATCH', 'DELETE', 'POST'] as const;
type Method = (typeof METHODS)[number];

interface Case { readonly who: Who; readonly name: Name; readonly method: Method; readonly code: string | null }

/**
 * Returns the status by the six rows. The resource of a write is its object; without the role of a writer it is the list that a POST names.
 * A change of an absent object is 404 for each writer, because nobody else's code is stored. A token for several codes needs a code of its
 * own first. An own id that is taken is 409 before the code of the new object counts.
 */
function expected({ who, name, method, code }: Case): number {
  const codes: readonly string[] | null | undefined = CLIENTS[who];
  if (codes === null) return 401;
  if (codes === undefined) return 403;
  const [stored, isPost] = [OBJECTS[name], method === 'POST'];
  const exists = stored !== null;
  if (codes.length === 0) return exists || isPost ? 401 : 403;
  const isForeign = exists && !codes.includes(stored);
  const isNewForeign = code !== null && !codes.includes(code);
  if (isNewForeign && codes.length > 1) return exists && !isPost ? 401 : 403;
  if (isForeign) return 401;
  if (!exists && (method === 'PATCH' || method === 'DELETE')) return 404;
  if (isPost && exists) return 409;
  if (isNewForeign) return exists ? 401 : 403;
  return exists ? (method === 'DELETE' ? 412 : 200) : 201;
}

let server: Server;
const tokens = new Map<Who, string>();
const school = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as JsonObject;
let made = 0;

/** Starts a server with an object of each of two holders. */
async function prepare(): Promise<void> {
  const data = temporaryFolder();
  const clock = (): Date => new Date();
  const { desk, editions } = await opened(onTestFinished, data);
  addOrganisation(data, { id: 'KVK:10000001', name: 'Eigen', codes: ['AB12', 'EF56'], roles: ['writer'] });
  addOrganisation(data, { id: 'KVK:10000002', name: 'Ander', codes: ['CD34'], roles: ['writer', 'full'] });
  addOrganisation(data, { id: 'KVK:10000003', name: 'Beheer', codes: [], roles: ['operator'] });
  for (const [who, organisation] of [['own', 1], ['other', 2], ['several', 1], ['operator', 3]] as const) {
    tokens.set(who, addToken(data, { organisation: `KVK:1000000${organisation}`, holders: CLIENTS[who], days: 1 }, clock()).token);
  }
  tokens.set('invalid', 'f'.repeat(64));
  server = await started({ editions, desk, credentials: openTokens(data, clock), clock });
  onTestFinished(() => server.close());
  expect((await send({ who: 'own', name: 'a', method: 'POST', code: 'AB12' })).status).toBe(201);
  expect((await send({ who: 'other', name: 'c', method: 'POST', code: 'CD34' })).status).toBe(201);
}

function send({ who, name, method, code }: Case) {
  made += 1;
  const id = name === 'absent' ? `absent-${made}` : name;
  const path = method === 'POST' ? '/v1/kwetsbare-gebouwen' : `/v1/kwetsbare-gebouwen/${id}`;
  const document = { ...school, id, bronhoudercode: code };
  const body = method === 'DELETE' ? undefined : method === 'PATCH' ? (code === null ? {} : { bronhoudercode: code }) : document;
  const query = who === 'several' && code === null ? '?bronhouder=AB12' : '';
  return server.ask(path + query, {
    method, headers: {
      ...(who === 'nobody' ? {} : { authorization: `Bearer ${tokens.get(who)}` }), 'content-crs': `<${CRSS['28992'].uri}>`,
      'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json', ...(method === 'DELETE' ? { 'if-match': '"another"' } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

test('IR-auth-10: each client, object, method and bronhoudercode has the status of its row; the stored and the new code are both checked', async () => {
  await prepare();
  const cases = (Object.keys(CLIENTS) as Who[]).flatMap((who) => (Object.keys(OBJECTS) as Name[]).flatMap((name) => METHODS.flatMap((method) => (
    method === 'DELETE' ? [null] : method === 'PATCH' ? [null, 'AB12', 'CD34'] : ['AB12', 'CD34']
  ).map((code): Case => ({ who, name, method, code })))));
  const wrong: string[] = [];
  for (const one of cases) {
    const { status, text } = await send(one);
    if (status !== expected(one)) wrong.push(`${JSON.stringify(one)}: ${status}, expected ${expected(one)}: ${text.slice(0, 200)}`);
  }
  expect(cases).toHaveLength(144);
  expect(wrong).toEqual([]);
}, 600_000);
