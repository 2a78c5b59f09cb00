/** Access: each route with no token, an invalid one, and a token of each role and holder; and the tables of roles in DELIVERING.md. */
import { NO_RATE_LIMITS } from '../../schemas/rate-limits.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RIGHTS, ROLE_TEXTS, ROLES, type Principal } from '../../schemas/roles.ts';
import type { DeskAnswer } from '../../schemas/desk.ts';
import type { Credentials } from '../../schemas/credentials.ts';
import { LiveStreams } from '../../server/connection/live-streams.ts';
import { readBaseUrl } from '../../schemas/base-url.ts';
import { NO_TERMS } from '../../schemas/terms.ts';
import type { Outcome, Receipt } from '../../schemas/submission.ts';
import { routesOf, type Route } from '../../server/routes.ts';
import { ASSETS_HASH } from '../../server/web/assets.ts';
import { PROJECT } from '../shared-data.ts';
import { fakeDesk } from './fake-desk.ts';
import { exampleEditions } from './example-edition.ts';
import { NOW, started, type Client } from './harness.ts';

const UUID = '0b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10';
const receipt: Receipt = { uuid: UUID, received: '2026-11-21T12:00:00.0Z', holder: 'AB12', bytes: 2, sha256: 'ab' };
const outcome: Outcome = { receipt, state: 'settled', status: 200, roots: [{ id: 'NL.1', type: 'KwetsbaarGebouw' }], report: null };

/** Number of writes that reach the desk. */
let written = 0;
const answered = (): Promise<DeskAnswer> => {
  written += 1;
  return Promise.resolve({ kind: 'settled', outcome });
};
const desk = fakeDesk({
  submit: answered, deliver: answered, rehearse: () => answered().then(() => ({ kind: 'busy' })),
  outcome: (uuid) => Promise.resolve(uuid === UUID ? outcome : undefined), own: () => Promise.resolve({ bytes: Buffer.from('{}'), next: null }),
  overview: () => Promise.resolve({ states: { pending: 0, parked: 0, settled: 1, aside: 0, retried: 0, refused: 0 }, waiting: [], runs: [], organisations: [], diskFreeBytes: 1 }),
  rule: () => answered().then(() => ({ kind: 'ruled', retriedAs: null })),
  propose: (order, { holder }) => answered().then(() => ({
    ...order, uuid: UUID, proposed: receipt.received, proposer: holder, state: 'open',
  })),
});

const TOKEN = { organisation: 'KVK:12345678', tokenEnd: '01234567' } as const;
const PRINCIPALS = {
  writer: { ...TOKEN, holders: ['AB12'], roles: ['writer'] }, full: { ...TOKEN, holders: ['AB12'], roles: ['writer', 'full'] },
  other: { ...TOKEN, holders: ['CD34'], roles: ['writer', 'full'] }, operator: { ...TOKEN, holders: [], roles: ['operator'] },
} as const satisfies Record<string, Principal>;
const WHO = ['nobody', 'invalid', 'writer', 'full', 'other', 'operator'] as const;
type Who = (typeof WHO)[number];

/** One existing object per path. */
const THERE: Readonly<Record<string, string>> = {
  'locatie-activiteiten': 'NL.IMEV.AB12.lpg-0001', 'ev-activiteiten': '', referenties: '', contouren: '', 'kwetsbare-gebouwen': '',
};

let server: Client;
let remove: () => void;
let routes: readonly Route[];
const ids = new Map<string, string>();

beforeAll(async () => {
  const examples = exampleEditions();
  remove = examples.remove;
  const credentials: Credentials = ({ token }) => PRINCIPALS[token as keyof typeof PRINCIPALS];
  const service = { editions: examples.editions, desk, credentials, apiKeys: () => undefined, clock: () => NOW };
  server = await started(service);
  routes = routesOf({ ...service, baseUrl: readBaseUrl('http://127.0.0.1:8080/v1'), profile: 'default', isSite: false, terms: NO_TERMS, basemap: null, requireIfMatch: false, keyRequired: false, clientCertificates: null, ownViews: () => Promise.resolve(undefined), rateLimits: NO_RATE_LIMITS, deprecation: null, streams: new LiveStreams(), files: null, toRd: null, tag: '' });
  for (const [path, known] of Object.entries(THERE)) ids.set(path, known === '' ? await anIdOf(path) : known);
});
afterAll(async () => {
  await server.close();
  remove();
});

async function anIdOf(path: string): Promise<string> {
  const below = path === 'kwetsbare-gebouwen' ? `/v1/${path}` : `/v1/locatie-activiteiten/${THERE['locatie-activiteiten']}/${path}`;
  const [list] = Object.values((await server.ask(below)).json()) as readonly (readonly { id: string }[])[];
  return list![0]!.id;
}

