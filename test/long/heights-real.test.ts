/** Heights through every road with nothing replaced: written in each CRS with heights, read in each, sent back, and refused. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CRSS, type EditionCrs } from '../../schemas/crs.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { PROJECT } from '../shared-data.ts';
import { opened, said } from './real-desk.ts';

const SCHOOL = JSON.parse(readFileSync(join(PROJECT, 'data/examples/school-zwolle.json'), 'utf8')) as JsonObject;
const LIST = '/kwetsbare-gebouwen';
const ONE = `${LIST}/s1`;
const FEATURE = `/collections${LIST}/items/s1`;
const NAP = [[203_000, 503_000, 1.25], [203_010, 503_000, -2.5], [203_010, 503_020, 12.345], [203_000, 503_000, 1.25]];
const HIGH = { type: 'Polygon', coordinates: [NAP] };
const doc = (geometrie: JsonObject, change: JsonObject = {}): JsonObject => ({ ...SCHOOL, id: 's1', geometrie, ...change });
const [IN_NAP, IN_CRS84H] = [{ crs: CRSS['7415'].uri }, { crs: CRSS.CRS84h.uri }];

describe('writes in a CRS with heights', () => {
  test('what is served in any of them comes back unchanged; another field leaves the delivered heights', async () => {
    const { ask, editions } = await opened();
    const read = (crs: EditionCrs): JsonObject => JSON.parse(Buffer.concat([...editions.current()!.edition.document('s1', crs)!.slices]).toString()) as JsonObject;
    expect(said(await ask('PUT', ONE, doc(HIGH), IN_NAP))).toEqual([201]);
    expect(read('7415')['geometrie']).toEqual(HIGH);
    const { head } = editions.current()!;
    for (const [crs, uri] of [['7415', CRSS['7415'].uri], ['4937', CRSS['4937'].uri], ['4937', CRSS['7931'].uri], ['CRS84h', CRSS.CRS84h.uri], ['CRS84', CRSS.CRS84.uri], ['28992', CRSS['28992'].uri]] as const) {
      const again = await ask('PUT', ONE, read(crs), { crs: uri });
      expect(again, uri).toMatchObject({ outcome: { status: 200, roots: [], report: { objects: [{ verdict: 'unchanged' }] } } });
      expect(editions.current()?.head).toBe(head);
    }
    expect(said(await ask('PUT', ONE, { ...read('CRS84h'), populatie: 77 }, IN_CRS84H))).toEqual([200]);
    expect(read('7415')).toMatchObject({ populatie: 77, geometrie: HIGH });
    expect(said(await ask('PATCH', FEATURE, { geometry: read('4937')['geometrie']!, properties: { populatie: 78 } }, { crs: CRSS['4937'].uri }))).toEqual([200]);
    expect(read('7415')).toMatchObject({ populatie: 78, geometrie: HIGH });
    const lower = { type: 'Polygon', coordinates: [NAP.map(([x, y, height]) => [x!, y!, height! - 1])] };
    expect(said(await ask('PATCH', FEATURE, { geometry: lower }, IN_NAP))).toEqual([200]);
    expect(read('7415')['geometrie']).toEqual(lower);
    expect(editions.current()!.edition.series.get('kwetsbare-gebouwen')!.heights).toEqual({ features: true, documents: true });
  });

  test('bad heights are refused, each with its reason, and nothing changes', async () => {
    const { ask, editions } = await opened();
    const ring = (positions: readonly (readonly number[])[]): JsonObject => doc({ type: 'Polygon', coordinates: [positions.map((one) => [...one])] });
    const flat = NAP.map((position) => position.slice(0, 2));
    const inDegrees = [[6.1, 52.5, 1e6], [6.101, 52.5, 3], [6.101, 52.501, 3], [6.1, 52.5, 1e6]];
    expect(said(await ask('PUT', ONE, ring(flat), IN_NAP))).toEqual([400, 'geometrie.hoogte-ontbreekt /geometrie']);
    expect(said(await ask('PUT', ONE, ring(NAP)))).toEqual([400, 'geometrie.hoogte-teveel /geometrie']);
    expect(said(await ask('PUT', ONE, ring(inDegrees), IN_CRS84H))).toEqual([400, 'geometrie.hoogte-bereik /geometrie/coordinates/0/0']);
    expect(said(await ask('PUT', ONE, ring([NAP[0]!, flat[1]!, NAP[2]!, NAP[3]!]), IN_NAP))).toEqual([400, 'geometrie.gemengd /geometrie/coordinates/0/1']);
    expect(said(await ask('PUT', ONE, ring([...NAP.slice(0, 3), [203_000, 503_000, 1]]), IN_NAP))).toEqual([400, 'geometrie.ring-open /geometrie/coordinates/0/3']);
    expect(said(await ask('PUT', ONE, ring(NAP), { crs: CRSS['7912'].uri }))[0]).toBe(400);
    expect(editions.current()?.edition.document('s1', '28992')).toBeUndefined();
  });

  test('an object without heights beside one with ends the heights of the collection, and both stay as delivered', async () => {
    const { ask, editions } = await opened();
    expect(said(await ask('PUT', ONE, doc(HIGH), IN_NAP))).toEqual([201]);
    expect(said(await ask('PUT', `${LIST}/s2`, { ...doc({ type: 'Polygon', coordinates: [NAP.map(([x, y]) => [x! + 100, y!])] }), id: 's2' }))).toEqual([201]);
    const { edition } = editions.current()!;
    expect(edition.series.get('kwetsbare-gebouwen')!.heights).toEqual({ features: false, documents: false });
    expect(said(await ask('DELETE', `${LIST}/s2`, null))).toEqual([204]);
    expect(editions.current()!.edition.series.get('kwetsbare-gebouwen')!.heights).toEqual({ features: true, documents: true });
  });
});
