/**
 * Full audience with nothing replaced: a client with the role `reader` reads the whole register at the addresses of the public; everybody
 * else gets what they would get without it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import type { Principal } from '../../schemas/roles.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { started, type Client, type Reply } from '../server/harness.ts';
import { PROJECT } from '../shared-data.ts';
import { opened } from './real-desk.ts';

const PRINCIPALS: Readonly<Record<string, Principal>> = {
  reader: { organisation: 'KVK:30000003', tokenEnd: '3', holders: [], roles: ['reader'] },
  writer: { organisation: 'KVK:10000001', tokenEnd: '1', holders: ['AB12'], roles: ['writer'] },
  other: { organisation: 'KVK:20000002', tokenEnd: '2', holders: ['CD34'], roles: ['writer', 'full', 'operator'] },
};
const BUILDINGS = '/v1/kwetsbare-gebouwen';
const TANK = '/v1/locatie-activiteiten/NL.IMEV.AB12.tank-0002';
const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';

function example(name: string): JsonObject {
  return JSON.parse(readFileSync(join(PROJECT, 'data/examples', `${name}.json`), 'utf8')) as JsonObject;
}

const school = (id: string, more: JsonObject = {}): JsonObject => ({ ...example('school-zwolle'), id, bronhoudercode: 'AB12', ...more });

interface Served {
  readonly as: (token: string | undefined, path: string, headers?: Readonly<Record<string, string>>) => Promise<Reply>;
  readonly write: (method: string, path: string, body: JsonObject) => Promise<void>;
  readonly server: Client;
}

async function served(): Promise<Served> {
  const { desk, editions, full } = await opened(onTestFinished, temporaryFolder(), () => new Date(), true);
  const server = await started({
    editions, desk, ownViews: (object) => desk.ownView(object), clock: () => new Date(), full,
    credentials: ({ token }) => PRINCIPALS[token],
  });
  onTestFinished(() => server.close());
  const bearer = (token: string | undefined): Readonly<Record<string, string>> => (token === undefined ? {} : { authorization: `Bearer ${token}` });
  return {
    server,
    as: (token, path, headers = {}) => server.ask(path, { headers: { ...bearer(token), ...headers } }),
    async write(method, path, body) {
      const { status, text } = await server.ask(path, {
        method, body: JSON.stringify(body), headers: { ...bearer('writer'), 'content-type': 'application/json', 'content-crs': `<${CRSS['28992'].uri}>` },
      });
      expect([200, 201], text).toContain(status);
    },
  };
}

async function fill({ write }: Served): Promise<void> {
  await write('POST', BUILDINGS, school('open'));
  await write('POST', BUILDINGS, school('geheim', { informatieGeheim: true, populatie: 77 }));
  await write('POST', '/v1/locatie-activiteiten', example('propaantank-privacygevoelig'));
}

/** Paths of all kinds of reads. */
const PATHS = [
  ITEMS, `${ITEMS}?populatie=77`, BUILDINGS, `${BUILDINGS}/geheim`, `${BUILDINGS}/geheim/versies`, `${BUILDINGS}/geheim/herkomst`, `${ITEMS}/geheim`, `${ITEMS}/geheim/versions`,
  TANK, `${TANK}/contouren`, '/v1/zoeken?zoek=Zwolle', '/v1/collections', '/v1/edities', '/v1/edities/1', '/v1/verschillen?van=1&tot=2', '/v1/collections/kwetsbare-gebouwen/tellingen', '/v1/collections/kwetsbare-gebouwen/tiles/NetherlandsRDNewQuad/0/0/0',
  '/v1/omgeving?plaats=202500,502500&straal=1000', '/v1', '/v1/sitemap.xml', '/v1/kaart',
] as const;

/** A reply without what names its request and its time. */
function seen({ status, text, headers }: Reply): Json {
  const { date: _, ...others } = headers;
  const fixed = text.replaceAll(/urn:uuid:[0-9a-f-]+/g, '').replaceAll(/"timeStamp":"[^"]*"/g, '');
  return { status, text: fixed, headers: others as JsonObject };
}