/** Returns the path with parameters of an existing or a missing object. */
function filled(path: string, isThere: boolean): string | undefined {
  const names = path.split('/');
  const id = (at: number): string | undefined => (isThere ? ids.get(names[at] === ':id' ? names[at - 1]! : names[at - 2]!) : 'er-is-niets');
  const values: Readonly<Record<string, (at: number) => string | undefined>> = {
    ':collectionId': () => 'kwetsbare-gebouwen', ':code': () => '28992', ':nummer': () => '1', ':bronhoudercode': () => 'AB12', ':bestand': () => 'kwetsbare-gebouwen-1-rd.ndjson', ':geheelBestand': () => 'ev-register-1-rd.gpkg', ':gevraagdBestand': () => 'kwetsbare-gebouwen-1-rd-0b5a7f6e.gpkg', ':naam': () => 'TypeKwetsbaarGebouw', ':type': () => 'KwetsbaarGebouw',
    ':hash': () => ASSETS_HASH, ':asset': () => 'style.css', ':fout': () => 'BestaatNiet', ':parameterFout': () => 'OnbekendeParameter', ':regel': () => 'json.syntax', ':uuid': () => UUID, ':operationId': () => 'objectenKwetsbareGebouwen',
    ':tileMatrixSetId': () => 'WebMercatorQuad', ':tileMatrix': () => '0', ':tileRow': () => '0', ':tileCol': () => '0',
    ':featureId': () => ids.get('kwetsbare-gebouwen'),
    ':id': (at) => (names[1] === 'collections' ? id(at - 1) ?? (isThere ? ids.get(names[2]!) : 'er-is-niets') : id(at)),
    ':subId': (at) => (isThere ? ids.get(names[at - 1]!) : 'er-is-niets'),
  };
  const parts = names.map((part, at) => (part.startsWith(':') ? values[part]!(at) : part));
  return parts.includes(undefined) ? undefined : `/v1${parts.join('/')}`;
}

const TYPES: Readonly<Record<string, string>> = { PATCH: 'application/merge-patch+json' };

async function asked(who: Who, method: string, path: string): Promise<{ status: number; reached: boolean }> {
  const before = written;
  const type = TYPES[method] ?? (path.endsWith('/items') || path.includes('/items/') || path === '/v1/collections' ? 'application/geo+json' : 'application/json');
  const { status } = await server.ask(path, {
    method, headers: { ...(who === 'nobody' ? {} : { authorization: `Bearer ${who}` }), ...(method === 'GET' ? {} : { 'content-type': type }) },
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }),
  });
  return { status, reached: written > before };
}

const isQuestion = (path: string): boolean => path.endsWith('/_search') || path.endsWith('/_zoek') || path.endsWith('/_bestand');

test('reads and searches need no token, and an invalid one is 401', async () => {
  const reading = routes.filter(({ method, path }) => (method === 'GET' && !/^\/(?:indieningen|jobs|overdrachten|beheren\/overzicht)\b/.test(path)) || isQuestion(path));
  expect(reading.length).toBeGreaterThan(40);
  for (const { method, path } of reading) {
    const concrete = filled(path, true) ?? filled(path, false)!;
    const { status } = await asked('nobody', method, concrete);
    expect([200, 307, 400, 404], `${method} ${concrete}`).toContain(status);
    expect((await asked('invalid', method, concrete)).status, `${method} ${concrete}`).toBe(401);
    for (const who of ['writer', 'full', 'other', 'operator'] as const) {
      expect((await asked(who, method, concrete)).status, `${who} ${method} ${concrete}`).toBe(status);
    }
  }
});

test('writing needs the role writer: another role is 401 on an existing resource and 403 on a missing one', async () => {
  const writing = routes.filter(({ method, path }) => method !== 'GET' && !isQuestion(path) && path !== '/indieningen/:uuid' && path !== '/indieningen/:uuid/besluit' && !path.startsWith('/overdrachten'));
  expect(writing.length).toBeGreaterThan(60);
  let seen = 0;
  for (const { method, path } of writing) {
    for (const isThere of [true, false]) {
      const concrete = filled(path, isThere);
      if (concrete === undefined) continue;
      const hasId = path.includes(':');
      const refused = isThere || !hasId ? 401 : 403;
      const expected = { nobody: 403, invalid: 401, operator: refused } as const;
      for (const who of WHO) {
        const { status, reached } = await asked(who, method, concrete);
        const isRefused = who === 'nobody' || who === 'invalid' || who === 'operator';
        expect(reached, `${who} ${method} ${concrete}`).toBe(!isRefused);
        if (isRefused) expect(status, `${who} ${method} ${concrete}`).toBe(expected[who]);
        else expect([401, 403], `${who} ${method} ${concrete}`).not.toContain(status);
      }
      seen += isThere && hasId ? 1 : 0;
    }
  }
  expect(seen, 'paths of objects that are there').toBeGreaterThan(10);
});

