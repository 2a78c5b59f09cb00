/**
 * Own objects over HTTP with nothing replaced: a holder reads its own secret objects by id, in each form and with their history; for
 * everybody else they are as absent as an id that does not exist.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { started, TOKEN, type AskOptions, type Client, type Reply } from '../server/harness.ts';
import { PROJECT } from '../shared-data.ts';
import { opened } from './real-desk.ts';

const OTHER = 'ander-token';
const READERS: readonly (string | undefined)[] = [undefined, OTHER, 'beheer-token'];
const PRIVATE = 'private, no-store';
const PUBLIC = 'public, no-cache';
const BUILDINGS = '/v1/kwetsbare-gebouwen';
const FEATURES = '/v1/collections/kwetsbare-gebouwen/items';
const LOCATIONS = '/v1/locatie-activiteiten';
const DEPOT = 'NL.IMEV.AB12.munitie-0001';

function example(name: string): JsonObject {
  return JSON.parse(readFileSync(join(PROJECT, 'data/examples', `${name}.json`), 'utf8')) as JsonObject;
}

const school = (id: string, more: JsonObject = {}): JsonObject => ({ ...example('school-zwolle'), id, bronhoudercode: 'AB12', ...more });

const ends: (() => void | Promise<void>)[] = [];
let server: Client;
/** The folder for temporary files of the service. */
let temporary = '';

function as(token: string | undefined, path: string, { headers, ...more }: AskOptions = {}): Promise<Reply> {
  return server.ask(path, { ...more, headers: { ...token === undefined ? {} : { authorization: `Bearer ${token}` }, ...headers } });
}

function write(method: string, path: string, body: JsonObject, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : path.includes('/collections/') ? 'application/geo+json' : 'application/json';
  return as(TOKEN, path, {
    method, body: JSON.stringify(body), headers: { 'content-type': type, 'content-crs': `<${CRSS['28992'].uri}>`, ...headers },
  });
}

/** Status, body and headers of a reply, without what names the request and the time. */
function seen({ status, text, headers }: Reply): Json {
  const { date: _, ...others } = headers;
  return { status, text: text.replaceAll(/urn:uuid:[0-9a-f-]+/g, ''), headers: others as JsonObject };
}

beforeAll(async () => {
  const data = mkdtempSync(join(tmpdir(), 'ev-desk-'));
  const was = process.env['TMPDIR'];
  temporary = join(data, 'temporary');
  mkdirSync(temporary);
  process.env['TMPDIR'] = temporary;
  ends.push(() => {
    if (was === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = was;
    rmSync(data, { recursive: true, force: true });
  });
  const { desk, editions } = await opened((end) => { ends.push(end); }, join(data, 'register'));
  server = await started({ editions, desk, ownViews: (object) => desk.ownView(object), clock: () => new Date() });
  ends.push(() => server.close());
  const made = [
    await write('POST', BUILDINGS, school('geheim', { informatieGeheim: true })), await write('POST', BUILDINGS, school('open')),
    await write('POST', LOCATIONS, example('munitiedepot-geheim')), await write('POST', LOCATIONS, example('propaantank-privacygevoelig')),
  ];
  expect(made.map(({ status, headers }) => [status, new URL(headers.location ?? 'http://x').pathname])).toEqual([
    [201, `${BUILDINGS}/geheim`], [201, `${BUILDINGS}/open`], [201, `${LOCATIONS}/${DEPOT}`], [201, `${LOCATIONS}/NL.IMEV.AB12.tank-0002`],
  ]);
}, 120_000);
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

/** Paths of hidden objects, and the same paths of an id that does not exist. */
const HIDDEN: readonly (readonly [string, string])[] = [
  [`${BUILDINGS}/geheim`, `${BUILDINGS}/nergens`], [`${BUILDINGS}/geheim/versies`, `${BUILDINGS}/nergens/versies`],
  [`${FEATURES}/geheim`, `${FEATURES}/nergens`], [`${FEATURES}/geheim/versions`, `${FEATURES}/nergens/versions`],
  [`${LOCATIONS}/${DEPOT}`, `${LOCATIONS}/nergens`], [`${LOCATIONS}/${DEPOT}/ev-activiteiten`, `${LOCATIONS}/nergens/ev-activiteiten`],
  [`${LOCATIONS}/${DEPOT}/contouren/${DEPOT}-a`, `${LOCATIONS}/nergens/contouren/nergens`],
  [`/v1/collections/militair-explosie-aandachtsgebieden/items/${DEPOT}-a`, '/v1/collections/militair-explosie-aandachtsgebieden/items/nergens'],
];

test.each(HIDDEN)('its holder reads %s, by GET and HEAD; no cache may store the response', async (path) => {
  const read = await as(TOKEN, path);
  expect([read.status, read.headers['cache-control']], read.text).toEqual([200, PRIVATE]);
  expect(read.headers.vary).toContain('Authorization');
  const head = await as(TOKEN, path, { method: 'HEAD' });
  expect([head.status, head.headers['content-length'], head.headers.etag]).toEqual([200, String(read.body.length), read.headers.etag]);
  const again = await as(TOKEN, path, { headers: { 'if-none-match': read.headers.etag ?? '' } });
  expect([again.status, again.headers['cache-control']]).toEqual([304, PRIVATE]);
});

test.each(HIDDEN)('for everybody else %s is as absent as an id that does not exist', async (path, absent) => {
  for (const token of READERS) {
    for (const method of ['GET', 'HEAD']) expect(seen(await as(token, path, { method })), token).toEqual(seen(await as(token, absent, { method })));
  }
  expect((await as(TOKEN, absent)).status).toBe(404);
});

test('the document is as it was delivered; HAL has links and the tag, a feature its geometry, in the requested CRS', async () => {
  const rd = `crs=${CRSS['28992'].uri}`;
  expect((await as(TOKEN, `${BUILDINGS}/geheim?${rd}`)).json()).toMatchObject(school('geheim', { informatieGeheim: true }));
  const hal = (await as(TOKEN, `${BUILDINGS}/geheim`, { headers: { accept: 'application/hal+json' } })).json();
  expect(hal).toMatchObject({ _links: { self: { href: `http://127.0.0.1:8080${BUILDINGS}/geheim` } } });
  const feature = (await as(TOKEN, `${FEATURES}/geheim?${rd}`)).json();
  expect(feature).toMatchObject({ id: 'geheim', geometry: (school('geheim') as { geometrie: Json }).geometrie });
  const page = await as(TOKEN, `${BUILDINGS}/geheim`, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers['cache-control']]).toEqual([200, PRIVATE]);
});

