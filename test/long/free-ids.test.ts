/**
 * Free ids: for a holder a hidden object of another does not exist. A write to its id or to its part, and a link to it, get the response for an
 * unknown id, and the register keeps both objects.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { started, type Reply } from '../server/harness.ts';
import { PROJECT } from '../shared-data.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { opened } from './real-desk.ts';

const RD = CRSS['28992'].uri;
const OWNER = 'geheim-token-ab12';
const OTHER = 'ander-token';

const example = (name: string): string => readFileSync(join(PROJECT, 'data/examples', `${name}.json`), 'utf8');

/** A school of a holder. */
function school(id: string, holder: string, more: JsonObject = {}): JsonObject {
  return { ...JSON.parse(example('school-zwolle')) as JsonObject, id, bronhoudercode: holder, ...more };
}

/** A fuel station of a holder, each of its ids with a prefix. */
function station(prefix: string, holder: string, more: JsonObject = {}): JsonObject {
  const text = example('lpg-tankstation-amersfoort').replaceAll('NL.IMEV.AB12.lpg-0001', prefix).replaceAll('"bronhoudercode": "AB12"', `"bronhoudercode": "${holder}"`);
  return { ...JSON.parse(text) as JsonObject, ...more };
}

const SECRET: JsonObject = { informatieGeheim: true };

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Served {
  readonly data: string;
  readonly say: (token: string, sent: Sent) => Promise<Reply>;
}

/** Serves a register of its own. */
async function served(): Promise<Served> {
  const data = temporaryFolder();
  const { desk, editions } = await opened(onTestFinished, data);
  const server = await started({ editions, desk, clock: () => new Date() });
  onTestFinished(() => server.close());
  const say = (token: string, { method, path, body, headers = {} }: Sent): Promise<Reply> => server.ask(`/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`, 'content-crs': `<${RD}>`,
      'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json', ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { data, say };
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Times of this test; the documents are older. */
const NOW = /2[0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9:.]+(?:Z|[+]0[12]:00)/g;
const STARTED = new Date().toISOString();

/** Without uuids and cursors, and without the time of the test, of which a tag is a hash. */
function comparable({ status, phrase, headers, text }: Reply): string {
  const { date: _, etag: __, 'last-modified': ___, 'content-length': ____, ...others } = headers;
  return JSON.stringify([status, phrase, others, text]).replaceAll(UUID, '').replaceAll(/cursor=[\w.]*/g, '').replaceAll(NOW, (time) => (time < STARTED.slice(0, 13) ? time : ''));
}

const GEBOUWEN = '/kwetsbare-gebouwen';
const LOCATIES = '/locatie-activiteiten';

/** Hidden objects of AB12: one id for each write, and a station that links to an object of CD34. */
const HIDDEN: readonly Sent[] = [
  ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id): Sent => ({ method: 'POST', path: GEBOUWEN, body: school(`h-${id}`, 'AB12', SECRET) })),
  ...['k', 'l', 'm', 'n'].map((id): Sent => ({ method: 'POST', path: LOCATIES, body: station(`h-${id}`, 'AB12', SECRET) })),
  { method: 'POST', path: LOCATIES, body: linkedTo(station('h-o', 'AB12', SECRET), 'o-vulpunt') },
];

