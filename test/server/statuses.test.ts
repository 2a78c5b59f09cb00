/** Statuses: every status of the table of the Interface Rules for reads and heads of writes, each by a real request (IR-status-*). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Editions } from '../../publisher/read/types.ts';
import { PROBLEMS } from '../../schemas/problems.ts';
import { fakeDesk } from './fake-desk.ts';
import { BASE, fakeEdition, FakeEditions, points } from './fake-editions.ts';
import { ACTIVATED, aRegister, started, TOKEN, type AskOptions, type Client } from './harness.ts';

const never = () => Promise.reject(new Error('the desk is not asked'));
const desk = fakeDesk({});
const failing: Editions = {
  current: () => { throw new Error('pack 7 has SHA-256 81ab'); }, firstFrom: () => undefined, whenRead: (work) => work(), showing: () => [], at: () => 'nothing', numbered: () => 'unknown', list: () => Promise.reject(new Error('nothing')), listAfter: () => Promise.reject(new Error('nothing')), countDifferences: never, differences: never, downloads: () => null, downloadsUpTo: () => null, qualityUpTo: () => [], qualityOfHolder: () => null, openPacks: 0, isBehind: false, refresh: () => {}, close: () => {},
};

let servers: Readonly<Record<'usual' | 'early' | 'failing' | 'conditional', Client>>;
let tag = '';
/** Link to a page of a deleted edition. */
let gone = '';
beforeAll(async () => {
  const editions: FakeEditions = aRegister();
  const [usual, early, broken, conditional] = await Promise.all([
    started({ editions, desk }), started({ editions: new FakeEditions() }), started({ editions: failing }),
    started({ editions, desk, requireIfMatch: true }),
  ]);
  servers = { usual, early, failing: broken, conditional };
  const links = (await usual.ask(ITEMS)).json()['links'] as readonly { rel: string; href: string }[];
  gone = (links.find(({ rel }) => rel === 'next')?.href ?? '').slice(new URL(BASE).origin.length);
  editions.activate(fakeEdition(4, { 'kwetsbare-gebouwen': points(9) }), new Date(ACTIVATED.getTime() + 1000));
  editions.collect(3);
  tag = (await usual.ask(ITEM)).headers.etag ?? '';
});
afterAll(() => Promise.all(Object.values(servers).map((server) => server.close())));

const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
const ITEM = `${ITEMS}/gebouw-0003`;
const RESOURCE = '/v1/kwetsbare-gebouwen';

interface Case {
  readonly status: number;
  readonly what: string;
  readonly path: string | (() => string);
  readonly options?: AskOptions | (() => AskOptions);
  /** End of the problem's type; absent for a success. */
  readonly type?: string;
  readonly on?: keyof typeof servers;
}

const methodOf = (options: Case['options'] = {}) => (typeof options === 'function' ? options() : options).method ?? 'GET';
const post = (headers: Readonly<Record<string, string>>): AskOptions => ({ method: 'POST', body: '{}', headers });
const written = (headers: Readonly<Record<string, string>>): AskOptions => (
  post({ authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...headers })
);

const CASES: readonly Case[] = [
  { status: 200, what: 'a list', path: ITEMS },
  { status: 200, what: 'one object', path: ITEM },
  { status: 204, what: 'what a path can', path: ITEMS, options: { method: 'OPTIONS' } },
  { status: 304, what: 'a tag that matches', path: ITEM, options: () => ({ headers: { 'if-none-match': tag } }) },
  { status: 400, what: 'a parameter that does not exist', path: `${ITEMS}?onzin=1`, type: 'parameter/OnbekendeParameter' },
  { status: 400, what: 'a CRS that is not offered', path: `${ITEM}?crs=EPSG:28992`, type: 'parameter/CrsNietOndersteund' },
  { status: 400, what: 'a field that does not exist', path: `${ITEMS}?fields=onzin`, type: 'parameter/OngeldigeParameter' },
  { status: 401, what: 'a token that is none', path: ITEMS, options: { headers: { authorization: 'Bearer onbekend' } }, type: 'TokenOngeldig' },
  { status: 403, what: 'the future', path: `${ITEMS}?geldigOp=2999-01-01`, type: 'parameter/ToekomstNietOndersteund' },
  { status: 403, what: 'legal effect', path: `${ITEMS}?inWerkingOp=2020-01-01`, type: 'parameter/InWerkingTredingNietOndersteund' },
  { status: 403, what: 'a write without a token', path: RESOURCE, options: post({ 'content-type': 'application/json' }), type: 'GeenToegang' },
  { status: 404, what: 'an object that is not there', path: `${ITEMS}/onbekend`, type: 'BestaatNiet' },
  { status: 404, what: 'a path that is not there', path: '/v1/onbekend', type: 'BestaatNiet' },
  { status: 405, what: 'PUT on a collection', path: ITEMS, options: { method: 'PUT' }, type: 'MethodeNietToegestaan' },
  { status: 406, what: 'a form that there is not', path: ITEM, options: { headers: { accept: 'image/png' } }, type: 'NietLeverbaar' },
  { status: 406, what: 'a CRS that there is not, by header', path: ITEM, options: { headers: { 'accept-crs': 'EPSG:7415' } }, type: 'CrsNietLeverbaar' },
  { status: 406, what: 'a version that there is not', path: ITEM, options: { headers: { 'api-version': '2.0.0' } }, type: 'VersieNietLeverbaar' },
  { status: 410, what: 'a page of an edition that is not kept', path: () => gone, type: 'EditieVerwijderd' },
  { status: 412, what: 'Accept-Crs on a write without Content-Crs', path: RESOURCE, options: written({ 'accept-crs': 'EPSG:28992' }), type: 'KopOntbreekt' },
  { status: 415, what: 'a body that is no JSON', path: RESOURCE, options: written({ 'content-type': 'text/plain' }), type: 'MediatypeNietOndersteund' },
  ...(['PUT', 'PATCH'] as const).flatMap((method): readonly Case[] => [ITEM, `${RESOURCE}/gebouw-0003`].map((path) => ({
    status: 428, what: `${method} without If-Match where that is required`, path, type: 'VoorwaardeVereist', on: 'conditional',
    options: { ...written({ 'content-type': method === 'PUT' && path === ITEM ? 'application/geo+json' : 'application/json' }), method },
  }))),
  { status: 500, what: 'a mistake of ours', path: ITEMS, type: 'OnverwachteFout', on: 'failing' },
  { status: 503, what: 'a question before the first edition', path: ITEMS, type: 'NietBeschikbaar', on: 'early' },
];