test('a reader gets lists, counts, searches, documents and history of all objects, at the same addresses; no cache may store them', async () => {
  const register = await served();
  await fill(register);
  const { as } = register;
  const matched = async (token: string | undefined, path: string): Promise<Json | undefined> => (await as(token, path)).json()['numberMatched'] as Json;
  expect([await matched('reader', ITEMS), await matched(undefined, ITEMS), await matched('writer', ITEMS)]).toEqual([2, 1, 1]);
  expect([await matched('reader', `${ITEMS}?populatie=77`), await matched('other', `${ITEMS}?populatie=77`)]).toEqual([1, 0]);
  expect((await as('reader', `${BUILDINGS}/geheim`)).json()).toMatchObject({ id: 'geheim', populatie: 77 });
  expect((await as('reader', `${BUILDINGS}/geheim/versies`)).text).toContain('"versie":1');
  expect([(await as('reader', TANK)).text.includes('J. Voorbeeld'), (await as(undefined, TANK)).text.includes('J. Voorbeeld')]).toEqual([true, false]);
  for (const path of PATHS) {
    const reply = await as('reader', path);
    expect([reply.status, reply.headers['cache-control']], path).toEqual([200, 'private, no-store']);
  }
  const [own, open] = [await as('reader', ITEMS), await as(undefined, ITEMS)];
  expect(own.headers.etag).not.toBe(open.headers.etag);
  expect((await as('reader', ITEMS, { 'if-none-match': own.headers.etag ?? '' })).status).toBe(304);
  expect((await as('reader', ITEMS, { 'if-none-match': open.headers.etag ?? '' })).status).toBe(200);
  const searched = await register.server.ask('/v1/collections/kwetsbare-gebouwen/_zoek', {
    method: 'POST', body: JSON.stringify({ filter: 'populatie=77' }), headers: { 'authorization': 'Bearer reader', 'content-type': 'application/json' },
  });
  expect([searched.status, searched.text.includes('geheim')], searched.text).toEqual([200, true]);
});

test('whoever has not the role gets the same responses as without a full audience, for hidden ids those of an absent one', async () => {
  const register = await served();
  await fill(register);
  const { as, server } = register;
  for (const path of PATHS) {
    expect(seen(await as('other', path)), path).toEqual(seen(await as(undefined, path)));
    expect((await as(undefined, path)).text.includes('"populatie":77'), path).toBe(false);
  }
  await server.close();
});

test('a reader gets a secret part of a public object, everybody else the object without it', async () => {
  const register = await served();
  const whole = example('lpg-tankstation-amersfoort');
  const [root, part] = [whole['id'] as string, `${whole['id'] as string}-vulpunt`];
  const secret = JSON.parse(JSON.stringify(whole), (_, value: Json) => (
    isObject(value) && value['id'] === part ? { ...value, informatieGeheim: true } : value
  )) as JsonObject;
  await register.write('POST', '/v1/locatie-activiteiten', secret);
  const { as } = register;
  const statuses = async (token: string | undefined): Promise<readonly number[]> => (
    await Promise.all([`/v1/locatie-activiteiten/${root}`, `/v1/collections/vulpunten/items/${part}`].map(async (path) => (await as(token, path)).status))
  );
  expect([await statuses('reader'), await statuses('writer'), await statuses('other'), await statuses(undefined)]).toEqual([[200, 200], [200, 200], [200, 404], [200, 404]]);
  for (const [token, isShown] of [['reader', true], ['writer', true], ['other', false], [undefined, false]] as const) {
    expect((await as(token, `/v1/locatie-activiteiten/${root}`)).text.includes(part), token).toBe(isShown);
  }
  expect((await as('reader', '/v1/collections/vulpunten/items')).json()['numberMatched']).toBe(1);
  expect((await as('writer', '/v1/collections/vulpunten/items')).json()['numberMatched']).toBe(0);
});

test('an object that becomes secret stays in the editions of the full audience, also at an earlier moment', async () => {
  const register = await served();
  await fill(register);
  const { as, write } = register;
  const before = new Date().toISOString();
  await write('PUT', `${BUILDINGS}/open`, school('open', { informatieGeheim: true }));
  await expect.poll(async () => (await as(undefined, `${ITEMS}?beschikbaarOp=${before}`)).status, { timeout: 30_000 }).toBe(410);
  expect((await as('reader', `${ITEMS}?beschikbaarOp=${before}`)).status).toBe(200);
  expect((await as('reader', ITEMS)).json()['numberMatched']).toBe(2);
  expect((await as(undefined, ITEMS)).json()['numberMatched']).toBe(0);
});
