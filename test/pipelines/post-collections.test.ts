/** POST of a FeatureCollection to /collections with nothing replaced: where its features go, and what is refused of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import { exampleDocument } from '../../schemas/derived/example-document.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { PROJECT } from '../shared-data.ts';
import { opened, said } from './real-desk.ts';

const SCHOOL = JSON.parse(readFileSync(join(PROJECT, 'data/examples/school-zwolle.json'), 'utf8')) as JsonObject;
const doc = (change: JsonObject = {}): JsonObject => ({ ...SCHOOL, id: 's1', ...change });

describe('IR-endpoint-post-collections: POST of a FeatureCollection', () => {
  const featureOf = ({ geometrie: geometry = null, ...properties }: JsonObject): JsonObject => ({ type: 'Feature', geometry, properties });
  const collection = (...documents: readonly JsonObject[]): JsonObject => ({ type: 'FeatureCollection', features: documents.map(featureOf) });
  const shared = ['bronhoudercode', 'beginGeldigheid', 'geometrie', 'geometrieMetagegevens'];
  const place: JsonObject = {
    ...Object.fromEntries(Object.entries(SCHOOL).filter(([name]) => shared.includes(name))),
    entityType: 'KwetsbareLocatie', id: 'p1', categorieKwetsbaarheid: 'kwetsbaar', identificatie: { namespace: 'NL.IMEV', lokaalID: 'p1' },
  };

  test('each feature goes to the collection of its type, all or none', async () => {
    const { editions, ask } = await opened();
    const made = await ask('POST', '/collections', collection(doc(), place));
    expect(made).toMatchObject({ outcome: { status: 201, roots: [{ id: 's1', type: 'KwetsbaarGebouw' }, { id: 'p1', type: 'KwetsbareLocatie' }] } });
    const seen = editions.current()!.edition;
    expect([seen.feature('kwetsbare-gebouwen', 's1', 'CRS84'), seen.feature('kwetsbare-locaties', 'p1', 'CRS84')]).not.toContain(undefined);

    const head = editions.current()?.head;
    const again = await ask('POST', '/collections', collection(doc({ id: 's2' }), place));
    expect(said(again)).toEqual([409, 'id.bestaat-al /features/1', 'levering.geheel-geweigerd /features/0']);
    expect(said(await ask('POST', '/collections', collection(doc({ id: 's2' }), { ...place, id: 'p2', onzin: 5 })))[0]).toBe(400);
    expect(said(await ask('POST', '/collections', collection(doc({ id: 's2', bronhoudercode: 'CD34' })))))
      .toEqual([403, 'houder.andere-bronhouder /features/0']);
    expect(editions.current()?.head).toBe(head);
  });

  test('what is no FeatureCollection of some features that have collections is a 400 that says so', async () => {
    const { ask } = await opened();
    const send = async (body: JsonObject) => said(await ask('POST', '/collections', body));
    expect(await send(featureOf(doc()))).toEqual([400, 'verzoek.vorm ']);
    expect(await send(doc())).toEqual([400, 'verzoek.vorm ']);
    expect(await send(collection())).toEqual([400, 'verzoek.aantal-features ']);
    expect(await send({ type: 'FeatureCollection', features: [doc()] })).toEqual([400, 'verzoek.vorm /features/0']);
    expect(await send(collection(...Array.from({ length: 1001 }, (_, at) => doc({ id: `s${at}` }))))).toEqual([400, 'verzoek.aantal-features ']);
    const system = await ask('POST', '/collections', collection(exampleDocument('BuisleidingStelsel')), { crs: CRSS.CRS84.uri });
    expect(said(system)).toEqual([400, 'verzoek.andere-collectie /features/0/properties/entityType']);
  });
});