/** Table of the Interface Rules, with the statuses that only the register or a rate limit gives. */
const TABLE = [200, 201, 204, 304, 400, 401, 403, 404, 405, 406, 409, 410, 412, 415, 422, 429, 500, 503];
/** Status of RFC 6585, enabled by a setting. */
const BY_SETTING = 428;
const NOT_BY_READING = [201, 409, 422, 429];

describe('IR-status', () => {
  test.each(CASES)('IR-status-$status: $what', async ({ status, path, options = {}, type, on = 'usual' }) => {
    const asked = typeof path === 'string' ? path : path();
    const given = typeof options === 'function' ? options() : options;
    const reply = await servers[on].ask(asked, given);
    expect(reply.status).toBe(status);
    expect(reply.headers['api-version']).toBe('1.0.0');
    if (type === undefined) return;
    expect(reply.headers['content-type']).toBe('application/problem+json');
    expect(reply.json()).toMatchObject({ status, type: `${BASE}/fouten/ev/${type}` });
    const kind = await servers[on].ask(`/v1/fouten/ev/${type}`);
    expect([kind.status, kind.json()['status']], 'its type can be looked up').toEqual([200, status]);
  });

  test.each(CASES.filter(({ options }) => methodOf(options) === 'GET'))('HEAD is as GET: $status, $what', async ({ path, options = {}, on = 'usual' }) => {
    const given = typeof options === 'function' ? options() : options;
    const asked = typeof path === 'string' ? path : path();
    const [head, get] = await Promise.all(['HEAD', 'GET'].map((method) => servers[on].ask(asked, { ...given, method })));
    const { date: _, 'content-length': length, ...headers } = head!.headers;
    const { date: __, 'content-length': expected, ...others } = get!.headers;
    expect([head?.status, head?.body.length, headers]).toEqual([get?.status, 0, others]);
    // Each problem has its own instance, of one length.
    expect(length).toBe(expected);
  });

  test('only statuses that reading cannot give are missing', () => {
    const seen = new Set(CASES.map(({ status }) => status));
    expect([...seen, ...NOT_BY_READING].filter((status) => status !== BY_SETTING).toSorted((a, b) => a - b)).toEqual(TABLE);
  });

  test('IR-status-set: each required status is documented for some operation, and each error has a code of its own with a page', async () => {
    const { paths } = (await servers.usual.ask('/v1/openapi.json')).json() as { paths: Record<string, Record<string, { responses?: object }>> };
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    const documented = new Set(operations.flatMap(({ responses = {} }) => Object.keys(responses)));
    expect(TABLE.filter((status) => !documented.has(String(status)))).toEqual([]);
    const kinds = Object.values(PROBLEMS);
    expect(TABLE.filter((status) => status >= 400 && kinds.every((kind) => kind.status !== status))).toEqual([]);
    expect(new Set(kinds.map(({ path }) => path)).size).toBe(kinds.length);
    for (const { path, status, title } of kinds) {
      const page = await servers.usual.ask(`/v1/fouten/ev/${path}`);
      expect([page.status, page.json()], path).toMatchObject([200, { type: `${BASE}/fouten/ev/${path}`, status }]);
      expect(page.text).toContain(title.nl);
    }
  });

  test('each is documented where it occurs', async () => {
    const { paths } = (await servers.usual.ask('/v1/openapi.json')).json() as { paths: Record<string, Record<string, { responses: object }>> };
    const documented: string[] = [];
    for (const { status, what, path, options } of CASES) {
      const [bare = ''] = (typeof path === 'string' ? path : path()).slice('/v1'.length).split('?');
      const template = bare.replace(/\/items\/[^/]+$/, '/items/{featureId}').replace(/^(\/kwetsbare-gebouwen)\/[^/]+$/, '$1/{id}');
      const operation = paths[template]?.[methodOf(options).toLowerCase()];
      if (operation === undefined) continue;
      expect(operation.responses, what).toHaveProperty(String(status));
      documented.push(what);
    }
    expect(documented).toHaveLength(CASES.length - ['what a path can', 'a path that is not there', 'PUT on a collection'].length);
  });
});
