/** PUT, PATCH and DELETE with nothing replaced: the one validator, the register, the publisher; then what editions say. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import type { DeskAnswer } from '../../schemas/desk.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import type { SubmissionInput } from '../../schemas/submission.ts';
import { parseMoment, type Moment } from '../../schemas/time.ts';
import { PROJECT } from '../shared-data.ts';
import { opened, said } from './real-desk.ts';

const SCHOOL = JSON.parse(readFileSync(join(PROJECT, 'data/examples/school-zwolle.json'), 'utf8')) as JsonObject;
const LIST = '/kwetsbare-gebouwen';
const ONE = `${LIST}/s1`;
const FEATURE = `/collections${LIST}/items/s1`;
const doc = (change: JsonObject = {}): JsonObject => ({ ...SCHOOL, id: 's1', ...change });

test('PUT gives a new version and keeps the old ones; what was served comes back unchanged; DELETE ends it', async () => {
  const { editions, ask, read } = await opened();
  expect(said(await ask('PUT', ONE, doc({ populatie: 10 })))).toEqual([201]);
  const first = editions.current()!;
  const later = doc({ populatie: 20, beginGeldigheid: '2026-02-01T00:00:00Z' });
  expect(said(await ask('PUT', ONE, later))).toEqual([200]);
  expect(read()?.['populatie']).toBe(20);
  expect(read(parseMoment('2026-01-15T00:00:00Z'))?.['populatie'], 'geldigOp').toBe(10);
  expect(said(await ask('PUT', ONE, doc({ populatie: 30, beginGeldigheid: '2026-02-01T00:00:00Z' })))).toEqual([200]);
  const corrected = editions.current()!;
  expect(first.edition.document('s1', '28992')).toBeDefined();

  const served = read()!;
  const again = await ask('PUT', ONE, served);
  expect(again).toMatchObject({ outcome: { status: 200, roots: [], report: { objects: [{ verdict: 'unchanged' }] } } });
  expect(editions.current()?.head).toBe(corrected.head);
  const { geometrie: geometry = null, _links: _, ...properties } = served;
  const feature = { type: 'Feature', id: 's1', geometry, properties, links: [] };
  expect(await ask('PUT', FEATURE, feature)).toMatchObject({ outcome: { status: 200, roots: [] } });

  expect(said(await ask('PUT', ONE, doc({ id: 's2' })))).toEqual([400, 'verzoek.ander-id /id']);
  expect(said(await ask('PUT', '/kwetsbare-locaties/s1', doc()))).toEqual([400, 'verzoek.andere-collectie /entityType']);
  expect(said(await ask('PUT', FEATURE, doc()))).toEqual([400, 'verzoek.vorm ']);
  expect(said(await ask('PUT', ONE, doc({ populatie: -1 })))).toEqual([400, 'schema.bereik /populatie']);
  expect(said(await ask('POST', LIST, served))[0], 'its _links are no reason to refuse it, that it is there is').toBe(409);
  expect(said(await ask('PUT', ONE, doc({ bronhoudercode: 'CD34' }), { holder: 'CD34' }))[0]).toBe(401);

  expect(said(await ask('DELETE', ONE, null))).toEqual([204]);
  expect(read()).toBeUndefined();
  expect(editions.at(corrected.activated.getTime() as Moment)).toMatchObject({ edition: { number: corrected.edition.number } });
  expect(corrected.edition.document('s1', '28992'), 'beschikbaarOp').toBeDefined();
  expect(said(await ask('DELETE', ONE, null))[0]).toBe(404);
  expect(said(await ask('POST', LIST, doc({ populatie: 40 })))).toEqual([201]);
  expect(read()?.['populatie']).toBe(40);
});

test('what is served in any CRS comes back unchanged, and leaves the delivered geometry when another field changes', async () => {
  const { ask, read, editions } = await opened();
  const [x, y] = [203_000, 503_000];
  const outside = [[x, y], [x, y + 3_000], [x + 4_000, y + 3_000], [x + 4_000, y], [x, y]];
  // A hole that touches the outside in mid-edge, and one that a long edge bends over in degrees.
  const touching = [outside, [[x + 17, y], [x + 25, y + 10], [x + 10, y + 10], [x + 17, y]]];
  const bent = [outside, [[x + 1_000, y + 2_000], [x + 2_000, y + 2_000], [x + 2_000, y + 2_999.995], [x + 1_000, y + 2_999.995], [x + 1_000, y + 2_000]]];
  for (const [index, coordinates] of [touching, bent].entries()) {
    await ask('PUT', ONE, doc({ geometrie: { type: 'Polygon', coordinates }, populatie: index }));
    const { head } = editions.current()!;
    const inRd = read()!['geometrie'];
    for (const crs of ['CRS84', '28992'] as const) {
      const again = await ask('PUT', ONE, read(null, crs)!, { crs: CRSS[crs].uri });
      expect(again).toMatchObject({ outcome: { status: 200, roots: [], report: { objects: [{ verdict: 'unchanged' }] } } });
      expect(editions.current()?.head).toBe(head);
    }
    expect(said(await ask('PUT', ONE, { ...read(null, 'CRS84')!, populatie: 50 + index }, { crs: CRSS.CRS84.uri }))).toEqual([200]);
    expect(read()).toMatchObject({ populatie: 50 + index, geometrie: inRd });
  }
});

test('a body that fits no form of its path is refused at once, also of who does not wait', async () => {
  const { desk } = await opened();
  const send = (method: SubmissionInput['method'], target: string, body: string): Promise<DeskAnswer> => desk.submit(
    { holder: 'AB12', method, target, crs: CRSS['28992'].uri, mediaType: 'application/json', ifMatch: null }, Buffer.from(body), { wait: false });
  for (const body of ['[1]', '"x"', '{"a":1,"a":2}', '{']) {
    for (const path of [ONE, FEATURE, '/locatie-activiteiten/l1/ev-activiteiten/a1']) {
      expect([path, body, (await send('PATCH', path, body)).kind]).toEqual([path, body, 'refused']);
    }
  }
  expect((await send('PATCH', ONE, '{"populatie":3}')).kind, 'what it changes is known later').toBe('pending');
});

test('IR-endpoint-patch-resource: PATCH merges with what is held now, and the whole is judged by the one validator', async () => {
  const { ask, read } = await opened();
  expect(said(await ask('PATCH', ONE, { populatie: 1 }))[0]).toBe(404);
  expect(said(await ask('POST', LIST, doc({ populatie: 10 })))).toEqual([201]);
  expect(said(await ask('PATCH', ONE, { populatie: 20, _links: {} }))).toEqual([200]);
  expect(said(await ask('PATCH', FEATURE, { type: 'Feature', properties: { populatie: 21 } }))).toEqual([200]);
  const { populatie, ...others } = read()!;
  expect(populatie).toBe(21);
  expect(Object.keys(others).sort()).toEqual(Object.keys(doc({ _links: {}, tijdstipRegistratie: '' })).filter((name) => name !== 'populatie').sort());

  expect(said(await ask('PATCH', ONE, { identificatie: null }))).toEqual([400, 'schema.required ']);
  expect(said(await ask('PATCH', ONE, { onzin: 1 }))).toEqual([400, 'schema.onbekend-veld /onzin']);
  expect(said(await ask('PATCH', ONE, { id: 's2' }))).toEqual([400, 'verzoek.ander-id /id']);
  expect(said(await ask('PATCH', ONE, { entityType: 'Wegen' }))[0]).toBe(400);
  expect(said(await ask('PATCH', FEATURE, { populatie: 5 }))).toEqual([400, 'verzoek.patch-vorm ']);
  expect(said(await ask('PATCH', ONE, { populatie: 22 }, { holder: 'CD34' }))).toEqual([401, 'houder.niet-de-eigenaar ']);
  expect(said(await ask('PATCH', ONE, { populatie: 22 }, { ifMatch: '0' }))).toEqual([412, 'id.gewijzigd ']);
  expect(await ask('PATCH', ONE, { populatie: 21 })).toMatchObject({ outcome: { status: 200, roots: [], report: { objects: [{ verdict: 'unchanged' }] } } });

  const inLonLat = read(null, 'CRS84')!['geometrie']!;
  expect(said(await ask('PATCH', FEATURE, { geometry: inLonLat }, { crs: CRSS.CRS84.uri }))).toEqual([200]);
  expect(read(null, 'CRS84')?.['geometrie']).toEqual(inLonLat);
});

test('PATCHes at once lose nothing: each is merged with what the ones before it made', async () => {
  const { ask, read } = await opened();
  expect(said(await ask('POST', LIST, doc({ populatie: 10 })))).toEqual([201]);
  const answers = await Promise.all([
    ask('PATCH', ONE, { populatie: 11 }), ask('PATCH', ONE, { comment: ['een'] }), ask('PATCH', FEATURE, { properties: { informatieGeheim: false } }),
    ask('PATCH', ONE, { eindGeldigheid: '2099-01-01T00:00:00Z' }),
  ]);
  expect(answers.map((answer) => said(answer))).toEqual([[200], [200], [200], [200]]);
  expect(read()).toMatchObject({ populatie: 11, comment: ['een'], informatieGeheim: false, eindGeldigheid: '2099-01-01T00:00:00Z' });
});

test('a root with parts: a choice that a PATCH leaves with two members is a 400 that names it; what was served comes back', async () => {
  const { editions, ask } = await opened();
  const text = readFileSync(join(PROJECT, 'data/examples/lpg-tankstation-amersfoort.json'), 'utf8');
  const station = JSON.parse(text) as JsonObject & { id: string };
  const target = `/locatie-activiteiten/${encodeURIComponent(station.id)}`;
  const more = { holder: station['bronhoudercode'] as string };
  expect(said(await ask('PUT', target, station, more))).toEqual([201]);
  const both = { afstand: 5, geometrie: { type: 'Point', coordinates: [155_000, 463_000] } };
  const { voertUit = null } = JSON.parse(text, (name, value: Json) => (name === 'afstandOfGeometrie' ? both : value)) as JsonObject;
  const refused = said(await ask('PATCH', target, { voertUit }, more));
  expect(refused[0]).toBe(400);
  expect(refused).toContainEqual(expect.stringMatching(/^schema\.keuze \/voertUit\/0\/.*\/afstandOfGeometrie$/));
  const served = JSON.parse(Buffer.concat([...editions.current()!.edition.document(station.id, '28992')!.slices]).toString()) as JsonObject;
  expect(await ask('PUT', target, served, more)).toMatchObject({ outcome: { status: 200, roots: [] } });
});
