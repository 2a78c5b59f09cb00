/** GET /{resources}/{id}/herkomst: the public part, the account of the source holder, and every other response. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldersOf, openExistingState } from '../../pipelines/state/database/database.ts';
import { ownAccountOf } from '../../pipelines/state/explain/account.ts';
import { submit } from '../../pipelines/state/outcomes/submit.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import type { Editions } from '../../publisher/read/types.ts';
import type { Desk } from '../../schemas/desk.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { Moment } from '../../schemas/time.ts';
import { play, type Step } from '../pipelines/random-histories.ts';
import { building, location, payloadOf } from '../pipelines/state/small-roots.ts';
import { BASE, FakeEditions } from './fake-editions.ts';
import { fakeDesk } from './fake-desk.ts';
import { started, TOKEN, type Client, type Reply } from './harness.ts';

const NOW = new Date('2026-02-01T12:00:00Z');
const OWN = { authorization: `Bearer ${TOKEN}` };
const OTHER = { authorization: 'Bearer ander-token' };
const OPERATOR = { authorization: 'Bearer beheer-token' };
const HTML = { accept: 'text/html' };

const delivery = (...documents: readonly JsonObject[]): Step => (
  { write: { method: 'LEVERING', id: '', documents, patch: {}, full: [] }, isPublished: true }
);
const HISTORY: readonly Step[] = [
  delivery(building('b0'), building('b1'), building('secret', { secret: true }), location('l0', ['mill']), building('b2', { linksTo: ['mill'] })),
  delivery(building('b0', { populatie: 2 })),
  { write: { method: 'DELETE', id: 'b1', documents: [], patch: {}, full: [] }, isPublished: true },
];

let folder: string;
let editions: Editions;
let desk: Desk;
let server: Client;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ev-herkomst-'));
  await play(HISTORY, folder, BASE);
  const input = { holder: 'AB12', method: 'LEVERING', target: 'later.json', crs: null, mediaType: '', ifMatch: null } as const;
  await submit(folder, { input, payload: { bytes: payloadOf(building('waits')) } }, () => new Date('2026-01-01T00:00:10Z'));
  editions = openEditions(foldersOf(folder).editions, 'public');
  desk = fakeDesk({
    account: async (requested) => {
      const db = openExistingState(folder);
      return await ownAccountOf(db, folder, { ...requested, now: NOW.getTime() as Moment }).finally(() => db.close());
    },
  });
  server = await started({ editions, desk, clock: () => NOW });
});
afterAll(async () => {
  await server.close();
  editions.close();
  rmSync(folder, { recursive: true });
});

const ask = (id: string, headers: Readonly<Record<string, string>> = {}, query = ''): Promise<Reply> => (
  server.ask(`/v1/kwetsbare-gebouwen/${id}/herkomst${query}`, { headers })
);

describe('the public part', () => {
  test('has the holder and the periods of each version, also of a withdrawn object, and links', async () => {
    const reply = await ask('b0');
    expect([reply.status, reply.headers['cache-control'], reply.headers.etag]).toEqual([200, 'public, no-cache', expect.any(String)]);
    expect(reply.json()).toEqual({
      id: 'b0', entityType: 'KwetsbaarGebouw', bronhoudercode: 'AB12', numberOfVersions: 2,
      versions: [
        { valid: { from: '2020-01-01T00:00:00.0Z', until: null }, recorded: { from: '2026-01-01T00:00:01.0Z', until: '2026-01-01T00:00:02.0Z' }, bronhoudercode: 'AB12' },
        { valid: { from: '2020-01-01T00:00:00.0Z', until: null }, recorded: { from: '2026-01-01T00:00:02.0Z', until: null }, bronhoudercode: 'AB12' },
      ],
      _links: Object.fromEntries([['self', '/herkomst'], ['document', ''], ['versies', '/versies']].map(([name, end]) => [name, { href: `${BASE}/kwetsbare-gebouwen/b0${end}` }])),
    });
    expect((await ask('b1')).json()).toMatchObject({ numberOfVersions: 1, versions: [{ recorded: { until: '2026-01-01T00:00:03.0Z' } }] });
  });

  test('is the same for another holder and for an operator, and a client that has it gets 304', async () => {
    const [anybody, other, operator] = await Promise.all([ask('b0'), ask('b0', OTHER), ask('b0', OPERATOR)]);
    expect([other.text, operator.text, other.headers['cache-control']]).toEqual([anybody.text, anybody.text, 'public, no-cache']);
    expect(anybody.headers.vary).toContain('Authorization');
    expect((await ask('b0', { 'if-none-match': anybody.headers.etag! })).status).toBe(304);
  });

  test('has a page without script in both languages, which the pages of the object lead to', async () => {
    const page = await ask('b0', HTML);
    expect([page.status, page.headers['content-language']]).toEqual([200, 'nl']);
    expect(page.text).toContain('<h1>Herkomst van b0</h1>');
    expect(page.text).toContain('Authorization: Bearer');
    expect(page.text).not.toMatch(/<script|Indiening/);
    expect((await ask('b0', HTML, '?lang=en')).text).toContain('Provenance of b0');
    for (const path of ['b0', 'b0/versies']) {
      expect((await server.ask(`/v1/kwetsbare-gebouwen/${path}`, { headers: HTML })).text).toContain(`href="${BASE}/kwetsbare-gebouwen/b0/herkomst"`);
    }
    const hal = await server.ask('/v1/kwetsbare-gebouwen/b0', { headers: { accept: 'application/hal+json' } });
    expect(hal.json()).toHaveProperty('_links.herkomst.href', `${BASE}/kwetsbare-gebouwen/b0/herkomst`);
  });

  test('is all that a service without a desk has', async () => {
    const reading = await started({ editions, clock: () => NOW });
    const reply = await reading.ask('/v1/kwetsbare-gebouwen/b0/herkomst', { headers: OWN });
    const page = await reading.ask('/v1/kwetsbare-gebouwen/b0/herkomst', { headers: HTML });
    await reading.close();
    expect([reply.text, page.text.includes('Authorization')]).toEqual([(await ask('b0')).text, false]);
  });
});

describe('the account of the source holder', () => {
  test('has the submission behind each version, is never stored, and has the public links', async () => {
    const reply = await ask('b0', OWN);
    expect([reply.status, reply.headers['cache-control'], reply.headers.etag]).toEqual([200, 'no-store', undefined]);
    expect(reply.json()).toMatchObject({
      id: 'b0', entityType: 'KwetsbaarGebouw', bronhoudercode: 'AB12', state: 'current', notOnMap: null, numberOfVersions: 2, findings: [], waiting: [], refused: null,
      versions: [
        { firstEdition: 2, hidden: null, madeBy: { holder: 'AB12', method: 'LEVERING' }, endedBy: { method: 'LEVERING' } }, { firstEdition: 3, endedBy: null },
      ],
      _links: (await ask('b0')).json()['_links'] as object,
    });
    // The number of a decision counts those of other holders too.
    expect(reply.text).not.toContain('"decision"');
  });

  test('explains a secret and a withdrawn object, and one that waits', async () => {
    expect((await ask('secret', OWN)).json()).toMatchObject({ state: 'secret', notOnMap: { nl: expect.stringContaining('geheim') as string } });
    expect((await ask('b1', OWN)).json()).toMatchObject({ state: 'withdrawn' });
    const waits = await ask('waits', OWN);
    expect([waits.status, waits.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(waits.json()).toMatchObject({ id: 'waits', entityType: null, state: 'waiting', versions: [], _links: { self: { href: `${BASE}/kwetsbare-gebouwen/waits/herkomst` } } });
    expect(Object.keys(waits.json()['_links'] as object)).toEqual(['self']);
  });

  test('lists parts and what links to them, as JSON and as a page with links to submissions and editions', async () => {
    const path = '/v1/locatie-activiteiten/l0/herkomst';
    const account = (await server.ask(path, { headers: OWN })).json();
    expect(account).toMatchObject({ parts: [{ id: expect.any(String) as string }, { id: 'mill' }], linkedFrom: [{ id: 'b2', bronhoudercode: 'AB12' }] });
    const page = await server.ask(path, { headers: { ...OWN, ...HTML } });
    const [{ madeBy: { uuid } }] = account['versions'] as [{ madeBy: { uuid: string } }];
    expect([page.headers['cache-control'], page.headers.etag]).toEqual(['no-store', undefined]);
    for (const text of ['Dit object geldt nu.', `${BASE}/indieningen/${uuid}`, `${BASE}/edities/2`, `${BASE}/kwetsbare-gebouwen/b2/herkomst`, 'mill', 'Onderdelen']) {
      expect(page.text).toContain(text);
    }
    expect((await server.ask(`${path}?lang=en`, { headers: { ...OWN, ...HTML } })).text).toContain('This object is valid now.');
    expect((await ask('secret', { ...OWN, ...HTML })).text).toContain('Dit object is niet openbaar.');
    expect((await ask('waits', { ...OWN, ...HTML })).text).toContain('Wacht nog');
  });
});

describe('other responses', () => {
  test('an unknown id, a secret object, another resource and a nested id are 404 alike, by holder and without token', async () => {
    const without = ({ status, headers, text }: Reply): unknown => [status, headers['cache-control'], text.replace(/urn:uuid:[0-9a-f-]+/, '')];
    const absent = without(await ask('nowhere'));
    for (const [id, headers] of [
      ['secret', {}], ['secret', OTHER], ['secret', OPERATOR], ['waits', {}], ['waits', OTHER], ['nowhere', OWN], ['nowhere', OTHER], ['l0', OWN], ['l0', {}], ['mill', OWN],
    ] as const) {
      expect(without(await ask(id, headers)), id).toEqual(absent);
    }
    expect(absent).toEqual([404, expect.anything(), expect.stringContaining('BestaatNiet')]);
    expect((await ask('a%00b', OWN)).status).toBe(404);
  });

  test('400 names a parameter that does not exist, 401 is an invalid token, 405 another method, 406 another form', async () => {
    expect((await ask('b0', {}, '?pagina=2')).status).toBe(400);
    expect((await ask('b0', { authorization: 'Bearer nobody' })).status).toBe(401);
    expect((await server.ask('/v1/kwetsbare-gebouwen/b0/herkomst', { method: 'DELETE', headers: OWN })).status).toBe(405);
    expect((await ask('b0', { accept: 'text/csv' })).status).toBe(406);
  });

  test('503 before the first edition; a register that cannot be read is no public answer to its holder', async () => {
    const failing = await started({
      editions: new FakeEditions(), desk: { ...desk, account: () => Promise.reject(new Error('no register')) }, clock: () => NOW,
    });
    const path = '/v1/kwetsbare-gebouwen/b0/herkomst';
    const statuses = [(await failing.ask(path)).status, (await failing.ask(path, { headers: OWN })).status];
    await failing.close();
    expect(statuses).toEqual([503, 500]);
  });
});
