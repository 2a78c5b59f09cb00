/** POST of a FeatureCollection to /collections with nothing replaced: where its features go, and what is refused of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import { exampleDocument } from '../../schemas/derived/example-document.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { geometryOf, objectsOf } from '../../schemas/model/objects.ts';
import { NESTING_FIELDS, seriesOf } from '../../schemas/names.ts';
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

describe('features that stand in others of the collection', () => {
  const STATION = JSON.parse(readFileSync(join(PROJECT, 'data/examples/lpg-tankstation-amersfoort.json'), 'utf8')) as JsonObject & { id: string };
  const isList = (value: Json | undefined): value is readonly JsonObject[] => Array.isArray(value);

  /** Each object of a document as a Feature as it is served: what it nests as links, its geometry apart. */
  function featuresOf(document: JsonObject): readonly JsonObject[] {
    return objectsOf(document).map((object) => {
      const { geometrie: _, ...own } = object.data;
      const lists = NESTING_FIELDS.flatMap((field) => {
        const items = own[field];
        return isList(items) ? [[field, items.map((item) => ({ href: `http://127.0.0.1:8080/v1/collections/x/items/${item['id'] as string}` }))]] as const : [];
      });
      const geometry = geometryOf(object)?.value ?? null;
      const distance = geometry === null ? {} : { afstandOfGeometrie: null };
      return { type: 'Feature', id: object.id ?? '', geometry, properties: { ...own, ...Object.fromEntries(lists), ...distance } };
    });
  }
  const collection = (...features: readonly JsonObject[]): JsonObject => ({ type: 'FeatureCollection', features });
  const indexOf = (features: readonly JsonObject[], id: string): number => features.findIndex((feature) => feature['id'] === id);
  const changed = (features: readonly JsonObject[], at: number, change: JsonObject): readonly JsonObject[] => (
    features.map((feature, index) => (index === at ? { ...feature, properties: { ...feature['properties'] as JsonObject, ...change } } : feature))
  );

  test('they make the document that they were made of, in whatever order; each is told of by its own place', async () => {
    const { editions, ask } = await opened();
    const features = featuresOf(STATION).toReversed();
    const made = await ask('POST', '/collections', collection(...features));
    expect(made).toMatchObject({ outcome: { status: 201, roots: [{ id: STATION.id }], report: {
      objects: [{ id: STATION.id, features: features.length, pointer: `/features/${features.length - 1}` }],
    } } });
    expect(await ask('PUT', `/locatie-activiteiten/${STATION.id}`, STATION)).toMatchObject({ outcome: { status: 200, roots: [], report: { objects: [{ verdict: 'unchanged' }] } } });
    for (const { id = '', type } of objectsOf(STATION)) expect(editions.current()?.edition.feature(seriesOf(type), id, 'CRS84'), id).toBeDefined();
    expect(said(await ask('POST', '/collections', collection(...features)))).toEqual([409, `id.bestaat-al /features/${features.length - 1}`]);
  });

  test('a misspelt link to another Feature is refused at its place in the request, with the id that it resembles', async () => {
    const { ask } = await opened();
    const features = featuresOf(STATION);
    const at = features.findIndex(({ properties }) => isList((properties as JsonObject)['hoortBij']));
    const hoortBij = [...(features[at]!['properties'] as JsonObject)['hoortBij'] as readonly Json[], { href: `#${STATION.id.toUpperCase()}-VULPUNT` }];
    const made = await ask('POST', '/collections', collection(...changed(features, at, { hoortBij })));
    expect(made).toMatchObject({ outcome: { status: 422, report: { findings: expect.arrayContaining([expect.objectContaining({
      rule: 'verwijzing.onbekend', pointer: `/features/${at}/properties/hoortBij/${hoortBij.length - 1}/href`, suggestions: [`#${STATION.id}-vulpunt`],
    })]) as unknown } } });
  });

  test('one that its parent does not link is put behind what the parent has; the geometry of an activity is not used, and that is said', async () => {
    const { editions, ask } = await opened();
    const features = featuresOf(STATION);
    const parent = indexOf(features, `${STATION.id}-vulpunt`);
    const activity = indexOf(features, `${STATION.id}-a1`);
    const { resulteertIn: _, ...unlinked } = features[parent]!['properties'] as JsonObject;
    const sent = features.map((feature, at) => (
      at === parent ? { ...feature, properties: unlinked } : at === activity ? { ...feature, geometry: STATION['geometrie']! } : feature
    ));
    const made = await ask('POST', '/collections', collection(...sent));
    expect(made).toMatchObject({ outcome: { status: 201, report: { findings: expect.arrayContaining([
      expect.objectContaining({ rule: 'verzoek.geometrie-van-ander', severity: 'warning', pointer: `/features/${activity}/geometry` }),
    ]) as unknown } } });
    const document = JSON.parse(Buffer.concat([...editions.current()!.edition.document(STATION.id, '28992')!.slices]).toString()) as JsonObject;
    expect(objectsOf(document).map(({ id }) => id)).toEqual(objectsOf(STATION).map(({ id }) => id));
  });

  test('several versions of a root make one object; which of them a nested Feature belongs to cannot be seen', async () => {
    const { editions, ask } = await opened();
    const versions = [doc({ beginGeldigheid: '2025-01-01T00:00:00Z', populatie: 9 }), doc()].map(({ geometrie: geometry = null, ...properties }) => (
      { type: 'Feature', geometry, properties }
    ));
    expect(await ask('POST', '/collections', collection(...versions))).toMatchObject({ outcome: { status: 201, roots: [{ id: 's1' }] } });
    expect(editions.current()!.edition.versions('s1').map(({ valid }) => valid.until)).toEqual([Date.parse('2025-01-01T00:00:00Z'), null]);
    const features = featuresOf(STATION);
    const again = changed([features[0]!], 0, { beginGeldigheid: '2025-01-01T00:00:00Z' });
    expect(said(await ask('POST', '/collections', collection(...features, ...again)))).toContainEqual(expect.stringMatching(/^verzoek\.meer-versies \/features\/\d+\/properties\/locatieEVActiviteit/));
  });

  test('one that is wrong refuses all, told by its place in its Feature; one that belongs elsewhere too', async () => {
    const { editions, ask } = await opened();
    const features = featuresOf(STATION);
    const at = indexOf(features, `${STATION.id}-pr`);
    const send = async (sent: readonly JsonObject[]) => said(await ask('POST', '/collections', collection(...sent)));
    expect(await send(changed(features, at, { onzin: 1 }))).toEqual([400, `schema.onbekend-veld /features/${at}/properties/onzin`]);
    expect(await send(changed(features, 0, { onzin: 1 })), 'the root').toEqual([400, 'schema.onbekend-veld /features/0/properties/onzin']);
    expect(await send(changed(features, at, { typePlaatsgebondenRisico: null }))).toEqual([400, `schema.required /features/${at}/properties`]);
    const tank = indexOf(features, `${STATION.id}-tank`);
    const moved = features.map((feature, index) => (index === tank ? { ...feature, geometry: { type: 'Point', coordinates: [5] } } : feature));
    expect(await send(moved)).toEqual([400, expect.stringMatching(new RegExp(`^schema\\.geometrie /features/${tank}/geometry`))]);
    expect(await send(changed(features, at, { hoortBij: [{ href: '#elders' }] }))).toEqual([400, `verzoek.buiten-collectie /features/${at}/properties/hoortBij`]);
    expect(await send([features[at]!])).toEqual([400, 'verzoek.buiten-collectie /features/0/properties/hoortBij']);
    expect(await send([...features, features[at]!]), 'twice').toEqual([400, `schema.uniek /features/${features.length}`]);
    const [other] = changed([features[at]!], 0, { comment: ['een ander'] });
    expect((await send([...features, other!])).slice(1), 'its id').toEqual([`id.dubbel /features/${features.length}/properties/id`]);
    expect((await send(features.filter((_, index) => index !== tank)))[0], 'a link to what is not there').toBe(400);
    expect(editions.current()?.edition.document(STATION.id, 'CRS84')).toBeUndefined();
  });
});
