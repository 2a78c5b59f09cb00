/** Unicode normal forms of ids and texts, over a real edition: found in every form, served as delivered. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { building, createAll, location, state } from '../publisher/registry.ts';
import { realServer, type RealServer } from './real-server.ts';

const NFC = 'caf\u00e9';
const NFD = 'cafe\u0301';
/** Three normal forms of one id, of which two are different objects. */
const [ONE, TWIN, THIRD] = ['\u1e69', '\u1e63\u0307', 's\u0307\u0323'] as const;
const NAMES: Readonly<Record<string, string>> = { [NFC]: `Huis ${NFD}`, b1: `Huis ${NFC}`, b2: 'Huis cafe', [ONE]: 'een', [TWIN]: 'twee' };

const BUILDINGS = '/v1/kwetsbare-gebouwen';
const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
let server: RealServer;

beforeAll(async () => {
  const buildings = Object.entries(NAMES).map(([id, name], n) => state('KwetsbaarGebouw', id, [building(id, { x: 100_000 + n * 1_000, y: 450_000, size: 20, name })]));
  const tank = state('LocatieActiviteit', `tank ${NFD}`, [location(`tank ${NFD}`, { x: 121_000, y: 487_000, reference: { id: `vulpunt ${NFD}` } })]);
  server = await realServer({ on: 60, changes: createAll([...buildings, tank]) });
});
afterAll(() => server.close());

async function got(path: string): Promise<readonly [number, unknown, unknown]> {
  const reply = await server.ask(path);
  const body = reply.json();
  return [reply.status, body['id'], body['bronhouder'] ?? (body['properties'] as { bronhouder?: string } | undefined)?.bronhouder];
}

async function idsOf(query: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { status, text, json } = await server.ask(`${ITEMS}?${new URLSearchParams(query).toString()}`);
  expect(status, text).toBe(200);
  return (json()['features'] as { id: string }[]).map(({ id }) => id).sort();
}

const forms = [NFC, NFD];

describe.each(forms)('OPEN-normal-form: one object by %j', (form) => {
  test('document and feature are served as delivered', async () => {
    for (const path of [`${BUILDINGS}/`, `${ITEMS}/`]) expect(await got(path + encodeURIComponent(form))).toEqual([200, NFC, `Huis ${NFD}`]);
  });

  test('its versions are listed', async () => {
    const reply = await server.ask(`${BUILDINGS}/${encodeURIComponent(form)}/versies`);
    expect([reply.status, (reply.json()['versies'] as unknown[]).length]).toEqual([200, 1]);
  });

  test('nested objects are found, below a root in either form', async () => {
    for (const root of forms) {
      const path = `/v1/locatie-activiteiten/${encodeURIComponent(`tank ${root}`)}/referenties/${encodeURIComponent(`vulpunt ${form}`)}`;
      expect((await got(path)).slice(0, 2)).toEqual([200, `vulpunt ${NFD}`]);
    }
    expect((await got(`/v1/collections/vulpunten/items/${encodeURIComponent(`vulpunt ${form}`)}`)).slice(0, 2)).toEqual([200, `vulpunt ${NFD}`]);
  });

  test('filters of texts and ids find both forms', async () => {
    const both = ['b1', NFC].sort();
    expect(await idsOf({ bronhouder: `Huis ${form}` })).toEqual(both);
    for (const filter of [`bronhouder = 'Huis ${form}'`, `bronhouder IN ('x', 'Huis ${form}')`, `bronhouder LIKE '% ${form}'`, `bronhouder LIKE 'Huis caf_' AND bronhouder <> 'Huis cafe'`]) {
      expect(await idsOf({ filter }), filter).toEqual(both);
    }
    expect(await idsOf({ filter: `bronhouder >= 'Huis ${form}' AND bronhouder < 'Huis ${form}a'` })).toEqual(both);
    expect(await idsOf({ filter: `id = '${form}'` })).toEqual([NFC]);
    expect(await idsOf({ filter: `NOT bronhouder = 'Huis ${form}' AND bronhouder LIKE 'Huis%'` })).toEqual(['b2']);
  });

  test('zoek and _search find both forms', async () => {
    expect(await idsOf({ zoek: form })).toEqual(['b1', 'b2', NFC].sort());
    const reply = await server.ask('/v1/_search', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ bronhouder: `Huis ${form}`, types: ['kwetsbaar-gebouw'] }) });
    const { items } = reply.json()['_embedded'] as { items: { _links: { self: { href: string } } }[] };
    expect(items.map(({ _links: { self } }) => decodeURIComponent(self.href.split('/').at(-1)!)).sort()).toEqual(['b1', NFC].sort());
  });
});

test('each twin is found by its exact id, and a third form finds the one in NFC', async () => {
  const found = await Promise.all([ONE, TWIN, THIRD].map((id) => got(`${BUILDINGS}/${encodeURIComponent(id)}`)));
  expect(found.map(([status, id, name]) => [status, id, name])).toEqual([[200, ONE, 'een'], [200, TWIN, 'twee'], [200, ONE, 'een']]);
});

test('equal texts in both forms are adjacent when sorted', async () => {
  const { json } = await server.ask(`${ITEMS}?sorteer=bronhouder`);
  expect((json()['features'] as { properties: { bronhouder: string } }[]).map(({ properties }) => properties.bronhouder.normalize('NFC')))
    .toEqual(['Huis cafe', `Huis ${NFC}`, `Huis ${NFC}`, 'een', 'twee']);
});