test('a full delivery needs the role full beside writer', async () => {
  const of = async (who: Who): Promise<readonly [number, boolean]> => {
    const { status, reached } = await asked(who, 'POST', '/v1/indieningen?volledig=KwetsbaarGebouw');
    return [status, reached];
  };
  expect(await Promise.all([of('nobody'), of('invalid')])).toEqual([[403, false], [401, false]]);
  expect([await of('writer'), await of('operator')]).toEqual([[401, false], [401, false]]);
  expect([await of('full'), await of('other')]).toEqual([[201, true], [201, true]]);
  expect((await server.ask('/v1/indieningen?volledig=KwetsbaarGebouw', {
    method: 'POST', body: '[]', headers: { authorization: 'Bearer writer', 'content-type': 'application/json' },
  })).json()).toMatchObject({ status: 401, type: 'http://127.0.0.1:8080/v1/fouten/ev/NietGeautoriseerd', detail: expect.stringContaining('de rol full') as string });
  expect((await server.ask('/v1/indieningen?volledig=KwetsbaarGebouw', {
    method: 'POST', body: 'x', headers: { authorization: 'Bearer writer', 'content-type': 'text/plain' },
  })).status, 'the role comes before the media type').toBe(401);
});

test('a rehearsal of a delivery needs the roles of the delivery', async () => {
  const of = async (who: Who, query: string): Promise<readonly [number, boolean]> => {
    const { status, reached } = await asked(who, 'POST', `/v1/indieningen?proef=true${query}`);
    return [status, reached];
  };
  expect(await Promise.all([of('nobody', ''), of('invalid', ''), of('operator', ''), of('writer', '&volledig=KwetsbaarGebouw')]))
    .toEqual([[403, false], [401, false], [401, false], [401, false]]);
  // The desk of this file answers that another rehearsal runs.
  expect([await of('writer', ''), await of('full', '&volledig=KwetsbaarGebouw')]).toEqual([[503, true], [503, true]]);
});

/** Interface Rules, Authentication 4 and 10: the status by existence, principal and role; RFC 9110 and 6750: the challenge of a 401, and of a 403 for lack of a header. */
describe('IR-auth-10: one table of statuses, and the challenge of each', () => {
  const [there, absent] = ['/v1/kwetsbare-gebouwen', '/v1/collections/kwetsbare-gebouwen/items/er-is-niets'];
  test.each<[string, string, Record<string, string>, number, string | undefined]>([
    ['exists, no header', there, {}, 403, 'Bearer'],
    ['exists, another scheme', there, { authorization: 'Basic d3JpdGVyOng=' }, 401, 'Bearer error="invalid_token"'],
    ['exists, unknown token', there, { authorization: 'Bearer onbekend' }, 401, 'Bearer error="invalid_token"'],
    ['exists, not authorised', there, { authorization: 'Bearer operator' }, 401, 'Bearer error="insufficient_scope"'],
    ['exists, authorised', there, { authorization: 'Bearer writer' }, 200, undefined],
    ['does not exist, no header', absent, {}, 403, 'Bearer'],
    ['does not exist, unknown token', absent, { authorization: 'Bearer onbekend' }, 401, 'Bearer error="invalid_token"'],
    ['does not exist, not authorised', absent, { authorization: 'Bearer operator' }, 403, undefined],
  ])('%s', async (_, path, headers, status, challenge) => {
    const isList = path === there;
    const reply = await server.ask(path, {
      method: isList ? 'POST' : 'PUT', body: '{}', headers: { ...headers, 'content-type': isList ? 'application/json' : 'application/geo+json' },
    });
    expect([reply.status, reply.headers['www-authenticate']]).toEqual([status, challenge]);
  });
});

test.each<[Who, number]>([
  ['nobody', 403], ['invalid', 401], ['writer', 200], ['full', 200], ['other', 200], ['operator', 200],
])('a list of submissions asked by %s is %i', async (who, status) => {
  expect((await asked(who, 'GET', '/v1/indieningen')).status).toBe(status);
});

test.each<[Who, number]>([
  ['nobody', 403], ['invalid', 401], ['writer', 200], ['full', 200], ['other', 200], ['operator', 401],
])('own documents asked by %s are %i', async (who, status) => {
  expect((await asked(who, 'GET', '/v1/indieningen/eigen-gegevens')).status).toBe(status);
});

