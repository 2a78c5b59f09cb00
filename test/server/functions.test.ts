/** `/functions`: functions for filters beside CQL2's own, and a radius in metres over a real edition. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import { building, createAll, state } from '../publisher/registry.ts';
import { realServer, type RealServer } from './real-server.ts';

let server: RealServer;

/** Building `n` is a square of 20 m whose west side is at x = 100 km + n km. */
beforeAll(async () => {
  server = await realServer({ on: 60, changes: createAll(Array.from({ length: 12 }, (_, n) => {
    const id = `b${String(n).padStart(2, '0')}`;
    return state('KwetsbaarGebouw', id, [building(id, { x: 100_000 + n * 1_000, y: 450_000, size: 20, name: `Huis ${n}` })]);
  })) });
});
afterAll(() => server.close());

async function within(literal: string, metres: number): Promise<readonly string[]> {
  const query = new URLSearchParams({ 'filter': `S_DWITHIN(geometry, ${literal}, ${metres})`, 'filter-crs': CRSS['28992'].uri, 'limit': '100' });
  const reply = await server.ask(`/v1/collections/kwetsbare-gebouwen/items?${query.toString()}`);
  expect(reply.status, reply.text).toBe(200);
  return (reply.json()['features'] as { id: string }[]).map(({ id }) => id).toSorted();
}

test('the list names each function with its arguments and what it returns', async () => {
  const { functions } = (await server.ask('/v1/functions')).json() as { functions: { name: string; returns: string[]; arguments: { title: string; type: string[] }[] }[] };
  expect(functions.map(({ name, returns }) => [name, returns])).toEqual([['S_DWITHIN', ['boolean']]]);
  expect(functions[0]!.arguments.map(({ title, type }) => [title, type])).toEqual([['geometry', ['geometry']], ['literal', ['geometry']], ['metres', ['number']]]);
  const page = await server.ask('/v1/functions', { headers: { accept: 'text/html' } });
  expect([page.status, page.text.includes('S_DWITHIN')]).toEqual([200, true]);
  expect((await server.ask('/v1/functions?x=1')).status).toBe(400);
});

test('a distance is that of the nearest points, and includes the limit', async () => {
  expect(await within('POINT(103000 449500)', 500)).toEqual(['b03']);
  expect(await within('POINT(103000 449500)', 499.9)).toEqual([]);
  expect(await within('POINT(103500 450010)', 500)).toEqual(['b03', 'b04']);
  expect(await within('LINESTRING(103500 450010, 105500 450010)', 479.9)).toEqual(['b04', 'b05']);
  expect(await within('POINT(103010 450010)', 0), 'a point inside').toEqual(['b03']);
  expect(await within('POLYGON((102990 449990, 107100 449990, 107100 450100, 102990 449990))', 0)).toEqual(['b04', 'b05', 'b06', 'b07']);
  expect(await within('POLYGON((0 300000, 270000 300000, 270000 620000, 0 620000, 0 300000))', 0), 'what lies far inside').toHaveLength(12);
  expect(await within('POINT(103010 450010)', 1e7)).toHaveLength(12);
});
