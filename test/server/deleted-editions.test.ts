/** Deleted editions: requests for editions that are deleted during a walk, or before a look back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../publisher/store.ts';
import { Collector } from '../../publisher/write/collect.ts';
import { buildingRoot, createAll, DAY, day, location, state } from '../publisher/registry.ts';
import { BASE } from './fake-editions.ts';
import { realServer, type RealServer } from './real-server.ts';
import { SOUND } from '../always-sound.ts';

const named = (id: string) => buildingRoot(id, { x: 100_000 + id.length * 1_000, y: 400_000, name: id });
const place = (id: string, x: number) => state('LocatieActiviteit', id, [location(id, { x, y: 400_000, reference: { id: `${id}.tank` } })]);
const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';

let server: RealServer;
/** Links of walks over buildings and over locations, begun in the first edition. */
let [buildings, locations] = ['', ''];

async function nextOf(path: string): Promise<string> {
  const { links } = (await server.ask(path)).json() as { links: readonly { rel: string; href: string }[] };
  return links.find(({ rel }) => rel === 'next')!.href.slice(BASE.length - '/v1'.length);
}

beforeAll(async () => {
  server = await realServer({ changes: createAll([named('a'), named('bb'), named('ccc'), place('x', 1_000), place('y', 2_000)]), on: 10 });
  buildings = await nextOf(`${ITEMS}?limit=2`);
  locations = await nextOf('/v1/collections/locatie-activiteiten/items?limit=1');
  server.publish({ changes: createAll([place('z', 3_000)]), on: 10.2 });
  server.publish({ changes: createAll([place('zz', 4_000)]), on: 10.4 });
  server.publish({ changes: createAll([named('dddd')]), on: 12 });
  new Collector(openStore(server.folder, SOUND), 'public').collect(new Date(day(12) + DAY / 2), { allDays: 0 });
  server.editions.refresh();
});
afterAll(() => server.close());

test('a walk continues while an edition with its first content is stored; else it is 410', async () => {
  const rest = (await server.ask(buildings)).json() as { features: readonly { id: string }[]; numberMatched: number };
  expect(rest).toMatchObject({ numberMatched: 3, features: [{ id: expect.any(String) as string }] });
  const gone = await server.ask(locations);
  expect([gone.status, gone.json()['type']]).toEqual([410, `${BASE}/fouten/ev/EditieVerwijderd`]);
});

test('IR-query-beschikbaarOp: an unchanged list is served from a later edition; others are 410 with the nearest moments', async () => {
  const at = (on: number): string => new Date(day(on) + 60_000).toISOString();
  const same = await server.ask(`${ITEMS}?beschikbaarOp=${at(10.2)}`);
  expect([same.status, same.json()['numberMatched']]).toEqual([200, 3]);
  const other = await server.ask(`/v1/collections/locatie-activiteiten/items?beschikbaarOp=${at(10.2)}`);
  expect(other.status).toBe(410);
  expect(other.text).toContain(new Date(day(10.4)).toISOString());
  expect(other.text).not.toContain(new Date(day(10.2)).toISOString());
});