describe('a proposal of a transfer', () => {
  test.each<[Who, number, number, boolean]>([
    ['nobody', 403, 403, false], ['invalid', 401, 401, false], ['writer', 200, 201, true], ['full', 200, 201, true], ['other', 200, 201, true], ['operator', 200, 401, false],
  ])('asked by %s is %i, made %i', async (who, list, made, reached) => {
    expect((await asked(who, 'GET', '/v1/overdrachten')).status).toBe(list);
    const before = written;
    const { status } = await server.ask('/v1/overdrachten', {
      method: 'POST', headers: { 'content-type': 'application/json', ...(who === 'nobody' ? {} : { authorization: `Bearer ${who}` }) },
      body: JSON.stringify({ from: 'AB12', to: 'CD34', at: '2027-01-01', reason: 'Herindeling' }),
    });
    expect([status, written > before]).toEqual([made, reached]);
    // The desk of this file knows no proposal.
    for (const [method, path] of [['POST', `/v1/overdrachten/${UUID}/akkoord`], ['DELETE', `/v1/overdrachten/${UUID}`]] as const) {
      expect(await asked(who, method, path)).toEqual({ status: reached ? 404 : made, reached: false });
    }
    expect((await asked(who, 'GET', `/v1/overdrachten/${UUID}`)).status).toBe(list === 200 ? 404 : list);
  });
});

describe('a receipt', () => {
  test.each<[Who, number, number]>([
    ['nobody', 403, 403], ['invalid', 401, 401], ['writer', 200, 404], ['full', 200, 404], ['other', 404, 404], ['operator', 200, 404],
  ])('asked by %s is %i, and %i when there is none', async (who, there, absent) => {
    for (const path of ['/v1/indieningen', '/v1/jobs']) {
      const unknown = `${path}/${UUID.replace('0b', '1b')}`;
      expect([path, (await asked(who, 'GET', `${path}/${UUID}`)).status, (await asked(who, 'GET', unknown)).status]).toEqual([path, there, absent]);
    }
  });
});

describe('an undo', () => {
  test.each<[Who, number, number, boolean]>([
    ['nobody', 403, 403, false], ['invalid', 401, 401, false], ['writer', 200, 404, true], ['full', 200, 404, true], ['other', 404, 404, false],
    ['operator', 200, 404, true],
  ])('asked by %s is %i, and %i when there is no submission', async (who, there, absent, reached) => {
    expect(await asked(who, 'DELETE', `/v1/indieningen/${UUID}`)).toEqual({ status: there, reached });
    expect(await asked(who, 'DELETE', `/v1/indieningen/${UUID.replace('0b', '1b')}`)).toEqual({ status: absent, reached: false });
  });
});

describe('what the operator alone may do', () => {
  test.each<[Who, number]>([['nobody', 403], ['invalid', 401], ['writer', 401], ['full', 401], ['other', 401], ['operator', 200]])('asked by %s is %i', async (who, status) => {
    expect((await asked(who, 'GET', '/v1/beheren/overzicht')).status).toBe(status);
    for (const uuid of [UUID, UUID.replace('0b', '1b')]) {
      const before = written;
      const reply = await server.ask(`/v1/indieningen/${uuid}/besluit`, {
        method: 'POST', headers: { 'content-type': 'application/json', ...(who === 'nobody' ? {} : { authorization: `Bearer ${who}` }) }, body: '{"besluit":"vrijgeven"}',
      });
      expect([reply.status, written > before]).toEqual(who !== 'operator' ? [status, false] : uuid === UUID ? [200, true] : [404, false]);
    }
  });

  test('a credential in a cookie is none, so a page of another host cannot decide', async () => {
    const cookie = 'token=operator; Authorization=Bearer operator';
    const reply = await server.ask(`/v1/indieningen/${UUID}/besluit`, { method: 'POST', headers: { cookie, 'content-type': 'application/json' }, body: '{"besluit":"vrijgeven"}' });
    expect(reply.status).toBe(403);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });
});

const PAGE = join(PROJECT, 'pipelines/prepare/DELIVERING.md');
const [BEGIN, END] = ['<!-- roles -->', '<!-- /roles -->'];

/** The tables in DELIVERING.md; `vitest run --update=all` writes them. */
function tables(): string {
  const rows = (cells: readonly (readonly string[])[]): string => cells.map((row) => `| ${row.join(' | ')} |`).join('\n');
  const roles = rows([['role', 'what it may do'], ['---', '---'], ...ROLES.map((role) => [`\`${role}\``, ROLE_TEXTS[role].en])]);
  const rights = rows([['requests', 'role'], ['---', '---'], ...Object.values(RIGHTS).map(({ requests, roles: needed }) => (
    [requests.en, needed === null ? 'none, no token' : needed.map((role) => `\`${role}\``).join(' or ')]
  ))]);
  return `${roles}\n\n${rights}`;
}

test('DELIVERING.md has the tables of roles', async () => {
  const [before = '', rest = ''] = readFileSync(PAGE, 'utf8').split(BEGIN);
  const [, after = ''] = rest.split(END);
  await expect(`${before}${BEGIN}\n\n${tables()}\n\n${END}${after}`).toMatchFileSnapshot(PAGE);
});