/** A station whose contours belong to an object elsewhere too. */
function linkedTo(document: JsonObject, target: string): JsonObject {
  return JSON.parse(JSON.stringify(document).replaceAll(/"hoortBij":\[/g, `"hoortBij":[{"href":"#${target}"},`)) as JsonObject;
}

/** A station of AB12, perhaps with a secret contour. */
function stationWith(prefix: string, hasSecret: boolean): JsonObject {
  const whole = station(prefix, 'AB12');
  if (!hasSecret) return whole;
  return JSON.parse(JSON.stringify(whole), (name, value: Json) => {
    const shown = name === 'resulteertIn' && Array.isArray(value) ? (value as readonly JsonObject[]).find(({ id }) => id === `${prefix}-pr`) : undefined;
    if (shown === undefined) return value;
    const ours = { id: `${prefix}-x`, identificatie: { namespace: 'NL.IMEV', lokaalID: `${prefix}-x` }, bronobjectID: 'x', typePlaatsgebondenRisico: 'PR10-7' };
    return [...value as Json[], { ...shown, ...ours, ...SECRET }];
  }) as JsonObject;
}

const GEO = { 'content-type': 'application/geo+json' } as const;
const feature = (id: string): JsonObject => {
  const { geometrie: geometry, ...properties } = school(id, 'CD34');
  return { type: 'Feature', id, properties: { ...properties, id }, geometry: geometry! };
};

/** Requests of CD34. `status`: where nothing is hidden. */
const REQUESTS: readonly (Sent & { readonly status: number })[] = [
  { method: 'GET', path: `${GEBOUWEN}/h-a`, status: 404 },
  { method: 'GET', path: `${GEBOUWEN}/h-a/herkomst`, status: 404 },
  { method: 'PATCH', path: `${GEBOUWEN}/h-a`, body: { populatie: 3 }, status: 404 },
  { method: 'DELETE', path: `${GEBOUWEN}/h-a`, status: 404 },
  { method: 'PUT', path: `${GEBOUWEN}/h-a`, body: school('h-a', 'CD34'), headers: { 'if-match': '*' }, status: 412 },
  { method: 'POST', path: GEBOUWEN, body: school('h-a', 'AB12'), status: 403 },
  { method: 'POST', path: GEBOUWEN, body: school('h-a', 'CD34'), status: 201 },
  { method: 'PATCH', path: `${GEBOUWEN}/h-a`, body: { populatie: 3 }, status: 200 },
  { method: 'PUT', path: `${GEBOUWEN}/h-b`, body: school('h-b', 'CD34'), status: 201 },
  { method: 'POST', path: '/overdrachten?proef=true', body: transfer('AB12', { ids: ['h-a', 'h-b', 'h-k'] }), status: 200 },
  { method: 'POST', path: '/collections/kwetsbare-gebouwen/items', body: feature('h-c'), headers: GEO, status: 201 },
  { method: 'PUT', path: '/collections/kwetsbare-gebouwen/items/h-d', body: feature('h-d'), headers: GEO, status: 201 },
  { method: 'POST', path: '/indieningen', body: [school('h-e', 'CD34'), station('h-k', 'CD34')], status: 201 },
  { method: 'POST', path: GEBOUWEN, body: school('h-l-vulpunt', 'CD34'), status: 201 },
  { method: 'POST', path: LOCATIES, body: station('h-f', 'CD34'), status: 201 },
  { method: 'POST', path: GEBOUWEN, body: school('h-f', 'CD34'), status: 409 },
  { method: 'POST', path: LOCATIES, body: linkedTo(station('p', 'CD34'), 'h-m-vulpunt'), status: 422 },
  { method: 'POST', path: `${LOCATIES}/h-m/ev-activiteiten`, body: activityOf('h-m'), status: 404 },
  { method: 'PUT', path: `${LOCATIES}/h-m/ev-activiteiten/h-m-a1`, body: activityOf('h-m'), status: 404 },
  { method: 'PATCH', path: `${LOCATIES}/h-m/ev-activiteiten/h-m-a1`, body: { doorzetPerJaar: 1 }, status: 404 },
  { method: 'DELETE', path: `${LOCATIES}/h-m/ev-activiteiten/h-m-a1`, status: 404 },
  { method: 'GET', path: `${LOCATIES}/h-m/ev-activiteiten`, status: 404 },
  { method: 'DELETE', path: '/collections/vulpunten/items/h-m-vulpunt', status: 404 },
  { method: 'PATCH', path: '/collections/vulpunten/items/h-m-vulpunt', body: { type: 'Feature', properties: { omschrijving: 'x' } }, status: 404 },
  { method: 'GET', path: `${LOCATIES}/q/contouren/q-x`, status: 404 },
  { method: 'GET', path: `${LOCATIES}/q`, status: 200 },
  { method: 'GET', path: '/collections/pr-contouren/items/q-x', status: 404 },
  { method: 'PATCH', path: `${LOCATIES}/q/contouren/q-x`, body: { omschrijving: 'x' }, status: 403 },
  { method: 'DELETE', path: `${LOCATIES}/q/contouren/q-x`, status: 403 },
  { method: 'DELETE', path: '/collections/pr-contouren/items/q-x', status: 404 },
  { method: 'POST', path: LOCATIES, body: linkedTo(station('r', 'CD34'), 'q-x'), status: 422 },
  { method: 'POST', path: GEBOUWEN, body: school('q-x', 'CD34'), status: 201 },
  { method: 'PATCH', path: `${LOCATIES}/q/contouren/q-x`, body: { omschrijving: 'x' }, status: 403 },
  { method: 'DELETE', path: `${GEBOUWEN}/q-x`, status: 204 },
  { method: 'PUT', path: `${LOCATIES}/o`, body: station('o', 'CD34', { bedrijfsnaam: 'Ander' }), status: 200 },
  { method: 'DELETE', path: `${LOCATIES}/o`, status: 204 },
  { method: 'DELETE', path: `${GEBOUWEN}/h-a`, status: 204 },
  { method: 'POST', path: GEBOUWEN, body: school('h-a', 'CD34'), status: 201 },
  { method: 'POST', path: '/overdrachten?proef=true', body: transfer('AB12'), status: 200 },
  { method: 'POST', path: '/indieningen?proef=true', body: [school('h-g', 'CD34'), school('h-n-vulpunt', 'CD34'), linkedTo(station('q', 'CD34'), 'h-n-vulpunt')], status: 200 },
  { method: 'GET', path: '/indieningen', status: 200 },
  { method: 'GET', path: '/indieningen/eigen-gegevens', status: 200 },
  { method: 'GET', path: `${GEBOUWEN}/h-a/versies`, status: 200 },
  { method: 'GET', path: `${GEBOUWEN}/h-a/herkomst`, status: 200 },
  { method: 'GET', path: GEBOUWEN, status: 200 },
];

function transfer(to: string, more: JsonObject = {}): JsonObject {
  return { from: 'CD34', to, at: '2026-11-02', reason: 'Gemeentelijke herindeling', ...more };
}

function activityOf(prefix: string): Json {
  return (station(prefix, 'CD34')['voertUit'] as readonly Json[])[0]!;
}

test('IR-auth-10: each request of another holder has the same response whether or not a hidden object has the id', { timeout: 120_000 }, async () => {
  const [without, withHidden] = await Promise.all([served(), served()]);
  for (const one of [without, withHidden]) {
    const reply = await one.say(OTHER, { method: 'POST', path: LOCATIES, body: station('o', 'CD34') });
    expect(reply.status, reply.text).toBe(201);
    const own = await one.say(OWNER, { method: 'POST', path: LOCATIES, body: stationWith('q', one === withHidden) });
    expect(own.status, own.text).toBe(201);
  }
  for (const one of HIDDEN) {
    const reply = await withHidden.say(OWNER, one);
    expect(reply.json()['status'], reply.text).toBe(201);
  }
  for (const { status, ...one } of REQUESTS) {
    const [free, taken] = await Promise.all([without.say(OTHER, one), withHidden.say(OTHER, one)]);
    const what = `${one.method} ${one.path} ${JSON.stringify(one.body)?.slice(0, 200)}`;
    const [left, right] = [comparable(free), comparable(taken)];
    let at = 0;
    while (at < left.length && left[at] === right[at]) at += 1;
    const around = (text: string): string => text.slice(Math.max(0, at - 200), at + 200);
    expect([what, right.length, around(right)]).toEqual([what, left.length, around(left)]);
    expect(free.status, `${what}: ${free.text.slice(0, 2_000)}`).toBe(status);
  }
});

test('IR-auth-9: receipts, transfers and errors have random UUIDs, which tell nothing of those of others', { timeout: 120_000 }, async () => {
  const { say } = await served();
  const replies: Reply[] = [];
  for (const id of ['a', 'b', 'c']) {
    replies.push(await say(OTHER, { method: 'POST', path: '/indieningen', body: [school(id, 'CD34')] }));
    replies.push(await say(OTHER, { method: 'POST', path: '/overdrachten', body: transfer('EF56', { ids: [id] }) }));
    replies.push(await say(OTHER, { method: 'GET', path: `${GEBOUWEN}/onbekend` }));
  }
  const named = replies.map(({ status, text, headers }) => {
    const own = status === 404 ? JSON.parse(text).instance as string : headers.location;
    return /[0-9a-f-]{36}$/.exec(own ?? '')?.[0] ?? `${status} ${text.slice(0, 300)}`;
  });
  expect(named.filter((uuid) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(uuid))).toEqual([]);
  // Random ones share no beginning: of two UUIDs the first eight digits are equal once in four thousand million times.
  expect(new Set(named.map((uuid) => uuid.slice(0, 8))).size).toBe(named.length);
});
