/** Times without a zone, through the whole road: written by request, checked, recorded, published, and asked by day and by moment. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../schemas/json.ts';
import { PROJECT } from '../shared-data.ts';
import { started } from '../server/harness.ts';
import { opened, said } from './real-desk.ts';

const SCHOOL = JSON.parse(readFileSync(join(PROJECT, 'data/examples/school-zwolle.json'), 'utf8')) as JsonObject;

/** In the hour that spring skips: the time of an unchanged clock. In the hour that autumn repeats: its first occurrence. */
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

test('OPEN-feature-moments: a feature shows UTC and is found by that; sent back, also with a change, its document keeps the delivered text', async () => {
  const { editions, ask } = await opened();
  const server = await started({ editions, clock: () => new Date('2026-12-01T00:00:00Z') });
  onTestFinished(() => server.close());
  for (const [id, period] of Object.entries(OBJECTS)) {
    const document = { ...SCHOOL, id, identificatie: { namespace: 'NL.IMEV', lokaalID: id }, ...period };
    expect(said(await ask('POST', '/kwetsbare-gebouwen', document)), id).toEqual([201]);
    const path = `/collections/kwetsbare-gebouwen/items/${id}`;
    const rd = 'crs=http://www.opengis.net/def/crs/EPSG/9.9.1/28992';
    const feature = (await server.ask(`/v1${path}?${rd}`)).json() as JsonObject;
    const { beginGeldigheid: begin } = feature['properties'] as { beginGeldigheid: string };
    expect(begin).toMatch(/^2026-[\d-]+T[\d:]+Z$/);
    for (const query of [`beginGeldigheid=${begin}`, `filter=beginGeldigheid = TIMESTAMP('${begin}')`]) {
      const { features } = (await server.ask(`/v1/collections/kwetsbare-gebouwen/items?datetime=${begin}&${query.replaceAll(' ', '%20')}`)).json();
      expect([query, (features as { id: string }[]).map((found) => found.id)]).toEqual([query, [id]]);
    }
    const same = await ask('PUT', path, feature);
    expect([said(same), same]).toMatchObject([[200], { outcome: { report: { objects: [{ verdict: 'unchanged' }] } } }]);
    const changed = { ...feature, properties: { ...feature['properties'] as JsonObject, populatie: 77 } };
    expect(said(await ask('PUT', path, changed))).toEqual([200]);
    expect(said(await ask('PATCH', path, { type: 'Feature', properties: { beginGeldigheid: begin.replace('Z', '.000Z'), populatie: 78 } }))).toEqual([200]);
    expect((await server.ask(`/v1/kwetsbare-gebouwen/${id}`)).json()).toMatchObject({ ...period, populatie: 78 });
  }
});

test('regel.klok-verzet: a doubled and a missing hour are warnings that name the moment taken', async () => {
  const { ask } = await opened();
  for (const [id, taken] of [['voorjaar', '2026-03-29T03:30:00+02:00'], ['najaar', '2026-10-25T02:30:00+02:00']] as const) {
    const document = { ...SCHOOL, id, identificatie: { namespace: 'NL.IMEV', lokaalID: id }, ...OBJECTS[id] };
    const answer = await ask('POST', '/kwetsbare-gebouwen', document);
    const findings = answer.kind === 'settled' ? answer.outcome.report?.findings.filter(({ rule }) => rule === 'regel.klok-verzet') : [];
    expect(findings).toMatchObject([{ severity: 'warning', pointer: '/beginGeldigheid', found: OBJECTS[id].beginGeldigheid, message: { nl: expect.stringContaining(taken) as string } }]);
  }
});
