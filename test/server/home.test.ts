/** The start page: what the register holds, the map of the country, and the four doors. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COLLECTIONS } from '../../schemas/names.ts';
import { FakeEditions } from './fake-editions.ts';
import { aRegister, started, type Client } from './harness.ts';
import { building, createAll, state } from '../publisher/registry.ts';
import { realServer } from './real-server.ts';

const HTML = { headers: { accept: 'text/html' } };

let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister() }); });
afterAll(() => server.close());

describe('the start page', () => {
  test('counts each kind with objects, names the kinds without, and links to each list', async () => {
    const { text } = await server.ask('/v1', HTML);
    const counted = new Map([...text.matchAll(/collections\/([a-z-]+)\/items">[^<]*<\/a><\/th>\s*<td class="number">([\d.]+)</g)].map(([, id, count]) => [id, Number(count)]));
    const { collections } = (await server.ask('/v1/collections')).json() as { collections: { id: string }[] };
    for (const { id } of collections) {
      const { numberMatched } = (await server.ask(`/v1/collections/${id}/items?limit=1`)).json() as { numberMatched: number };
      expect([id, counted.get(id) ?? 0]).toEqual([id, numberMatched]);
    }
    expect(text).toContain(`<strong>${[...counted.values()].reduce((sum, count) => sum + count, 0)}</strong> objecten.`);
    const without = /Zonder objecten: ([^<]*)\./.exec(text)?.[1] ?? '';
    expect(without.split(', ')).toHaveLength(COLLECTIONS.length - counted.size);
  });

  test('names the last publication with its moment and zone, in the language of the page', async () => {
    expect((await server.ask('/v1', HTML)).text).toMatch(/editie 3<\/a>, 20 november 2026 om 11:00 CET\./);
    expect((await server.ask('/v1?lang=en', HTML)).text).toMatch(/edition 3<\/a>, 20 November 2026 at 11:00 CET\./);
  });

  test('has four doors whose links all lead somewhere', async () => {
    const { text } = await server.ask('/v1', HTML);
    expect([...text.matchAll(/<section aria-labelledby="(\w+)"><h2 id="\1">([^<]*)</g)].map(([, , title]) => title)).toEqual(['Kijken', 'Leveren', 'Erop bouwen', 'Beheren']);
    const doors = text.slice(text.indexOf('class="doors"'), text.indexOf('Wat erin staat'));
    for (const [, href] of doors.matchAll(/href="http:\/\/127\.0\.0\.1:8080([^"]*)"/g)) {
      const { status } = await server.ask(href!, href === '/v1/openapi.json' ? {} : HTML);
      expect([href, status]).toEqual([href, 200]);
    }
  });

  test('says that nothing was published before the first edition, without a map', async () => {
    const empty = await started({ editions: new FakeEditions() });
    const { status, text } = await empty.ask('/v1', HTML);
    expect([status, text.includes('Er is nog niets gepubliceerd.'), text.includes('<svg class="map"')]).toEqual([200, true, false]);
    await empty.close();
  });

  test('says that a service without a desk is for reading only', async () => {
    expect((await server.ask('/v1', HTML)).text).toContain('Deze dienst is alleen om te lezen.');
  });

  test('programs get the landing page, and other forms are refused with all forms that there are', async () => {
    expect((await server.ask('/v1')).json()['links']).toBeInstanceOf(Array);
    expect((await server.ask('/v1', { headers: { accept: 'image/png' } })).text).toMatch(/application\/json, application\/vnd\.oai\.openapi\+json;version=3\.0, text\/html/);
  });
});

test('the map has the cells of the current edition, and counts again after a publication', async () => {
  const at = (id: string, x: number, y: number) => state('KwetsbaarGebouw', id, [building(id, { x, y, size: 20, name: 'Huis' })]);
  const real = await realServer({ on: 60, changes: createAll([at('a', 100_000, 450_000), at('b', 101_000, 451_000)]) });
  const shaded = async () => [...(await real.ask('/v1', HTML)).text.matchAll(/<path class="d(\d)" d="([^"]*)"/g)].map(([, shade, data]) => [shade, data!.match(/M/g)!.length]);
  expect(await shaded()).toEqual([['0', 1]]);
  real.publish({ on: 70, after: 60, changes: createAll([at('c', 200_000, 550_000)]) });
  real.editions.refresh();
  expect(await shaded()).toEqual([['0', 2]]);
  expect((await real.ask('/v1?beschikbaarOp=2026-03-03T00:00:00Z', HTML)).text, 'an edition that is not open yet').toContain('<strong>2</strong> objecten.');
  expect((await real.ask('/v1?geldigOp=2026-01-05', HTML)).text, 'the map of another day is not made').not.toContain('<svg class="map"');
  await real.close();
});