test('its holder reads the personal data that the public does not get', async () => {
  const path = `${LOCATIONS}/NL.IMEV.AB12.tank-0002`;
  const [own, open] = [await as(TOKEN, path), await as(undefined, path)];
  expect([own.headers['cache-control'], open.headers['cache-control']]).toEqual([PRIVATE, PUBLIC]);
  expect([own.text.includes('J. Voorbeeld'), open.text.includes('J. Voorbeeld')]).toEqual([true, false]);
  expect(seen(await as(OTHER, path))).toEqual(seen(open));
});

test('an object that is public as a whole is the same response for its holder as for everybody', async () => {
  for (const path of [`${BUILDINGS}/open`, `${BUILDINGS}/open/versies`, `${FEATURES}/open`]) {
    expect(seen(await as(TOKEN, path))).toEqual(seen(await as(undefined, path)));
  }
});

test('lists, searches and counts are those of the public for its holder too', async () => {
  for (const path of [FEATURES, BUILDINGS, '/v1/collections/kwetsbare-gebouwen/tellingen', '/v1/collections/kwetsbare-gebouwen/tiles/NetherlandsRDNewQuad/0/0/0', '/v1/zoeken?zoek=school', '/v1/collections']) {
    const reply = await as(TOKEN, path);
    expect(reply.text).not.toContain('geheim');
    expect(seen(reply)).toEqual(seen(await as(undefined, path)));
  }
});

test('If-Match with the tag of an own read: a write succeeds once; an old tag is 412, for document and feature', async () => {
  await write('POST', BUILDINGS, school('gewijzigd', { informatieGeheim: true }));
  const tag = async (path = `${BUILDINGS}/gewijzigd`): Promise<string> => (await as(TOKEN, path)).headers.etag ?? '';
  const first = await tag();
  const patched = (comment: string, match: string) => write('PATCH', `${BUILDINGS}/gewijzigd`, { comment: [comment] }, { 'if-match': match });
  expect((await patched('een', first)).status).toBe(200);
  expect((await patched('twee', first)).status).toBe(412);
  expect((await patched('drie', await tag(`${FEATURES}/gewijzigd`))).status).toBe(200);
  expect((await as(TOKEN, `${BUILDINGS}/gewijzigd`)).json()).toMatchObject({ comment: ['drie'] });
  const other = await as(OTHER, `${BUILDINGS}/gewijzigd`, { method: 'DELETE', headers: { 'if-match': await tag() } });
  expect(other.status).toBe(404);
});

test('history: each recorded version is read at its own moment; before the first, and for a withdrawn object, there is none', async () => {
  const path = `${BUILDINGS}/historie`;
  await write('POST', BUILDINGS, school('historie', { informatieGeheim: true, populatie: 1 }));
  await write('PUT', path, school('historie', { informatieGeheim: true, populatie: 2 }));
  await write('PUT', path, school('historie', { informatieGeheim: true, populatie: 3, beginGeldigheid: '2025-01-01T00:00:00Z' }));
  const { versies } = (await as(TOKEN, `${path}/versies`)).json() as unknown as { versies: readonly { _links: { document?: { href: string }; feature?: { href: string } } }[] };
  const read = await Promise.all(versies.map(async ({ _links: { document, feature } }) => {
    const { pathname, search } = new URL((document ?? feature)!.href);
    const body = (await as(TOKEN, pathname + search)).json();
    return ((body['properties'] ?? body) as JsonObject)['populatie'];
  }));
  expect(read).toEqual([1, 2, 2, 3]);
  expect((await as(TOKEN, `${path}?beschikbaarOp=2020-01-01T00:00:00Z`)).status).toBe(404);
  expect((await as(TOKEN, `${path}?geldigOp=2024-06-01`)).json()).toMatchObject({ populatie: 2 });
  expect((await as(TOKEN, `${path}?geldigOp=nooit`)).status).toBe(400);
  expect((await as(TOKEN, path, { method: 'DELETE' })).status).toBe(204);
  expect((await as(TOKEN, path)).status).toBe(404);
  expect((await as(TOKEN, `${path}/versies`)).status).toBe(200);
  expect((await as(undefined, `${path}/versies`)).status).toBe(404);
});

test('nothing of an own read stays in the folder for temporary files', () => {
  expect(readdirSync(temporary).filter((name) => name.startsWith('ev-own-'))).toEqual([]);
});
