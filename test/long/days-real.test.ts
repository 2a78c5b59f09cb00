/** Times without a zone, through the whole road: written by request, checked, recorded, published, and asked by day and by moment. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../schemas/json.ts';
import { PROJECT } from '../shared-data.ts';
import { started } from '../server/harness.ts';
import { opened, said } from './real-desk.ts';

const SCHOOL = JSON.parse(readFileSync(join(PROJECT, 'data/examples/school-zwolle.json'), 'utf8')) as JsonObject;

/** In the hour that spring leaves out, as if the clock had not been put forward; in the hour that autumn repeats, its first pass. */
const OBJECTS = {
  voorjaar: { beginGeldigheid: '2026-03-29T02:30:00' },
  najaar: { beginGeldigheid: '2026-10-25T02:30:00' },
  zomer: { beginGeldigheid: '2026-03-29T03:00:00', eindGeldigheid: '2026-10-25T03:00:00' },
  middernacht: { beginGeldigheid: '2026-03-30T00:00:00', eindGeldigheid: '2026-10-26T00:00:00' },
};

test('OPEN-timestamps: times without zone are Europe/Amsterdam, in both nights in which the clock is changed', async () => {
  const { editions, ask } = await opened();
  for (const [id, period] of Object.entries(OBJECTS)) {
    const document = { ...SCHOOL, id, identificatie: { namespace: 'NL.IMEV', lokaalID: id }, ...period };
    expect(said(await ask('POST', '/kwetsbare-gebouwen', document)), id).toEqual([201]);
  }
  const server = await started({ editions, clock: () => new Date() });
  onTestFinished(() => server.close());
  const valid = async (query: string): Promise<string> => {
    const reply = await server.ask(`/v1/collections/kwetsbare-gebouwen/items?${query}`);
    return (reply.json()['features'] as { id: string }[]).map(({ id }) => id).sort().join(' ');
  };
  const moments = [
    ['2026-03-29T00:59:59Z', ''], ['2026-03-29T01:00:00Z', 'zomer'], ['2026-03-29T01:29:59Z', 'zomer'],
    ['2026-03-29T01:30:00Z', 'voorjaar zomer'], ['2026-03-29T21:59:59Z', 'voorjaar zomer'], ['2026-03-29T22:00:00Z', 'middernacht voorjaar zomer'],
    ['2026-10-25T00:29:59Z', 'middernacht voorjaar zomer'], ['2026-10-25T00:30:00Z', 'middernacht najaar voorjaar zomer'],
    ['2026-10-25T01:59:59Z', 'middernacht najaar voorjaar zomer'], ['2026-10-25T02:00:00Z', 'middernacht najaar voorjaar'],
    ['2026-10-25T22:59:59Z', 'middernacht najaar voorjaar'], ['2026-10-25T23:00:00Z', 'najaar voorjaar'],
  ] as const;
  for (const [moment, ids] of moments) expect([moment, await valid(`datetime=${moment}`)]).toEqual([moment, ids]);
  const days = [
    ['2026-03-28', ''], ['2026-03-29', 'voorjaar zomer'], ['2026-03-30', 'middernacht voorjaar zomer'],
    ['2026-10-24', 'middernacht voorjaar zomer'], ['2026-10-25', 'middernacht najaar voorjaar'], ['2026-10-26', 'najaar voorjaar'],
  ] as const;
  for (const [day, ids] of days) expect([day, await valid(`geldigOp=${day}`)]).toEqual([day, ids]);
  const text = (await server.ask('/v1/kwetsbare-gebouwen/voorjaar')).json();
  expect(text['beginGeldigheid'], 'what was delivered is given back').toBe('2026-03-29T02:30:00');
  const { versies } = (await server.ask('/v1/kwetsbare-gebouwen/zomer/versies')).json() as { versies: readonly JsonObject[] };
  expect(versies).toMatchObject([{ beginGeldigheid: '2026-03-29T01:00:00.0Z', eindGeldigheid: '2026-10-25T02:00:00.0Z' }]);
});
